import { InputError } from '../../errors.js';
import { dot, scale, type Vec3 } from '../../math/vector.js';
import type { Quadric } from '../surface.js';
import { centredDistance, centredForm } from './centredForm.js';
import { symmetricEigen } from './symmetricEigen.js';

/** What rounding can do to a sum, relative to the sum of its terms' sizes. */
const NOISE = 16 * Number.EPSILON;
/** Curvatures below this, relative to the largest one, leave the middle to the planes. */
const STRAIGHT = 1e-10;

/**
 * Throws unless the form alone has an inside and an outside. Gives back a point and a length that suit it: the form's middle, where it
 * has one, and the longest of its radii and of the planes' distances from there.
 */
export function demandInside(f: readonly number[], planes: Quadric['planes']): { middle: Vec3; unit: number } {
  const largest = Math.max(...f.slice(0, 6).map(Math.abs));
  const { values, vectors } = symmetricEigen([
    [f[0], f[3] / 2, f[4] / 2],
    [f[3] / 2, f[1], f[5] / 2],
    [f[4] / 2, f[5] / 2, f[2]],
  ]);
  const axes = vectors.map(([x, y, z]): Vec3 => [x, y, z]);
  const isCurved = values.map((value) => Math.abs(value) > STRAIGHT * largest);
  let middle: Vec3 = [0, 0, 0];
  for (let i = 0; i < 3; i++)
    if (isCurved[i]) middle = plus(middle, scale(axes[i], -dot([f[6], f[7], f[8]], axes[i]) / (2 * values[i])));
  const straight = axes.filter((_, i) => !isCurved[i]);
  // Where nothing is curved, the form itself is a plane.
  const flats = largest > 0 ? planes : [...planes, planeOf(f)];
  middle = plus(middle, nearestToPlanes(flats, middle, straight));

  const about = centredForm(f, middle);
  const slope: Vec3 = [about[6], about[7], about[8]];
  const reach = Math.hypot(...middle);
  const slopeNoise = NOISE * (largest * reach + Math.hypot(f[6], f[7], f[8]));
  const isTilted = straight.some((axis) => Math.abs(dot(slope, axis)) > slopeNoise);
  demandBothSigns(
    values.map((value, i) => (isCurved[i] ? value : 0)),
    isTilted,
    about[9],
    noiseAt(f, reach),
  );

  const lengths = planes.map((plane) => Math.abs(centredDistance(plane, middle)));
  for (let i = 0; i < 3; i++) {
    if (isCurved[i]) lengths.push(Math.sqrt(Math.abs(about[9] / values[i])));
    else if (largest > 0) lengths.push(Math.abs(dot(slope, axes[i])) / largest);
  }
  return { middle, unit: Math.max(0, ...lengths) || reach || 1 };
}

const noiseAt = (f: readonly number[], reach: number): number =>
  NOISE *
  (Math.hypot(...f.slice(0, 6)) * reach * reach +
    Math.hypot(f[6], f[7], f[8]) * reach +
    (reach > 0 ? Math.abs(f[9]) : 0));

function demandBothSigns(values: readonly number[], isTilted: boolean, atMiddle: number, noise: number): void {
  if (isTilted) return;
  const rank = values.filter((value) => value !== 0).length;
  if (values.every((value) => value >= 0) && atMiddle >= -noise) {
    if (atMiddle > noise)
      throw new InputError(
        'quadric: it has no inside: the form is above 0 everywhere. The inside is where it is ≤ 0: change signs, or the constant.',
      );
    throw new InputError(
      `quadric: it is degenerate: the form is 0 on ${['all', 'a plane', 'a line', 'a point'][rank]} and above 0 elsewhere. Lower the constant.`,
    );
  }
  if (values.every((value) => value <= 0) && atMiddle <= noise)
    throw new InputError(
      'quadric: it has no outside: the form is nowhere above 0. The inside is where it is ≤ 0: change signs, or the constant.',
    );
}

/** The shift, along the given axes, towards the point that is nearest to all planes. */
function nearestToPlanes(planes: Quadric['planes'], from: Vec3, axes: readonly Vec3[]): Vec3 {
  const normals = planes.map(([x, y, z]) => axes.map((axis) => dot([x, y, z], axis)));
  const distances = planes.map((plane) => centredDistance(plane, from));
  const { values, vectors } = symmetricEigen(
    axes.map((_, i) => axes.map((_, k) => normals.reduce((sum, n) => sum + n[i] * n[k], 0))),
  );
  let shift: Vec3 = [0, 0, 0];
  for (const [e, value] of values.entries()) {
    if (value < STRAIGHT) continue;
    const pull = normals.reduce((sum, n, p) => sum + distances[p] * vectors[e].reduce((s, v, i) => s + v * n[i], 0), 0);
    for (const [i, axis] of axes.entries()) shift = plus(shift, scale(axis, (pull / value) * vectors[e][i]));
  }
  return shift;
}

function planeOf(f: readonly number[]): Quadric['planes'][number] {
  const length = Math.hypot(f[6], f[7], f[8]) || 1;
  return [f[6] / length, f[7] / length, f[8] / length, -f[9] / length];
}

const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
