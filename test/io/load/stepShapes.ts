// STEP files written by hand: solids whose volume is known in closed form.

type Vec = readonly [number, number, number];

/** Collects entities; `add` returns the reference of the one it writes. */
function entities() {
  const lines: string[] = [];
  const add = (text: string): string => {
    lines.push(`#${lines.length + 1}=${text};`);
    return `#${lines.length}`;
  };
  const real = (x: number) => (Number.isInteger(x) ? `${x}.` : String(x).toUpperCase());
  const triple = (v: Vec) => `(${v.map(real).join(',')})`;
  const point = (v: Vec) => add(`CARTESIAN_POINT('',${triple(v)})`);
  const direction = (v: Vec) => add(`DIRECTION('',${triple(v)})`);
  const axes = (at: Vec, z: Vec, x: Vec) => add(`AXIS2_PLACEMENT_3D('',${point(at)},${direction(z)},${direction(x)})`);
  const vertex = (v: Vec) => add(`VERTEX_POINT('',${point(v)})`);
  const face = (loop: string, surface: string, sense = '.T.') =>
    add(`ADVANCED_FACE('',(${add(`FACE_OUTER_BOUND('',${loop},.T.)`)}),${surface},${sense})`);
  const loop = (edges: readonly (readonly [string, boolean])[]) =>
    add(
      `EDGE_LOOP('',(${edges.map(([e, along]) => add(`ORIENTED_EDGE('',*,*,${e},${along ? '.T.' : '.F.'})`)).join(',')}))`,
    );
  const solid = (faces: readonly string[], name: string) =>
    add(`MANIFOLD_SOLID_BREP('${name}',${add(`CLOSED_SHELL('',(${faces.join(',')}))`)})`);
  return { lines, add, real, point, direction, axes, vertex, face, loop, solid };
}

type Entities = ReturnType<typeof entities>;

/** A box from the origin, of six planes. */
function boxSolid(e: Entities, [a, b, c]: Vec, name: string): string {
  const corners = Array.from({ length: 8 }, (_, i): Vec => [i & 1 ? a : 0, i & 2 ? b : 0, i & 4 ? c : 0]);
  const vertices = corners.map(e.vertex);
  const edges = new Map<string, string>();
  const edge = (i: number, j: number): readonly [string, boolean] => {
    const [from, to] = i < j ? [i, j] : [j, i];
    const key = `${from}-${to}`;
    if (!edges.has(key)) {
      const along = corners[to].map((x, k) => Math.sign(x - corners[from][k])) as unknown as Vec;
      const line = e.add(`LINE('',${e.point(corners[from])},${e.add(`VECTOR('',${e.direction(along)},1.)`)})`);
      edges.set(key, e.add(`EDGE_CURVE('',${vertices[from]},${vertices[to]},${line},.T.)`));
    }
    return [edges.get(key)!, i < j];
  };
  // The corners of each side, outside seen counter-clockwise, and its normal.
  const sides: readonly (readonly [readonly number[], Vec, Vec])[] = [
    [
      [0, 2, 3, 1],
      [0, 0, -1],
      [1, 0, 0],
    ],
    [
      [4, 5, 7, 6],
      [0, 0, 1],
      [1, 0, 0],
    ],
    [
      [0, 1, 5, 4],
      [0, -1, 0],
      [1, 0, 0],
    ],
    [
      [2, 6, 7, 3],
      [0, 1, 0],
      [1, 0, 0],
    ],
    [
      [0, 4, 6, 2],
      [-1, 0, 0],
      [0, 1, 0],
    ],
    [
      [1, 3, 7, 5],
      [1, 0, 0],
      [0, 1, 0],
    ],
  ];
  const faces = sides.map(([ring, normal, x]) =>
    e.face(
      e.loop(ring.map((i, k) => edge(i, ring[(k + 1) % 4]))),
      e.add(`PLANE('',${e.axes(corners[ring[0]], normal, x)})`),
    ),
  );
  return e.solid(faces, name);
}

/** A cylinder around z, from z = 0: one cylindrical surface with a seam, two planes. */
function cylinderSolid(e: Entities, radius: number, height: number, name: string): string {
  const bottom = e.vertex([radius, 0, 0]);
  const top = e.vertex([radius, 0, height]);
  const circle = (z: number, vertex: string) =>
    e.add(
      `EDGE_CURVE('',${vertex},${vertex},${e.add(`CIRCLE('',${e.axes([0, 0, z], [0, 0, 1], [1, 0, 0])},${e.real(radius)})`)},.T.)`,
    );
  const low = circle(0, bottom);
  const high = circle(height, top);
  const line = e.add(`LINE('',${e.point([radius, 0, 0])},${e.add(`VECTOR('',${e.direction([0, 0, 1])},1.)`)})`);
  const seam = e.add(`EDGE_CURVE('',${bottom},${top},${line},.T.)`);
  const around = e.add(`CYLINDRICAL_SURFACE('',${e.axes([0, 0, 0], [0, 0, 1], [1, 0, 0])},${e.real(radius)})`);
  return e.solid(
    [
      e.face(
        e.loop([
          [low, true],
          [seam, true],
          [high, false],
          [seam, false],
        ]),
        around,
      ),
      e.face(e.loop([[low, false]]), e.add(`PLANE('',${e.axes([0, 0, 0], [0, 0, -1], [1, 0, 0])})`)),
      e.face(e.loop([[high, true]]), e.add(`PLANE('',${e.axes([0, 0, height], [0, 0, 1], [1, 0, 0])})`)),
    ],
    name,
  );
}

const UNITS = {
  mm: '( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.) )',
  m: '( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT($,.METRE.) )',
} as const;

export type StepShape =
  | { readonly box: Vec; readonly name?: string }
  | { readonly cylinder: readonly [radius: number, height: number]; readonly name?: string };

/** A file with one product, of one solid per shape. */
export function stepFile(
  shapes: readonly StepShape[],
  { product = 'part', unit = 'mm' as keyof typeof UNITS } = {},
): string {
  const e = entities();
  const application = e.add(`APPLICATION_CONTEXT('automotive design')`);
  const context = e.add(`PRODUCT_CONTEXT('',${application},'mechanical')`);
  const definitionContext = e.add(`PRODUCT_DEFINITION_CONTEXT('part definition',${application},'design')`);
  const formation = e.add(
    `PRODUCT_DEFINITION_FORMATION('','',${e.add(`PRODUCT('${product}','${product}','',(${context}))`)})`,
  );
  const definition = e.add(`PRODUCT_DEFINITION('design','',${formation},${definitionContext})`);
  const length = e.add(UNITS[unit]);
  const angle = e.add('( NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.) )');
  const solidAngle = e.add('( NAMED_UNIT(*) SI_UNIT($,.STERADIAN.) SOLID_ANGLE_UNIT() )');
  const accuracy = e.add(
    `UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),${length},'distance_accuracy_value','')`,
  );
  const representation = e.add(
    `( GEOMETRIC_REPRESENTATION_CONTEXT(3) GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${accuracy})) GLOBAL_UNIT_ASSIGNED_CONTEXT((${length},${angle},${solidAngle})) REPRESENTATION_CONTEXT('','3D') )`,
  );
  const solids = shapes.map((shape) =>
    'box' in shape ? boxSolid(e, shape.box, shape.name ?? '') : cylinderSolid(e, ...shape.cylinder, shape.name ?? ''),
  );
  const origin = e.axes([0, 0, 0], [0, 0, 1], [1, 0, 0]);
  const brep = e.add(`ADVANCED_BREP_SHAPE_REPRESENTATION('',(${[origin, ...solids].join(',')}),${representation})`);
  e.add(`SHAPE_DEFINITION_REPRESENTATION(${e.add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`)},${brep})`);
  return [
    'ISO-10303-21;',
    'HEADER;',
    `FILE_DESCRIPTION((''),'2;1');`,
    `FILE_NAME('','2000-01-01T00:00:00',(''),(''),'','','');`,
    `FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));`,
    'ENDSEC;',
    'DATA;',
    ...e.lines,
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n');
}
