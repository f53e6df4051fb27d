import { DeviceError, InputError } from '../../../errors.js';
import { createGatherer, type Gatherer, type Loops } from '../gatherer.js';
import { type GatheredLayers, type LayerBody, layerBody } from '../gatherLayers.js';
import type { Band } from '../layerRasterizer.js';
import type { Answer } from './messages.js';
import { sharedBody } from './sharedBody.js';
import { NoWorkerFile, startWorker, type WorkerPort } from './workerPort.js';

/**
 * Gathers a tile in as many bands of rows as there are threads. Every band sees all faces and keeps those that reach into
 * it; a pixel belongs to one band, so the lists are the same bytes whatever the number of threads.
 */
export function createThreadedGatherer(threads: number, loops: Loops): Gatherer {
  const ports: WorkerPort[] = [];
  const own = createGatherer(loops);
  let closed = false;
  let isAlone = false;

  /** The worker of band k: started when it is first needed, and another one where it has ended. */
  function portOf(k: number): WorkerPort {
    if (!ports[k] || ports[k].hasEnded()) ports[k] = startWorker();
    return ports[k];
  }

  return {
    loops: own.loops,
    get name() {
      return isAlone ? '1 thread, since its workers cannot be loaded' : `${threads} threads`;
    },
    async gather(view, bodies, faceBits) {
      if (closed) throw closedError(threads);
      // A function cannot be sent to a worker.
      if (isAlone || bodies.some(({ surface }) => surface?.kind === 'function'))
        return own.gather(view, bodies, faceBits);
      const seen = bodies.map((body): LayerBody => {
        const sent = layerBody(view, body);
        return sent.surface ? sent : { ...sent, ...sharedBody(body) };
      });
      const bands = bandsOf(view.columns, view.rows, threads);
      // All bands are waited for, also where one has failed: the next tile must find its workers idle.
      const settled = await Promise.allSettled(
        bands.map((band, k) => portOf(k).ask({ job: { band, bodies: seen, faceBits }, loops })),
      );
      if (!closed && settled.some((one) => one.status === 'rejected' && one.reason instanceof NoWorkerFile)) {
        isAlone = true;
        return own.gather(view, bodies, faceBits);
      }
      return settled.map((result, k) => {
        if (result.status === 'fulfilled') return layersAt(bands[k], result.value);
        throw closed ? closedError(threads) : failure(result.reason);
      });
    },
    close() {
      closed = true;
      for (const port of ports) port.close();
    },
  };
}

const closedError = (threads: number) =>
  new DeviceError(`cpu: this machine is closed (${threads} threads). Open another one.`);

/** What was asked too much would be too much for one thread as well: such errors say themselves what helps. */
const failure = (reason: Error): Error =>
  reason instanceof InputError
    ? reason
    : new DeviceError(`cpu: a worker thread failed (${reason.message}). Ask again, or use one thread.`);

const layersAt = (band: Band, { buffer, first, layers, before, unsettled }: Answer): GatheredLayers => ({
  band,
  first: new Uint32Array(buffer, ...first),
  layerName: new Uint32Array(buffer, ...layers),
  layerDepth: new Float32Array(buffer, ...layers),
  before: new Int32Array(buffer, ...before),
  unsettled,
});

function bandsOf(columns: number, rows: number, count: number): Band[] {
  const bands: Band[] = [];
  for (let k = 0; k < count; k++) {
    const firstRow = Math.floor((rows * k) / count);
    const endRow = Math.floor((rows * (k + 1)) / count);
    if (endRow > firstRow) bands.push({ columns, firstRow, endRow });
  }
  return bands;
}
