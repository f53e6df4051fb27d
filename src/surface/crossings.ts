import type { Crossings } from './surface.js';

const ROOM = 16;

export const createCrossings = (): Crossings => ({
  count: 0,
  t: new Float64Array(ROOM),
  patch: new Uint32Array(ROOM),
  startsInside: false,
  unsettled: 0,
});

/** Forgets what the last line met. */
export function clearCrossings(out: Crossings): void {
  out.count = 0;
  out.startsInside = false;
  out.unsettled = 0;
}

/** Adds a crossing behind the last one. */
export function addCrossing(out: Crossings, t: number, patch: number): void {
  if (out.count === out.t.length) makeRoom(out);
  out.t[out.count] = t;
  out.patch[out.count++] = patch;
}

/**
 * Adds a stretch inside, from `t0` to `t1`, as far as it lies between `from` and `to`. Stretches come in ascending order and do not
 * meet.
 */
export function addStretch(
  out: Crossings,
  t0: number,
  patch0: number,
  t1: number,
  patch1: number,
  from: number,
  to: number,
): void {
  if (!(t1 > t0) || t1 < from || t0 > to) return;
  if (t0 < from) out.startsInside = true;
  else addCrossing(out, t0, patch0);
  if (t1 <= to) addCrossing(out, t1, patch1);
}

function makeRoom(out: Crossings): void {
  const t = new Float64Array(2 * out.t.length);
  const patch = new Uint32Array(2 * out.t.length);
  t.set(out.t);
  patch.set(out.patch);
  out.t = t;
  out.patch = patch;
}
