import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../../src/io/load/gltf/gltf.js';
import { boundsOf, extent } from '../../../../src/math/box.js';
import { inspect } from '../../../../src/mesh/inspect.js';
import { cornersOf, farthest, figuresOf } from './corners.js';
import { glbOf, openGlb } from './glb.js';
import { otherIo, otherParts } from './secondReading.js';
import { sourceOf } from './source.js';

const folder = new URL('../../../../../shared/models/', import.meta.url);
const index = new URL('INDEX.json', folder);
const here = existsSync(index);

interface Entry {
  file: string;
  format: string;
  meshNodes: number;
  triangles: number;
  trianglesNonFinite: number;
  bbox: [number[], number[]] | null;
  volume: number;
  watertight: boolean;
}

const entries: Entry[] = here ? JSON.parse(readFileSync(index, 'utf8')).files : [];
const models = entries.filter(
  ({ format, triangles, trianglesNonFinite }) => format === 'glb' && triangles > 0 && trianglesNonFinite === 0,
);
const DRACO = 'glb/threejs_gears.glb';
const read = (file: string) => readGltf(readFileSync(new URL(file, folder)), sourceOf(file.replace(/^.*\//, '')));

/** A file as the other reader wants it: trimesh_pins.glb has chunks that are not aligned. */
function aligned(file: string): Uint8Array {
  const { json, binary } = openGlb(new Uint8Array(readFileSync(new URL(file, folder))));
  return glbOf(json, binary);
}

describe.skipIf(!here)('the models of ../shared', () => {
  test('there are nine of them that can be read', () => {
    expect(models).toHaveLength(9);
  });

  test.each(models)('$file: as INDEX.json says', async ({ file, meshNodes, triangles, bbox, volume, watertight }) => {
    const scene = await read(file);
    const figures = figuresOf(scene);
    expect(scene.parts).toHaveLength(meshNodes);
    expect(scene.problems).toEqual([]);
    expect(figures.triangles).toBe(triangles);
    const size = Math.hypot(...extent(figures.bounds));
    expect(farthest([...figures.bounds.min, ...figures.bounds.max], bbox!.flat())).toBeLessThan(1e-6 * size);
    expect(Math.abs(figures.volume - volume)).toBeLessThan(2e-6 * Math.max(Math.abs(volume), 1e-3 * size ** 3));
    if (watertight) for (const { mesh } of scene.parts) expect(inspect(mesh).closed).toBe(true);
  });

  test.each([...models.map(({ file }) => file), DRACO])(
    '%s: corner by corner as @gltf-transform reads it',
    async (file) => {
      const scene = await read(file);
      const others = otherParts(await (await otherIo()).readBinary(aligned(file)));
      const size = Math.hypot(...extent(figuresOf(scene).bounds));
      expect(scene.parts.map(({ name }) => name)).toEqual(others.map(({ name }, k) => name || `node ${k}`));
      scene.parts.forEach((part, k) => {
        expect(farthest(cornersOf(part, part), others[k].corners)).toBeLessThan(1e-6 * size);
      });
    },
  );

  test('threejs_gears.glb has as many triangles as its accessors name, within their bounds', async () => {
    const scene = await read(DRACO);
    expect(scene.parts.map(({ name, mesh }) => [name, mesh.indices.length])).toEqual([
      ['outerHull', 35904],
      ['axle', 20508],
      ['gears', 8676],
    ]);
    const { json } = openGlb(new Uint8Array(readFileSync(new URL(DRACO, folder))));
    scene.parts.forEach(({ mesh }, k) => {
      const { min, max } = json.accessors[json.meshes[k].primitives[0].attributes.POSITION];
      const { min: low, max: high } = boundsOf(mesh.positions);
      const step = Math.max(...extent({ min, max })) / 2 ** 11; // no coarser than Draco's usual 14 bits, with room
      expect(farthest([...low, ...high], [...min, ...max])).toBeLessThan(step);
    });
  });

  test('models with nothing to check say so', async () => {
    await expect(read('glb/assimp_BoxWithInfinites.glb')).rejects.toThrow(
      "assimp_BoxWithInfinites.glb: part 'nodes_1' (node 1): mesh 0 'Mesh': primitive 0: POSITION: a number is not finite (vertex 0, x = -Infinity). Export the file again.",
    );
    await expect(read('glb/trimesh_empty_nodes.glb')).rejects.toThrow(
      'trimesh_empty_nodes.glb: there is no geometry (no node of its scene has a mesh). Export the parts, too.',
    );
  });
});
