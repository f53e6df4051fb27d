import { describe, expect, test } from 'vitest';
import { openDraco } from '../../../../src/io/load/gltf/packed/draco.js';
import { openMeshopt } from '../../../../src/io/load/gltf/packed/meshopt.js';
import { bent, read, refusal } from './refusal.js';

describe('extensions', () => {
  test('required ones that are not known are named', async () => {
    expect(await refusal(bent((json) => Object.assign(json, { extensionsRequired: ['ACME_voxels'] })))).toBe(
      "it requires the extension 'ACME_voxels', which is not known here. Export the file again without that extension.",
    );
  });

  test.each([
    'KHR_materials_unlit',
    'KHR_texture_transform',
    'KHR_lights_punctual',
    'EXT_texture_webp',
    'KHR_mesh_quantization',
  ])('%s is no reason to refuse', async (name) => {
    expect((await read(bent((json) => Object.assign(json, { extensionsRequired: [name] })))).parts).toHaveLength(1);
  });

  test('packages that are not installed are named', async () => {
    await expect(openDraco(undefined, 'no-such-draco')).rejects.toThrow(
      'it is compressed with Draco, and the package no-such-draco is not installed. Install it (npm install no-such-draco), or export the file without compression.',
    );
    await expect(openMeshopt('no-such-meshopt')).rejects.toThrow(
      'it is compressed with meshopt, and the package no-such-meshopt is not installed. Install it (npm install no-such-meshopt), or export the file without compression.',
    );
  });

  test('packages that cannot be loaded are named, with the reason', async () => {
    await expect(openMeshopt('data:text/javascript,throw new Error("no WebAssembly")')).rejects.toThrow(
      /^it is compressed with meshopt, and the package .* cannot be loaded \(no WebAssembly\)\. Install it/,
    );
  });

  test('a Draco decoder that breaks down is opened anew for the next part', async () => {
    // A package that traps whenever a mesh is decoded, as WebAssembly does, and counts how often it was opened.
    const broken = `data:text/javascript,
      export let opened = 0;
      class Thing { Init() {} }
      export const createDecoderModule = async () => {
        opened++;
        return { Decoder: class { DecodeBufferToMesh() { throw new WebAssembly.RuntimeError('unreachable') } }, DecoderBuffer: Thing, Mesh: Thing, destroy() {} };
      };`;
    const draco = await openDraco(undefined, broken);
    const bytes = Uint8Array.of(...new TextEncoder().encode('DRACO'), 2, 2, 1, 0, 0, 0, 1, 3);
    for (let k = 0; k < 3; k++)
      await expect(draco(bytes, [])).rejects.toThrow(
        'its compressed bytes (Draco) are damaged. Export the file again.',
      );
    expect(((await import(/* @vite-ignore */ broken)) as { opened: number }).opened).toBe(3);
  });
});
