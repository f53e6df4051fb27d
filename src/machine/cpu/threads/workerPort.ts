import { InputError } from '../../../errors.js';
import { inNode } from './canShareMemory.js';
import type { Answer, AnswerTo, FromWorker, Question, ToWorker } from './messages.js';

/** One worker, seen from outside: a question, an answer. */
export interface WorkerPort {
  /** Rejects where the worker fails, has ended, or is closed before it has answered. */
  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q>>;
  /** Whether it can be asked no more: start another one. */
  hasEnded(): boolean;
  close(): void;
}

/** The worker's file is not where it should be: some development servers and bundlers move modules, and leave it behind. */
export class NoWorkerFile extends Error {}

/** A thread of the platform. While it is held, the process waits for it. */
interface Thread {
  post(message: ToWorker): void;
  hold(held: boolean): void;
  terminate(): void;
}

type OnMessage = (message: FromWorker) => void;
type OnEnd = (cause: Error) => void;

const nodeThreads = () => {
  const name = 'node:worker_threads'; // a variable, so that bundlers for the browser leave it alone
  return import(/* @vite-ignore */ /* webpackIgnore: true */ name) as Promise<typeof import('node:worker_threads')>;
};

/** Starts a worker. It keeps the process alive while a question is open, and not longer. */
export function startWorker(): WorkerPort {
  const open = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let asked = 0;
  let ended: Error | undefined;
  const thread = (inNode ? startNodeThread : startWebThread)(receive, end);
  thread.catch(end);

  /** Takes a question off the list; undefined where it is not open. */
  function settle(number: number) {
    const question = open.get(number);
    open.delete(number);
    if (open.size === 0) thread.then(({ hold }) => hold(open.size > 0), ignore);
    return question;
  }

  function receive({ number, answer, error }: FromWorker): void {
    const question = settle(number);
    if (answer) question?.resolve(answer);
    else question?.reject(error?.name === 'InputError' ? new InputError(error.message) : new Error(error?.message));
  }

  function end(cause: Error): void {
    if (ended) return;
    ended = cause;
    for (const number of [...open.keys()]) settle(number)?.reject(cause);
    thread.then(({ terminate }) => terminate(), ignore);
  }

  return {
    async ask<Q extends Question>(question: Q) {
      if (ended) throw ended;
      const number = asked++;
      const answer = new Promise<Answer>((resolve, reject) => open.set(number, { resolve, reject }));
      thread
        .then(({ hold, post }) => {
          if (!open.has(number)) return;
          hold(true);
          post({ number, question });
        })
        .catch((error: Error) => settle(number)?.reject(error));
      return answer as Promise<AnswerTo<Q>>;
    },
    hasEnded: () => ended !== undefined,
    close: () => end(new Error('the machine was closed')),
  };
}

async function startNodeThread(onMessage: OnMessage, onEnd: OnEnd): Promise<Thread> {
  const { Worker: NodeWorker } = await nodeThreads();
  // For Node alone: bundlers for the browser would pack the file a second time, or as a `data:` URL.
  const file = new URL(/* @vite-ignore */ /* webpackIgnore: true */ '../../../cpuWorker.js', import.meta.url);
  const worker = new NodeWorker(file);
  worker.on('message', onMessage);
  worker.on('messageerror', onEnd);
  worker.on('error', (error) => onEnd(isMissing(error) ? new NoWorkerFile('its file is missing') : error));
  worker.on('exit', (code) => onEnd(new Error(`it ended with code ${code}`)));
  worker.unref(); // only now: a listener for messages holds the process again
  return {
    post: (message) => worker.postMessage(message),
    hold: (held) => (held ? worker.ref() : worker.unref()),
    terminate: () => void worker.terminate(),
  };
}

const isMissing = (error: Error): boolean =>
  ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes(String((error as { code?: unknown }).code));

async function startWebThread(onMessage: OnMessage, onEnd: OnEnd): Promise<Thread> {
  // Bundlers know a worker by this very expression.
  const worker = new Worker(new URL('../../../cpuWorker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => onMessage(data as FromWorker);
  worker.onmessageerror = () => onEnd(new Error('its answer could not be read'));
  worker.onerror = ({ message }) =>
    onEnd(message ? new Error(message) : new NoWorkerFile('its file could not be loaded'));
  return {
    post: (message) => worker.postMessage(message),
    hold: ignore,
    terminate: () => worker.terminate(),
  };
}

/** The worker's own end: answers each question, in the order they come. */
export async function answerQuestions(respond: (question: Question) => Answer): Promise<void> {
  const reply = ({ number, question }: ToWorker): FromWorker => {
    try {
      return { number, answer: respond(question) };
    } catch (thrown) {
      const { name, message } = thrown as Error;
      return { number, error: { name, message } };
    }
  };
  if (inNode) {
    const { parentPort } = await nodeThreads();
    parentPort?.on('message', (message: ToWorker) => parentPort.postMessage(reply(message)));
  } else {
    const scope = globalThis as unknown as { onmessage: unknown; postMessage(message: FromWorker): void };
    scope.onmessage = ({ data }: MessageEvent<ToWorker>) => scope.postMessage(reply(data));
  }
}

function ignore(): void {}
