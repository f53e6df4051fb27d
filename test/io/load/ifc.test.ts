import { describe, expect, it, vi } from 'vitest';
import { body, worldBounds } from '../../../src/body.js';
import { readIfc } from '../../../src/io/load/ifc/ifc.js';
import type { Scene, ScenePart } from '../../../src/io/scene.js';
import { determinant } from '../../../src/math/affine.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { type IfcFileOptions, type IfcProductSpec, ifcFile } from './ifcShapes.js';
import { messageOf, readWith, utf8 } from './support/readWith.js';

const proxy = (
  name: string | undefined,
  shape: IfcProductSpec['body'],
  more: Partial<IfcProductSpec> = {},
): IfcProductSpec => ({
  entity: 'IFCBUILDINGELEMENTPROXY',
  name,
  globalId: (name ?? 'nameless').replace(/\W/g, '_').padEnd(22, '0'),
  body: shape,
  rest: '$,$',
  ...more,
});
const WALL = 'wall__________________';
const HOLE = 'hole__________________';
const FRAME = 'frame_________________';
const house: IfcProductSpec[] = [
  { entity: 'IFCWALL', name: 'south wall', globalId: WALL, body: [{ box: [4, 0.25, 3] }], rest: '$,$' },
  {
    entity: 'IFCOPENINGELEMENT',
    name: 'hole',
    globalId: HOLE,
    body: [{ box: [1, 1, 1], at: [1, -0.5, 1] }],
    cuts: WALL,
    rest: '$,$',
  },
  {
    entity: 'IFCWINDOW',
    name: 'window',
    globalId: 'window________________',
    body: [{ box: [1, 0.125, 1], at: [1, 0, 1] }],
    fills: HOLE,
    rest: '$,$,$,$,$,$',
  },
  {
    entity: 'IFCSPACE',
    name: 'room',
    globalId: 'room__________________',
    body: [{ box: [4, 4, 3] }],
    rest: '$,.ELEMENT.,$,$',
  },
  { entity: 'IFCELEMENTASSEMBLY', name: 'frame', globalId: FRAME, body: [], rest: '$,$,$' },
  {
    entity: 'IFCBEAM',
    name: 'beam',
    globalId: 'beam__________________',
    body: [{ box: [2, 0.5, 0.5] }],
    at: [10, 20, 30],
    partOf: FRAME,
    rest: '$,$',
  },
];
const read = (products: readonly IfcProductSpec[], options?: IfcFileOptions): Promise<Scene> =>
  readWith(readIfc, ifcFile(products, options), 'hand.ifc');
const named = ({ parts }: Scene, name: string): ScenePart => parts.find((part) => part.name === name)!;
const volumeOf = ({ mesh, pose }: ScenePart): number => inspect(mesh).signedVolume * Math.abs(determinant(pose));

describe('IFC of known volume', () => {
  it.each([{ schema: 'IFC2X3' }, { schema: 'IFC4' }] as const)(
    '$schema: what is a part, what it is called and where it stands',
    async (options) => {
      const scene = await read(house, options);
      expect([scene.units, scene.problems, scene.animations]).toEqual(['m', [], []]);
      const storey = ['Tower', 'Meadow', 'House', 'Ground floor'];
      expect(scene.parts.map(({ name, path, type, id }) => ({ name, path, type, id }))).toEqual([
        { name: 'south wall', path: storey, type: 'IfcWall', id: WALL },
        { name: 'window', path: [...storey, 'south wall'], type: 'IfcWindow', id: 'window________________' },
        { name: 'beam', path: [...storey, 'frame'], type: 'IfcBeam', id: 'beam__________________' },
      ]);
      for (const part of scene.parts)
        expect(inspect(part.mesh)).toMatchObject({ closed: true, consistentlyOriented: true });
      expect(scene.parts.map((part) => volumeOf(part))).toEqual([4 * 0.25 * 3 - 0.25, 0.125, 0.5]); // less the opening
      expect(worldBounds(body(named(scene, 'beam').mesh, { pose: named(scene, 'beam').pose }))).toEqual({
        min: [10, 20, 30],
        max: [12, 20.5, 30.5],
      });
    },
  );

  it('millimetres become metres, without a trace in the last digit', async () => {
    const scene = await read([proxy('block', [{ box: [2000, 1000, 500] }], { at: [1000, 0, 0] })], { unit: 'MILLI' });
    const [part] = scene.parts;
    expect([scene.units, volumeOf(part)]).toEqual(['m', 1]);
    expect(Array.from(part.pose).filter((_, i) => i % 4 !== 3)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(worldBounds(body(part.mesh, { pose: part.pose }))).toEqual({ min: [1, 0, 0], max: [3, 1, 0.5] });
  });

  it('coordinates of a survey are kept, and cost no digits', async () => {
    const siteAt = [450_000.25, 5_400_000.5, 300] as const;
    const [near] = (await read([proxy('block', [{ box: [0.1, 0.2, 0.3] }])])).parts;
    const [far] = (await read([proxy('block', [{ box: [0.1, 0.2, 0.3] }])], { siteAt })).parts;
    expect(far.mesh).toEqual(near.mesh);
    const { min } = worldBounds(body(far.mesh, { pose: far.pose }));
    for (let k = 0; k < 3; k++) expect(min[k]).toBeCloseTo(siteAt[k], 7);
  });

  it('a cylinder has 32 corners, on the circle and at its four outermost points', async () => {
    const { mesh, pose } = (await read([proxy('pipe', [{ cylinder: [0.5, 2] }])])).parts[0];
    expect(volumeOf({ mesh, pose, name: '', path: [] })).toBeCloseTo(16 * 0.25 * Math.sin(Math.PI / 16) * 2, 6);
    expect(worldBounds(body(mesh, { pose }))).toEqual({ min: [-0.5, -0.5, 0], max: [0.5, 0.5, 2] });
  });

  it('solids of one product are one part', async () => {
    const [part, ...others] = (await read([proxy('pair', [{ box: [1, 1, 1] }, { box: [1, 1, 1], at: [1, 0, 0] }])]))
      .parts;
    expect(others).toEqual([]);
    expect(inspect(part.mesh)).toMatchObject({ triangles: 24, weldedVertices: 12, closed: true, signedVolume: 2 });
  });

  it('mirrored copies share the mesh, and keep their outside outside', async () => {
    const copy = (name: string, mirrored: readonly boolean[]) =>
      proxy(
        name,
        mirrored.map((one) => ({ mapped: [1, 2, 3] as const, mirrored: one })),
      );
    // The package turns the faces of the geometry that both share over, and forgets to turn them back within a product.
    const scene = await read([copy('m', [true]), copy('n', [false]), copy('mm', [true]), copy('both', [true, false])]);
    const [m, n, mm, both] = scene.parts;
    expect(new Set([m.mesh, n.mesh, mm.mesh]).size).toBe(1);
    expect([m, n, mm].map(({ pose }) => Math.sign(determinant(pose)))).toEqual([-1, 1, -1]);
    expect(inspect(m.mesh).signedVolume).toBe(3);
    expect(inspect(both.mesh)).toMatchObject({ closed: true, signedVolume: 6, consistentlyOriented: true });
    expect(worldBounds(body(m.mesh, { pose: m.pose }))).toEqual({ min: [-1, 0, 0], max: [0, 2, 3] });
  });

  it('names beyond ASCII, and products without one', async () => {
    const scene = await read([
      proxy('K\\X2\\00FC\\X0\\che', [{ box: [1, 1, 1] }]),
      proxy(undefined, [{ box: [1, 1, 1] }]),
    ]);
    expect(scene.parts[0].name).toBe('Küche');
    expect(scene.parts[1].name).toMatch(/^IfcBuildingElementProxy #\d+$/);
  });
});

describe('IFC with faults', () => {
  const whole = ifcFile(house);
  const fault = (text: string | Uint8Array) => messageOf(readWith(readIfc, text, 'bad.ifc'));

  it('a body that cannot be built is named, and the others are read', async () => {
    const scene = await read([
      proxy('good', [{ box: [1, 1, 1] }]),
      proxy('bad', [{ raw: 'IFCEXTRUDEDAREASOLID($,$,$,1.)' }]),
    ]);
    expect(scene.parts.map(({ name }) => name)).toEqual(['good']);
    expect(scene.problems).toEqual([
      {
        code: 'unreadable',
        part: 'bad',
        message: expect.stringMatching(
          /^the body of IfcBuildingElementProxy 'bad' \(#\d+\) cannot be built\. Repair it where it was made\.$/,
        ),
      },
    ]);
  });

  it('nothing that can be read', async () => {
    expect(await fault(ifcFile([]))).toBe(
      'bad.ifc: there is no product with a body in it. Export the building elements with their geometry.',
    );
    expect(await fault(ifcFile([proxy('bad', [{ raw: 'IFCEXTRUDEDAREASOLID($,$,$,1.)' }])]))).toMatch(
      /^bad\.ifc: the body of IfcBuildingElementProxy 'bad' \(#\d+\) cannot be built\. Export /,
    );
  });

  it.each([0.1, 0.5, 0.9, 0.99])('cut off after %f of its length', async (share) => {
    expect(await fault(whole.slice(0, Math.floor(share * whole.length)))).toMatch(
      /^bad\.ifc: it breaks off on line \d+, after \d+ bytes \(END-ISO-10303-21 is missing\)\. Export it again\.$/,
    );
  });

  it('another file, another schema, garbage behind a good header', async () => {
    expect(await fault('glTF')).toMatch(/^bad\.ifc: it does not begin as IFC does/);
    expect(await fault(whole.replace('IFC4', 'IFC9'))).toBe(
      "bad.ifc: its schema 'IFC9' is not known. Export it again, as IFC2X3, IFC4 or IFC4X3.",
    );
    const data = whole.indexOf('DATA;') + 5;
    expect(await fault(`${whole.slice(0, data)}\nlorem ipsum;\nENDSEC;\nEND-ISO-10303-21;\n`)).toMatch(/^bad\.ifc: /);
    const noise = utf8(whole);
    noise.fill(0xff, data, noise.length - 40);
    expect(await fault(noise)).toMatch(/^bad\.ifc: /);
  });

  it('a bracket that is not closed is told by its line: the package would never come back', async () => {
    const lines = whole.split('\n');
    const at = lines.findIndex((line) => line.includes('IFCRECTANGLEPROFILEDEF'));
    expect(await fault(lines.with(at, lines[at].replace(');', ';')).join('\n'))).toBe(
      `bad.ifc: a bracket is not closed in the statement that begins on line ${at + 1}. Export it again.`,
    );
  });

  it('a building that stands in itself', async () => {
    const [, storey] = /#(\d+)=IFCBUILDINGSTOREY/.exec(whole)!;
    const [, project] = /#(\d+)=IFCPROJECT/.exec(whole)!;
    const loop = `#9999=IFCRELAGGREGATES('loop__________________',$,$,$,#${storey},(#${project}));\nENDSEC;\nEND-ISO`;
    const scene = await readWith(readIfc, whole.replace('ENDSEC;\nEND-ISO', loop), 'loop.ifc');
    expect(scene.parts.length).toBe(3);
    expect(scene.parts[0].path.length).toBeLessThanOrEqual(100);
  });

  it('nothing is written to the console', async () => {
    const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
    const logged = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
    try {
      await fault(ifcFile([proxy('bad', [{ raw: 'IFCEXTRUDEDAREASOLID($,$,$,1.)' }])]));
      await fault(whole.replace('IFC4', 'IFC9'));
      await readWith(readIfc, whole, 'good.ifc');
      for (const spy of [...written, ...logged]) expect(spy).not.toHaveBeenCalled();
    } finally {
      vi.restoreAllMocks();
    }
  });
});
