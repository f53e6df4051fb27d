import { InputError } from '../../errors.js';
import { isList, shown } from '../../mesh/shapes/demand.js';
import type { NurbsPatch } from '../surface.js';

const AXIS = ['u', 'v'] as const;

/** What a patch is called in messages. */
export const patchName = ({ name }: NurbsPatch, number: number): string => name ?? `patch ${number}`;

/**
 * Throws unless the patch is a rational B-spline that hangs together: says which patch it is, and what is wrong where.
 */
export function demandPatch(patch: NurbsPatch, number: number): void {
  const label = typeof patch?.name === 'string' ? `patch ${number} ('${patch.name}')` : `patch ${number}`;
  const refuse = (fact: string, remedy: string): never => {
    throw new InputError(`nurbs: ${fact} in ${label}. ${remedy}`);
  };
  const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
  if (!(isPair(patch?.degree) && isPair(patch.size) && isPair(patch.knots) && isList(patch.points)))
    refuse('degree, knots, size or points are missing', 'Give degree [u, v], knots [u, v], size [u, v] and points.');
  if (patch.name !== undefined && typeof patch.name !== 'string')
    refuse(`the name is no text (${shown(patch.name)})`, 'Give a text, or none.');
  for (const axis of [0, 1]) {
    const degree = patch.degree[axis];
    const size = patch.size[axis];
    const name = AXIS[axis];
    if (!(isWhole(degree) && degree >= 1))
      refuse(
        `the degree in ${name} is no whole number from 1 up (${shown(degree)})`,
        'Give 1 for straight, 3 for cubic.',
      );
    if (degree > MOST_DEGREE)
      refuse(`the degree in ${name} is above ${MOST_DEGREE} (${degree})`, 'Cut it into pieces of a lower degree.');
    if (!(isWhole(size) && size > degree))
      refuse(
        `there are too few points in ${name} for degree ${degree} (${shown(size)})`,
        `Give at least ${degree + 1} of them.`,
      );
    demandKnots(patch.knots[axis], degree, size, name, refuse);
  }
  const count = patch.size[0] * patch.size[1];
  const { points, weights } = patch;
  if (points.length !== 3 * count)
    refuse(
      `${patch.size[0]} × ${patch.size[1]} points need ${3 * count} coordinates (there are ${points.length})`,
      'Give x, y and z of every point, u fastest.',
    );
  for (let i = 0; i < points.length; i++)
    if (!Number.isFinite(points[i]))
      refuse(
        `a coordinate is ${lack(points[i])} (point ${placeOf(Math.floor(i / 3), patch)}, ${'xyz'[i % 3]} = ${shown(points[i])})`,
        'Repair that point.',
      );
  if (weights === undefined) return;
  if (!isList(weights) || weights.length !== count)
    refuse(
      `${count} points need as many weights (there are ${isList(weights) ? weights.length : shown(weights)})`,
      'Give one per point, or none at all.',
    );
  for (let i = 0; i < count; i++)
    if (!(Number.isFinite(weights[i]) && weights[i] > 0))
      refuse(
        `a weight is not positive (point ${placeOf(i, patch)}, weight ${shown(weights[i])})`,
        'Give finite weights above 0.',
      );
}

/** Far above what anyone draws with; rounding spoils the basis beyond it. */
const MOST_DEGREE = 32;

function demandKnots(
  knots: readonly number[],
  degree: number,
  size: number,
  axis: string,
  refuse: (fact: string, remedy: string) => never,
): void {
  if (!isList(knots) || knots.length !== size + degree + 1)
    refuse(
      `${size} points of degree ${degree} in ${axis} need ${size + degree + 1} knots (there are ${isList(knots) ? (knots as ArrayLike<number>).length : shown(knots)})`,
      'Give as many knots as points, and the degree plus one more.',
    );
  for (let i = 0; i < knots.length; i++)
    if (!Number.isFinite(knots[i]))
      refuse(`a knot in ${axis} is ${lack(knots[i])} (knot ${i} = ${shown(knots[i])})`, 'Repair it.');
  for (let i = 1; i < knots.length; i++)
    if (knots[i] < knots[i - 1])
      refuse(
        `the knots in ${axis} are not monotone (knot ${i - 1} = ${knots[i - 1]} is followed by ${knots[i]})`,
        'Sort them.',
      );
  if (!(knots[size] > knots[degree]))
    refuse(`the knots in ${axis} leave no room (from ${knots[degree]} to ${knots[size]})`, 'Let them grow.');
  for (let first = 0, i = 1; i <= knots.length; i++) {
    if (knots[i] === knots[first]) continue;
    const times = i - first;
    // At an end one more than the degree is usual. Within, it would tear the patch in two.
    const isInner = knots[first] > knots[degree] && knots[first] < knots[size];
    if (times > degree + 1 || (isInner && times > degree))
      refuse(
        `knot ${knots[first]} in ${axis} is there ${times} times, with degree ${degree}`,
        isInner
          ? 'Within a patch a knot may be repeated as often as the degree; cut the patch there.'
          : 'At an end a knot may be repeated once more than the degree.',
      );
    first = i;
  }
}

const placeOf = (point: number, { size }: NurbsPatch): string =>
  `${point % size[0]} in u, ${Math.floor(point / size[0])} in v`;

const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2;

/** What is wrong with a value that is no finite number. */
const lack = (value: unknown): string => (typeof value === 'number' ? 'not finite' : 'no number');
