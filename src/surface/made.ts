import { type KnownKind, learn } from './kinds.js';
import type { Surface } from './surface.js';

const MADE = new WeakSet<object>();

/**
 * Notes that a constructor has made this solid of what it has checked, so that it need not be checked again, and what is known of its kind.
 * It is frozen, so that it stays what it is; the formula or function that it was given is its caller's.
 */
export function made<S extends Surface>(surface: S, kind: KnownKind<S>): S {
  learn(surface.kind, kind);
  for (const [name, part] of Object.entries(surface)) if (name !== 'formula') freeze(part);
  MADE.add(Object.freeze(surface));
  return surface;
}

/** Whether a constructor has made it. */
export const isMade = (surface: object): boolean => MADE.has(surface);

/** Lists and plain objects, all the way down. */
function freeze(part: unknown): void {
  if (typeof part !== 'object' || part === null || Object.isFrozen(part)) return;
  Object.freeze(part);
  for (const inner of Object.values(part)) freeze(inner);
}
