import {
  BatchedMesh,
  BoxGeometry,
  type BufferGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { type Random, seeded } from '../../src/math/random.js';
import { bodiesFrom, bodyFrom } from '../../src/three/bodyFrom.js';
import { apart, bodyCorners, drawnCorners, F32, volumeWithin } from './drawnCorners.js';

const basic = new MeshBasicMaterial();

function randomMatrix(random: Random): Matrix4 {
  const between = (): number => 2 * random() - 1;
  return new Matrix4().compose(
    new Vector3(20 * between(), 20 * between(), 20 * between()),
    new Quaternion(between(), between(), between(), between()).normalize(),
    new Vector3(0.5 + random(), 0.5 + random(), 0.5 + random()),
  );
}

function swarm(random: Random, count: number): InstancedMesh {
  const mesh = new InstancedMesh(new SphereGeometry(1, 8, 6), basic, count);
  for (let i = 0; i < count; i++) mesh.setMatrixAt(i, randomMatrix(random));
  return turnedAround(mesh);
}

/** Boxes and balls; some instances hidden, deleted and added in their place. */
function batch(random: Random, hasIndex = true): BatchedMesh {
  const mesh = new BatchedMesh(20, 1000, 3000, basic);
  const shaped = (geometry: BufferGeometry): BufferGeometry => (hasIndex ? geometry : geometry.toNonIndexed());
  const ids = [new BoxGeometry(1, 2, 3), new SphereGeometry(1, 8, 6), new SphereGeometry(2, 5, 4)].map((geometry) =>
    mesh.addGeometry(shaped(geometry)),
  );
  for (let i = 0; i < 9; i++) mesh.setMatrixAt(mesh.addInstance(ids[i % 3]), randomMatrix(random));
  mesh.setVisibleAt(1, false);
  mesh.deleteInstance(2);
  mesh.deleteInstance(4);
  mesh.setMatrixAt(mesh.addInstance(ids[0]), randomMatrix(random)); // takes number 2
  return turnedAround(mesh);
}

function turnedAround<T extends Mesh>(mesh: T): T {
  mesh.position.set(1, 2, 3);
  mesh.rotation.set(0.1, 0.2, 0.3);
  mesh.scale.set(1, 1.5, 2);
  mesh.name = 'parts';
  return mesh;
}

const kinds: [string, () => InstancedMesh | BatchedMesh][] = [
  ['InstancedMesh (seed 51)', () => swarm(seeded(51), 7)],
  ['BatchedMesh (seed 52)', () => batch(seeded(52))],
  ['BatchedMesh without an index (seed 53)', () => batch(seeded(53), false)],
];

describe.each(kinds)('%s', (_, make) => {
  it('is one body with bodyFrom', () => {
    const mesh = make();
    const body = bodyFrom(mesh);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    mesh.setMatrixAt(3, randomMatrix(seeded(1)));
    body.follow();
    expect(body.revision).toBe(1);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    mesh.position.x += 1;
    body.follow();
    expect(body.revision).toBe(1);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('is a body per instance with bodiesFrom, also beneath a group', () => {
    const mesh = make();
    const root = new Group().add(mesh, new Mesh(new BoxGeometry(), basic));
    const bodies = bodiesFrom(root);
    expect(apart(bodies.flatMap(bodyCorners), drawnCorners(root))).toBeLessThan(F32);
    expect(bodies.at(-1)?.instance).toBeUndefined();
    expect(bodies[0].name).toBe('parts 0');
    expect(bodies.every(({ object }) => root.children.includes(object as Mesh))).toBe(true);
    expect(new Set(bodies.map(({ identity }) => identity)).size).toBe(bodies.length);
    root.rotation.x = 1;
    mesh.setMatrixAt(5, randomMatrix(seeded(2)));
    for (const body of bodies) body.follow();
    expect(bodies.every(({ revision }) => revision === 0)).toBe(true); // all of it is motion
    expect(apart(bodies.flatMap(bodyCorners), drawnCorners(root))).toBeLessThan(F32);
  });

  it('shares arrays between instances of one shape', () => {
    const mesh = make();
    const bodies = bodiesFrom(mesh);
    const shapes = new Set(bodies.map((body) => body.mesh.positions));
    expect(shapes.size).toBe((mesh as BatchedMesh).isBatchedMesh ? 3 : 1);
    expect(new Set(bodies.map((body) => body.mesh.indices)).size).toBe(shapes.size);
    expect(new Set(bodies.map((body) => body.bounds)).size).toBe(shapes.size);
  });

  it('turns mirrored instances, and leaves out flattened ones', () => {
    const mesh = make();
    mesh.setMatrixAt(0, new Matrix4().makeScale(-1, 1, 1));
    mesh.setMatrixAt(3, new Matrix4().makeScale(1, 0, 1));
    const { positions, indices } = bodyFrom(mesh).mesh;
    const bodies = bodiesFrom(mesh);
    expect(bodies.some(({ instance }) => instance === 3)).toBe(false);
    // The sum of volumes is that of the instances one by one, each with its own sign.
    const sum = bodies.reduce((total, body) => total + Math.abs(volumeWithin(bodyCorners(body))), 0);
    const whole = [...indices].flatMap((v) => [...positions.slice(3 * v, 3 * v + 3)]);
    expect(3 * volumeWithin(whole)).toBeCloseTo(sum, 2);
    const [first] = bodies;
    mesh.setMatrixAt(0, new Matrix4().makeScale(0, 1, 1));
    expect(() => first.follow()).toThrow('the Mesh "parts" is flat');
  });
});

describe('InstancedMesh', () => {
  it('draws as many as its count says', () => {
    const mesh = swarm(seeded(54), 5);
    const [body, bodies] = [bodyFrom(mesh), bodiesFrom(mesh)];
    const { identity } = body;
    mesh.count = 3;
    body.follow();
    expect(body.identity).not.toBe(identity);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    bodies[2].follow();
    expect(() => bodies[3].follow()).toThrow(
      'nothing is drawn of the instance 3 of the Mesh "parts" (it is deleted, hidden or beyond the count)',
    );
    mesh.count = 0;
    expect(() => body.follow()).toThrow('nothing is drawn');
    expect(() => bodiesFrom(mesh)).toThrow('nothing is drawn');
  });

  it('with instances that a compute shader may write is refused', () => {
    const mesh = swarm(seeded(55), 2);
    Object.assign(mesh.instanceMatrix, { isStorageInstancedBufferAttribute: true });
    expect(() => bodyFrom(mesh)).toThrow('(instances in a storage buffer)');
    expect(bodiesFrom(mesh, { displaced: 'as-stored' }).length).toBe(2);
  });
});

describe('BatchedMesh', () => {
  it('follows instances that come, go and change their geometry', () => {
    const mesh = batch(seeded(56));
    const body = bodyFrom(mesh);
    const changes = [
      () => mesh.setGeometryIdAt(3, 2),
      () => mesh.setVisibleAt(1, true),
      () => mesh.deleteInstance(0),
      () => mesh.addInstance(1),
      () => mesh.deleteGeometry(0),
    ];
    for (const change of changes) {
      const { identity } = body;
      change();
      body.follow();
      expect(body.identity).not.toBe(identity);
      expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    }
    // Geometries may be put elsewhere in the batch: nothing is seen of that.
    const { identity, revision } = body;
    mesh.optimize();
    body.follow();
    expect(body.identity).toBe(identity);
    expect(body.revision).toBe(revision);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('follows a geometry that is set anew, in the bodies of its instances', () => {
    const mesh = batch(seeded(57));
    const bodies = bodiesFrom(mesh);
    mesh.setGeometryAt(1, new SphereGeometry(0.5, 6, 5));
    for (const body of bodies) body.follow();
    expect(apart(bodies.flatMap(bodyCorners), drawnCorners(mesh))).toBeLessThan(F32);
    const others = bodies.filter(({ instance }) => mesh.getGeometryIdAt(instance as number) !== 1);
    expect(others.every(({ revision }) => revision === 0)).toBe(true);
    mesh.setVisibleAt(0, false);
    expect(() => bodies[0].follow()).toThrow('nothing is drawn of the instance 0');
  });

  it('goes by whole materials: ranges within the batch are its own', () => {
    const mesh = batch(seeded(58));
    const { length } = bodyFrom(mesh).mesh.indices;
    mesh.geometry.setDrawRange(0, 3);
    expect(bodyFrom(mesh).mesh.indices.length).toBe(length);
    (mesh as Mesh).material = [basic];
    expect(() => bodyFrom(mesh)).toThrow('nothing is drawn');
    mesh.geometry.addGroup(0, 3, 0);
    expect(bodyFrom(mesh).mesh.indices.length).toBe(length);
  });

  it('of a version whose instances cannot be known says so', () => {
    const mesh = batch(seeded(59));
    Object.assign(mesh, { _instanceInfo: undefined, _drawInfo: undefined });
    expect(() => bodyFrom(mesh)).toThrow('are not known in this version of three.js. Use r166 or newer.');
  });
});

describe('bodiesFrom', () => {
  it('makes a body of each mesh by itself, without its children', () => {
    const [root, outer, inner, empty] = [
      new Group(),
      ...Array.from({ length: 3 }, () => new Mesh(new BoxGeometry(), basic)),
    ];
    root.add(outer.add(inner), empty);
    inner.position.x = 5;
    empty.scale.x = 0;
    const bodies = bodiesFrom(root);
    expect(bodies.map(({ object }) => object)).toEqual([outer, inner]);
    expect(apart(bodies.flatMap(bodyCorners), drawnCorners(outer))).toBeLessThan(F32);
    inner.visible = false;
    bodies[0].follow();
    expect(() => bodies[1].follow()).toThrow('(it is not visible)');
    outer.visible = false;
    expect(() => bodiesFrom(outer)).toThrow('nothing is drawn');
  });

  it('reads a geometry once that many meshes share', () => {
    const geometry = new SphereGeometry();
    const root = new Group().add(...Array.from({ length: 5 }, () => new Mesh(geometry, basic)));
    const bodies = bodiesFrom(root);
    expect(new Set(bodies.map(({ mesh }) => mesh.positions)).size).toBe(1);
    geometry.attributes.position.setX(0, 3);
    geometry.attributes.position.needsUpdate = true;
    for (const body of bodies) body.follow();
    expect(new Set(bodies.map(({ mesh }) => mesh.positions)).size).toBe(1);
    expect(bodies.map(({ revision }) => revision)).toEqual([1, 1, 1, 1, 1]);
  });
});
