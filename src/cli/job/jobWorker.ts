import { parentPort, workerData } from 'node:worker_threads';
import type { ClashReport } from '../../report/clashReport.js';
import type { CheckJob, JobSpec, MotionJob, SceneJob } from './jobSpec.js';
import type { JobMessage } from './messages.js';

// Does one job, and tells of it. All heavy work is done here, so that whoever waits can be interrupted at once. Of the jobs only the one
// that is asked for is loaded: reading modules is a good part of what a small job takes.

const emit = (message: JobMessage): void => parentPort!.postMessage(message);

async function work(job: JobSpec): Promise<void> {
  if (job.kind === 'inspect') {
    const { inspectJob } = await import('./inspectJob.js');
    emit({ type: 'inspected', ...(await inspectJob(job, emit)) });
  } else if (job.kind === 'gap') {
    const { gapJob } = await import('./gapJob.js');
    emit({ type: 'measured', result: await gapJob(job, emit) });
  } else emit({ type: 'report', report: await clashes(job) });
}

async function clashes(job: CheckJob | SceneJob | MotionJob): Promise<ClashReport> {
  if (job.kind === 'motion') return (await import('./motionJob.js')).motionJob(job, emit);
  return (await import('./clashJob.js')).clashJob(job, emit);
}

try {
  await work(workerData as JobSpec);
} catch (error) {
  const { name, message, stack } = error as Error;
  emit({ type: 'failed', name, message, stack });
}
// A machine may hold threads or a device open: the job is done all the same.
parentPort!.close();
process.exit();
