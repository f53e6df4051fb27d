import { InputError } from '../errors.js';
import { type Box, extent } from '../math/box.js';
import { demandPositive, shown } from '../mesh/shapes/demand.js';
import { capsule } from './convex/capsuleSurface.js';
import { roundedBox } from './convex/roundedBoxSurface.js';
import { superellipsoid } from './convex/superellipsoidSurface.js';
import { checkFormula } from './formula/nodesOf.js';
import { checkBox } from './implicit/checkBox.js';
import { demandFunction } from './implicit/functionSolid.js';
import { IMPLICIT_PATCHES } from './implicit/implicit.js';
import { isMade } from './made.js';
import { enclose } from './nurbs/nurbsSolid.js';
import { quadric } from './quadric/quadric.js';
import type {
  Capsule,
  FunctionSolid,
  Implicit,
  NurbsSolid,
  Quadric,
  RoundedBox,
  Superellipsoid,
  Surface,
  Torus,
} from './surface.js';
import { torus } from './torus/torusSurface.js';

/** What a solid of such fields has to have. */
interface Due {
  readonly patchCount: number;
  /** Around all of it. Absent where the bounds are what cuts it off: there any box will do. */
  readonly bounds?: Box;
}

/** Throws where the fields make no solid. They are not typed: nobody knows what is in them. */
type Check<S> = (surface: S) => Due;

const CHECKS: { readonly [K in Surface['kind']]: Check<Extract<Surface, { kind: K }>> } = {
  quadric: checkQuadric,
  torus: ({ radius, tubeRadius }: Torus) => dueOf(torus(given({ radius, tubeRadius }))),
  superellipsoid: ({ radii, exponents }: Superellipsoid) =>
    dueOf(superellipsoid({ radii: numbers('radii', radii, 3), exponents: numbers('exponents', exponents, 2) })),
  roundedBox: checkRoundedBox,
  capsule: checkCapsule,
  implicit: checkImplicit,
  function: checkFunction,
  nurbs: checkNurbs,
};

/** How far bounds may cut into a solid, in its sizes: rounding, and the slack of those of patches. */
const ROUNDING = 1e-9;
const PATCH_SLACK = 3e-7;
/** How far bounds may lie beyond a solid, in its sizes: work and errors grow with the box. */
const MOST_ROOM = 1;
/** How far a plane's normal may be from unit length. */
const UNIT_SLACK = 1e-9;

/**
 * Throws unless this is a whole solid of a known kind: plain data that were written by hand, edited or read from a file can be anything. What
 * `surface.…` has made costs nothing here.
 */
export function checkSurface(surface: Surface): void {
  if (typeof surface !== 'object' || surface === null)
    throw refusal(`this is no surface (${shown(surface)})`, 'Make one with surface.sphere, say.');
  if (isMade(surface)) return;
  const { kind, bounds, patches } = surface;
  if (typeof kind !== 'string' || !Object.hasOwn(CHECKS, kind))
    throw refusal(`the kind is unknown (${shown(kind)})`, `Choose one of: ${Object.keys(CHECKS).join(', ')}.`);
  if (!Array.isArray(patches) || patches.some((name) => typeof name !== 'string'))
    throw refusal(`patches are no list of names (${shown(patches)})`, 'Give a text for each.');
  const { patchCount, bounds: due } = asSurface(() => {
    checkBox('surface', bounds);
    return (CHECKS[kind] as Check<Surface>)(surface);
  });
  if (patches.length !== patchCount)
    throw refusal(
      `this ${kind} has ${patchCount} ${patchCount === 1 ? 'patch' : 'patches'} (${patches.length} names)`,
      'Give each a name.',
    );
  if (due) checkBounds(bounds, due, kind === 'nurbs' ? PATCH_SLACK : ROUNDING);
}

const refusal = (fact: string, remedy: string): InputError => new InputError(`surface: ${fact}. ${remedy}`);

/** What constructors say of their options is said of the surface. */
function asSurface<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message.replace(/^\w+: /, 'surface: '));
  }
}

function checkBounds(box: Box, due: Box, slack: number): void {
  const size = Math.max(...extent(due));
  for (let k = 0; k < 3; k++) {
    const axis = 'xyz'[k];
    const values = `${box.min[k]} to ${box.max[k]} along ${axis}, the solid from ${due.min[k]} to ${due.max[k]}`;
    const remedy = `Give its own bounds, or make it with the function for its kind.`;
    if (box.min[k] > due.min[k] + slack * size || box.max[k] < due.max[k] - slack * size)
      throw refusal(`the bounds do not hold the solid (${values})`, remedy);
    if (box.min[k] < due.min[k] - MOST_ROOM * size || box.max[k] > due.max[k] + MOST_ROOM * size)
      throw refusal(`the bounds are far larger than the solid (${values})`, remedy);
  }
}

const dueOf = ({ bounds, patches }: Surface): Due => ({ bounds, patchCount: patches.length });

/** No default may stand in for a field that is missing. */
function given<T extends object>(fields: T): T {
  for (const [name, value] of Object.entries(fields))
    if (value === undefined) throw refusal(`${name} is missing`, 'Give all fields of its kind.');
  return fields;
}

/** The list itself, if it is one of so many numbers. */
function numbers<T>(name: string, list: T, count: number): T {
  if (!Array.isArray(list) || list.length !== count)
    throw refusal(
      `${name} must be ${count} numbers (${Array.isArray(list) ? `${list.length} given` : shown(list)})`,
      'Give a list of them.',
    );
  const wrong = list.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw refusal(`number ${wrong} of ${name} must be finite (${shown(list[wrong])})`, 'Give a number.');
  return list;
}

function checkQuadric({ coefficients, planes }: Quadric): Due {
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
}

function checkRoundedBox({ inner, radius }: RoundedBox): Due {
  const half = numbers('inner', inner, 3);
  const below = half.findIndex((value) => value < 0);
  if (below >= 0)
    throw refusal(
      `the inner box has a negative size (${half[below]} along ${'xyz'[below]})`,
      'Give half its size, from 0 up.',
    );
  demandPositive('surface', 'radius', radius);
  return dueOf(roundedBox({ size: [2 * (half[0] + radius), 2 * (half[1] + radius), 2 * (half[2] + radius)], radius }));
}

function checkCapsule({ half, radius }: Capsule): Due {
  given({ half, radius });
  if (typeof half !== 'number' || !(half > 0))
    throw refusal(`half of the height must be positive (${shown(half)})`, 'Give a finite length above 0.');
  return dueOf(capsule({ radius, height: 2 * half }));
}

function checkImplicit({ formula }: Implicit): Due {
  checkFormula(formula);
  return { patchCount: IMPLICIT_PATCHES.length };
}

function checkFunction({ f, lipschitz }: FunctionSolid): Due {
  if (f === undefined)
    throw refusal(
      'the function f is missing',
      'Functions cannot be written as JSON or sent to workers: make the solid where it is needed.',
    );
  demandFunction('surface', f, lipschitz);
  return { patchCount: IMPLICIT_PATCHES.length };
}

function checkNurbs({ surfaces, tolerance }: NurbsSolid): Due {
  given({ tolerance });
  const { names, bounds, volume } = enclose(surfaces, tolerance);
  if (volume < 0)
    throw refusal(
      `the patches are inside out (volume ${Number(volume.toPrecision(3))})`,
      'Make it with surface.nurbsSolid.',
    );
  return { patchCount: names.length, bounds };
}
