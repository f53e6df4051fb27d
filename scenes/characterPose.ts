import type { Vec3 } from '../src/math/vector.js';
import { characterSkeleton } from './characterSkeleton.js';

/** x y z w. */
export type Quaternion = readonly [number, number, number, number];

/** How bones are turned at one moment. */
export interface CharacterPose {
  /** Four numbers per bone, x y z w: how it is turned against its parent. */
  readonly rotations: Float64Array;
  /** By how much the root is moved from where it is at rest. */
  readonly shift: Vec3;
}

/** Seconds of a double step, and from one reach to the next. */
export const STEP_TIME = 1;
export const REACH_TIME = 4;
/** When the right hand is farthest out, and how long before it starts and after it is back. */
export const REACH_AT = 3;
const REACH_HALF = 0.9;

const NAMES = characterSkeleton().map(({ name }) => name);
const [X_AXIS, Y_AXIS, Z_AXIS] = [0, 1, 2];

/** The character walks on the spot, two steps a second, and once in four seconds reaches forward with the right hand. */
export function poseAt(seconds: number): CharacterPose {
  const phase = (2 * Math.PI * seconds) / STEP_TIME;
  const reach = reachAt(seconds);
  const turns: Record<string, Quaternion> = {
    spine: multiplied(turn(Y_AXIS, 0.12 * Math.sin(phase)), turn(X_AXIS, 0.06 + 0.2 * reach)),
    chest: turn(Y_AXIS, -0.2 * Math.sin(phase) + 0.3 * reach),
    head: turn(Y_AXIS, 0.08 * Math.sin(phase) - 0.3 * reach),
  };
  for (const [side, sign] of [
    ['Left', 1],
    ['Right', -1],
  ] as const) {
    const swing = sign * Math.sin(phase); // above 0 where the leg is back and the arm is in front
    const thigh = 0.45 * swing - 0.1;
    const shin = 0.15 + 0.55 * Math.max(0, sign * Math.cos(phase + 0.5)) ** 2;
    turns[`thigh${side}`] = turn(X_AXIS, thigh);
    turns[`shin${side}`] = turn(X_AXIS, shin);
    turns[`foot${side}`] = turn(X_AXIS, -0.9 * (thigh + shin)); // nearly level
    const down = turn(Z_AXIS, -1.15 * sign);
    const walking = multiplied(turn(X_AXIS, -0.5 * swing), down);
    const bent = turn(Y_AXIS, sign * (-0.45 - 0.25 * swing));
    const reaching = side === 'Right' ? reach : 0;
    // The arm in front, at the height of the chest, and nearly stretched.
    const ahead = multiplied(turn(Y_AXIS, 1.35), turn(Z_AXIS, 0.25));
    turns[`upperArm${side}`] = between(walking, ahead, reaching);
    turns[`foreArm${side}`] = between(bent, turn(Y_AXIS, 0.15), reaching);
  }
  const rotations = new Float64Array(4 * NAMES.length);
  NAMES.forEach((name, k) => {
    rotations.set(turns[name] ?? [0, 0, 0, 1], 4 * k);
  });
  return { rotations, shift: [0, 0.01 * Math.cos(2 * phase), 0] };
}

/** From 0, where the arm swings, to 1, where it is stretched out. */
export function reachAt(seconds: number): number {
  const off = Math.abs(((((seconds - REACH_AT) % REACH_TIME) + REACH_TIME * 1.5) % REACH_TIME) - REACH_TIME / 2);
  return off < REACH_HALF ? Math.cos((Math.PI / 2) * (off / REACH_HALF)) ** 2 : 0;
}

function turn(axis: number, angle: number): Quaternion {
  const about = [0, 0, 0].with(axis, Math.sin(angle / 2));
  return [about[0], about[1], about[2], Math.cos(angle / 2)];
}

/** The turn `b`, then the turn `a`. */
function multiplied([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Straight from the one to the other, the shorter way, and back to unit length. */
function between(a: Quaternion, b: Quaternion, share: number): Quaternion {
  const dot = a.reduce((sum, value, k) => sum + value * b[k], 0);
  const mixed = a.map((value, k) => (1 - share) * value + share * Math.sign(dot) * b[k]);
  const length = Math.hypot(...mixed);
  return [mixed[0] / length, mixed[1] / length, mixed[2] / length, mixed[3] / length];
}
