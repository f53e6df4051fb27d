import { onTestFinished } from 'vitest';

type Given<F> = F extends (...given: infer A) => unknown ? A : never;

/**
 * The arguments of all calls of a method from now on to the end of the test; it does what it did. In place of vitest's own spies, whose
 * files run in processes of their own here.
 */
export function watchCalls<T extends object, K extends keyof T>(object: T, method: K): readonly Given<T[K]>[] {
  const calls: Given<T[K]>[] = [];
  const own = Object.getOwnPropertyDescriptor(object, method);
  const before = object[method] as (...given: Given<T[K]>) => unknown;
  const watched = (...given: Given<T[K]>): unknown => {
    calls.push(given);
    return before.apply(object, given);
  };
  Object.defineProperty(object, method, { value: watched, configurable: true, writable: true });
  onTestFinished(() => {
    if (own) Object.defineProperty(object, method, own);
    else Reflect.deleteProperty(object, method);
  });
  return calls;
}
