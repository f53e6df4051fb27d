import { parentPort, workerData } from 'node:worker_threads';
import { clashJob } from './clashJob.js';
import { gapJob } from './gapJob.js';
import { inspectJob } from './inspectJob.js';
import type { JobSpec } from './jobSpec.js';
import type { JobMessage } from './messages.js';
import { motionJob } from './motionJob.js';

// Does one job, and tells of it. All heavy work is done here, so that whoever waits can be interrupted at once.

const emit = (message: JobMessage): void => parentPort!.postMessage(message);

async function work(job: JobSpec): Promise<void> {
  if (job.kind === 'inspect') emit({ type: 'inspected', ...(await inspectJob(job, emit)) });
  else if (job.kind === 'gap') emit({ type: 'measured', result: await gapJob(job, emit) });
  else emit({ type: 'report', report: await (job.kind === 'motion' ? motionJob(job, emit) : clashJob(job, emit)) });
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
