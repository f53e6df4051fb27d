import { type GapReport, gapJson } from '../../report/gapReport.js';
import { backendFor } from '../backendFor.js';
import type { RunCommand } from '../commandTable.js';
import { EXIT, type ExitCode } from '../exitCode.js';
import { inputFiles } from '../inputFiles.js';
import { gapFiles, planGapOutputs, wantedFor } from '../outputs/gapOutputs.js';
import { showGap } from '../show/showGap.js';
import { writeAtomically } from '../writeAtomically.js';
import { placementOf } from './check.js';

export const run: RunCommand = async ({ operands, options, configFile, outFolder }, terminal) => {
  const inputs = configFile === undefined ? operands : [...operands, configFile];
  const outputs = await planGapOutputs(options.out, terminal.note, inputs, outFolder);
  const files = await inputFiles(operands, options.format, terminal);
  const poseOfB = placementOf(options);
  const { resolution, direction = null, up = null, bands = [], threshold, extent } = options;
  const { runJob } = await import('../job/runJob.js');
  // Nothing of a map is of use before its end: Ctrl-C ends the process as it does elsewhere.
  const running = runJob(
    {
      ...{ kind: 'gap', files, a: options.a, b: options.b, ...(poseOfB && { poseOfB }) },
      backend: await backendFor(options.backend),
      settings: { resolution, direction, up, bands, threshold, extent },
      colours: { preset: options.preset, range: options.range },
      wanted: wantedFor(outputs),
      ...{ units: options.units, timeLimitMs: options.timeLimit * 1000 },
    },
    (progress) => terminal.progress(progress),
  );
  const result = await running.done.finally(() => {
    running.stop();
    terminal.settle();
  });
  const { report } = result;
  // One that cannot be written does not take the result along.
  const failure = await writeAtomically(gapFiles(outputs, result)).catch((error: Error) => error);
  terminal.print(options.json ? gapJson(report) : showGap(report, terminal).join('\n'));
  if (failure) throw failure;
  return gapExitCode(report);
};

/** What the command ends with: interference that is certain comes before what nobody can tell. */
export function gapExitCode({ interferes, undecided }: Pick<GapReport, 'interferes' | 'undecided'>): ExitCode {
  if (interferes) return EXIT.clash;
  return undecided.length > 0 ? EXIT.undecided : EXIT.nothing;
}
