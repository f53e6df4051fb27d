import { orient3d } from 'robust-predicates';
import { boundsOf } from '../../math/box.js';
import { axisAcross } from '../contact/orientation.js';
import type { WorldMesh } from '../worldMesh.js';
import { shellsOf } from './shells.js';
import { isOn, isWithin, windingAround } from './windingAround.js';

/**
 * How the shells of a closed surface lie in each other. A shell winds once around what it bounds: 1 where its faces are seen
 * from outside, −1 where from within. The body is where the windings of all shells do not add up to 0.
 */
export interface NestedShells {
  readonly count: number;
  readonly shellOfFace: Uint32Array;
  /** How often a shell winds around what it bounds: 1 or −1. */
  readonly windingWithin: (shell: number) => 1 | -1;
  /** How often a shell winds around a point that may lie on it where it winds equally often on all sides. */
  readonly windingAt: (shell: number, point: Float64Array) => number;
  /** Whether a point that lies on no shell lies in the body. */
  readonly holds: (points: Float64Array, at: number) => boolean;
  /** How often the shells not given wind around those given: one that is given, and others that touch it. */
  readonly windingOfRest: (given: readonly number[]) => number;
}

export function nestedShells(mesh: WorldMesh): NestedShells {
  const { positions, indices } = mesh;
  const { count, shellOfFace } = shellsOf(mesh);
  let parts: ShellParts | undefined;
  const partsOf = (): ShellParts => (parts ??= shellParts(mesh, shellOfFace, count));
  let isNegative: boolean[] | undefined;
  const known = new Map<number, number>();
  const remembered = (key: number, make: () => number): number => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make();
    known.set(key, made);
    return made;
  };
  const ofAllOthers = (shell: number): number =>
    remembered(shell, () => partsOf().windingOver(shell, (one) => one !== shell));
  const ofOther = (other: number, shell: number): number =>
    remembered((1 + other) * count + shell, () => partsOf().windingOver(shell, (one) => one === other));
  return {
    count,
    shellOfFace,
    windingWithin: (shell) => {
      isNegative ??= negativeShells(positions, indices, shellOfFace, count);
      return isNegative[shell] ? -1 : 1;
    },
    windingAt: (shell, point) => windingAround({ positions, indices: partsOf().sidesOf(shell) }, point, 0),
    holds: (points, at) => (count === 1 ? isWithin(mesh, points, at) : partsOf().windingAround(points, at) !== 0),
    windingOfRest: ([shell, ...more]) =>
      count === 1 ? 0 : more.reduce((sum, other) => sum - ofOther(other, shell), ofAllOthers(shell)),
  };
}

/** The faces of a surface by shell, and the boxes around the shells: most lie far from each other. */
interface ShellParts {
  readonly sidesOf: (shell: number) => Uint32Array;
  /** How often all shells wind around a point on none. */
  readonly windingAround: (points: Float64Array, at: number) => number;
  /** How often some shells wind around another one. */
  readonly windingOver: (shell: number, isOne: (other: number) => boolean) => number;
}

function shellParts({ positions, indices }: WorldMesh, shellOfFace: Uint32Array, count: number): ShellParts {
  const starts = new Uint32Array(count + 1);
  for (let f = 0; f < shellOfFace.length; f++) starts[shellOfFace[f] + 1] += 3;
  for (let shell = 0; shell < count; shell++) starts[shell + 1] += starts[shell];
  const next = starts.slice(0, count);
  const sides = new Uint32Array(indices.length);
  for (let side = 0; side < indices.length; side++) sides[next[shellOfFace[Math.floor(side / 3)]]++] = indices[side];
  const sidesOf = (shell: number): Uint32Array => sides.subarray(starts[shell], starts[shell + 1]);
  const boxes = new Float64Array(6 * count);
  for (let shell = 0; shell < count; shell++) {
    const { min, max } = boundsOf(positions, sidesOf(shell));
    boxes.set(min, 6 * shell);
    boxes.set(max, 6 * shell + 3);
  }
  /** The shells whose boxes hold a point. */
  const shellsOver = (q: Float64Array, c: number, isOne: (shell: number) => boolean): number[] => {
    const found: number[] = [];
    for (let shell = 0, k = 0; shell < count; shell++, k += 6)
      if (
        q[c] >= boxes[k] &&
        q[c] <= boxes[k + 3] &&
        q[c + 1] >= boxes[k + 1] &&
        q[c + 1] <= boxes[k + 4] &&
        q[c + 2] >= boxes[k + 2] &&
        q[c + 2] <= boxes[k + 5] &&
        isOne(shell)
      )
        found.push(shell);
    return found;
  };
  const windingOf = (shells: readonly number[], points: Float64Array, at: number): number =>
    shells.reduce((sum, shell) => sum + windingAround({ positions, indices: sidesOf(shell) }, points, at), 0);
  return {
    sidesOf,
    windingAround: (points, at) =>
      windingOf(
        shellsOver(points, at, () => true),
        points,
        at,
      ),
    windingOver: (shell, isOne) => {
      for (const [points, at] of pointsOf(positions, sidesOf(shell))) {
        const others = shellsOver(points, at, isOne);
        if (others.some((other) => isOn({ positions, indices: sidesOf(other) }, points, at))) continue;
        return windingOf(others, points, at);
      }
      return 0; // each point of it lies on others: it is there twice
    },
  };
}

/** Points of a shell: its corners, and then one amid each face, rounded. */
function* pointsOf(positions: Float64Array, sides: Uint32Array): Generator<[Float64Array, number]> {
  for (let side = 0; side < sides.length; side++) yield [positions, 3 * sides[side]];
  for (let side = 0; side < sides.length; side += 3) {
    const middle = amid(positions, 3 * sides[side], 3 * sides[side + 1], 3 * sides[side + 2]);
    if (middle) yield [middle, 0];
  }
}

/** A point of a face that lies on no line that a design is likely to have; `undefined` where the face has no area. */
export function amid(p: Float64Array, i: number, j: number, k: number): Float64Array | undefined {
  if (axisAcross(p, i, j, k) === undefined) return undefined;
  return Float64Array.from([0, 1, 2], (n) => 0.31 * p[i + n] + 0.27 * p[j + n] + 0.42 * p[k + n]);
}

/**
 * Of each shell, whether its signed volume is negative. Seen from one of its own corners a convex shell is a sum of parts of
 * one sign, each of them right to some ulps, however thin the shell is and wherever it stands.
 */
function negativeShells(p: Float64Array, indices: Uint32Array, shellOfFace: Uint32Array, count: number): boolean[] {
  const volumes = new Float64Array(count);
  const origins = new Int32Array(count).fill(-1);
  for (let f = 0, side = 0; side < indices.length; f++, side += 3) {
    const i = 3 * indices[side];
    const j = 3 * indices[side + 1];
    const k = 3 * indices[side + 2];
    const shell = shellOfFace[f];
    if (origins[shell] < 0) origins[shell] = i;
    const o = origins[shell];
    volumes[shell] += orient3d(
      ...([p[i], p[i + 1], p[i + 2], p[j], p[j + 1], p[j + 2]] as const),
      ...([p[k], p[k + 1], p[k + 2], p[o], p[o + 1], p[o + 2]] as const),
    );
  }
  return Array.from(volumes, (volume) => volume < 0);
}
