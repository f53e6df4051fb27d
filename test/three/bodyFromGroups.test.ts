import {
  AmbientLight,
  ArrowHelper,
  BoxGeometry,
  Group,
  type InstancedBufferGeometry,
  InstancedMesh,
  LineSegments,
  LOD,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  OrthographicCamera,
  Plane,
  PlaneHelper,
  PointLight,
  PointLightHelper,
  Points,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  Sprite,
} from 'three';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../src/math/random.js';
import { bodyFrom } from '../../src/three/bodyFrom.js';
import { apart, bodyCorners, drawnCorners, F32, turned, volumeWithin } from './drawnCorners.js';

const basic = new MeshBasicMaterial();
const box = (x = 0, y = 0, z = 0): Mesh => {
  const mesh = new Mesh(new BoxGeometry(1, 2, 3), basic);
  mesh.position.set(x, y, z);
  return mesh;
};

/** Meshes at three depths of a tree, all of them turned and scaled. */
function tree(seed: number): { root: Group; meshes: Mesh[]; groups: Group[] } {
  const random = seeded(seed);
  const groups = Array.from({ length: 3 }, () => new Group());
  const meshes = Array.from({ length: 6 }, () => box());
  for (const [i, object] of [...groups, ...meshes].entries()) {
    object.position.set(10 * random(), 10 * random(), 10 * random());
    object.rotation.set(random(), random(), random());
    object.scale.set(0.5 + random(), 0.5 + random(), 0.5 + random());
    if (i > 0 && i < 3) groups[i - 1].add(object);
    if (i >= 3) groups[i % 3].add(object);
  }
  meshes[0].add(meshes[5]); // meshes may have children, too
  return { root: groups[0], meshes, groups };
}

describe('bodyFrom: groups and scenes', () => {
  it.each([41, 42])('everything beneath is one body in the frame of the object (seed %i)', (seed) => {
    const { root, meshes } = tree(seed);
    const body = bodyFrom(root);
    expect(body.mesh.indices.length).toBe(36 * meshes.length);
    expect(apart(bodyCorners(body), drawnCorners(root))).toBeLessThan(F32);
    root.updateMatrixWorld(true);
    expect([...body.pose]).toEqual(root.matrixWorld.clone().transpose().elements.slice(0, 12));
  });

  it('one mesh beneath is a body in its own frame: its motion is no deformation', () => {
    const { root, groups, meshes } = tree(43);
    for (const mesh of meshes.slice(1)) mesh.removeFromParent();
    const body = bodyFrom(root);
    groups[2].position.x += 3;
    meshes[0].rotation.x += 1;
    meshes[0].scale.y *= -1;
    body.follow();
    expect(body.revision).toBe(0);
    expect(body.mesh.indices.length).toBe(36);
    expect(apart(bodyCorners(body), drawnCorners(root))).toBeLessThan(F32);
  });

  it('a rigid motion of the whole changes the pose and nothing else (seed 44)', () => {
    const { root } = tree(44);
    const scene = new Scene().add(root);
    const bodies = [bodyFrom(root), bodyFrom(scene)];
    const meshes = bodies.map(({ mesh }) => mesh.positions);
    const random = seeded(44);
    for (let step = 0; step < 50; step++) {
      root.position.set(1e3 * random(), 0, 0);
      root.rotation.set(random(), random(), random());
      bodies[0].follow();
    }
    expect(bodies[0].revision).toBe(0);
    expect(bodies[0].mesh.positions).toBe(meshes[0]);
    expect(apart(bodyCorners(bodies[0]), drawnCorners(root))).toBeLessThan(F32);
    bodies[1].follow(); // in the scene's frame the root has moved
    expect(bodies[1].revision).toBe(1);
    expect(apart(bodyCorners(bodies[1]), drawnCorners(scene))).toBeLessThan(F32);
  });

  it('a part that moves is a deformation, and only its vertices are other ones (seed 45)', () => {
    const { root, meshes } = tree(45);
    const body = bodyFrom(root);
    const { identity, mesh: before } = body;
    const copy = before.positions.slice();
    meshes[3].position.x += 1;
    body.follow();
    expect(body.revision).toBe(1);
    expect(body.identity).toBe(identity);
    expect(body.mesh.indices).toBe(before.indices);
    expect(before.positions).toEqual(copy);
    expect(apart(bodyCorners(body), drawnCorners(root))).toBeLessThan(F32);
    const same = body.mesh.positions.filter((x, i) => x === copy[i]).length;
    expect(same).toBeGreaterThanOrEqual(5 * 24);
    expect(same).toBeLessThan(6 * 24);
  });

  it('turns the faces of mirrored parts, so that outside stays outside', () => {
    const [root, left, right] = [new Group(), box(3), box(-3)];
    right.scale.x = -1;
    root.add(left, right);
    root.scale.y = -2;
    const body = bodyFrom(root);
    const [expectedLeft, expectedRight] = [drawnCorners(left), drawnCorners(right)];
    expect(apart(bodyCorners(body), [...expectedLeft, ...turned(expectedRight)])).toBeLessThan(F32);
    const { positions, indices } = body.mesh;
    const own = [...indices].flatMap((v) => [...positions.slice(3 * v, 3 * v + 3)]);
    expect(volumeWithin(own)).toBeCloseTo(12, 5);
    // It may be turned inside out later.
    const { identity } = body;
    right.scale.x = 1;
    body.follow();
    expect(body.identity).not.toBe(identity);
    expect(apart(bodyCorners(body), drawnCorners(root))).toBeLessThan(F32);
  });

  it('a matrixWorld that is set by hand counts, wherever in the tree (seed 46)', () => {
    const { root, groups } = tree(46);
    const body = bodyFrom(root);
    groups[1].matrixWorldAutoUpdate = false;
    groups[1].matrixWorld.makeRotationY(1).setPosition(1, 2, 3);
    body.follow();
    expect(apart(bodyCorners(body), drawnCorners(root))).toBeLessThan(F32);
  });

  it('takes what is visible with the object, whatever its ancestors are', () => {
    const { root, groups, meshes } = tree(47);
    const scene = new Scene().add(root);
    scene.visible = false;
    const body = bodyFrom(root);
    expect(body.mesh.indices.length).toBe(6 * 36);
    groups[2].visible = false; // with two meshes beneath
    meshes[0].visible = false; // with one more beneath
    body.follow();
    expect(apart(bodyCorners(body), drawnCorners(root))).toBeLessThan(F32);
    root.visible = false;
    expect(() => body.follow()).toThrow('(it is not visible). Show it, or leave it out of the query.');
    expect(() => bodyFrom(root)).toThrow('it is not visible');
    root.visible = true;
    body.follow();
    expect(apart(bodyCorners(body), drawnCorners(root))).toBeLessThan(F32);
  });

  it('passes over what is no solid, but not over what is beneath it', () => {
    const scene = new Scene();
    const light = new PointLight();
    const wide = new LineSegments2();
    (wide.geometry as InstancedBufferGeometry).instanceCount = 1;
    scene.add(box(), new AmbientLight(), light.add(box(5)), new Sprite(), new Points(new SphereGeometry()), wide);
    scene.add(new LineSegments(new BoxGeometry()).add(box(9)), new ArrowHelper(), new PointLightHelper(light, 1));
    scene.add(new PlaneHelper(new Plane()), new Object3D());
    const body = bodyFrom(scene);
    expect(body.mesh.indices.length).toBe(3 * 36);
    expect(body.bounds.min[0]).toBeCloseTo(-0.5, 6);
    expect(body.bounds.max[0]).toBeCloseTo(9.5, 6);
  });

  it('leaves out parts that a matrix flattens, for as long as it does', () => {
    const [root, a, b] = [new Group(), box(), box(4)];
    const bolts = new InstancedMesh(new BoxGeometry(), basic, 3);
    root.add(a, b, bolts);
    bolts.instanceMatrix.array.fill(0, 16, 32);
    b.scale.set(1, 0, 1);
    const body = bodyFrom(root);
    expect(body.mesh.indices.length).toBe(3 * 36);
    b.scale.y = 1;
    body.follow();
    expect(body.mesh.indices.length).toBe(4 * 36);
    for (const object of [a, b, bolts]) object.scale.x = 0;
    expect(() => body.follow()).toThrow('nothing is drawn of the Group without a name');
  });

  it('names the part that is made on the GPU', () => {
    const sky = new Mesh(new BoxGeometry(), new ShaderMaterial());
    sky.name = 'sky';
    const scene = new Scene().add(box(), sky);
    expect(() => bodyFrom(scene)).toThrow('what is drawn of the Mesh "sky" is made on the GPU (ShaderMaterial)');
    sky.visible = false;
    expect(bodyFrom(scene).mesh.indices.length).toBe(36);
  });

  it('has one level of detail, before the first rendering the finest', () => {
    const lod = new LOD();
    for (const [i, segments] of [16, 8, 4].entries())
      lod.addLevel(new Mesh(new SphereGeometry(1, segments, segments), basic), 10 * i);
    lod.add(box(5)); // is drawn at every level
    const body = bodyFrom(lod);
    const facesOf = (segments: number): number => 2 * segments * (segments - 1) + 12;
    expect(body.mesh.indices.length).toBe(3 * facesOf(16));
    const camera = new OrthographicCamera();
    camera.position.z = 15;
    camera.updateMatrixWorld();
    lod.update(camera);
    body.follow();
    expect(body.mesh.indices.length).toBe(3 * facesOf(8));
    expect(apart(bodyCorners(body), drawnCorners(lod))).toBeLessThan(F32);
    lod.autoUpdate = false;
    lod.levels[2].object.visible = true;
    body.follow();
    expect(apart(bodyCorners(body), drawnCorners(lod))).toBeLessThan(F32);
  });
});
