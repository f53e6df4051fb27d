import { nurbsEvaluator } from '../../../src/surface/nurbs/nurbsEvaluator.js';
import type { NurbsPatch } from '../../../src/surface/surface.js';

// STEP files of B-spline solids, written as CAD programs do: every patch a face, its borders the edges, each shared by two.

const UNITS = {
  mm: '( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.) )',
  m: '( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT($,.METRE.) )',
} as const;

export interface StepNurbsOptions {
  readonly unit?: keyof typeof UNITS | 'inch';
  /** Writes surfaces of a single piece as such. */
  readonly asBezier?: boolean;
  /** Hollows, each of patches that are seen from the hollow's outside. */
  readonly voids?: readonly (readonly NurbsPatch[])[];
  /** The surface behind a face, where the face is only a part of it. */
  readonly behind?: (patch: NurbsPatch) => NurbsPatch;
  /** More entities, as text behind their number. */
  readonly more?: readonly string[];
}

/** A file with one solid of clamped patches. */
export function nurbsStepFile(name: string, patches: readonly NurbsPatch[], options: StepNurbsOptions = {}): string {
  const lines: string[] = [];
  const add = (text: string): string => {
    lines.push(`#${lines.length + 1} = ${text};`);
    return `#${lines.length}`;
  };
  const real = (x: number): string => {
    const text = String(x).toUpperCase();
    return /[.E]/.test(text) ? text.replace(/^(-?\d+)E/, '$1.E') : `${text}.`;
  };
  const list = (items: readonly unknown[]): string => `(${items.join(',')})`;
  const point = (x: number, y: number, z: number): string =>
    add(`CARTESIAN_POINT('',(${[x, y, z].map(real).join(',')}))`);
  const vertices = new Map<string, string>();
  const keyOf = (p: ArrayLike<number>): string => Array.from(p, (x) => Math.round(1e6 * x) + 0).join(' ');
  const vertexAt = (p: Float64Array): string => {
    const key = keyOf(p);
    const vertex = vertices.get(key) ?? add(`VERTEX_POINT('',${point(p[0], p[1], p[2])})`);
    vertices.set(key, vertex);
    return vertex;
  };
  const times = (knots: readonly number[]): readonly [times: number[], values: number[]] => {
    const values = [...new Set(knots)];
    return [values.map((value) => knots.filter((knot) => knot === value).length), values];
  };

  const edges = new Map<string, { edge: string; from: string }>();
  const faceOf = (patch: NurbsPatch): string => {
    const [columns, rows] = patch.size;
    const weightAt = (k: number): number => patch.weights?.[k] ?? 1;
    const points = Array.from({ length: columns * rows }, (_, k) =>
      point(patch.points[3 * k], patch.points[3 * k + 1], patch.points[3 * k + 2]),
    );
    const byU = <T>(item: (k: number) => T): string =>
      list(
        Array.from({ length: columns }, (_, i) => list(Array.from({ length: rows }, (_, j) => item(j * columns + i)))),
      );
    const [timesU, valuesU] = times(patch.knots[0]);
    const [timesV, valuesV] = times(patch.knots[1]);
    const full = options.behind?.(patch) ?? patch;
    const net =
      full === patch
        ? points
        : points.map((_, k) => point(full.points[3 * k], full.points[3 * k + 1], full.points[3 * k + 2]));
    const shape = `${patch.degree[0]},${patch.degree[1]},${byU((k) => net[k])},.UNSPECIFIED.,.F.,.F.,.F.`;
    const knots = `${list(timesU)},${list(timesV)},${list(valuesU.map(real))},${list(valuesV.map(real))},.UNSPECIFIED.`;
    const weights = byU((k) => real(weightAt(k)));
    const surface = options.asBezier
      ? patch.weights
        ? add(
            `( BEZIER_SURFACE() BOUNDED_SURFACE() B_SPLINE_SURFACE(${shape}) GEOMETRIC_REPRESENTATION_ITEM() RATIONAL_B_SPLINE_SURFACE(${weights}) REPRESENTATION_ITEM('') SURFACE() )`,
          )
        : add(`BEZIER_SURFACE('',${shape})`)
      : patch.weights
        ? add(
            `( BOUNDED_SURFACE() B_SPLINE_SURFACE(${shape}) B_SPLINE_SURFACE_WITH_KNOTS(${knots}) GEOMETRIC_REPRESENTATION_ITEM() RATIONAL_B_SPLINE_SURFACE(${weights}) REPRESENTATION_ITEM('') SURFACE() )`,
          )
        : add(`B_SPLINE_SURFACE_WITH_KNOTS('',${shape},${knots})`);

    const evaluator = nurbsEvaluator(patch);
    const [u0, u1, v0, v1] = evaluator.domain;
    const at = (u: number, v: number): Float64Array => {
      const out = new Float64Array(3);
      evaluator.point(u, v, out);
      return out;
    };
    const oriented: string[] = [];
    for (let side = 0; side < 4; side++) {
      const alongU = side % 2 === 0;
      const fixed = side === 0 ? v0 : side === 1 ? u1 : side === 2 ? v1 : u0;
      const on = (share: number): Float64Array =>
        alongU ? at(u0 + (u1 - u0) * share, fixed) : at(fixed, v0 + (v1 - v0) * share);
      const [from, middle, to] = [on(0), on(0.5), on(1)];
      if (keyOf(from) === keyOf(middle) && keyOf(middle) === keyOf(to)) continue; // shrunk to a point
      const [a, b] = [vertexAt(from), vertexAt(to)];
      const key = `${[keyOf(from), keyOf(to)].sort().join(' / ')} / ${keyOf(middle)}`;
      let known = edges.get(key);
      if (!known) {
        const count = alongU ? columns : rows;
        const row = Array.from({ length: count }, (_, k) =>
          alongU ? (side === 0 ? 0 : rows - 1) * columns + k : k * columns + (side === 1 ? columns - 1 : 0),
        );
        const [often, values] = alongU ? [timesU, valuesU] : [timesV, valuesV];
        const form = `${patch.degree[alongU ? 0 : 1]},${list(row.map((k) => points[k]))},.UNSPECIFIED.,.F.,.F.`;
        const curveKnots = `${list(often)},${list(values.map(real))},.UNSPECIFIED.`;
        const curve = patch.weights
          ? add(
              `( BOUNDED_CURVE() B_SPLINE_CURVE(${form}) B_SPLINE_CURVE_WITH_KNOTS(${curveKnots}) CURVE() GEOMETRIC_REPRESENTATION_ITEM() RATIONAL_B_SPLINE_CURVE(${list(row.map((k) => real(weightAt(k))))}) REPRESENTATION_ITEM('') )`,
            )
          : add(`B_SPLINE_CURVE_WITH_KNOTS('',${form},${curveKnots})`);
        known = { edge: add(`EDGE_CURVE('',${a},${b},${curve},.T.)`), from: a };
        edges.set(key, known);
      }
      const start = side < 2 ? a : b;
      oriented.push(add(`ORIENTED_EDGE('',*,*,${known.edge},${known.from === start ? '.T.' : '.F.'})`));
    }
    const bound = add(`FACE_OUTER_BOUND('',${add(`EDGE_LOOP('',${list(oriented)})`)},.T.)`);
    return add(`ADVANCED_FACE('${patch.name ?? ''}',(${bound}),${surface},.T.)`);
  };

  const application = add(`APPLICATION_CONTEXT('automotive design')`);
  const context = add(`PRODUCT_CONTEXT('',${application},'mechanical')`);
  const definitionContext = add(`PRODUCT_DEFINITION_CONTEXT('part definition',${application},'design')`);
  const formation = add(`PRODUCT_DEFINITION_FORMATION('','',${add(`PRODUCT('${name}','${name}','',(${context}))`)})`);
  const definition = add(`PRODUCT_DEFINITION('design','',${formation},${definitionContext})`);
  const length = options.unit === 'inch' ? inch(add) : add(UNITS[options.unit ?? 'mm']);
  const angle = add('( NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.) )');
  const solidAngle = add('( NAMED_UNIT(*) SI_UNIT($,.STERADIAN.) SOLID_ANGLE_UNIT() )');
  const accuracy = add(`UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),${length},'distance_accuracy_value','')`);
  const representation = add(
    `( GEOMETRIC_REPRESENTATION_CONTEXT(3) GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${accuracy})) GLOBAL_UNIT_ASSIGNED_CONTEXT((${length},${angle},${solidAngle})) REPRESENTATION_CONTEXT('','3D') )`,
  );
  const shell = add(`CLOSED_SHELL('',${list(patches.map(faceOf))})`);
  const hollows = (options.voids ?? []).map((hollow) =>
    add(`ORIENTED_CLOSED_SHELL('',*,${add(`CLOSED_SHELL('',${list(hollow.map(faceOf))})`)},.F.)`),
  );
  const solid = add(
    hollows.length > 0 ? `BREP_WITH_VOIDS('',${shell},${list(hollows)})` : `MANIFOLD_SOLID_BREP('',${shell})`,
  );
  const origin = add(
    `AXIS2_PLACEMENT_3D('',${point(0, 0, 0)},${add(`DIRECTION('',(0.,0.,1.))`)},${add(`DIRECTION('',(1.,0.,0.))`)})`,
  );
  const brep = add(`ADVANCED_BREP_SHAPE_REPRESENTATION('',(${origin},${solid}),${representation})`);
  add(`SHAPE_DEFINITION_REPRESENTATION(${add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`)},${brep})`);
  for (const text of options.more ?? []) add(text);
  return [
    'ISO-10303-21;',
    'HEADER;',
    `FILE_DESCRIPTION((''),'2;1');`,
    `FILE_NAME('','2000-01-01T00:00:00',(''),(''),'','','');`,
    `FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));`,
    'ENDSEC;',
    'DATA;',
    ...lines,
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n');
}

/** An inch, in terms of millimetres. */
function inch(add: (text: string) => string): string {
  const millimetre = add(UNITS.mm);
  const measure = add(`LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),${millimetre})`);
  const dimensions = add('DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.)');
  return add(`( CONVERSION_BASED_UNIT('INCH',${measure}) LENGTH_UNIT() NAMED_UNIT(${dimensions}) )`);
}
