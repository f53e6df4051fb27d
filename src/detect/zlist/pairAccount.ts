import { type Best, BLOCK_PX } from '../../machine/kernel.js';
import { MOMENT_PARTS, toParts } from './sweepUnits.js';
import type { PairTally } from './toFinding.js';

/** Keeps account of one pair while a scene is swept: the words of `pairSweep` and `sideBySide`, ray by ray. */
export interface PairAccount {
  /** The slots, the lower one first. */
  readonly a: number;
  readonly b: number;
  /** The ray is inside both from here on, by a face of this slot; then no longer. */
  enter(depth: number, slot: number, face: number): void;
  leave(depth: number, slot: number, face: number, noise: number): void;
  /** One ends where the other begins. */
  touch(): void;
  /** The ray is done; so much of it was inside A and inside B. */
  endRay(pixel: number, noise: number, lengthA: number, lengthB: number): void;
  /** Told of each body: the pixels of all rays through it, and how many rays were put aside because they do not leave it. */
  finish(a: BodyAccount, b: BodyAccount): PairTally;
}

/** What a scene's rays tell of one body. */
export interface BodyAccount {
  readonly pixels: readonly number[];
  readonly open: number;
}

interface Stretch {
  from: number;
  to: number;
  faces: [slot: number, face: number][];
}

export function createPairAccount(a: number, b: number, columns: number): PairAccount {
  const words = {
    ...{ pixels: 0, length: 0, touching: 0, momentX: 0, momentY: 0, momentZ: 0, carryX: 0, carryY: 0, carryZ: 0 },
    ...{ minX: Infinity, maxX: 0, minY: Infinity, maxY: 0, minZ: Infinity, maxZ: 0 },
    ...{ openA: 0, openB: 0, selfA: 0, selfB: 0 },
  };
  const faces = new Map([a, b].map((slot) => [slot, new Set<number>()]));
  const best = new Map<number, Best>();
  /** The overlap on each ray that goes through one. */
  const lengths = new Map<number, number>();
  let begin: { depth: number; face: [number, number] } | undefined;
  let stretches: Stretch[] = [];
  let touches = false;
  /** Rays through the overlap on which A reaches out of B, and B out of A. */
  const out: readonly [number[], number[]] = [[], []];

  return {
    a,
    b,
    enter(depth, slot, face) {
      begin = { depth, face: [slot, face] };
    },
    leave(depth, slot, face, noise) {
      const last = stretches.at(-1);
      if (last && begin!.depth - last.to <= noise) {
        last.to = depth;
        last.faces[1] = [slot, face];
      } else stretches.push({ from: begin!.depth, to: depth, faces: [begin!.face, [slot, face]] });
    },
    touch() {
      touches = true;
    },
    endRay(pixel, noise, lengthA, lengthB) {
      const column = pixel % columns;
      const row = Math.floor(pixel / columns);
      let length = 0;
      let longest: Stretch | undefined;
      for (const stretch of stretches) {
        const { from, to } = stretch;
        if (to - from <= noise) {
          touches = true;
          continue;
        }
        for (const [slot, face] of stretch.faces) faces.get(slot)!.add(face);
        length += to - from;
        words.momentZ += Math.round((from + to) * MOMENT_PARTS) * toParts(to - from);
        words.minZ = Math.min(words.minZ, toParts(from));
        words.maxZ = Math.max(words.maxZ, toParts(to));
        if (!longest || to - from > longest.to - longest.from) longest = stretch;
      }
      if (longest) {
        words.pixels++;
        words.length += toParts(length);
        words.momentX += column * toParts(length);
        words.momentY += row * toParts(length);
        words.minX = Math.min(words.minX, column);
        words.maxX = Math.max(words.maxX, column);
        words.minY = Math.min(words.minY, row);
        words.maxY = Math.max(words.maxY, row);
        if (lengthA - length > noise) out[0].push(pixel);
        if (lengthB - length > noise) out[1].push(pixel);
        lengths.set(pixel, length);
        const block = Math.floor(row / BLOCK_PX) * Math.ceil(columns / BLOCK_PX) + Math.floor(column / BLOCK_PX);
        const value = toParts(longest.to - longest.from);
        if (value > (best.get(block)?.value ?? 0))
          best.set(block, { column, row, value, payload: toParts(longest.from) });
      } else if (touches) words.touching++;
      stretches = [];
      touches = false;
    },
    finish(bodyA, bodyB) {
      const [outA, outB] = [bodyA, bodyB].map(({ pixels }, k) => outOf(pixels, out[k], lengths, columns));
      const sorted = (slot: number): Uint32Array => Uint32Array.from(faces.get(slot)!).sort();
      return {
        words: { ...words, openA: bodyA.open, openB: bodyB.open },
        neighbours: { ...neighboursOf(lengths, columns), outCoreA: outA.core, outCoreB: outB.core },
        best: [...best.values()],
        out: [...outA.rays, ...outB.rays],
        faces: [sorted(a), sorted(b)],
      };
    },
  };
}

/** Where a body reaches out of the other: on rays through the overlap, and on those that meet it alone. */
function outOf(
  pixels: readonly number[],
  onOverlap: readonly number[],
  overlap: ReadonlyMap<number, number>,
  columns: number,
): { core: number; rays: Best[] } {
  const out = new Set(onOverlap);
  for (const pixel of pixels) if (!overlap.has(pixel)) out.add(pixel);
  let core = 0;
  for (const pixel of out) {
    const isLast = (pixel + 1) % columns === 0;
    if (!isLast && out.has(pixel + 1) && out.has(pixel + columns)) core++;
  }
  const toBest = (pixel: number): Best => ({
    ...{ column: pixel % columns, row: Math.floor(pixel / columns) },
    ...{ value: 1, payload: 0 },
  });
  // A body that plainly reaches out needs no closer look.
  return { core, rays: core === 0 ? [...out].map(toBest) : [] };
}

/** How much the overlap changes from ray to ray, and how many rays lie amid it; as `sideBySide` on a map, less walls. */
export function neighboursOf(lengths: ReadonlyMap<number, number>, columns: number): PairTally['neighbours'] {
  let changeX = 0;
  let changeY = 0;
  let core = 0;
  let coreLongest = 0;
  for (const [pixel, length] of lengths) {
    const column = pixel % columns;
    const left = column > 0 ? lengths.get(pixel - 1) : undefined;
    const right = column + 1 < columns ? lengths.get(pixel + 1) : undefined;
    const above = lengths.get(pixel - columns);
    const below = lengths.get(pixel + columns);
    // Each difference between two rays of the overlap is met once; those to rays outside of it from one side only.
    changeX += Math.abs(length - (right ?? 0)) + (left === undefined ? length : 0);
    changeY += Math.abs(length - (below ?? 0)) + (above === undefined ? length : 0);
    if (right && below) {
      core++;
      coreLongest = Math.max(coreLongest, length, right, below);
    }
  }
  return {
    changeX: toParts(changeX),
    changeY: toParts(changeY),
    wallX: 0,
    wallY: 0,
    besideX: 0,
    besideY: 0,
    core,
    coreLongest: toParts(coreLongest),
  };
}
