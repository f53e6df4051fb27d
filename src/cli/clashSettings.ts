import type { JobSettings, Selection } from './job/jobSpec.js';
import type { OptionValues } from './options.js';

/** What all clash commands ask of a job. */
export const clashSettings = (options: OptionValues, pictures: boolean): JobSettings => ({
  backend: options.backend,
  threads: options.threads,
  method: options.method,
  precision: options.precision,
  resolution: options.resolution,
  views: options.views,
  tolerance: options.tolerance,
  clearance: options.clearance,
  units: options.units,
  failOn: options.failOn,
  pictures,
  timeLimitMs: options.timeLimit * 1000,
});

export const selectionOf = ({ a, b, ignore, within }: OptionValues): Selection => ({ a, b, ignore, within });
