import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../../src/io/load/gltf/gltf.js';
import type { Scene } from '../../../../src/io/scene.js';
import { identity, invert, multiply, rotation, transformPoint, translation } from '../../../../src/math/affine.js';
import { boundsOf } from '../../../../src/math/box.js';
import { seeded } from '../../../../src/math/random.js';
import type { Vec3 } from '../../../../src/math/vector.js';
import { inspect } from '../../../../src/mesh/inspect.js';
import { massProperties } from '../../../../src/mesh/mass.js';
import { cylinder } from '../../../../src/mesh/shapes/cylinder.js';
import { cornersOf, farthest } from './corners.js';
import { CUBE, cubeDraft, type Draft, draft, openGlb } from './glb.js';
import { otherIo } from './secondReading.js';
import { sourceOf } from './source.js';
import { readByThree } from './threeReading.js';

const read = (file: Draft): Promise<Scene> => Promise.resolve(readGltf(file.glb(), sourceOf('deforming.glb')));

/** A cube of which target 0 lifts the upper side by 1, and target 1 moves the whole by 1 along x. */
function morphingCube(nodes: object[], weights?: number[]): Draft {
  const file = cubeDraft(nodes, { scenes: [{ nodes: nodes.map((_, k) => k) }] });
  const lift = CUBE.positions.map((_, i) => (i % 3 === 2 && CUBE.positions[i] > 0 ? 1 : 0));
  const shift = CUBE.positions.map((_, i) => (i % 3 === 0 ? 1 : 0));
  Object.assign(file.json.meshes[0], weights && { weights });
  file.json.meshes[0].primitives[0].targets = [
    { POSITION: file.accessor(lift, 'VEC3') },
    { POSITION: file.accessor(shift, 'VEC3') },
  ];
  return file;
}

/** Moves the weights of node 0. */
function animateWeights(file: Draft, times: number[], values: number[], interpolation = 'LINEAR'): void {
  const input = file.accessor(Float32Array.from(times), 'SCALAR');
  const output = file.accessor(Float32Array.from(values), 'SCALAR');
  file.json.animations = [
    { samplers: [{ input, output, interpolation }], channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }] },
  ];
}

describe('morph targets', () => {
  test("stand at rest as the node's weights say, else as the mesh's do, and cost nothing where they are all zero", async () => {
    const file = morphingCube(
      [{ mesh: 0 }, { mesh: 0, weights: [2, 0] }, { mesh: 0, weights: [0, 0] }, { mesh: 0, weights: [0, 0] }],
      [1, 0],
    );
    const { parts } = await read(file);
    expect(parts.map(({ mesh }) => massProperties(mesh).volume)).toEqual(
      [2, 3, 1, 1].map((v) => expect.closeTo(v, 12)),
    );
    expect(parts[2].mesh).toBe(parts[3].mesh);
    expect(parts[0].mesh).not.toBe(parts[1].mesh);
    expect(parts[0].mesh.positions).toBeInstanceOf(Float64Array);
  });

  test('are moved by animations', async () => {
    const file = morphingCube([{ mesh: 0, translation: [0, 0, 5] }]);
    animateWeights(file, [0, 1, 3], [0, 0, 1, 0, 1, 4]);
    const { parts, animations } = await read(file);
    expect(massProperties(parts[0].mesh).volume).toBeCloseTo(1, 12);
    for (const [timeS, lift, shift] of [
      [0, 0, 0],
      [0.5, 0.5, 0],
      [1, 1, 0],
      [2.5, 1, 3],
      [9, 1, 4],
    ]) {
      const [{ pose, positions }] = animations[0].at(timeS);
      expect(positions).toHaveLength(parts[0].mesh.positions.length);
      const { volume, center } = massProperties({ positions: positions!, indices: parts[0].mesh.indices });
      expect(volume).toBeCloseTo(1 + lift, 6);
      expect(farthest(center, [shift, 0, lift / 2])).toBeLessThan(1e-6);
      expect(farthest(pose, translation(0, 0, 5))).toBe(0);
    }
  });

  test('with CUBICSPLINE, all values of a key before its out-tangents', async () => {
    const file = morphingCube([{ mesh: 0 }]);
    // Target 0 follows t², target 1 follows -t.
    animateWeights(file, [0, 2], [0, -1, 0, 0, 0, -1, 4, -1, 4, -2, 4, -1], 'CUBICSPLINE');
    const { parts, animations } = await read(file);
    for (const t of [0.5, 1, 1.5]) {
      const { volume, center } = massProperties({
        positions: animations[0].at(t)[0].positions!,
        indices: parts[0].mesh.indices,
      });
      expect(volume).toBeCloseTo(1 + t * t, 6);
      expect(center[0]).toBeCloseTo(-t, 6);
    }
  });

  test('vertices at one place are merged where they move alike, and only there', async () => {
    // Two squares that share an edge at rest, each with vertices of its own: four places are doubled along that edge.
    const file = draft({
      nodes: [
        { mesh: 0, weights: [1] },
        { mesh: 1, weights: [1] },
      ],
    });
    const squares = Float32Array.of(...[0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], ...[1, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0]);
    const POSITION = file.accessor(squares, 'VEC3');
    const indices = file.accessor(Uint8Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7), 'SCALAR');
    const alike = file.accessor(
      Float32Array.from(squares, (_, i) => (i % 3 === 2 ? 1 : 0)),
      'VEC3',
    );
    const apart = file.accessor(
      Float32Array.from(squares, (_, i) => (i % 3 === 0 && i >= 12 ? 1 : 0)),
      'VEC3',
    );
    file.json.meshes = [alike, apart].map((target) => ({
      primitives: [{ attributes: { POSITION }, indices, targets: [{ POSITION: target }] }],
    }));
    const { parts } = await read(file);
    expect(parts.map(({ mesh }) => mesh.positions.length / 3)).toEqual([6, 8]);
    expect(inspect(parts[0].mesh).openEdgeCount).toBe(6);
    expect(inspect(parts[1].mesh).openEdgeCount).toBe(8);
  });

  test('instances of a morphing node share its mesh and deform alike', async () => {
    const file = morphingCube([{ mesh: 0, weights: [1, 0] }]);
    const TRANSLATION = file.accessor(Float32Array.of(0, 0, 0, 5, 0, 0), 'VEC3');
    file.json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION } } };
    animateWeights(file, [0, 1], [1, 0, 3, 0]);
    const { parts, animations } = await read(file);
    expect(parts[0].mesh).toBe(parts[1].mesh);
    const [first, second] = animations[0].at(0.5);
    expect(second.positions).toBe(first.positions);
    expect(massProperties({ positions: first.positions!, indices: parts[0].mesh.indices }).volume).toBeCloseTo(3, 6);
    expect(farthest(second.pose, translation(5, 0, 0))).toBe(0);
  });

  test('a target that is too short makes the part unreadable', async () => {
    const file = morphingCube([
      { mesh: 0, name: 'soft', weights: [1, 0] },
      { mesh: 1, name: 'hard' },
    ]);
    file.json.meshes.push({ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] });
    file.json.accessors[2].count = 7;
    const { parts, problems } = await read(file);
    expect(parts.map(({ name }) => name)).toEqual(['hard']);
    expect(problems).toEqual([
      {
        code: 'unreadable',
        part: 'soft',
        message:
          "part 'soft' (node 0): mesh 0 'cube mesh': primitive 0: morph target 0: it has 7 elements for 8 vertices. Export the file again.",
      },
    ]);
  });
});

const HEIGHT = 4;
const arm = cylinder({ radius: 0.5, height: HEIGHT, segments: 12, heightSegments: 16 });

/** How much the second of two joints holds a vertex: nothing at the foot, all at the top, evenly in between. */
const hold = (z: number): number => Math.fround(Math.min(1, Math.max(0, z / HEIGHT + 0.5)));

/** A cylinder along z that is held by two joints, at its foot and at its middle; the second one is bent about x. */
function skinnedArm(options: { bend?: number; root?: object; place?: object; sets?: boolean } = {}): Draft {
  const { bend = 0, root = {}, place = {}, sets = false } = options;
  const file = draft({
    nodes: [
      { name: 'arm', mesh: 0, skin: 0, ...place },
      { name: 'root', children: [2], ...root },
      { name: 'foot', translation: [0, 0, -HEIGHT / 2], children: [3] },
      { name: 'middle', translation: [0, 0, HEIGHT / 2], rotation: [Math.sin(bend / 2), 0, 0, Math.cos(bend / 2)] },
    ],
    scenes: [{ nodes: [0, 1] }],
    scene: 0,
  });
  const count = arm.positions.length / 3;
  const shares = Array.from({ length: count }, (_, i) => hold(arm.positions[3 * i + 2]));
  const matrix = (z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1];
  const joints = file.accessor(Uint8Array.from(shares.flatMap(() => [0, 1, 0, 0])), 'VEC4');
  const attributes: Record<string, number> = {
    POSITION: file.accessor(Float32Array.from(arm.positions), 'VEC3', { min: [-1, -1, -2], max: [1, 1, 2] }),
    JOINTS_0: joints,
    WEIGHTS_0: file.accessor(
      Float32Array.from(shares.flatMap((s) => (sets ? [1 - s, 0, 0, 0] : [1 - s, s, 0, 0]))),
      'VEC4',
    ),
  };
  if (sets) {
    attributes.JOINTS_1 = joints;
    attributes.WEIGHTS_1 = file.accessor(Float32Array.from(shares.flatMap((s) => [0, s, 0, 0])), 'VEC4');
  }
  file.json.meshes = [{ primitives: [{ attributes, indices: file.accessor(new Uint32Array(arm.indices), 'SCALAR') }] }];
  // In the order of the joints: the foot is at -2, the middle at 0.
  const inverseBindMatrices = file.accessor(Float32Array.from([...matrix(HEIGHT / 2), ...matrix(0)]), 'MAT4');
  file.json.skins = [{ joints: [2, 3], inverseBindMatrices }];
  return file;
}

/** Where the arm's corners are when its upper joint is turned by `bend`, worked out by hand. */
function bentCorners(bend: number, root = identity()): number[] {
  const turn = rotation([1, 0, 0], bend);
  return Array.from(arm.indices).flatMap((vertex) => {
    const p = Array.from({ length: 3 }, (_, k) => Math.fround(arm.positions[3 * vertex + k])) as unknown as Vec3;
    const share = hold(p[2]);
    const turned = transformPoint(turn, p); // the middle stands at the origin
    return transformPoint(root, p.map((x, k) => (1 - share) * x + share * turned[k]) as unknown as Vec3);
  });
}

describe('skins', () => {
  test('at rest, joints where they were bound leave the mesh as it is', async () => {
    const { parts, problems } = await read(skinnedArm());
    expect(problems).toEqual([]);
    expect(parts).toHaveLength(1);
    expect(farthest(cornersOf(parts[0], parts[0]), bentCorners(0))).toBeLessThan(1e-12);
    expect(inspect(parts[0].mesh).closed).toBe(true);
  });

  test.each([0.3, 1.2, -2])('a joint that is bent by %f bends the mesh', async (bend) => {
    const { parts } = await read(skinnedArm({ bend }));
    expect(farthest(cornersOf(parts[0], parts[0]), bentCorners(bend))).toBeLessThan(1e-6);
  });

  test("the node's own place does not matter, that of the joints does", async () => {
    const root = { translation: [10, 0, 0], scale: [2, 2, 2] };
    const { parts } = await read(skinnedArm({ bend: 1, root, place: { translation: [5, 5, 5], scale: [0, 0, 0] } }));
    const at = multiply(translation(10, 0, 0), Float64Array.of(2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0));
    expect(farthest(parts[0].pose, identity())).toBe(0);
    expect(farthest(cornersOf(parts[0], parts[0]), bentCorners(1, at))).toBeLessThan(1e-5);
  });

  test('a second set of joints and weights counts, too', async () => {
    const { parts } = await read(skinnedArm({ bend: 1, sets: true }));
    expect(farthest(cornersOf(parts[0], parts[0]), bentCorners(1))).toBeLessThan(1e-6);
  });

  test('weights that do not sum up to one are taken as shares', async () => {
    const file = skinnedArm({ bend: 1 });
    const { json } = file;
    const index = json.meshes[0].primitives[0].attributes.WEIGHTS_0;
    const halves = Array.from({ length: arm.positions.length / 3 }, (_, i) => hold(arm.positions[3 * i + 2])).flatMap(
      (s) => [(1 - s) / 2, s / 2, 0, 0],
    );
    json.meshes[0].primitives[0].attributes.WEIGHTS_0 = file.accessor(Float32Array.from(halves), 'VEC4');
    expect(json.accessors[index].count).toBe(halves.length / 4);
    const { parts } = await read(file);
    expect(farthest(cornersOf(parts[0], parts[0]), bentCorners(1))).toBeLessThan(1e-6);
  });

  test('joints that mirror do not turn the solid inside out', async () => {
    const { parts } = await read(skinnedArm({ root: { scale: [-1, 1, 1] } }));
    expect(massProperties(parts[0].mesh).volume).toBeCloseTo(massProperties(arm).volume, 5);
  });

  test('bends over time as worked out by hand, and as three.js plays it', async () => {
    const file = skinnedArm({ root: { translation: [1, 2, 3] } });
    const input = file.accessor(Float32Array.of(0, 2), 'SCALAR');
    const output = file.accessor(Float32Array.of(0, 0, 0, 1, Math.sin(1), 0, 0, Math.cos(1)), 'VEC4');
    file.json.animations = [
      { samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 3, path: 'rotation' } }] },
    ];
    const { parts, animations } = await read(file);
    const three = await readByThree(file.glb());
    for (const timeS of [0, 0.5, 1.1, 1.99]) {
      const [state] = animations[0].at(timeS);
      expect(farthest(state.pose, identity())).toBe(0);
      const corners = cornersOf(parts[0], state);
      expect(farthest(corners, bentCorners(timeS, translation(1, 2, 3)))).toBeLessThan(1e-6);
      expect(farthest(corners, three.cornersAt(timeS)[0])).toBeLessThan(1e-5);
    }
    expect(farthest(animations[0].at(0)[0].positions!, parts[0].mesh.positions)).toBeLessThan(1e-12);
  });

  test.each([11, 12])('random joints, weights and morphs as three.js has them (seed %i)', async (seed) => {
    const random = seeded(seed);
    const numbers = (count: number, low = -1, high = 1) =>
      Array.from({ length: count }, () => Math.fround(low + (high - low) * random()));
    const nodes = [
      { mesh: 0, skin: 0, weights: numbers(2, 0, 1) },
      ...[1, 2, 3, 4].map((k) => ({
        translation: numbers(3),
        rotation: unit(numbers(4)),
        scale: numbers(3, 0.7, 1.3),
        ...(k < 4 && { children: [k + 1] }),
      })),
    ];
    const file = cubeDraft(nodes, { scenes: [{ nodes: [0, 1] }], scene: 0 });
    const [primitive] = file.json.meshes[0].primitives;
    primitive.attributes.JOINTS_0 = file.accessor(
      Uint16Array.from({ length: 32 }, () => Math.floor(4 * random())),
      'VEC4',
    );
    const weights = Array.from({ length: 8 }, () => numbers(4, 0.01, 1)).flatMap((w) =>
      w.map((x) => x / w[0] / w.length),
    );
    const sums = weights.map((w, i) => w / weights.slice(i - (i % 4), i - (i % 4) + 4).reduce((a, b) => a + b));
    primitive.attributes.WEIGHTS_0 = file.accessor(Float32Array.from(sums), 'VEC4');
    primitive.targets = [0, 1].map(() => ({
      POSITION: file.accessor(Float32Array.from(numbers(24)), 'VEC3', { min: [-1, -1, -1], max: [1, 1, 1] }),
    }));
    const binds = [1, 2, 3, 4].flatMap(() => {
      const m = invert(
        multiply(translation(...(numbers(3) as [number, number, number])), rotation([0, 0, 1], random())),
      );
      return [0, 1, 2, 3].flatMap((c) => [m[c], m[4 + c], m[8 + c], c === 3 ? 1 : 0]);
    });
    file.json.skins = [{ joints: [1, 2, 3, 4], inverseBindMatrices: file.accessor(Float32Array.from(binds), 'MAT4') }];
    const { parts } = await read(file);
    const [corners] = (await readByThree(file.glb())).cornersAt(undefined);
    expect(farthest(cornersOf(parts[0], parts[0]), corners)).toBeLessThan(1e-5);
  });

  test.each(['Draco', 'meshopt'])('joints and weights come through %s', async (compression) => {
    const io = await otherIo();
    const document = await io.readBinary(skinnedArm({ bend: 1 }).glb());
    if (compression === 'Draco') document.createExtension(KHRDracoMeshCompression).setRequired(true);
    else document.createExtension(EXTMeshoptCompression).setRequired(true);
    const glb = await io.writeBinary(document);
    const used = openGlb(glb).json.extensionsRequired;
    expect(used.join()).toMatch(compression === 'Draco' ? /KHR_draco/ : /EXT_meshopt/);
    const { parts } = await readGltf(glb, sourceOf('packed.glb'));
    expect(parts).toHaveLength(1);
    // Triangles may come in another order, and weights in 8 bits.
    const box = boundsOf(parts[0].mesh.positions);
    const whole = boundsOf(bentCorners(1));
    expect(farthest([...box.min, ...box.max], [...whole.min, ...whole.max])).toBeLessThan(0.02);
    expect(parts[0].mesh.indices).toHaveLength(arm.indices.length);
    expect(inspect(parts[0].mesh).closed).toBe(true);
    const bent = { positions: Float64Array.from(bentCorners(1)), indices: arm.indices.map((_, i) => i) };
    expect(massProperties(parts[0].mesh).volume).toBeCloseTo(massProperties(bent).volume, 1);
  });

  test('vertices without any weight follow their first joint, and that is said', async () => {
    const file = skinnedArm({ bend: 1 });
    const zeros = new Float32Array((arm.positions.length / 3) * 4);
    file.json.meshes[0].primitives[0].attributes.WEIGHTS_0 = file.accessor(zeros, 'VEC4');
    const { parts, problems } = await read(file);
    expect(farthest(cornersOf(parts[0], parts[0]), bentCorners(0))).toBeLessThan(1e-12);
    expect(problems).toEqual([
      {
        code: 'repaired',
        part: 'arm',
        message: `part 'arm' (node 0): mesh 0: ${zeros.length / 4} vertices have no weight and were left to their first joint. Check the part.`,
      },
    ]);
  });

  test.each([
    {
      fault: 'a joint beyond the skin',
      bend: (file: Draft) => file.json.skins[0].joints.pop(),
      text: 'a vertex is held by joint 1 of 1 (vertex',
    },
    {
      fault: 'a joint that is no node',
      bend: (file: Draft) => {
        file.json.skins[0].joints[1] = 40;
      },
      text: "part 'arm' (node 0): skin 0: it has a joint that does not exist (node 40 of 4).",
    },
    {
      fault: 'no joints in the mesh',
      bend: (file: Draft) => {
        delete file.json.meshes[0].primitives[0].attributes.JOINTS_0;
      },
      text: 'primitive 0: it has 0 sets of JOINTS and 1 of WEIGHTS, and its node has a skin.',
    },
    {
      fault: 'too few matrices',
      bend: (file: Draft) => {
        file.json.accessors.at(-1).count = 1;
      },
      text: 'skin 0: inverseBindMatrices: there are 1 matrices for 2 joints.',
    },
    {
      fault: 'a joint whose place is broken',
      bend: (file: Draft) => {
        file.json.nodes[1].rotation = [0, 0, 0, 0];
      },
      text: "part 'arm' (node 0): node 1 'root': its rotation is no turn (a quaternion of length 0).",
    },
  ])('unreadable: $fault', async ({ bend, text }) => {
    const file = skinnedArm();
    bend(file);
    await expect(read(file)).rejects.toThrow(text);
  });
});

const unit = (q: number[]): number[] => q.map((x) => x / Math.hypot(...q));
