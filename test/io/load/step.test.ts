import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readStep } from '../../../src/io/load/step/step.js';
import { readStl } from '../../../src/io/load/stl/stl.js';
import type { Scene } from '../../../src/io/scene.js';
import { boundsOf } from '../../../src/math/box.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { type StepShape, stepFile } from './stepShapes.js';
import { messageOf, readWith, utf8 } from './support/readWith.js';

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('occt-import-js/package.json')), 'test/testfiles');

const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(join(folder, file)));
const scenes = new Map<string, Promise<Scene>>();
const read = (file: string): Promise<Scene> => {
  if (!scenes.has(file)) scenes.set(file, readWith(readStep, bytesOf(file), file));
  return scenes.get(file)!;
};
const readShapes = (shapes: readonly StepShape[], options?: Parameters<typeof stepFile>[1]): Promise<Scene> =>
  readWith(readStep, stepFile(shapes, options), 'hand.step');
const placesOf = ({ parts }: Scene): string[] => parts.map(({ path, name }) => [...path, name].join('/'));
const volumesOf = ({ parts }: Scene): number[] => parts.map(({ mesh }) => inspect(mesh).signedVolume);

describe('STEP of known volume', () => {
  it('a box: eight corners, in place, and nothing else', async () => {
    const scene = await readShapes([{ box: [30, 20, 10] }], { product: 'brick' });
    const [{ mesh, name, path, pose }] = scene.parts;
    expect([scene.parts.length, name, path, scene.units, scene.problems]).toEqual([1, 'brick', [], 'mm', []]);
    expect([mesh.positions.length / 3, mesh.indices.length / 3]).toEqual([8, 12]);
    expect(boundsOf(mesh.positions)).toEqual({ min: [0, 0, 0], max: [30, 20, 10] });
    expect(Array.from(pose)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    expect(inspect(mesh)).toMatchObject({ closed: true, signedVolume: 6000, diagnostics: [] });
  });

  it('metres become millimetres', async () => {
    const scene = await readShapes([{ box: [3, 2, 1] }], { unit: 'm' });
    expect([scene.units, ...volumesOf(scene)]).toEqual(['mm', 6e9]);
    expect(boundsOf(scene.parts[0].mesh.positions).max).toEqual([3000, 2000, 1000]);
  });

  it.each([
    ['alone', 10, []],
    ['a thousandth of the size of its neighbour', 1, [{ box: [1000, 1000, 1000] } as const]],
  ] as const)(
    'a cylinder, %s: its corners lie on it, and chords leave it by no more than agreed',
    async (_, r, others) => {
      const { mesh } = (await readShapes([{ cylinder: [r, 20] }, ...others])).parts[0];
      const found = inspect(mesh);
      expect(found).toMatchObject({ closed: true, components: 1 });
      const rim = new Set<number>();
      for (let i = 0; i < mesh.positions.length; i += 3) {
        const [x, y, z] = mesh.positions.subarray(i, i + 3);
        expect(Math.abs(Math.hypot(x, y) - r)).toBeLessThan(1e-9);
        if (z === 0) rim.add(i);
      }
      const n = rim.size;
      expect(1 - Math.cos(Math.PI / n)).toBeLessThan(0.0013);
      // A prism over a regular polygon with that many corners.
      expect(found.signedVolume / ((n / 2) * r * r * Math.sin((2 * Math.PI) / n) * 20)).toBeCloseTo(1, 9);
      expect(found.signedVolume / (Math.PI * r * r * 20)).toBeGreaterThan(0.998);
    },
  );

  it('solids of one product are parts of its name', async () => {
    const scene = await readShapes([{ box: [1, 2, 3] }, { box: [4, 5, 6] }], { product: 'pair' });
    expect(placesOf(scene)).toEqual(['pair', 'pair']);
    expect(volumesOf(scene).map((volume) => Math.round(1e6 * volume) / 1e6)).toEqual([6, 120]);
  });
});

describe.skipIf(!existsSync(folder))("the package's own files", () => {
  /** Without the large models of many files, of which some hold no shape; they are as closed as these. */
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(stp|step)$/i.test(file) && !/^cax-if.(s1-|s1_|as1-oc-214.as1)/.test(file))
    .concat(join('cax-if', 's1-tu-203', 'footback.stp'));

  it('every solid is closed by welding exactly', async () => {
    const open: string[] = [];
    let solids = 0;
    for (const file of files)
      for (const { mesh, name } of (await read(file)).parts) {
        const { closed, signedVolume } = inspect(mesh);
        if (!closed || signedVolume <= 0) open.push(`${file}: ${name}`);
        solids++;
      }
    expect([solids, open]).toEqual([89, []]);
  });

  it('an assembly comes back with all its levels, whichever program wrote it', async () => {
    // Drawn three times by different programs: names differ in spelling, and so does the order.
    const bolts = (whole: string): string[] =>
      Array(3)
        .fill([`${whole}/nut-bolt-assembly/bolt`, `${whole}/nut-bolt-assembly/nut`])
        .flat();
    const bracket = 'as1/l-bracket-assembly';
    const expected = [
      ...['as1/rod-assembly/nut', 'as1/rod-assembly/nut', 'as1/rod-assembly/rod'],
      ...[...bolts(bracket), `${bracket}/l-bracket`, 'as1/plate', ...bolts(bracket), `${bracket}/l-bracket`],
    ];
    for (const file of ['cax-if/as1-oc-214.stp', 'cax-if/as1-tu-203.stp'])
      expect(placesOf(await read(file))).toEqual(expected);
    const third = placesOf(await read('cax-if/as1_pe_203.stp'));
    expect(third[0]).toBe('AS1_PE_ASM/PLATE');
    expect(third[2]).toBe('AS1_PE_ASM/L_BRACKET_ASSEMBLY_ASM/NUT_BOLT_ASSEMBLY_ASM/BOLT');
    const spelled = (place: string) =>
      place
        .toLowerCase()
        .replaceAll('_asm', '')
        .replaceAll('_', '-')
        .replace('as1-pe', 'as1')
        .replace('rod/', 'rod-assembly/');
    expect(third.map(spelled).sort()).toEqual([...expected].sort());
  });

  it('sisters share the list of what they stand in, and other instances of their assembly have another', async () => {
    for (const file of ['cax-if/as1_pe_203.stp', 'cax-if/as1-oc-214.stp']) {
      const sisters = new Map<readonly string[], string[]>();
      for (const { path, name } of (await read(file)).parts) {
        const short = name.toLowerCase().replace('_', '-');
        sisters.set(path, [...(sisters.get(path) ?? []), short].sort());
      }
      expect([...sisters.values()].map((names) => names.join(' ')).sort()).toEqual([
        ...Array(6).fill('bolt nut'),
        ...['l-bracket', 'l-bracket', 'nut nut rod', 'plate'],
      ]);
    }
  });

  it('the same assembly has the same volumes, in inches and in millimetres', async () => {
    const byName = async (file: string, unit: number): Promise<Map<string, number>> => {
      const { parts } = await read(file);
      return new Map(parts.map(({ name, mesh }) => [name.toLowerCase(), inspect(mesh).signedVolume / unit ** 3]));
    };
    const one = await byName('cax-if/as1-oc-214.stp', 1);
    const other = await byName('cax-if/as1_pe_203.stp', 25.4);
    for (const name of ['plate', 'l-bracket', 'nut']) expect(other.get(name)! / one.get(name)!).toBeCloseTo(1, 3);
    // A rod of 10 mm in diameter and 200 mm in length, within the chords of its circle.
    expect(one.get('rod')! / (Math.PI * 5 ** 2 * 200)).toBeCloseTo(0.9989, 3);
  });

  it.each([
    ['simple-basic-cube/cube.stp', 'cube', 300 ** 3, [-160, -140, 0], [140, 160, 300]],
    ['cube-fcstd/cube.step', 'Cube', 1000, [0, 0, 0], [10, 10, 10]],
    ['cube-units/cube-m.step', 'Part/Cube', 1e9, [0, 0, 0], [1000, 1000, 1000]],
    ['cube-units/cube-in.step', 'Part/Cube', 1e9, [0, 0, 0], [1000, 1000, 1000]],
    ['cube-units/cube-mm.step', 'Part/Cube', 1e9, [0, 0, 0], [1000, 1000, 1000]],
  ])('%s', async (file, place, volume, min, max) => {
    const scene = await read(file);
    expect([scene.units, ...placesOf(scene)]).toEqual(['mm', place]);
    const found = inspect(scene.parts[0].mesh);
    expect(found.signedVolume / volume).toBeCloseTo(1, 12);
    for (let k = 0; k < 3; k++) {
      expect(found.bounds.min[k]).toBeCloseTo(min[k], 9);
      expect(found.bounds.max[k]).toBeCloseTo(max[k], 9);
    }
  });

  it('a cube agrees with the STL that lies beside it', async () => {
    const step = inspect((await read('cube-10x10mm/Cube 10x10.stp')).parts[0].mesh);
    const stl = await readWith(readStl, bytesOf('cube-10x10mm/Cube 10x10.stl'), 'Cube 10x10.stl');
    const other = inspect(stl.parts[0].mesh);
    expect(step.triangles).toBe(other.triangles);
    // The STL is in centimetres or millimetres, as its writer liked: sizes agree up to that.
    const scale = step.bounds.max[0] / other.bounds.max[0];
    expect(step.signedVolume / other.signedVolume / scale ** 3).toBeCloseTo(1, 5);
  });

  it('a second reading by the package itself: the same parts, boxes and, nearly, volumes', async () => {
    const occt = await require('occt-import-js')({ print: () => {}, printErr: () => {} });
    for (const file of ['cax-if/dm1-id-214.stp', 'conical-surface/conical-surface.step', 'cax-if/io1-cm-214.stp']) {
      const scene = await read(file);
      const { meshes } = occt.ReadStepFile(bytesOf(file), null);
      expect(meshes.length).toBe(scene.parts.length);
      scene.parts.forEach(({ mesh, name }, i) => {
        const { attributes, index, name: itsName } = meshes[i];
        const other = inspect({ positions: attributes.position.array, indices: index.array });
        const ours = inspect(mesh);
        expect(name).toBe(itsName);
        expect(ours.signedVolume / other.signedVolume).toBeCloseTo(1, 1);
        for (let k = 0; k < 3; k++) expect(Math.abs(ours.bounds.max[k] - other.bounds.max[k])).toBeLessThan(0.1);
      });
    }
  });

  it('an assembly of other files is told by what it lacks', async () => {
    expect(await messageOf(read('cax-if/s1_pe_214/s1_pe_214.stp'))).toBe(
      'cax-if/s1_pe_214/s1_pe_214.stp: there is no solid and no surface in it. Export the shapes themselves: curves are not read, nor parts that lie in other files.',
    );
  });
});

describe('STEP with faults', () => {
  const whole = stepFile([{ box: [3, 2, 1] }]);
  const fault = (text: string | Uint8Array) => messageOf(readWith(readStep, text, 'bad.step'));

  it('another file', async () => {
    expect(await fault('solid cube')).toBe(
      'bad.step: it does not begin as STEP does (with ISO-10303-21). Check what it is, and export it again.',
    );
  });

  it.each([0.1, 0.3, 0.5, 0.7, 0.9, 0.99])('cut off after %f of its length', async (share) => {
    expect(await fault(whole.slice(0, Math.floor(share * whole.length)))).toMatch(
      /^bad\.step: it breaks off on line \d+, after \d+ bytes \(END-ISO-10303-21 is missing\)\. Export it again\.$/,
    );
  });

  it('garbage behind a good header', async () => {
    const data = whole.indexOf('DATA;') + 5;
    expect(await fault(`${whole.slice(0, data)}\nlorem ipsum;\nENDSEC;\nEND-ISO-10303-21;\n`)).toMatch(
      /^bad\.step: (its data are no STEP that can be read|there is no solid and no surface in it)\. /,
    );
    const noise = utf8(whole);
    noise.fill(0xff, data, noise.length - 40);
    expect(await fault(noise)).toMatch(/^bad\.step: /);
  });

  it('a bracket or an entity that is not finished is told by its line', async () => {
    const lines = whole.split('\n');
    const at = lines.findIndex((line) => line.includes('VERTEX_POINT'));
    const changed = (line: string) => lines.with(at, line).join('\n');
    expect(await fault(changed(lines[at].replace(')', '')))).toBe(
      `bad.step: a bracket is not closed in the statement that begins on line ${at + 1}. Export it again.`,
    );
    expect(await fault(changed(lines[at].replace(';', ');')))).toBe(
      `bad.step: a bracket closes that was not opened in the statement that begins on line ${at + 1}. Export it again.`,
    );
    expect(await fault(changed('#7;'))).toBe(
      `bad.step: an entity is without its data in the statement that begins on line ${at + 1}. Export it again.`,
    );
  });

  it('a face that names nothing leaves an open part', async () => {
    const scene = await readWith(readStep, whole.replace(/PLANE\('',#\d+\)/, "PLANE('',#99999)"), 'bad.step');
    expect(scene.parts.length).toBe(1);
    expect(inspect(scene.parts[0].mesh).closed).toBe(false);
  });

  it('nothing is written to the console', async () => {
    const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
    const logged = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
    try {
      await fault(
        `${whole.slice(0, whole.indexOf('DATA;') + 5)}\n#1=NO_SUCH_THING(#2,#3);\nENDSEC;\nEND-ISO-10303-21;\n`,
      );
      await readWith(readStep, whole, 'good.step');
      for (const spy of [...written, ...logged]) expect(spy).not.toHaveBeenCalled();
    } finally {
      vi.restoreAllMocks();
    }
  });
});
