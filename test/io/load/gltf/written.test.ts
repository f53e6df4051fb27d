import { Document, Primitive, VertexLayout } from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../../src/io/load/gltf/gltf.js';
import type { Scene } from '../../../../src/io/scene.js';
import { determinant } from '../../../../src/math/affine.js';
import { inspect } from '../../../../src/mesh/inspect.js';
import { massProperties } from '../../../../src/mesh/mass.js';
import type { Mesh } from '../../../../src/mesh/mesh.js';
import { box } from '../../../../src/mesh/shapes/box.js';
import { icoSphere } from '../../../../src/mesh/shapes/sphere.js';
import { torus } from '../../../../src/mesh/shapes/torus.js';
import { cornersOf, farthest } from './corners.js';
import { CUBE, cubeDraft, glbOf, openGlb } from './glb.js';
import { otherIo, otherParts } from './secondReading.js';
import { sourceOf } from './source.js';

/** A document with one node that holds this mesh. */
function documentOf(mesh: Mesh): { document: Document; primitive: Primitive } {
  const document = new Document();
  const buffer = document.createBuffer();
  const primitive = document
    .createPrimitive()
    .setAttribute(
      'POSITION',
      document.createAccessor().setBuffer(buffer).setType('VEC3').setArray(Float32Array.from(mesh.positions)),
    )
    .setIndices(document.createAccessor().setBuffer(buffer).setType('SCALAR').setArray(new Uint32Array(mesh.indices)));
  document
    .createScene()
    .addChild(document.createNode('part').setMesh(document.createMesh('shape').addPrimitive(primitive)));
  return { document, primitive };
}

/** The same triangles, each face on its own vertices with its own normals, as exporters of flat shading write them. */
function splitVertices(mesh: Mesh): Mesh {
  const positions = new Float32Array(3 * mesh.indices.length);
  mesh.indices.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = mesh.positions[3 * vertex + k];
  });
  return { positions, indices: Uint32Array.from(mesh.indices, (_, i) => i) };
}

const write = async (document: Document): Promise<Uint8Array> => (await otherIo()).writeBinary(document);
const read = (glb: Uint8Array): Promise<Scene> => Promise.resolve(readGltf(glb, sourceOf('written.glb')));

/** Reads a file twice, and demands the same corners of the same parts from both. */
async function readTwice(glb: Uint8Array, tolerance: number): Promise<Scene> {
  const scene = await read(glb);
  const others = otherParts(await (await otherIo()).readBinary(glb));
  expect(scene.parts).toHaveLength(others.length);
  scene.parts.forEach((part, k) => {
    expect(farthest(cornersOf(part, part), others[k].corners)).toBeLessThanOrEqual(tolerance);
  });
  expect(scene.problems).toEqual([]);
  return scene;
}

const closedVolume = (mesh: Mesh): number => {
  expect(inspect(mesh).closed).toBe(true);
  return massProperties(mesh).volume;
};

describe('files written by @gltf-transform', () => {
  test('a box of 36 vertices is welded to 8', async () => {
    const { document } = documentOf(splitVertices(box({ size: [1, 2, 3] })));
    const { parts, units } = await readTwice(await write(document), 0);
    expect(units).toBe('m');
    expect(parts[0].mesh.positions).toHaveLength(24);
    expect(closedVolume(parts[0].mesh)).toBeCloseTo(6, 12);
  });

  test('a solid split by material stays one solid', async () => {
    const solid = box({ size: 2 });
    const { document } = documentOf(solid);
    const mesh = document.getRoot().listMeshes()[0];
    mesh.listPrimitives()[0].dispose();
    for (let side = 0; side < 6; side++) {
      const piece = splitVertices({ positions: solid.positions, indices: solid.indices.slice(6 * side, 6 * side + 6) });
      mesh.addPrimitive(documentPrimitive(document, piece).setMaterial(document.createMaterial(`side ${side}`)));
    }
    const { parts } = await readTwice(await write(document), 0);
    expect(parts).toHaveLength(1);
    expect(parts[0].mesh.indices).toHaveLength(36);
    expect(closedVolume(parts[0].mesh)).toBeCloseTo(8, 12);
  });

  test('meshes that differ by material alone, and nodes of one mesh, share one mesh object', async () => {
    const { document, primitive } = documentOf(box());
    const copy = document.createMesh('red').addPrimitive(primitive.clone().setMaterial(document.createMaterial('red')));
    const scene = document.getRoot().listScenes()[0];
    scene.addChild(document.createNode('again').setMesh(document.getRoot().listMeshes()[0]));
    scene.addChild(document.createNode().setMesh(copy));
    const { parts } = await readTwice(await write(document), 0);
    expect(parts.map(({ name }) => name)).toEqual(['part', 'again', 'red']);
    expect(parts[1].mesh).toBe(parts[0].mesh);
    expect(parts[2].mesh).toBe(parts[0].mesh);
  });

  test.each([
    { type: Int16Array, most: 32767, normalized: true },
    { type: Uint16Array, most: 65535, normalized: true },
    { type: Int8Array, most: 127, normalized: true },
    { type: Uint8Array, most: 255, normalized: true },
    { type: Int16Array, most: 20000, normalized: false },
    { type: Uint8Array, most: 200, normalized: false },
  ])('KHR_mesh_quantization: $type.name, normalized $normalized', async ({ type, most, normalized }) => {
    const { document, primitive } = documentOf(box());
    document.createExtension(KHRMeshQuantization).setRequired(true);
    const signed = type === Int16Array || type === Int8Array;
    // A box from -1 (or 0) to 1 in the mesh's units, or from -most (or 0) to most.
    const position = primitive.getAttribute('POSITION')!;
    const array = new type(Array.from(box().positions, (x) => (x > 0 ? most : signed ? -most : 0)));
    position.setArray(array).setNormalized(normalized);
    document.getRoot().listNodes()[0].setScale([0.5, 0.5, 0.5]).setTranslation([0, 0, 7]);
    const glb = await write(document);
    expect(openGlb(glb).json.extensionsRequired).toEqual(['KHR_mesh_quantization']);
    const { parts } = await readTwice(glb, 0);
    const edge = (signed ? 2 : 1) * (normalized ? 1 : most);
    expect(closedVolume(parts[0].mesh)).toBeCloseTo(edge ** 3, 6);
    expect(determinant(parts[0].pose)).toBeCloseTo(1 / 8, 12);
  });

  test.each(['QUANTIZE', 'FILTER'] as const)('EXT_meshopt_compression, %s', async (method) => {
    const { document } = documentOf(icoSphere({ radius: 3, subdivisions: 4 }));
    document
      .createExtension(EXTMeshoptCompression)
      .setRequired(true)
      .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod[method] });
    const glb = await write(document);
    const { json, binary } = openGlb(glb);
    expect(json.extensionsRequired).toContain('EXT_meshopt_compression');
    const { parts } = await readTwice(glb, 0);
    const sphere = icoSphere({ radius: 3, subdivisions: 4 });
    expect(closedVolume(parts[0].mesh)).toBeCloseTo(massProperties(sphere).volume, 2);
    // The later name of the same compression.
    const later = glbOf(JSON.stringify(json).replaceAll('EXT_meshopt', 'KHR_meshopt'), binary);
    expect((await read(later)).parts[0].mesh).toEqual(parts[0].mesh);
  });

  test.each(['EDGEBREAKER', 'SEQUENTIAL'] as const)('KHR_draco_mesh_compression, %s', async (method) => {
    const { document } = documentOf(torus({ radius: 2, tubeRadius: 0.5 }));
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ method: KHRDracoMeshCompression.EncoderMethod[method] });
    const { parts } = await readTwice(await write(document), 0);
    const whole = torus({ radius: 2, tubeRadius: 0.5 });
    expect(parts[0].mesh.indices).toHaveLength(whole.indices.length);
    expect(closedVolume(parts[0].mesh)).toBeCloseTo(massProperties(whole).volume, 2);
  });

  test.each(Object.values(VertexLayout))('vertices laid out %s', async (layout) => {
    const { document, primitive } = documentOf(icoSphere({ subdivisions: 2 }));
    const normals = document.createAccessor().setType('VEC3').setBuffer(document.getRoot().listBuffers()[0]);
    primitive.setAttribute('NORMAL', normals.setArray(Float32Array.from(icoSphere({ subdivisions: 2 }).positions)));
    const glb = await (await otherIo()).setVertexLayout(layout).writeBinary(document);
    const strides = openGlb(glb).json.bufferViews.map((view: { byteStride?: number }) => view.byteStride);
    expect(strides).toContain(layout === VertexLayout.INTERLEAVED ? 24 : 12);
    const { parts } = await readTwice(glb, 0);
    expect(parts[0].mesh.positions).toHaveLength(icoSphere({ subdivisions: 2 }).positions.length);
  });

  test('sparse accessors on zeros', async () => {
    const positions = Float32Array.from(box({ size: 2 }).positions, (x) => Math.max(x, 0)); // from 0 to 1, a half of it zeros
    const { document, primitive } = documentOf({ positions, indices: box().indices });
    primitive.getAttribute('POSITION')!.setSparse(true);
    const glb = await write(document);
    const accessor = openGlb(glb).json.accessors.find(({ sparse }: { sparse?: object }) => sparse);
    expect(accessor.bufferView).toBeUndefined();
    expect(closedVolume((await readTwice(glb, 0)).parts[0].mesh)).toBeCloseTo(1, 12);
  });

  test('sparse accessors on given values', async () => {
    const file = cubeDraft([{ mesh: 0 }], { scenes: [{ nodes: [0] }] });
    // Its upper four corners are lifted by 2.
    const lifted = CUBE.positions.slice(12).map((x, i) => (i % 3 === 2 ? x + 2 : x));
    file.json.accessors[0].sparse = {
      count: 4,
      indices: { bufferView: file.view(Uint8Array.of(4, 5, 6, 7)), componentType: 5121 },
      values: { bufferView: file.view(lifted) },
    };
    expect(closedVolume((await readTwice(file.glb(), 0)).parts[0].mesh)).toBeCloseTo(3, 12);
  });

  test('EXT_mesh_gpu_instancing makes a part of every instance', async () => {
    const { document } = documentOf(box());
    const instancing = document.createExtension(EXTMeshGPUInstancing).setRequired(true);
    const buffer = document.getRoot().listBuffers()[0];
    const attribute = (type: 'VEC3' | 'VEC4', values: number[]) =>
      document.createAccessor().setBuffer(buffer).setType(type).setArray(Float32Array.from(values));
    const half = Math.SQRT1_2;
    const node = document.getRoot().listNodes()[0].setName('bolt').setTranslation([100, 0, 0]);
    node.setExtension(
      'EXT_mesh_gpu_instancing',
      instancing
        .createInstancedMesh()
        .setAttribute('TRANSLATION', attribute('VEC3', [0, 0, 0, 1, 2, 3, 4, 5, 6]))
        .setAttribute('ROTATION', attribute('VEC4', [0, 0, 0, 1, 0, 0, half, half, 0, 0, 0, 1]))
        .setAttribute('SCALE', attribute('VEC3', [1, 1, 1, 2, 3, 4, -1, 1, 1])),
    );
    document.getRoot().listScenes()[0].addChild(document.createNode('row').addChild(node));
    const { parts } = await read(await write(document));
    expect(parts.map(({ name, path }) => [name, path])).toEqual([
      ['bolt #1', ['row']],
      ['bolt #2', ['row']],
      ['bolt #3', ['row']],
    ]);
    expect(new Set(parts.map(({ mesh }) => mesh)).size).toBe(1);
    // Scaled by 2 3 4, turned from x to y by a right angle, shifted.
    expect(farthest(parts[1].pose, [0, -3, 0, 101, 2, 0, 0, 2, 0, 0, 4, 3])).toBeLessThan(1e-6);
    expect(farthest(parts[2].pose, [-1, 0, 0, 104, 0, 1, 0, 5, 0, 0, 1, 6])).toBeLessThan(1e-6);
  });

  test('hierarchies are multiplied out in f64, mirrored ones too', async () => {
    const { document } = documentOf(box());
    const [part] = document.getRoot().listNodes();
    part.setTranslation([0, 0, 0.125]).setScale([-2, 1, 1]);
    const outer = document
      .createNode('outer')
      .setTranslation([1e6, 0, 0])
      .setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    const unnamed = document.createNode().setScale([1, 3, 1]);
    document
      .getRoot()
      .listScenes()[0]
      .addChild(outer.addChild(unnamed.addChild(part)));
    const { parts } = await readTwice(await write(document), 1e-9);
    expect(parts[0].path).toEqual(['outer']);
    expect(determinant(parts[0].pose)).toBeCloseTo(-6, 12);
    expect(farthest(parts[0].pose, [0, -3, 0, 1e6, -2, 0, 0, 0, 0, 0, 1, 0.125])).toBeLessThan(1e-15 * 1e6);
  });
});

describe('strips and fans', () => {
  /** A strip around a square tube, and a fan for each of its ends. */
  test.each([{ indexed: true }, { indexed: false }])('make a closed box (indexed $indexed)', async ({ indexed }) => {
    const corner = (k: number, z: number): number[] =>
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ][k % 4].concat(z);
    const tube = [0, 1, 2, 3, 4].flatMap((k) => [corner(k, 1), corner(k, -1)]);
    const top = [0, 1, 2, 3].map((k) => corner(k, 1));
    const bottom = [3, 2, 1, 0].map((k) => corner(k, -1));
    const { document, primitive } = documentOf(box());
    const mesh = document.getRoot().listMeshes()[0].removePrimitive(primitive);
    for (const [points, mode] of [
      [tube, Primitive.Mode.TRIANGLE_STRIP],
      [top, Primitive.Mode.TRIANGLE_FAN],
      [bottom, Primitive.Mode.TRIANGLE_FAN],
    ] as const) {
      const piece = documentPrimitive(document, {
        positions: Float32Array.from(points.flat()),
        indices: Uint32Array.from(points, (_, i) => i),
      });
      mesh.addPrimitive(piece.setMode(mode).setIndices(indexed ? piece.getIndices() : null));
    }
    const { parts } = await read(await write(document));
    expect(parts[0].mesh.indices).toHaveLength(36);
    expect(closedVolume(parts[0].mesh)).toBeCloseTo(8, 12);
  });

  test('leave out the triangles that tie strips together', async () => {
    const { document, primitive } = documentOf(box());
    const square = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1];
    primitive.getAttribute('POSITION')!.setArray(Float32Array.from(square));
    primitive.getIndices()!.setArray(Uint16Array.of(0, 1, 2, 3, 3, 4, 4, 5, 6, 7));
    primitive.setMode(Primitive.Mode.TRIANGLE_STRIP);
    const { parts } = await read(await write(document));
    expect(parts[0].mesh.indices.length / 3).toBe(4);
  });
});

function documentPrimitive(document: Document, mesh: Mesh): Primitive {
  const buffer = document.getRoot().listBuffers()[0];
  return document
    .createPrimitive()
    .setAttribute(
      'POSITION',
      document.createAccessor().setBuffer(buffer).setType('VEC3').setArray(Float32Array.from(mesh.positions)),
    )
    .setIndices(document.createAccessor().setBuffer(buffer).setType('SCALAR').setArray(new Uint32Array(mesh.indices)));
}
