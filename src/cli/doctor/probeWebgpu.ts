import { fork } from 'node:child_process';
import type { AdapterFacts } from '../../machine/gpu/device.js';
import type { ProbeMessage } from './probeMessage.js';
import type { SelfTest } from './selfTest.js';

/** What is known of WebGPU here; undefined where it was not reached. */
export interface WebgpuFacts {
  readonly adapters: readonly AdapterFacts[];
  /** The adapter that `auto` takes; null: it takes the CPU, `refusal` says why. */
  readonly autoAdapter: string | null;
  readonly refusal: string | null;
  readonly selfTest: SelfTest | null;
  /** What went wrong on the way. */
  readonly fault: string | null;
}

/** A driver may compile shaders for seconds; one that takes longer hangs. */
const LIMIT_MS = 60_000;

/** Looks for WebGPU in another process, and outlives whatever happens to that one. */
export function probeWebgpu(
  program = new URL('./probe.js', import.meta.url),
  limitMs = LIMIT_MS,
): Promise<WebgpuFacts> {
  let facts: WebgpuFacts = { adapters: [], autoAdapter: null, refusal: null, selfTest: null, fault: null };
  let step: ProbeMessage['step'] | 'starting' = 'starting';
  const child = fork(program, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  return new Promise((resolve) => {
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, limitMs);
    child.on('message', (message: ProbeMessage) => {
      step = message.step;
      facts = { ...facts, ...factsOf(message) };
    });
    child.on('error', ({ message }) => {
      facts = { ...facts, fault: `the probing process could not be started (${message}).` };
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const how = timedOut ? `it did not answer within ${limitMs / 1000} s` : `it ended by itself (${signal ?? code})`;
      const early = Object.hasOwn(WHILE, step);
      resolve(early && !facts.fault ? { ...facts, fault: `WebGPU failed while ${WHILE[step]}: ${how}.` } : facts);
    });
  });
}

/** Steps that another one must follow. */
const WHILE: Readonly<Record<string, string>> = {
  starting: 'the process started',
  loading: 'adapters were looked for',
  adapters: 'a device was opened',
  auto: 'a machine was opened',
  testing: 'the machine was tested',
};

function factsOf(message: ProbeMessage): Partial<WebgpuFacts> {
  if (message.step === 'adapters') return { adapters: message.adapters };
  if (message.step === 'auto') return { autoAdapter: message.adapter ?? null, refusal: message.refusal ?? null };
  if (message.step === 'tested') return { selfTest: message.test };
  return message.step === 'failed' ? { fault: message.reason } : {};
}
