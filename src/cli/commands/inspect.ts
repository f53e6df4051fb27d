import { toJson } from '../../io/write/json.js';
import type { RunCommand } from '../commandTable.js';
import { EXIT } from '../exitCode.js';
import { inputFiles } from '../inputFiles.js';
import { planOutputs } from '../outputs/planOutputs.js';
import { isSound, showInspect } from '../show/showInspect.js';
import { writeAtomically } from '../writeAtomically.js';

export const run: RunCommand = async ({ operands, options, configFile, outFolder }, terminal) => {
  const { units, selfIntersections, timeLimit, format, json, out } = options;
  const inputs = configFile === undefined ? operands : [...operands, configFile];
  const outputs = await planOutputs(out, ['json'], inputs, outFolder);
  const files = await inputFiles(operands, format, terminal);
  const { runJob } = await import('../job/runJob.js');
  // Nothing of an inspection is of use before its end: Ctrl-C ends the process as it does elsewhere.
  const running = runJob(
    { kind: 'inspect', files, units, selfIntersections, timeLimitMs: timeLimit * 1000 },
    terminal.progress,
  );
  const { report, unreadable } = await running.done;
  running.stop();
  for (const sentence of unreadable) terminal.complain(sentence);
  const text = toJson(report);
  const failure = await writeAtomically(outputs.map(({ path }) => ({ path, content: text }))).catch((error) => error);
  const rest = report.diagnostics.filter(({ message }) => !unreadable.includes(message));
  terminal.print(json ? text : showInspect({ ...report, diagnostics: rest }, terminal).join('\n'));
  if (failure) throw failure;
  if (unreadable.length > 0) return EXIT.wrongUse;
  return report.bodies.every(isSound) && !rest.some(({ code }) => code === 'unreadable')
    ? EXIT.nothing
    : EXIT.undecided;
};
