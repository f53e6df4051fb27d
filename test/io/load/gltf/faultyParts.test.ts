import { describe, expect, test } from 'vitest';
import { massProperties } from '../../../../src/mesh/mass.js';
import { CUBE, cubeDraft, type Draft } from './glb.js';
import { bent, read, refusal } from './refusal.js';

/** Two parts, of which only the first is bent. */
function twoParts(bend: (file: Draft) => void): Uint8Array {
  const file = cubeDraft([
    { mesh: 0, name: 'first' },
    { mesh: 1, name: 'second' },
  ]);
  const POSITION = file.accessor(CUBE.positions, 'VEC3');
  const indices = file.accessor(CUBE.indices, 'SCALAR');
  file.json.meshes.push({ primitives: [{ attributes: { POSITION }, indices }] });
  bend(file);
  return file.glb();
}

describe('one faulty part of two is reported and the other one read', () => {
  const inPrimitive = "part 'first' (node 0): mesh 0 'cube mesh': primitive 0: ";
  test.each([
    [
      'an index out of range',
      (f) => f.accessor(Uint8Array.of(0, 1, 99), 'SCALAR') && (f.json.meshes[0].primitives[0].indices = 4),
      `${inPrimitive}its indices: index 2 names vertex 99 of 8. Export the file again.`,
    ],
    [
      'NaN in a position',
      (f) =>
        (f.json.meshes[0].primitives[0].attributes.POSITION = f.accessor(
          CUBE.positions.map((x, i) => (i === 7 ? Number.NaN : x)),
          'VEC3',
        )),
      `${inPrimitive}POSITION: a number is not finite (vertex 2, y = NaN). Export the file again.`,
    ],
    [
      'a view beyond the buffer',
      (f) => (f.json.bufferViews[0].byteOffset = 1e6),
      `${inPrimitive}POSITION: accessor 0: buffer view 0: it ends at byte 1000096 of buffer 0, which has 336. Export the file again.`,
    ],
    [
      'an offset that is no number',
      (f) => (f.json.bufferViews[0].byteOffset = -4),
      `${inPrimitive}POSITION: accessor 0: buffer view 0: byteOffset of it must be a whole number (it is -4). Export the file again.`,
    ],
    [
      'an accessor beyond its view',
      (f) => (f.json.accessors[0].count = 9),
      `${inPrimitive}POSITION: accessor 0: it ends at byte 108 of buffer view 0, which has 96. Export the file again.`,
    ],
    [
      'an accessor of a strange offset',
      (f) => (f.json.accessors[0].byteOffset = 1e300),
      `${inPrimitive}POSITION: accessor 0: byteOffset of it must be a whole number (it is 1e+300). Export the file again.`,
    ],
    [
      'a stride that is too short',
      (f) => (f.json.bufferViews[0].byteStride = 4),
      `${inPrimitive}POSITION: accessor 0: its elements of 12 bytes cannot stand 4 bytes apart (buffer view 0). Export the file again.`,
    ],
    [
      'a wrong type',
      (f) => (f.json.accessors[0].type = 'VEC2'),
      `${inPrimitive}POSITION: accessor 0: it must be of type VEC3 (it is 'VEC2'). Export the file again.`,
    ],
    [
      'a wrong component type',
      (f) => (f.json.accessors[0].componentType = 5130),
      `${inPrimitive}POSITION: accessor 0: its component type is none that exists (5130). Export the file again.`,
    ],
    [
      'indices in floats',
      (f) => (f.json.accessors[1].componentType = 5126) && (f.json.accessors[1].count = 18),
      `${inPrimitive}its indices: accessor 1: its component type must be an unsigned integer (5121, 5123 or 5125). Export the file again.`,
    ],
    [
      'no such accessor',
      (f) => (f.json.meshes[0].primitives[0].attributes.POSITION = 77),
      `${inPrimitive}POSITION: accessor 77: there is no accessor 77 (the file has 4). Export the file again.`,
    ],
    [
      'no such mesh',
      (f) => (f.json.nodes[0].mesh = 5),
      "part 'first' (node 0): there is no mesh 5 (the file has 2). Export the file again.",
    ],
    [
      'a mode that is none',
      (f) => (f.json.meshes[0].primitives[0].mode = 9),
      `${inPrimitive}its mode is none that exists (9). Export the file again.`,
    ],
    [
      'a primitive that is none',
      (f) => (f.json.meshes[0].primitives[0] = 'cube'),
      `${inPrimitive}it must be an object (it is 'cube'). Export the file again.`,
    ],
    [
      'zeros without end',
      (f) => delete f.json.accessors[0].bufferView && (f.json.accessors[0].count = 2 ** 40),
      /POSITION: accessor 0: it unfolds to 3298534883328 numbers, more than can be in a file of \d+ bytes\. Check the counts/,
    ],
    [
      'a sparse part without end',
      (f) =>
        (f.json.accessors[0].sparse = {
          count: 9,
          indices: { bufferView: 1, componentType: 5123 },
          values: { bufferView: 0 },
        }),
      `${inPrimitive}POSITION: accessor 0: its sparse part has 9 elements of 8. Export the file again.`,
    ],
    [
      'a sparse part out of range',
      (f) =>
        (f.json.accessors[0].sparse = {
          count: 1,
          indices: { bufferView: f.view(Uint8Array.of(8)), componentType: 5121 },
          values: { bufferView: 0 },
        }),
      `${inPrimitive}POSITION: accessor 0: its sparse part changes element 8 of 8. Export the file again.`,
    ],
    [
      'a scale of zero',
      (f) => (f.json.nodes[0].scale = [1, 0, 1]),
      "part 'first' (node 0): it is scaled to nothing or beyond all numbers. Give it a scale that can be undone.",
    ],
    [
      'a place that is not finite',
      (f) => (f.json.nodes[0].translation = [0, null, 0]),
      "part 'first' (node 0): node 0 'first': translation of it must be 3 finite numbers. Export the file again.",
    ],
    [
      'a matrix that is too short',
      (f) => (f.json.nodes[0].matrix = [1, 0, 0]),
      "part 'first' (node 0): node 0 'first': matrix of it must be 16 finite numbers. Export the file again.",
    ],
    [
      'a matrix that is not affine',
      (f) => (f.json.nodes[0].matrix = [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
      "part 'first' (node 0): node 0 'first': a matrix is not affine (its last row is not 0 0 0 1). Export the file again.",
    ],
    [
      'no such skin',
      (f) => (f.json.nodes[0].skin = 0),
      "part 'first' (node 0): mesh 0 'cube mesh': primitive 0: it has 0 sets of JOINTS and 0 of WEIGHTS, and its node has a skin. Export the file again.",
    ],
    [
      'instances without end',
      (f) => {
        f.json.accessors.push({ count: 2 ** 30, type: 'VEC3', componentType: 5126 });
        f.json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 4 } } };
      },
      /EXT_mesh_gpu_instancing: TRANSLATION: accessor 4: it unfolds to 3221225472 numbers/,
    ],
    [
      'a Draco mesh that is none',
      (f) => {
        f.json.meshes[0].primitives[0].extensions = {
          KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } },
        };
      },
      `${inPrimitive}its compressed bytes (Draco) are damaged. Export the file again.`,
    ],
    [
      'a Draco mesh without end',
      (f) => {
        const head = [...'DRACO'].map((letter) => letter.charCodeAt(0));
        const bufferView = f.view(
          Uint8Array.of(...head, 2, 2, 1, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0),
        );
        f.json.meshes[0].primitives[0].extensions = {
          KHR_draco_mesh_compression: { bufferView, attributes: { POSITION: 0 } },
        };
      },
      `${inPrimitive}its 25 compressed bytes (Draco) cannot stand for 536870911 faces on 536870911 vertices. Export the file again.`,
    ],
    [
      'a meshopt view that is none',
      (f) => {
        f.json.bufferViews[0].extensions = {
          EXT_meshopt_compression: { buffer: 0, byteLength: 96, count: 8, byteStride: 12, mode: 'ATTRIBUTES' },
        };
      },
      `${inPrimitive}POSITION: accessor 0: buffer view 0: its compressed bytes (meshopt) are damaged. Export the file again.`,
    ],
    [
      'a meshopt view without end',
      (f) => {
        f.json.bufferViews[0].extensions = {
          EXT_meshopt_compression: { buffer: 0, byteLength: 96, count: 2 ** 31, byteStride: 256, mode: 'ATTRIBUTES' },
        };
      },
      `${inPrimitive}POSITION: accessor 0: buffer view 0: its 96 compressed bytes cannot stand for 2147483648 elements of 256 bytes. Export the file again.`,
    ],
    [
      'a meshopt mode that is none',
      (f) => {
        f.json.bufferViews[0].extensions = {
          EXT_meshopt_compression: { buffer: 0, byteLength: 96, count: 8, byteStride: 12, mode: 'MAGIC' },
        };
      },
      `${inPrimitive}POSITION: accessor 0: buffer view 0: its compression (meshopt) is none that exists ('MAGIC', 'NONE', 8 of 12 bytes). Export the file again.`,
    ],
  ] as [string, (file: Draft) => unknown, string | RegExp][])('%s', async (_, bend, text) => {
    const { parts, problems } = await read(twoParts(bend));
    expect(parts.map(({ name }) => name)).toEqual(['second']);
    expect(massProperties(parts[0].mesh).volume).toBeCloseTo(1, 12);
    expect(problems).toEqual([
      { code: 'unreadable', part: 'first', message: typeof text === 'string' ? text : expect.stringMatching(text) },
    ]);
  });

  test('where both are faulty, the file is refused and the first fault said', async () => {
    const bytes = twoParts(({ json }) => {
      json.accessors[0].count = 1000;
      json.accessors[2].count = 1000;
    });
    expect(await refusal(bytes)).toBe(
      `none of its 2 parts can be read; the first: ${inPrimitive}POSITION: accessor 0: it ends at byte 12000 of buffer view 0, which has 96. Export the file again.`,
    );
  });

  test('NaN in a vertex that no triangle uses does no harm', async () => {
    const file = cubeDraft();
    file.json.meshes[0].primitives[0].attributes.POSITION = file.accessor(
      Float32Array.of(...CUBE.positions, Number.NaN, 0, 0),
      'VEC3',
    );
    const { parts } = await read(file.glb());
    expect(parts[0].mesh.positions).toHaveLength(24);
  });

  test('indices that make no whole triangle are left out, and that is said', async () => {
    const file = cubeDraft();
    file.json.meshes[0].primitives[0].indices = file.accessor(Uint16Array.of(...CUBE.indices, 0, 1), 'SCALAR');
    const { parts, problems } = await read(file.glb());
    expect(parts[0].mesh.indices).toHaveLength(36);
    expect(problems).toEqual([
      {
        code: 'repaired',
        part: 'cube',
        message:
          "part 'cube' (node 0): mesh 0 'cube mesh': primitive 0: its last 2 vertices make no triangle and were left out. Check the part.",
      },
    ]);
  });

  test('points and lines are left out; alone they are no scene', async () => {
    const lines = { attributes: { POSITION: 0 }, mode: 1 };
    const { parts, problems } = await read(
      bent((json) => {
        json.meshes[0].primitives.push(lines);
        json.meshes.push({ primitives: [lines] });
        json.nodes.push({ mesh: 1 });
      }),
    );
    expect(parts).toHaveLength(1);
    expect(problems).toEqual([]);
    expect(await refusal(bent((json) => Object.assign(json.meshes[0], { primitives: [lines] })))).toBe(
      'there are no triangles (nothing but points and lines in 1 of its nodes). Export surfaces.',
    );
  });
});
