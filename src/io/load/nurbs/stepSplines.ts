import type { NurbsPatch } from '../../../surface/surface.js';
import { listOf, numberOf, referenceOf, type StepEntities, type StepValue } from './stepEntities.js';

/** A rational B-spline curve. */
export interface StepCurve {
  readonly degree: number;
  readonly knots: readonly number[];
  readonly points: readonly number[];
  readonly weights: readonly number[] | undefined;
}

/** The coordinates of a CARTESIAN_POINT, times a scale. */
export function stepPoint(entities: StepEntities, point: number, scale: number): readonly [number, number, number] {
  const at = listOf(entities.parameters(point, 'CARTESIAN_POINT')[1]).map((x) => scale * numberOf(x));
  return [at[0], at[1], at[2] ?? 0];
}

/** A B-spline surface as a patch: with knots, or one Bézier piece; undefined where it is another surface. */
export function stepPatch(entities: StepEntities, surface: number, scale: number): NurbsPatch | undefined {
  const knotted = splineOf(entities, surface, 'SURFACE', 3);
  if (!knotted) return undefined;
  const [u, v, net] = knotted.shape;
  const columns = listOf(net).map(listOf); // by u, then by v
  const degree = [numberOf(u), numberOf(v)] as const;
  const size = [columns.length, columns[0]?.length ?? 0] as const;
  const points: number[] = [];
  const weights: number[] = [];
  const given = listOf(knotted.weights).map(listOf);
  for (let j = 0; j < size[1]; j++)
    for (let i = 0; i < size[0]; i++) {
      points.push(...stepPoint(entities, referenceOf(columns[i][j]), scale));
      if (knotted.weights) weights.push(numberOf(given[i]?.[j]));
    }
  const [timesU, timesV, knotsU, knotsV] = knotted.knots;
  const knots = knotted.isBezier
    ? ([bezierKnots(degree[0]), bezierKnots(degree[1])] as const)
    : ([repeated(knotsU, timesU), repeated(knotsV, timesV)] as const);
  return { degree, knots, size, points, ...(knotted.weights && { weights }) };
}

/** A B-spline curve; undefined where it is another curve. */
export function stepCurve(entities: StepEntities, curve: number, scale: number): StepCurve | undefined {
  const found = splineOf(entities, curve, 'CURVE', 2);
  if (!found) return undefined;
  const [degree, net] = found.shape;
  return {
    degree: numberOf(degree),
    knots: found.isBezier ? bezierKnots(numberOf(degree)) : repeated(found.knots[1], found.knots[0]),
    points: listOf(net).flatMap((point) => stepPoint(entities, referenceOf(point), scale)),
    weights: found.weights === undefined ? undefined : listOf(found.weights).map(numberOf),
  };
}

/**
 * The parameters of a spline without its name: those of its shape (`shape` many, then its form and whether it is
 * closed), and those of its knots. An entity that is several things at once has them apart, and its name elsewhere.
 */
function splineOf(entities: StepEntities, entity: number, kind: 'SURFACE' | 'CURVE', shape: number) {
  const knotted = entities.parameters(entity, `B_SPLINE_${kind}_WITH_KNOTS`);
  const plain = entities.parameters(entity, `B_SPLINE_${kind}`);
  const bezier = entities.is(entity, `BEZIER_${kind}`);
  if (knotted.length === 0 && !bezier) return undefined;
  const weights: StepValue | undefined = entities.parameters(entity, `RATIONAL_B_SPLINE_${kind}`)[0];
  const common = { isBezier: bezier, weights };
  if (plain.length > 0) return { ...common, shape: plain, knots: knotted };
  const all = bezier ? entities.parameters(entity, `BEZIER_${kind}`) : knotted;
  const flags = kind === 'SURFACE' ? 4 : 3;
  return { ...common, shape: all.slice(1), knots: all.slice(1 + shape + flags) };
}

/** Knots, each as often as it is said to be there. */
const repeated = (knots: StepValue | undefined, times: StepValue | undefined): number[] =>
  listOf(knots).flatMap((knot, k) => {
    const count = numberOf(listOf(times)[k]);
    // More than a degree may have are refused later; a file must not fill the memory.
    return Array<number>(count > 0 && count < 1000 ? count : 0).fill(numberOf(knot));
  });

const bezierKnots = (degree: number): number[] =>
  degree > 0 && degree < 1000 ? [...Array<number>(degree + 1).fill(0), ...Array<number>(degree + 1).fill(1)] : [];
