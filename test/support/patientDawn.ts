// Dawn asks again and again whether the device is done, each time from a new `setImmediate`, and keeps a core busy with it. The driver
// of the tests works on the same cores: a short sleep before each question leaves them to it, and to the other tests. Measured on two
// cores: a third less CPU time for tests that use the GPU, and none of them takes longer.
const SLEEP_MS = 0.3;
const SLEEPER = new Int32Array(new SharedArrayBuffer(4));

const soon = globalThis.setImmediate;

/** Dawn's questions are functions of its own; those of scripts show their source. */
const isNative = (run: unknown): boolean => Function.prototype.toString.call(run).endsWith('{ [native code] }');

function patiently<T extends unknown[]>(run: (...args: T) => void, ...args: T): NodeJS.Immediate {
  if (!isNative(run)) return soon(run, ...args);
  return soon(() => {
    Atomics.wait(SLEEPER, 0, 0, SLEEP_MS);
    run(...args);
  });
}

globalThis.setImmediate = Object.assign(patiently, { __promisify__: soon.__promisify__ });
