import { describe, expect, it } from 'vitest';
import { readIfc } from '../../../src/io/load/ifc/ifc.js';
import type { Scene } from '../../../src/io/scene.js';
import { determinant } from '../../../src/math/affine.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { type IfcFileOptions, type IfcProductSpec, type IfcSolid, ifcFile } from './ifcShapes.js';
import { messageOf, readWith } from './support/readWith.js';

// IFC4, IfcShapeRepresentation: of the representations of a product only `Body` is its matter. Volumes tell what was taken.

const SMALL: IfcSolid[] = [{ box: [2, 4, 3] }];
const LARGE: IfcSolid[] = [{ box: [20, 40, 30] }];
const proxy = (name: string, more: Partial<IfcProductSpec>): IfcProductSpec => ({
  entity: 'IFCBUILDINGELEMENTPROXY',
  name,
  globalId: name.replace(/\W/g, '_').padEnd(22, '0'),
  body: [],
  rest: '$,$',
  ...more,
});
const opening = (more: Partial<IfcProductSpec>): IfcProductSpec => ({
  ...proxy('hole', more),
  entity: 'IFCOPENINGELEMENT',
  cuts: proxy('wall', {}).globalId,
});
const read = (products: readonly IfcProductSpec[], options?: IfcFileOptions): Promise<Scene> =>
  readWith(readIfc, ifcFile(products, options), 'hand.ifc');
const volumes = ({ parts }: Scene): Record<string, number> =>
  Object.fromEntries(
    parts.map(({ name, mesh, pose }) => [name, inspect(mesh).signedVolume * Math.abs(determinant(pose))]),
  );

const NO_MATTER = [
  ...['Annotation', 'Axis', 'Box', 'Clearance', 'CLEARANCE ', 'CoG', 'FootPrint', 'Lighting', 'Plan', 'Profile'],
  ...['Reference', 'Survey', 'SurveyPoints'],
];

describe('representations of an IFC product', () => {
  it.each([{ schema: 'IFC2X3' }, { schema: 'IFC4' }] as const)(
    '$schema: of a product with a body nothing else is matter',
    async (options) => {
      const others = [...NO_MATTER, 'Surface', 'Body-FallBack', 'Facetation', 'Mesh', ''];
      const products = others.map((other) =>
        proxy(`with ${other}`, { body: SMALL, beside: { [`'${other}'`]: LARGE } }),
      );
      const scene = await read([...products, proxy('with $', { body: SMALL, beside: { $: LARGE } })], options);
      expect(scene.problems).toEqual([]);
      expect(volumes(scene)).toEqual(Object.fromEntries([...others, '$'].map((other) => [`with ${other}`.trim(), 24])));
    },
  );

  it('without a body, what is known not to be matter is left out, and the rest is read', async () => {
    const rest = ["''", '$', "'Tessellation'", "'Mesh'", "'Body-FallBack'", "'Surface'", "'body'", "'Facetation'"];
    const scene = await read(
      [
        ...rest.map((identifier) => proxy(identifier, { identifier, body: SMALL, beside: { "'Clearance'": LARGE } })),
        ...NO_MATTER.map((identifier) => proxy(identifier, { identifier: `'${identifier}'`, body: LARGE })),
      ].map((spec) => ({ ...spec, name: spec.name!.replaceAll("'", '_') })),
    );
    expect(scene.problems).toEqual([]);
    expect(volumes(scene)).toEqual(Object.fromEntries(rest.map((one) => [one.replaceAll("'", '_'), 24])));
  });

  it('a file with nothing but clearances has no body', async () => {
    const file = ifcFile([proxy('valve', { identifier: "'Clearance'", body: LARGE })]);
    expect(await messageOf(readWith(readIfc, file, 'free.ifc'))).toBe(
      'free.ifc: there is no product with a body in it. Export the building elements with their geometry.',
    );
  });

  it('a body that cannot be built is told, however good what stands beside it', async () => {
    const bad: IfcSolid[] = [{ raw: 'IFCEXTRUDEDAREASOLID($,$,$,1.)' }];
    const scene = await read([
      proxy('good', { body: SMALL }),
      proxy('bad', { body: bad, beside: { "'Clearance'": LARGE } }),
    ]);
    expect(volumes(scene)).toEqual({ good: 24 });
    expect(scene.problems.map(({ code, part }) => [code, part])).toEqual([['unreadable', 'bad']]);
  });

  it('openings are cut with their body alone, and not where they are for reference', async () => {
    const hole: IfcSolid[] = [{ box: [1, 4, 1], at: [0.5, 0, 1] }];
    const wall = proxy('wall', { body: SMALL, beside: { "'Box'": LARGE } });
    expect(volumes(await read([wall, opening({ body: hole, beside: { "'Clearance'": LARGE } })]))).toEqual({
      wall: 20,
    });
    expect(volumes(await read([wall, opening({ body: hole, identifier: "'Reference'" })]))).toEqual({ wall: 24 });
    expect(volumes(await read([wall, opening({ body: hole, identifier: '$' })]))).toEqual({ wall: 20 });
  });

  it('products that share a shape, and maps', async () => {
    const scene = await read([
      proxy('a', { body: SMALL, beside: { "'Clearance'": LARGE } }),
      proxy('b', { body: [], shapeOf: proxy('a', {}).globalId, at: [100, 0, 0] }),
      proxy('c', {
        body: [{ mapped: [1, 2, 3], mirrored: false }],
        beside: { "'Clearance'": [{ mapped: [10, 20, 30], mirrored: true }] },
      }),
      // What is the body of one may be the clearance of another: the product says what it is to it.
      proxy('d', { body: [{ mapped: [10, 20, 30], mirrored: false }] }),
    ]);
    expect(scene.problems).toEqual([]);
    expect(volumes(scene)).toEqual({ a: 24, b: 24, c: 3, d: 3000 });
    expect(scene.parts[1].mesh).toBe(scene.parts[0].mesh);
    expect(scene.parts[1].pose[3] - scene.parts[0].pose[3]).toBe(100);
  });

  it('aspects of a shape add nothing to it', async () => {
    const text = ifcFile([proxy('a', { body: SMALL, beside: { "'Clearance'": LARGE } })]);
    const [, clearance] = /#(\d+)=IFCSHAPEREPRESENTATION\(#\d+,'Clearance'/.exec(text)!;
    const [, shape] = /#(\d+)=IFCPRODUCTDEFINITIONSHAPE/.exec(text)!;
    const aspect = `#9999=IFCSHAPEASPECT((#${clearance}),'free',$,.T.,#${shape});\nENDSEC;\nEND-ISO`;
    const scene = await readWith(readIfc, text.replace('ENDSEC;\nEND-ISO', aspect), 'aspect.ifc');
    expect(volumes(scene)).toEqual({ a: 24 });
  });
});

describe('the unit of length of an IFC file', () => {
  const foot = (kind: string) => kind.replace('@', ".LENGTHUNIT.,'FOOT'");
  it.each([
    ['none of any kind', '$', 'it names no unit of length'],
    ['one of mass alone', 'IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.)', 'it names no unit of length'],
    [
      'one that means nothing elsewhere',
      foot('IFCCONTEXTDEPENDENTUNIT($,@)') as `IFC${string}`,
      'its unit of length (IfcContextDependentUnit) cannot be read',
    ],
  ] as const)('%s', async (_, unit, fact) => {
    const scene = await read([proxy('a', { body: SMALL })], { unit });
    expect(scene.problems).toEqual([
      { code: 'repaired', message: `${fact}: metres are taken. Name the unit where the file is made.` },
    ]);
    expect(volumes(scene)).toEqual({ a: 24 });
  });

  it('two projects: the package reads the units of neither', async () => {
    const text = ifcFile([proxy('a', { body: SMALL })], { unit: 'MILLI' });
    const other = /#\d+=(IFCPROJECT\(.*);/.exec(text)![1].replace('project', 'another');
    const scene = await readWith(
      readIfc,
      text.replace('ENDSEC;\nEND-ISO', `#9999=${other};\nENDSEC;\nEND-ISO`),
      'two.ifc',
    );
    expect(scene.problems.map(({ message }) => message)).toEqual([
      'it has 2 projects, so that their units cannot be told apart: metres are taken. Name the unit where the file is made.',
    ]);
    expect(volumes(scene)).toEqual({ a: 24 });
  });

  it('a known one is taken without a word', async () => {
    for (const unit of ['', 'MILLI'] as const)
      expect((await read([proxy('a', { body: SMALL })], { unit })).problems).toEqual([]);
  });
});
