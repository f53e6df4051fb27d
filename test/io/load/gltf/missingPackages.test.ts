import { describe, expect, test, vi } from 'vitest';
import { massProperties } from '../../../../src/mesh/mass.js';
import { cubeDraft, type Draft } from './glb.js';
import { read, refusal } from './refusal.js';

vi.mock('draco3dgltf', () => {
  throw new Error('not here');
});
vi.mock('meshoptimizer', () => {
  throw new Error('not here');
});

/** A cube that is there twice: uncompressed, and as bytes that only a decoder could tell to be broken. */
const COMPRESSIONS: Readonly<Record<string, (file: Draft) => void>> = {
  draco3dgltf: ({ json }) => {
    json.extensionsUsed = ['KHR_draco_mesh_compression'];
    json.meshes[0].primitives[0].extensions = {
      KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } },
    };
  },
  meshoptimizer: ({ json }) => {
    json.extensionsUsed = ['EXT_meshopt_compression'];
    json.bufferViews[0].extensions = {
      EXT_meshopt_compression: { buffer: 0, byteLength: 96, count: 8, byteStride: 12, mode: 'ATTRIBUTES' },
    };
  },
};

describe.each(Object.entries(COMPRESSIONS))('without the package %s', (name, compress) => {
  test('what the file also holds uncompressed is read from there', async () => {
    const file = cubeDraft();
    compress(file);
    const { parts, problems } = await read(file.glb());
    expect(massProperties(parts[0].mesh).volume).toBeCloseTo(1, 12);
    expect(problems).toEqual([]);
  });

  test('what it holds compressed alone is refused, and the package named', async () => {
    const file = cubeDraft();
    compress(file);
    if (name === 'draco3dgltf') delete file.json.accessors[0].bufferView;
    else
      file.json.bufferViews[0].buffer =
        file.json.buffers.push({ byteLength: 96, extensions: { EXT_meshopt_compression: { fallback: true } } }) - 1;
    expect(await refusal(file.glb())).toContain(`, and the package ${name} cannot be loaded (`);
  });
});
