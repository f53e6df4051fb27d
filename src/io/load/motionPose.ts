import { toPose } from '../../body.js';
import type { InputError } from '../../errors.js';
import { type Affine, identity, multiply, rotation, scaling, translation } from '../../math/affine.js';
import { interpolatePose } from '../../math/interpolatePose.js';
import { add, length, scale, subtract, type Vec3 } from '../../math/vector.js';

/** A pose as a motion file writes it: a matrix, or scale, turn and shift, in this order. */
export type MotionPose = { readonly matrix: Affine } | SteppedPose;

interface SteppedPose {
  readonly scale: number;
  /** A unit vector; undefined where nothing turns. */
  readonly axis: Vec3 | undefined;
  readonly angle: number;
  /** A point on the axis. */
  readonly about: Vec3;
  readonly move: Vec3;
}

export const STILL: MotionPose = { matrix: identity() };

/** Where the pose puts a body; `unitRatio` is what a length of 1 in the motion file is. */
export function poseMatrix(pose: MotionPose, unitRatio = 1): Affine {
  if ('matrix' in pose) {
    const out = Float64Array.from(pose.matrix);
    for (const k of [3, 7, 11]) out[k] *= unitRatio;
    return out;
  }
  const { axis, angle } = pose;
  const [about, move] = [scale(pose.about, unitRatio), scale(pose.move, unitRatio)];
  const turned = axis
    ? multiply(translation(...about), multiply(rotation(axis, angle), translation(...scale(about, -1))))
    : identity();
  return multiply(translation(...move), multiply(turned, scaling(pose.scale)));
}

/**
 * The pose a share of the way from one to the other. Turns about the same axis are followed as they are written, half a turn and
 * more among them; others, and matrices, as {@link interpolatePose} does.
 */
export function poseBetween(from: MotionPose, to: MotionPose, t: number, unitRatio = 1): Affine {
  const same = 'matrix' in from || 'matrix' in to ? undefined : sameAxis(from, to);
  if (!same) return interpolatePose(poseMatrix(from, unitRatio), poseMatrix(to, unitRatio), t);
  const [p, q] = same;
  const between = (x: number, y: number): number => x + (y - x) * t;
  const move = add(p.move, scale(subtract(q.move, p.move), t));
  return poseMatrix({ ...p, scale: between(p.scale, q.scale), angle: between(p.angle, q.angle), move }, unitRatio);
}

/** Directions that are written alike differ by rounding only. */
const SAME = 1e-12;

/** Both poses as turns about one axis; undefined where they have two. */
function sameAxis(p: SteppedPose, q: SteppedPose): [SteppedPose, SteppedPose] | undefined {
  // A turn by nothing is one about any axis.
  if (!p.axis || !q.axis || p.angle === 0 || q.angle === 0) {
    const { axis, about } = p.axis && p.angle !== 0 ? p : q;
    return [
      { ...p, axis, about },
      { ...q, axis, about },
    ];
  }
  if (length(subtract(p.about, q.about)) > SAME * (length(p.about) + length(q.about))) return undefined;
  if (length(subtract(p.axis, q.axis)) < SAME) return [p, { ...q, axis: p.axis }];
  if (length(add(p.axis, q.axis)) < SAME) return [p, { ...q, axis: p.axis, angle: -q.angle }];
  return undefined;
}

export type Refuse = (fact: string, remedy: string) => InputError;
type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a pose; `at` says whose it is. */
export function readPose(pose: unknown, at: string, refuse: Refuse): MotionPose {
  if (Array.isArray(pose)) return { matrix: matrixOf(pose, at, refuse) };
  if (!isRecord(pose))
    throw refuse(
      `the pose of ${at} is neither a list of numbers nor an object`,
      'Give 12 or 16 numbers, or { "rotate": …, "move": … }.',
    );
  const stranger = Object.keys(pose).find((key) => !['scale', 'rotate', 'move'].includes(key));
  if (stranger !== undefined) throw refuse(`a pose has no '${stranger}' (${at})`, 'It has scale, rotate and move.');
  const scaled = pose.scale === undefined ? 1 : positive(pose.scale, `the scale of ${at}`, refuse);
  const move = pose.move === undefined ? ORIGIN : vector(pose.move, `the move of ${at}`, refuse);
  const turn = pose.rotate === undefined ? STANDING : turnOf(pose.rotate, at, refuse);
  return { scale: scaled, move, ...turn };
}

const ORIGIN: Vec3 = [0, 0, 0];
const STANDING = { axis: undefined, angle: 0, about: ORIGIN } as const;

function matrixOf(numbers: readonly unknown[], at: string, refuse: Refuse): Affine {
  if (!numbers.every((one) => typeof one === 'number'))
    throw refuse(`the pose of ${at} holds other things than numbers`, 'Give 12 or 16 numbers.');
  try {
    return toPose(numbers);
  } catch (error) {
    const { message } = error as Error;
    throw refuse(
      `the pose of ${at} cannot be used: ${message.replace(/^body: /, '').replace(/\.$/, '')}`,
      'Correct it there.',
    );
  }
}

function turnOf(rotate: unknown, at: string, refuse: Refuse): Pick<SteppedPose, 'axis' | 'angle' | 'about'> {
  if (!(isRecord(rotate) && typeof rotate.angleDeg === 'number' && Number.isFinite(rotate.angleDeg)))
    throw refuse(
      `the turn of ${at} has no angle`,
      'Write it as { "axis": [0, 0, 1], "angleDeg": 90 }, with "about" a point on the axis.',
    );
  const stranger = Object.keys(rotate).find((key) => !['axis', 'angleDeg', 'about'].includes(key));
  if (stranger !== undefined) throw refuse(`a turn has no '${stranger}' (${at})`, 'It has axis, angleDeg and about.');
  const axis = vector(rotate.axis, `the axis of ${at}`, refuse);
  if (!(length(axis) > 0)) throw refuse(`the axis of ${at} has no direction`, 'Give a vector that is not zero.');
  const about = rotate.about === undefined ? ORIGIN : vector(rotate.about, `the axis point of ${at}`, refuse);
  return { axis: scale(axis, 1 / length(axis)), angle: (rotate.angleDeg * Math.PI) / 180, about };
}

function vector(value: unknown, what: string, refuse: Refuse): Vec3 {
  if (
    Array.isArray(value) &&
    value.length === 3 &&
    value.every((one) => typeof one === 'number' && Number.isFinite(one))
  )
    return value as unknown as Vec3;
  throw refuse(`${what} is no vector (${JSON.stringify(value)})`, 'Give three numbers.');
}

function positive(value: unknown, what: string, refuse: Refuse): number {
  if (typeof value === 'number' && value > 0 && value < Infinity) return value;
  throw refuse(`${what} is no number above 0 (${JSON.stringify(value)})`, 'Give one.');
}
