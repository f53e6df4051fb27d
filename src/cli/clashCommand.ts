import type { ClashReport } from '../report/clashReport.js';
import { backendFor } from './backendFor.js';
import { clashSettings } from './clashSettings.js';
import type { CommandLine } from './commandLine.js';
import { type ExitCode, exitCodeOf } from './exitCode.js';
import { inputFiles } from './inputFiles.js';
import { type Interrupt, ignoreInterrupt, nextInterrupt, sparedFromInterrupts } from './interrupts.js';
import type { ClashResult } from './job/jobEvent.js';
import type { GapJob, InspectJob, JobFile, JobSettings, JobSpec } from './job/jobSpec.js';
import { OUTPUT_ENDINGS } from './options.js';
import { makeOutputs, needsPictures, type OutputEnding } from './outputs/makeOutputs.js';
import { type Output, planOutputs } from './outputs/planOutputs.js';
import { readText } from './readText.js';
import type { Terminal } from './terminal/terminal.js';
import { writeAtomically } from './writeAtomically.js';

type ClashJob = Exclude<JobSpec, InspectJob | GapJob>;

/** What differs from command to command. */
export interface ClashCommand {
  readonly job: (files: readonly JobFile[], settings: JobSettings) => ClashJob;
  /** The report for people. */
  readonly show: (report: ClashReport, terminal: Terminal) => readonly string[];
}

/**
 * Check, scene and motion alike: what can be wrong is looked for first, then the job is run; when it is done or interrupted,
 * the JSON report is written, the result is printed, further reports are written, and the exit code is told by the result.
 */
export async function runClashCommand(
  { operands, options, configFile, outFolder }: CommandLine,
  terminal: Terminal,
  { job, show }: ClashCommand,
): Promise<ExitCode> {
  const inputs = configFile === undefined ? operands : [...operands, configFile];
  const outputs = await planOutputs(options.out, OUTPUT_ENDINGS, inputs, outFolder);
  const judge = await judgeBy(options.baseline);
  const files = await inputFiles(operands, options.format, terminal);

  const settings = {
    ...clashSettings(options, needsPictures(outputs)),
    backend: await backendFor(options.backend),
  };
  const { result, stoppedBy } = await runJobOrStop(job(files, settings), terminal);
  await stoppedBy?.calm;
  if (!result) {
    terminal.complain('interrupted before anything was finished; no report was written.');
    return stoppedBy!.exitCode;
  }
  const report = judge(stoppedBy ? { ...result.report, complete: false } : result.report);
  for (const sentence of result.unreadable) terminal.complain(sentence);
  const writeThose = (some: typeof outputs) => write(some, { ...result, report }, options.bcfVersion, terminal);
  // Other reports of a large scene take their time. Whoever does not wait for them has the result and the JSON report, and one
  // that cannot be written does not take the result along.
  const json = await sparedFromInterrupts(() =>
    writeThose(outputs.filter(({ ending }) => ending === 'json')).catch((error: Error) => error),
  );
  if (options.json) terminal.print((await import('../io/write/json.js')).toJson(report));
  else terminal.print(show(withoutComplaints(report, result.unreadable), terminal).join('\n'));
  if (json.done) throw json.done;
  const others = outputs.filter(({ ending }) => ending !== 'json');
  if (json.interrupt && others.length > 0) {
    terminal.complain(`interrupted; not written: ${others.map(({ name }) => name).join(', ')}.`);
    return json.interrupt.exitCode;
  }
  await writeThose(others);
  if (stoppedBy) terminal.complain('interrupted; the report holds what was finished ("complete": false).');
  return (stoppedBy ?? json.interrupt)?.exitCode ?? exitCodeOf({ report, unreadable: result.unreadable });
}

/** Runs a job to its end, or to Ctrl-C: then with what is finished at that moment, if anything is. */
async function runJobOrStop(job: ClashJob, terminal: Terminal) {
  const { runJob } = await import('./job/runJob.js');
  const interrupt = nextInterrupt();
  const running = runJob(job, (progress) => terminal.progress(progress));
  try {
    return await Promise.race([
      running.done.then((result): Ended => ({ result, stoppedBy: undefined })),
      interrupt.then((stoppedBy): Ended => ({ result: running.soFar(), stoppedBy })),
    ]);
  } finally {
    ignoreInterrupt();
    running.stop();
    terminal.settle();
  }
}

interface Ended {
  readonly result: ClashResult | undefined;
  readonly stoppedBy: Interrupt | undefined;
}

/** With a baseline, every pair has the status that was left there. It is read before the work starts. */
async function judgeBy(baseline: string | undefined): Promise<(report: ClashReport) => ClashReport> {
  if (baseline === undefined) return (report) => report;
  const { parseReport } = await import('../report/parseReport.js');
  const { withBaseline } = await import('../report/baseline.js');
  const earlier = parseReport(await readText(baseline), baseline);
  return (report) => withBaseline(report, earlier);
}

async function write(
  outputs: readonly Output<OutputEnding>[],
  { report, pictures }: ClashResult,
  bcfVersion: '2.1' | '3.0',
  terminal: Terminal,
): Promise<void> {
  const files = await makeOutputs(outputs, { report, pictures, bcfVersion, note: terminal.note });
  await writeAtomically(files);
}

/** What was already said on standard error need not be said again. */
const withoutComplaints = (report: ClashReport, said: readonly string[]): ClashReport => ({
  ...report,
  diagnostics: report.diagnostics.filter(({ message }) => !said.includes(message)),
  undecided: report.undecided.map((one) =>
    said.some((sentence) => one.reason.endsWith(sentence)) ? { ...one, reason: 'It could not be read.' } : one,
  ),
});
