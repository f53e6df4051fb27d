import type { Affine } from './affine.js';

/** A seeded source of numbers in [0, 1). */
export type Random = () => number;

/** mulberry32 (Tommy Ettinger, public domain): small, fast, and the same on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A rotation drawn evenly from all rotations (Shoemake's quaternion method, 1992). */
export function randomRotation(random: Random): Affine {
  const u = random();
  const v = 2 * Math.PI * random();
  const w = 2 * Math.PI * random();
  const [x, y] = [Math.sqrt(1 - u) * Math.sin(v), Math.sqrt(1 - u) * Math.cos(v)];
  const [z, s] = [Math.sqrt(u) * Math.sin(w), Math.sqrt(u) * Math.cos(w)];
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - s * z), 2 * (x * z + s * y), 0],
    ...[2 * (x * y + s * z), 1 - 2 * (x * x + z * z), 2 * (y * z - s * x), 0],
    ...[2 * (x * z - s * y), 2 * (y * z + s * x), 1 - 2 * (x * x + y * y), 0],
  );
}
