import { InputError } from '../../../errors.js';
import { demandPatch } from '../../../surface/nurbs/demandPatch.js';
import { nurbsSolid, turned } from '../../../surface/nurbs/nurbsSolid.js';
import type { NurbsPatch } from '../../../surface/surface.js';
import { stringsIn } from '../text/part21.js';
import type { NurbsPart } from './nurbsJson.js';
import { isTrue, listOf, numberOf, referenceOf, type StepEntities, stepEntities } from './stepEntities.js';
import { stepPatch } from './stepSplines.js';
import { trimFault } from './stepTrims.js';

/** The solids of a STEP file that are B-spline patches and nothing else, and why the others are left to triangles. */
export interface StepNurbs {
  /** In millimetres, in the order of the file. */
  readonly solids: readonly NurbsPart[];
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}

/** What places solids elsewhere than where they are drawn. */
const PLACING = ['NEXT_ASSEMBLY_USAGE_OCCURRENCE', 'MAPPED_ITEM', 'REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION'];

/** In sizes of a patch: how far edges may be off the borders that they are on. */
const ON_BORDER = 1e-5;

/**
 * Reads the solids of a STEP file whose faces are all whole B-spline surfaces: with knots or of Bézier's kind, rational
 * or not, each bounded by its own four borders. Solids with other surfaces or with trimmed ones are left, and so is all
 * of an assembly.
 */
export function nurbsFromStep(text: string): StepNurbs {
  const entities = stepEntities(text);
  const product = entities.ofType('PRODUCT');
  const fallback = product.length === 1 ? textOf(entities.parameters(product[0], 'PRODUCT')[1]) : '';
  const placing = PLACING.find((type) => entities.ofType(type).length > 0);
  const solids: NurbsPart[] = [];
  const left: { name: string; reason: string }[] = [];
  for (const type of ['MANIFOLD_SOLID_BREP', 'BREP_WITH_VOIDS'])
    for (const solid of entities.ofType(type)) {
      const parameters = entities.parameters(solid, type);
      const name = textOf(parameters[0]) || fallback;
      try {
        if (placing) throw new InputError(`the file places its parts (${placing})`);
        const shells = [parameters[1], ...listOf(parameters[2])].map(referenceOf);
        const scale = millimetres(entities, solid);
        const surfaces = shells.flatMap((shell) => shellPatches(entities, shell, scale));
        solids.push({ name, surface: nurbsSolid({ surfaces }) });
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        left.push({ name, reason: error.message });
      }
    }
  return { solids, left };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? (stringsIn(`'${value}'`)[0] ?? '') : '');

/** The patches of a shell, seen from outside. Throws where one is something else. */
function shellPatches(entities: StepEntities, shell: number, scale: number): NurbsPatch[] {
  const oriented = entities.parameters(shell, 'ORIENTED_CLOSED_SHELL');
  const closed = oriented.length > 0 ? referenceOf(oriented[2]) : shell;
  const isTurned = oriented.length > 0 && !isTrue(oriented[3]);
  const faces = listOf(entities.parameters(closed, 'CLOSED_SHELL')[1]).map(referenceOf);
  if (faces.length === 0) throw new InputError(`its shell cannot be read (#${closed})`);
  return faces.map((face, number) => {
    const [label, , surface, sense] = entities.parameters(face, 'ADVANCED_FACE');
    const id = referenceOf(surface);
    const patch = stepPatch(entities, id, scale);
    if (!patch) throw new InputError(`face #${face} is on another surface (${entities.typeOf(id)})`);
    const named = { ...patch, name: textOf(label) || `face #${face}` };
    demandPatch(named, number);
    const fault = trimFault(entities, face, named, scale, ON_BORDER * sizeOf(named));
    if (fault) throw new InputError(`face #${face} is not the whole of its surface: ${fault}`);
    return isTrue(sense) === isTurned ? turned(named) : named;
  });
}

function sizeOf({ points }: NurbsPatch): number {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    min[i % 3] = Math.min(min[i % 3], points[i]);
    max[i % 3] = Math.max(max[i % 3], points[i]);
  }
  return Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

const PREFIX: Readonly<Record<string, number>> = { MICRO: 1e-6, MILLI: 1e-3, CENTI: 1e-2, DECI: 0.1, KILO: 1000 };

/** How many millimetres a length of 1 is in the representation that holds the solid; 1 where it does not say. */
function millimetres(entities: StepEntities, solid: number): number {
  for (const type of ['ADVANCED_BREP_SHAPE_REPRESENTATION', 'SHAPE_REPRESENTATION'])
    for (const representation of entities.ofType(type)) {
      const [, items, context] = entities.parameters(representation, type);
      if (!listOf(items).some((item) => referenceOf(item) === solid)) continue;
      const units = listOf(entities.parameters(referenceOf(context), 'GLOBAL_UNIT_ASSIGNED_CONTEXT')[0]).map(
        referenceOf,
      );
      const length = units.find((unit) => entities.is(unit, 'LENGTH_UNIT'));
      if (length !== undefined) return lengthInMillimetres(entities, length, 0);
    }
  return 1;
}

function lengthInMillimetres(entities: StepEntities, unit: number, depth: number): number {
  const [prefix, metre] = entities.parameters(unit, 'SI_UNIT');
  if (metre !== undefined) {
    const word = prefix !== null && typeof prefix === 'object' && 'word' in prefix ? prefix.word : undefined;
    return Number((1000 * (word === undefined ? 1 : (PREFIX[word] ?? Number.NaN))).toPrecision(15));
  }
  // An inch is so many of another unit.
  const measure = referenceOf(entities.parameters(unit, 'CONVERSION_BASED_UNIT')[1]);
  const [value, of] = ['LENGTH_MEASURE_WITH_UNIT', 'MEASURE_WITH_UNIT']
    .map((type) => entities.parameters(measure, type))
    .find((parameters) => parameters.length === 2) ?? [undefined, undefined];
  const factor =
    value !== null && typeof value === 'object' && 'parameters' in value ? numberOf(value.parameters[0]) : Number.NaN;
  const scale = depth < 8 ? factor * lengthInMillimetres(entities, referenceOf(of), depth + 1) : Number.NaN;
  if (!(scale > 0 && scale < Infinity)) throw new InputError(`its unit of length cannot be read (#${unit})`);
  return scale;
}
