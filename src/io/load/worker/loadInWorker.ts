import { Worker } from 'node:worker_threads';
import { InputError } from '../../../errors.js';
import { learn } from '../../../surface/kinds.js';
import type { Scene } from '../../scene.js';
import { unreadable } from '../reader.js';
import type { LoadAnswer, LoadJob } from './loadMessages.js';

export interface WorkerLimits {
  readonly timeLimitMs: number;
  readonly memoryLimitBytes: number;
}

/** From the sources of this package (in its tests) the worker is taken from the build: Node does not run TypeScript. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../../dist/src/io/load/worker/loadWorker.js' : './loadWorker.js',
  import.meta.url,
);

/** A program given on the command line or by a pipe hands on an option that no worker takes. */
const FROM_TEXT = process.execArgv.some((option) => option.startsWith('--input-type'));

/** Timers count in 32 bits; longer limits are none. */
const MOST_MS = 2 ** 31 - 1;

/** More memory than WebAssembly and the engine's heap can have. */
const MOST_MEMORY = 2 ** 34;

/** Of the memory, what WebAssembly may take, where files are unfolded; the rest is for the results on their way out. */
const WASM_SHARE = 0.6;

/**
 * Reads a file in a thread of its own, which is ended when it takes too long or too much memory: whatever WebAssembly does
 * on a bad file, it ends with one sentence. `bytes` are handed over, and gone.
 */
export function loadInWorker(
  bytes: Uint8Array,
  asked: Pick<LoadJob, 'name' | 'format' | 'chordError'>,
  limits: WorkerLimits,
): Promise<Scene> {
  const { name } = asked;
  const { timeLimitMs } = limits;
  const memoryLimitBytes = Math.min(limits.memoryLimitBytes, MOST_MEMORY);
  const job: LoadJob = { bytes, ...asked, wasmBytes: Math.floor(memoryLimitBytes * WASM_SHARE) };
  const heapMb = Math.ceil((memoryLimitBytes * (1 - WASM_SHARE)) / 2 ** 20);
  const failed = (reason: string) => unreadable({ name }, `its reader failed on it (${reason})`, 'Export it again.');
  const outOfMemory = () =>
    unreadable(
      { name },
      `reading it takes more memory than it may (${Math.round(memoryLimitBytes / 2 ** 20)} MiB)`,
      'Split it into several files.',
    );

  return new Promise<Scene>((resolve, reject) => {
    const worker = new Worker(WORKER, {
      workerData: job,
      transferList: [bytes.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      ...(FROM_TEXT && { execArgv: [] }),
      stdout: true,
      stderr: true,
    });
    // What readers write is not for the user.
    worker.stdout.resume();
    worker.stderr.resume();
    const timer =
      timeLimitMs <= MOST_MS
        ? setTimeout(() => {
            end(() => reject(tooSlow(name, timeLimitMs)));
          }, timeLimitMs)
        : undefined;

    /** The first event counts. */
    function end(settle: () => void): void {
      clearTimeout(timer);
      worker.removeAllListeners();
      worker.on('error', () => {}); // of a thread that is being ended, nobody needs to know
      void worker.terminate();
      settle();
    }

    worker.on('message', (answer: LoadAnswer) =>
      end(() => {
        if ('scene' in answer) resolve(known(answer.scene));
        else if ('outOfMemory' in answer) reject(outOfMemory());
        else reject(answer.isInput ? new InputError(answer.fault) : failed(answer.fault));
      }),
    );
    worker.on('messageerror', () => end(() => reject(failed('its result cannot be handed over'))));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(() =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : failed(error.message.split('\n')[0])),
      ),
    );
    worker.on('exit', (code) => end(() => reject(failed(`it ended with code ${code}`))));
  });
}

/** Surfaces come as plain data: what is known of their kind is loaded on this side, too. */
async function known(scene: Scene): Promise<Scene> {
  if (scene.parts.some(({ surface }) => surface))
    learn('nurbs', (await import('../../../surface/nurbs/nurbsSolid.js')).NURBS);
  return scene;
}

const tooSlow = (name: string, timeLimitMs: number): InputError =>
  unreadable(
    { name },
    `reading it takes longer than it may (${timeLimitMs / 1000} s)`,
    'Give it more time, or split it into several files.',
  );
