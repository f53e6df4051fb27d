import type { BodyState } from '../../../body.js';
import { DeviceError, InputError } from '../../../errors.js';
import type { Gatherer, Loops } from '../gatherer.js';
import type { GatheredLayers } from '../gatherLayers.js';
import type { Band } from '../layerRasterizer.js';
import { bandsOf } from './bandsOf.js';
import { createExaminer } from './createExaminer.js';
import type { AnswerTo, GatherAnswer, Question } from './messages.js';
import { sentBody } from './sentBody.js';
import { weightOf } from './weightOf.js';
import { NoWorkerFile, startWorker, type WorkerPort } from './workerPort.js';

/** Less work than this is done on the caller's own thread before another one would have heard of it: some milliseconds. */
const SPREAD_FROM = 1 << 18;

/** Workers take a while to start, and to get fast: they are started when so many times what is worth spreading has been asked. */
const STARTING = 16;

/**
 * Works in several threads. Lists that are to be read are gathered in as many bands of rows as there are threads: every band
 * keeps the faces that reach into it, and a pixel belongs to one band, so the lists are the same bytes whatever the
 * number of threads. What cannot be sent is left to `own`, the caller's thread. Kernels and sweeps that the workers know are run there, see {@link createExaminer}.
 */
export function createThreadedGatherer(
  threads: number,
  own: Gatherer,
  loops: Loops,
  spreadFrom = SPREAD_FROM,
): Gatherer {
  const ports: WorkerPort[] = [];
  let closed = false;
  let isAlone = false;

  /** The worker of number k: started when it is first needed, and another one where it has ended. */
  async function ask<Q extends Question>(k: number, question: Q): Promise<AnswerTo<Q>> {
    if (closed) throw closedError(threads);
    if (!ports[k] || ports[k].hasEnded()) ports[k] = startWorker();
    return ports[k].ask(question);
  }

  /** Whether workers can do the work on these bodies; a function cannot be sent to one. */
  function canSend(bodies: readonly BodyState[]): boolean {
    if (closed) throw closedError(threads);
    return !isAlone && !bodies.some(({ surface }) => surface?.kind === 'function');
  }

  let asked = 0;
  /** Whether work is too little for the workers; they are not even started before much has been asked. */
  function isLittle(weight: number): boolean {
    asked += weight;
    return weight < spreadFrom || asked < STARTING * spreadFrom;
  }

  /**
   * What the workers answered, all of them being waited for, also where one has failed: the next question must find them idle.
   * Undefined where the caller's thread has to do it: the question cannot be sent, or workers cannot be loaded, from now on.
   */
  async function settle<T>(asked: readonly Promise<T>[]): Promise<T[] | undefined> {
    const settled = await Promise.allSettled(asked);
    const failed = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason as Error);
    if (closed && failed.length > 0) throw closedError(threads);
    isAlone ||= failed.some((reason) => reason instanceof NoWorkerFile);
    // What cannot be sent, as a surface that is no plain data, can be looked at here.
    if (isAlone || failed.some(({ name }) => name === 'DataCloneError')) return undefined;
    if (failed.length > 0) throw failure(failed[0]);
    return settled.map((one) => (one as PromiseFulfilledResult<T>).value);
  }

  return {
    loops: own.loops,
    get name() {
      return isAlone ? '1 thread, since its workers cannot be loaded' : `${threads} threads`;
    },
    async gather(view, bodies, faceBits, options = {}) {
      const alone = () => own.gather(view, bodies, faceBits, options);
      const { onlyTogether, inOnePiece } = options;
      if (onlyTogether || inOnePiece || !canSend(bodies) || isLittle(weightOf(view, bodies))) return alone();
      const seen = bodies.map((body) => sentBody(view, body));
      const bands = bandsOf(view.columns, view.rows, threads);
      const answers = await settle(bands.map((band, k) => ask(k, { job: { band, bodies: seen, faceBits }, loops })));
      return answers?.map((answer, k) => layersAt(bands[k], answer)) ?? alone();
    },
    ...createExaminer({ threads, loops, ask, canSend, isLittle, settle }),
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

const layersAt = (band: Band, { buffer, first, layers, before, unsettled }: GatherAnswer): GatheredLayers => ({
  band,
  first: new Uint32Array(buffer, ...first),
  layerName: new Uint32Array(buffer, ...layers),
  layerDepth: new Float32Array(buffer, ...layers),
  before: new Int32Array(buffer, ...before),
  unsettled,
  absent: [],
});
