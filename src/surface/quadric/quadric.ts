import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vector.js';
import { demandOptions, isList, shown } from '../../mesh/shapes/demand.js';
import { dueOf, numbers, refusal } from '../fields.js';
import type { KnownKind } from '../kinds.js';
import { made } from '../made.js';
import type { Quadric } from '../surface.js';
import { normalizer } from './centredForm.js';
import { quadricBounds } from './quadricBounds.js';
import { quadricKind } from './quadricKind.js';

/** Inside where normal · p ≤ distance. The normal need not be of unit length; the distance is in its lengths. */
export interface HalfSpace {
  readonly normal: Vec3;
  readonly distance: number;
}

export interface QuadricOptions {
  /**
   * Sixteen numbers, a 4 × 4 matrix M: inside where (x y z 1) M (x y z 1)ᵀ ≤ 0. Only its symmetric part counts, so it need not be symmetric.
   * Or ten: the coefficients of xx, yy, zz, xy, xz, yz, x, y, z and 1.
   */
  readonly matrix: ArrayLike<number>;
  /** What is cut off: all that is not behind every plane. Without them, only an ellipsoid has an end. */
  readonly planes?: readonly HalfSpace[];
  /** Of the quadric itself and of each plane; `side`, `plane 1`, `plane 2` … where absent. */
  readonly names?: readonly string[];
}

/** More planes make a polyhedron of it; and the bounds try all corners of three. */
const MOST_PLANES = 32;
/** How far the normal of a plane in plain data may be from unit length. */
const UNIT_SLACK = 1e-9;

/**
 * The solid where a quadratic form is ≤ 0, cut by planes. It must have an end in all directions, and a volume.
 *
 * @example
 * // A parabolic dish: z from x² + y² up to 1.
 * quadric({ matrix: [1, 1, 0, 0, 0, 0, 0, 0, -1, 0], planes: [{ normal: [0, 0, 1], distance: 1 }] });
 */
export function quadric(options: QuadricOptions): Quadric {
  demandOptions('quadric', options, ['matrix', 'planes', 'names']);
  const { matrix, planes = [], names = [] } = options;
  const coefficients = toCoefficients(matrix);
  demandPlanes('quadric', planes);
  demandNames('quadric', names);
  if (planes.length > MOST_PLANES)
    throw new InputError(
      `quadric: there are too many planes (${planes.length}). Give at most ${MOST_PLANES}, or a mesh.`,
    );
  const unit = planes.map(toPlane);
  const patches = ['side', ...unit.map((_, k) => `plane ${k + 1}`)].map((name, k) => names[k] ?? name);
  const bounds = quadricBounds(normalized(coefficients), unit);
  return made({ kind: 'quadric', coefficients, planes: unit, patches, bounds }, QUADRIC);
}

export const QUADRIC: KnownKind<Quadric> = {
  kind: quadricKind,
  check({ coefficients, planes }) {
    const matrix = numbers('coefficients', coefficients, 10);
    if (!Array.isArray(planes))
      throw refusal(`planes are no list (${shown(planes)})`, 'Give four numbers each, or an empty list.');
    const halfSpaces = (planes as Quadric['planes']).map((plane, k) => {
      const [x, y, z, distance] = numbers(`plane ${k + 1}`, plane, 4);
      const length = Math.hypot(x, y, z);
      if (!(Math.abs(length - 1) <= UNIT_SLACK))
        throw refusal(
          `the normal of plane ${k + 1} is not of unit length (${length})`,
          'Divide all four numbers by that.',
        );
      return { normal: [x, y, z], distance } as const;
    });
    return dueOf(quadric({ matrix, planes: halfSpaces }));
  },
};

/** A quadric with more cut off. The new patches come behind the others. */
export function cut(surface: Quadric, planes: readonly HalfSpace[], names: readonly string[] = []): Quadric {
  const kind: unknown = surface?.kind;
  if (kind !== 'quadric' || !isList(surface.coefficients) || !Array.isArray(surface.planes))
    throw new InputError(
      `cut: this is no quadric (${typeof kind === 'string' ? `its kind is ${shown(kind)}` : shown(surface)}). Give a sphere, a cylinder, or what surface.quadric makes.`,
    );
  demandPlanes('cut', planes);
  demandNames('cut', names);
  const before = surface.planes.map(([x, y, z, distance]): HalfSpace => ({ normal: [x, y, z], distance }));
  const added = planes.map((_, k) => names[k] ?? `plane ${surface.planes.length + k + 1}`);
  return quadric({
    matrix: surface.coefficients,
    planes: [...before, ...planes],
    names: [...surface.patches, ...added],
  });
}

function demandPlanes(area: string, planes: readonly HalfSpace[]): void {
  if (!Array.isArray(planes))
    throw new InputError(
      `${area}: the planes are no list (${shown(planes)}). Give [{ normal: [x, y, z], distance }], with as many as there are.`,
    );
}

function demandNames(area: string, names: readonly string[]): void {
  if (!Array.isArray(names) || names.some((name) => name !== undefined && typeof name !== 'string'))
    throw new InputError(`${area}: the names are no list of texts (${shown(names)}). Give one per patch, or none.`);
}

function toCoefficients(matrix: ArrayLike<number>): number[] {
  if (!isList(matrix))
    throw new InputError(
      `quadric: the matrix is no list of numbers (${shown(matrix)}). Give 16, a 4 × 4 matrix, or 10, the coefficients of xx, yy, zz, xy, xz, yz, x, y, z and 1.`,
    );
  const m = Array.from(matrix);
  if (m.length !== 10 && m.length !== 16)
    throw new InputError(
      `quadric: the matrix has ${m.length} numbers. Give 16, a 4 × 4 matrix, or 10, the coefficients of xx, yy, zz, xy, xz, yz, x, y, z and 1.`,
    );
  const wrong = m.findIndex((value) => !(typeof value === 'number' && Number.isFinite(value)));
  if (wrong >= 0)
    throw new InputError(`quadric: number ${wrong} of the matrix must be finite (${shown(m[wrong])}). Give a number.`);
  const pair = (i: number, k: number): number => m[4 * i + k] + m[4 * k + i];
  const coefficients =
    m.length === 10
      ? m
      : [m[0], m[5], m[10], pair(0, 1), pair(0, 2), pair(1, 2), pair(0, 3), pair(1, 3), pair(2, 3), m[15]];
  if (coefficients.every((value) => value === 0))
    throw new InputError('quadric: all coefficients are 0. Give a form that is below 0 inside and above 0 outside.');
  return coefficients;
}

/** Forms times a positive number are the same form: this keeps products of coefficients in range. */
function normalized(coefficients: readonly number[]): number[] {
  const factor = normalizer(Math.max(...coefficients.map(Math.abs)));
  return coefficients.map((value) => value * factor);
}

function toPlane(plane: HalfSpace, index: number): Quadric['planes'][number] {
  if (!isList(plane?.normal) || plane.normal.length !== 3)
    throw new InputError(
      `quadric: plane ${index + 1} has no normal of three numbers (${shown(plane?.normal)}). Give { normal: [x, y, z], distance }.`,
    );
  const [x, y, z, distance] = [plane.normal[0], plane.normal[1], plane.normal[2], plane.distance];
  const length = Math.hypot(x, y, z);
  if (![x, y, z, distance, length].every((value) => typeof value === 'number' && Number.isFinite(value)))
    throw new InputError(
      `quadric: plane ${index + 1} must be finite (normal ${[x, y, z].map(shown).join(', ')}, distance ${shown(distance)}). Give numbers.`,
    );
  if (length === 0)
    throw new InputError(
      `quadric: the normal of plane ${index + 1} is zero. Give the direction that points out of the solid.`,
    );
  // A normal that is of unit length already stays as it is, so that further cuts do not wear it down.
  const factor = Math.abs(length - 1) < 1e-15 ? 1 : 1 / length;
  return [x * factor, y * factor, z * factor, distance * factor];
}
