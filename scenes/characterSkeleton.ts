import type { Vec3 } from '../src/math/vector.js';

/** A bone as it is at rest. All bones are upright there, so their places say all. */
export interface Bone {
  readonly name: string;
  /** By number; -1 for the root. Parents come first. */
  readonly parent: number;
  /** Where it turns, and where it ends, in the character's own frame. */
  readonly head: Vec3;
  readonly tail: Vec3;
  /** Of the flesh around it. */
  readonly radius: number;
}

type Draft = readonly [name: string, parent: string, head: Vec3, tail: Vec3, radius: number];

const TRUNK: readonly Draft[] = [
  ['hips', '', [0, 0.92, 0], [0, 1.02, 0], 0.15],
  ['spine', 'hips', [0, 1.04, 0], [0, 1.18, 0], 0.14],
  ['chest', 'spine', [0, 1.22, 0], [0, 1.4, 0], 0.15],
  ['neck', 'chest', [0, 1.5, 0.01], [0, 1.58, 0.02], 0.06],
  ['head', 'neck', [0, 1.64, 0.02], [0, 1.76, 0.02], 0.09],
];
/** The left ones, at +x; the others mirror them. */
const LIMBS: readonly Draft[] = [
  ['shoulder', 'chest', [0.05, 1.42, 0], [0.16, 1.43, 0], 0.06],
  ['upperArm', 'shoulder', [0.2, 1.435, 0], [0.44, 1.435, 0], 0.05],
  ['foreArm', 'upperArm', [0.46, 1.435, 0], [0.68, 1.435, 0], 0.045],
  ['hand', 'foreArm', [0.7, 1.435, 0], [0.82, 1.435, 0], 0.04],
  ['thigh', 'hips', [0.115, 0.86, 0], [0.115, 0.5, 0], 0.08],
  ['shin', 'thigh', [0.115, 0.48, 0], [0.115, 0.12, 0], 0.055],
  ['foot', 'shin', [0.115, 0.07, 0.01], [0.115, 0.04, 0.16], 0.045],
];

const mirrored = ([x, y, z]: Vec3): Vec3 => [-x, y, z];

/** The skeleton of the character: a trunk, two arms and two legs. Names of limbs end in `Left` (at +x) and `Right`. */
export function characterSkeleton(): readonly Bone[] {
  const isLimb = (name: string): boolean => LIMBS.some(([limb]) => limb === name);
  const onSide = (side: 'Left' | 'Right'): Draft[] =>
    LIMBS.map(([name, parent, head, tail, radius]): Draft => {
      const [from, to] = side === 'Left' ? [head, tail] : [mirrored(head), mirrored(tail)];
      return [name + side, isLimb(parent) ? parent + side : parent, from, to, radius];
    });
  const drafts = [...TRUNK, ...onSide('Left'), ...onSide('Right')];
  return drafts.map(([name, parent, head, tail, radius]) => {
    const place = drafts.findIndex(([other]) => other === parent);
    return { name, parent: place, head, tail, radius };
  });
}
