import type { Best, Tally } from '../../machine/kernel.js';
import { type Affine, transformBox, transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vector.js';
import { pixelSize, type View, worldFromScreen } from '../../view/view.js';
import type { DeepRay, PairFinding, Party } from '../pairFinding.js';
import { ALONE_PARTS, LENGTH_UNIT } from './rayCode.js';
import { DEPTH_PARTS, MOMENT_CARRY, MOMENT_PARTS } from './sweepUnits.js';
import { volumeErrorOf } from './volumeError.js';

/** Two bodies, how to look at them, and what is rounding there. */
export interface Look {
  readonly a: Party;
  readonly b: Party;
  readonly view: View;
  readonly depthError: number;
  /** Whether all of A is in view, and so may lie inside B; and likewise B. */
  readonly mayBeInside: readonly [boolean, boolean];
}

/** What a sweep leaves of a pair: the words of `pairSweep` and `sideBySide`, in pixels and parts of the depth range. */
export interface PairTally {
  readonly words: Tally;
  readonly neighbours: Tally;
  readonly best: readonly Best[];
  /** Rays on which a body reaches out of the other that may lie inside it. */
  readonly out: readonly Best[];
  readonly faces: readonly Uint32Array[];
  /** Rays on which crossings of the bodies' surfaces were left unsettled. */
  readonly unsettled?: readonly [number, number];
}

/** How many points of an overlap are told. */
const MOST_SAMPLES = 16;

/** A tile's tally in model units and world coordinates. */
export function toFinding(
  look: Look,
  { words: tally, neighbours, best, out, faces, unsettled }: PairTally,
): PairFinding {
  const { a, b, view, depthError, mayBeInside } = look;
  const depthSize = view.size[2];
  const [across, down] = pixelSize(view);
  const long = (parts: number): number => (parts / DEPTH_PARTS) * depthSize;
  const { pixels, touching, openA, openB } = tally;
  const isWhole = pixels > 0 && openA + openB === 0;
  const world = pixels > 0 ? worldFromScreen(view) : undefined;
  const blocks = world ? best.map((one) => deepRay(one, view, world)) : [];
  const deepest =
    blocks.length > 0 ? blocks.reduce((one, other) => (other.depth > one.depth ? other : one)) : undefined;
  return {
    a,
    b,
    view,
    depthError,
    pixels,
    touching,
    core: neighbours.core,
    // Lengths in the map are rounded.
    coreDepth: neighbours.core > 0 ? long(neighbours.coreLongest + LENGTH_UNIT) : 0,
    blocks,
    volume: long(tally.length) * across * down,
    volumeError: volumeErrorOf(view, {
      pixels,
      change: long(neighbours.changeX + neighbours.changeY),
      walls: ((neighbours.wallX + neighbours.wallY) / ALONE_PARTS) * depthSize,
      // Changes are of lengths as in the map. Nothing is known of rays that were put aside.
      rounding:
        (pixels + touching) * depthError +
        long(pixels * LENGTH_UNIT) +
        (openA + openB + (unsettled ? unsettled[0] + unsettled[1] : 0)) * depthSize,
    }),
    depth: deepest?.depth ?? 0,
    // Rays that were put aside may leave either body anywhere.
    inside: [
      isWhole && mayBeInside[0] && neighbours.outCoreA === 0,
      isWhole && mayBeInside[1] && neighbours.outCoreB === 0,
    ],
    outCore: [neighbours.outCoreA, neighbours.outCoreB],
    out: out.map(rayOf),
    open: [openA, openB],
    self: [tally.selfA, tally.selfB],
    ...(unsettled && { unsettled }),
    beside: [neighbours.besideX, neighbours.besideY],
    faces: [faces[0], faces[1]],
    ...(world && deepest && { place: placeOf(tally, blocks, deepest, world) }),
  };
}

/** The best ray of a block, and the middle of its longest stretch. */
function deepRay({ column, row, value, payload }: Best, view: View, world: Affine): DeepRay {
  const ray = [column + 0.5, row + 0.5] as const;
  return {
    ray,
    depth: (value / DEPTH_PARTS) * view.size[2],
    point: transformPoint(world, [ray[0], ray[1], (payload + value / 2) / DEPTH_PARTS]),
  };
}

/** Where an overlap is. */
function placeOf(
  tally: Tally,
  blocks: readonly DeepRay[],
  deepest: DeepRay,
  world: Affine,
): NonNullable<PairFinding['place']> {
  const centroid: Vec3 = [
    (tally.carryX * MOMENT_CARRY + tally.momentX) / tally.length + 0.5,
    (tally.carryY * MOMENT_CARRY + tally.momentY) / tally.length + 0.5,
    (tally.carryZ * MOMENT_CARRY + tally.momentZ) / (2 * MOMENT_PARTS * tally.length),
  ];
  const region = {
    min: [tally.minX, tally.minY, tally.minZ / DEPTH_PARTS],
    max: [tally.maxX + 1, tally.maxY + 1, tally.maxZ / DEPTH_PARTS],
  } as const;
  return {
    deepest: deepest.point,
    centroid: transformPoint(world, centroid),
    bounds: transformBox(world, region),
    region,
    samples: [deepest, ...spread(blocks.filter((one) => one !== deepest))].map(({ point }) => point),
  };
}

const rayOf = ({ column, row }: Best): readonly [number, number] => [column + 0.5, row + 0.5];

/** A few of many, evenly. */
function spread<T>(all: readonly T[]): T[] {
  const step = Math.max(1, all.length / (MOST_SAMPLES - 1));
  const some: T[] = [];
  for (let at = 0; Math.floor(at) < all.length; at += step) some.push(all[Math.floor(at)]);
  return some;
}
