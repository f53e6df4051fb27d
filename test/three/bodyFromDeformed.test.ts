import {
  Bone,
  BoxGeometry,
  BufferAttribute,
  CylinderGeometry,
  DetachedBindMode,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Scene,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint8BufferAttribute,
  Uint16BufferAttribute,
  Vector3,
  Vector4,
} from 'three';
import { describe, expect, it } from 'vitest';
import { type Random, seeded } from '../../src/math/random.js';
import { bodyFrom } from '../../src/three/bodyFrom.js';
import { apart, bodyCorners, drawnCorners, F32 } from './drawnCorners.js';

const basic = new MeshBasicMaterial();

/** A tube along y whose vertices follow up to four of the bones, with weights that add up to 1 unless told otherwise. */
function tube(random: Random, boneCount: number, sum = 1): CylinderGeometry {
  const geometry = new CylinderGeometry(0.5, 0.5, 4, 8, 12);
  const { count } = geometry.attributes.position;
  const bones = new Uint16Array(4 * count).map(() => Math.floor(boneCount * random()));
  const weights = new Float32Array(4 * count).map(() => (random() < 0.3 ? 0 : random()));
  for (let v = 0; v < 4 * count; v += 4) {
    weights[v] += 0.01;
    const total = weights[v] + weights[v + 1] + weights[v + 2] + weights[v + 3];
    for (let i = v; i < v + 4; i++) weights[i] *= sum / total;
  }
  geometry.setAttribute('skinIndex', new BufferAttribute(bones, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  return geometry;
}

/** A chain of bones, each beneath the one before. */
function chain(count: number): Bone[] {
  const bones = Array.from({ length: count }, () => new Bone());
  for (const [i, bone] of bones.entries()) {
    bone.position.y = i === 0 ? -2 : 4 / count;
    if (i > 0) bones[i - 1].add(bone);
  }
  return bones;
}

function bend(bones: readonly Bone[], random: Random): void {
  for (const bone of bones) bone.rotation.set(random() - 0.5, random() - 0.5, random() - 0.5);
  bones[1].scale.setScalar(0.5 + random());
}

/** A scene with a character in it: a mesh, and bones that are beneath it or beside it. */
function character(random: Random, where: 'beneath' | 'beside' | 'outside', sum = 1) {
  const [scene, hero] = [new Scene(), new Group()];
  hero.position.set(3, 4, 5);
  hero.rotation.y = 0.7;
  const bones = chain(5);
  const mesh = new SkinnedMesh(tube(random, bones.length, sum), basic);
  mesh.position.set(0.1, 0.2, 0.3);
  mesh.rotation.z = 0.4;
  mesh.scale.set(1, 1.5, -1);
  scene.add(hero.add(mesh));
  const armature = new Object3D();
  armature.scale.setScalar(0.8);
  armature.add(bones[0]);
  if (where === 'beneath') mesh.add(armature);
  else if (where === 'beside') hero.add(armature);
  scene.updateMatrixWorld(true);
  armature.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  return { scene, hero, mesh, bones, armature };
}

describe('bodyFrom: skinned meshes', () => {
  const cases = [
    ['beneath', 'attached', 11],
    ['beside', 'attached', 12],
    ['outside', 'attached', 13],
    ['beneath', 'detached', 14],
    ['outside', 'detached', 15],
  ] as const;

  it.each(cases)(
    'bones %s the mesh, %s (seed %i): as getVertexPosition has it, before anything is rendered',
    (where, mode, seed) => {
      const random = seeded(seed);
      const { scene, hero, mesh, bones, armature } = character(random, where);
      if (mode === 'detached') mesh.bindMode = DetachedBindMode;
      const bodies = [bodyFrom(mesh), bodyFrom(hero), bodyFrom(scene)];
      for (let step = 0; step < 3; step++) {
        bend(bones, random);
        hero.position.x += 1;
        mesh.rotation.x += 0.1;
        for (const body of bodies) body.follow();
        const found = bodies.map(bodyCorners);
        armature.updateMatrixWorld(true);
        const expected = drawnCorners(mesh);
        for (const corners of found) expect(apart(corners, expected)).toBeLessThan(F32);
      }
    },
  );

  it('takes a bindMatrix that is not where the mesh stands (seed 21)', () => {
    const random = seeded(21);
    const { mesh, bones } = character(random, 'beneath');
    mesh.bind(mesh.skeleton, new Matrix4().makeRotationX(0.3).setPosition(1, 2, 3));
    bend(bones, random);
    expect(apart(bodyCorners(bodyFrom(mesh)), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it.each([0.5, 1.7])('weights that add up to %f move vertices as the shaders do (seed 22)', (sum) => {
    const random = seeded(22);
    const { scene, mesh, bones } = character(random, 'beneath', sum);
    bend(bones, random);
    const found = bodyCorners(bodyFrom(mesh));
    scene.updateMatrixWorld(true);
    expect(apart(found, shaderCorners(mesh))).toBeLessThan(F32);
    // There three's own positions differ: they take the bind matrix's translation once, not by the weights.
    expect(apart(found, drawnCorners(mesh))).toBeGreaterThan(0.01);
  });

  it('takes any kind of attribute, interleaved ones and weights of whole numbers (seed 23)', () => {
    const random = seeded(23);
    const { mesh, bones } = character(random, 'beneath');
    const { skinIndex, skinWeight, position } = mesh.geometry.attributes;
    mesh.geometry.setAttribute('skinIndex', new Uint8BufferAttribute([...skinIndex.array], 4));
    const parts = Array.from(skinWeight.array, (weight) => Math.round(65535 * weight));
    mesh.geometry.setAttribute('skinWeight', new Uint16BufferAttribute(parts, 4, true));
    bend(bones, random);
    expect(apart(bodyCorners(bodyFrom(mesh)), drawnCorners(mesh))).toBeLessThan(1e-4); // sums differ from 1 a little
    const data = new InterleavedBuffer(new Float32Array(8 * position.count), 8);
    const [bonesOf, weightsOf] = [0, 4].map((offset) => new InterleavedBufferAttribute(data, 4, offset));
    for (let v = 0; v < position.count; v++)
      for (let c = 0; c < 4; c++) {
        bonesOf.setComponent(v, c, skinIndex.getComponent(v, c));
        weightsOf.setComponent(v, c, skinWeight.getComponent(v, c));
      }
    mesh.geometry.setAttribute('skinIndex', bonesOf).setAttribute('skinWeight', weightsOf);
    expect(apart(bodyCorners(bodyFrom(mesh)), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('a bone that is missing stands at the origin of the world, as in skeleton.update() (seed 24)', () => {
    const { scene, mesh } = character(seeded(24), 'beneath');
    mesh.skeleton.bones[4] = undefined as unknown as Bone;
    const found = bodyCorners(bodyFrom(mesh));
    scene.updateMatrixWorld(true);
    expect(apart(found, shaderCorners(mesh))).toBeLessThan(F32);
  });

  it('leaves what three.js keeps of a skeleton alone (seed 25)', () => {
    const random = seeded(25);
    const { mesh, bones } = character(random, 'beneath');
    mesh.skeleton.update();
    const [matrices, inverse] = [mesh.skeleton.boneMatrices?.slice(), mesh.bindMatrixInverse.clone()];
    bend(bones, random);
    bodyFrom(mesh);
    expect(mesh.skeleton.boneMatrices).toEqual(matrices);
    expect(mesh.skeleton.boneTexture).toBeNull();
    expect(mesh.bindMatrixInverse.equals(inverse)).toBe(true);
  });

  it('is a deformation where bones move, and none where the whole moves (seed 26)', () => {
    const random = seeded(26);
    const { scene, hero, mesh, bones } = character(random, 'beside');
    const bodies = [bodyFrom(mesh), bodyFrom(hero), bodyFrom(scene)];
    for (let step = 0; step < 20; step++) {
      hero.position.set(100 * random(), random(), random());
      hero.rotation.set(random(), random(), random());
      scene.position.x = random();
      for (const body of bodies) body.follow();
    }
    expect(bodies.map(({ revision }) => revision)).toEqual([0, 0, 0]);
    expect(apart(bodyCorners(bodies[0]), drawnCorners(mesh))).toBeLessThan(F32);
    const [held] = [bodies[0].mesh.positions];
    const copy = held.slice();
    bones[2].rotation.x += 0.1;
    for (const body of bodies) body.follow();
    expect(bodies.map(({ revision }) => revision)).toEqual([1, 1, 1]);
    expect(held).toEqual(copy); // a query under way may hold it
    for (const body of bodies) body.follow();
    expect(bodies.map(({ revision }) => revision)).toEqual([1, 1, 1]);
  });

  it('says what is missing', () => {
    const lonely = new SkinnedMesh(new BoxGeometry(), basic);
    lonely.skeleton = undefined as unknown as Skeleton;
    expect(() => bodyFrom(lonely)).toThrow('has no skeleton. Call its bind(skeleton) first.');
    const { mesh } = character(seeded(27), 'beneath');
    mesh.geometry.attributes.skinIndex.setX(0, 7);
    expect(() => bodyFrom(mesh)).toThrow('follows a bone that does not exist (7 of 5)');
    mesh.geometry.deleteAttribute('skinWeight');
    expect(() => bodyFrom(mesh)).toThrow('lacks four bones and weights per vertex (skinIndex 4, skinWeight 0)');
  });
});

/** Corners in the world by the steps of skinning_vertex.glsl.js and project_vertex.glsl.js. */
function shaderCorners(mesh: SkinnedMesh): number[] {
  const { geometry, skeleton } = mesh;
  const { position, skinIndex, skinWeight } = geometry.attributes;
  skeleton.update();
  return Array.from(geometry.index?.array ?? []).flatMap((v) => {
    const skinVertex = new Vector4(position.getX(v), position.getY(v), position.getZ(v), 1).applyMatrix4(
      mesh.bindMatrix,
    );
    const skinned = new Vector4(0, 0, 0, 0);
    for (let c = 0; c < 4; c++) {
      const bone = new Matrix4().fromArray(skeleton.boneMatrices ?? [], 16 * skinIndex.getComponent(v, c));
      skinned.addScaledVector(skinVertex.clone().applyMatrix4(bone), skinWeight.getComponent(v, c));
    }
    const { x, y, z } = skinned.applyMatrix4(mesh.bindMatrixInverse);
    return [...new Vector3(x, y, z).applyMatrix4(mesh.matrixWorld)];
  });
}

/** A sphere with targets that differ from it by noise. */
function morphing(random: Random, isRelative: boolean, targetCount = 3): SphereGeometry {
  const geometry = new SphereGeometry(1, 12, 8);
  const { array } = geometry.attributes.position;
  geometry.morphTargetsRelative = isRelative;
  geometry.morphAttributes.position = Array.from(
    { length: targetCount },
    () =>
      new Float32BufferAttribute(
        Array.from(array, (at) => (isRelative ? 0 : at) + random() - 0.5),
        3,
      ),
  );
  return geometry;
}

describe('bodyFrom: morph targets', () => {
  it.each([
    ['relative', true, 31],
    ['whole', false, 32],
  ] as const)('%s ones, as getVertexPosition has them (seed %3$i)', (_, isRelative, seed) => {
    const random = seeded(seed);
    const mesh = new Mesh(morphing(random, isRelative), basic);
    mesh.position.x = 3;
    const body = bodyFrom(mesh);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    for (const influences of [
      [1, 0, 0],
      [0.3, -0.2, 0.9],
      [0.3, -0.2, 0.9],
      [0, 0, 0],
    ]) {
      mesh.morphTargetInfluences = influences;
      body.follow();
      expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    }
    expect(body.revision).toBe(3);
    body.follow();
    expect(body.revision).toBe(3);
  });

  it('come before bones (seed 33)', () => {
    const random = seeded(33);
    const { mesh, bones } = character(random, 'beneath');
    const { array } = mesh.geometry.attributes.position;
    mesh.geometry.morphTargetsRelative = true;
    mesh.geometry.morphAttributes.position = [
      new Float32BufferAttribute(
        Array.from(array, () => random()),
        3,
      ),
    ];
    mesh.updateMorphTargets();
    const body = bodyFrom(mesh);
    mesh.morphTargetInfluences = [0.8];
    bend(bones, random);
    body.follow();
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('of whole numbers, interleaved, beyond the drawRange, and changed later (seed 34)', () => {
    const random = seeded(34);
    const geometry = morphing(random, true, 1);
    const { count } = geometry.attributes.position;
    const data = new InterleavedBuffer(
      new Int16Array(4 * count).map(() => 65536 * random() - 32768),
      4,
    );
    const target = new InterleavedBufferAttribute(data, 3, 0, true);
    geometry.morphAttributes.position = [target];
    geometry.setDrawRange(60, 120);
    const mesh = new Mesh(geometry, basic);
    mesh.morphTargetInfluences = [0.5];
    const body = bodyFrom(mesh);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    for (let v = 0; v < count; v++) target.setX(v, 0.25);
    target.needsUpdate = true;
    body.follow();
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('influences without a target take from the stored positions, as in the shaders (seed 35)', () => {
    const mesh = new Mesh(morphing(seeded(35), false, 1), basic);
    mesh.morphTargetInfluences = [0.25, 0.5];
    const { position } = mesh.geometry.attributes;
    const [target] = mesh.geometry.morphAttributes.position ?? [];
    const { positions } = bodyFrom(mesh).mesh;
    expect(positions[3]).toBeCloseTo(0.25 * position.getX(1) + 0.25 * target.getX(1), 6);
    mesh.morphTargetInfluences = [];
    expect(bodyFrom(mesh).mesh.positions[3]).toBe(position.getX(1));
  });

  it.each([
    ['relative', true, 36],
    ['whole', false, 37],
  ] as const)('of each instance its own, %s (seed %3$i)', (_, isRelative, seed) => {
    const random = seeded(seed);
    const geometry = morphing(random, isRelative);
    const swarm = new InstancedMesh(geometry, basic, 4);
    const one = new Mesh(geometry, basic);
    const expected: number[] = [];
    const place = (i: number): void => {
      one.morphTargetInfluences = [random(), random(), random()];
      one.position.set(4 * i, 0, 0);
      swarm.setMorphAt(i, one);
      swarm.setMatrixAt(i, one.matrix.makeTranslation(4 * i, 0, 0));
      expected.splice(i * 9 * 12 * 7 * 2, 9 * 12 * 7 * 2, ...drawnCorners(one));
    };
    for (let i = 0; i < 4; i++) place(i);
    const body = bodyFrom(swarm);
    expect(apart(bodyCorners(body), expected)).toBeLessThan(F32);
    place(2);
    body.follow();
    expect(body.revision).toBe(1);
    expect(apart(bodyCorners(body), expected)).toBeLessThan(F32);
  });
});
