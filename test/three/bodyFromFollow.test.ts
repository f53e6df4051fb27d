import {
  Bone,
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  CylinderGeometry,
  Mesh,
  MeshBasicMaterial,
  Scene,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  TorusKnotGeometry,
  Uint16BufferAttribute,
} from 'three';
import { describe, expect, it } from 'vitest';
import { contacts } from '../../src/contacts.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { bodyFrom, type ThreeBody } from '../../src/three/bodyFrom.js';
import { watch } from '../../src/watch.js';
import { apart, bodyCorners, drawnCorners, F32 } from './drawnCorners.js';

const basic = new MeshBasicMaterial();
const hidden = new MeshBasicMaterial({ visible: false });

/** What machines go by. */
const known = ({ identity, revision, mesh: { positions, indices } }: ThreeBody) => ({
  identity,
  revision,
  positions,
  indices,
});

function followed(body: ThreeBody): ReturnType<typeof known> {
  body.follow();
  return known(body);
}

describe('bodyFrom: what follow() takes for a change', () => {
  const fresh = (): { mesh: Mesh; body: ThreeBody; geometry: BufferGeometry } => {
    const geometry = new BoxGeometry(1, 2, 3);
    const mesh: Mesh = new Mesh(geometry, basic);
    return { mesh, geometry, body: bodyFrom(mesh) };
  };

  it('nothing, where nothing changed or only the pose did', () => {
    const { mesh, body } = fresh();
    const before = known(body);
    expect(before.revision).toBe(0);
    expect(followed(body)).toEqual(before);
    mesh.position.x = 1;
    mesh.geometry.computeVertexNormals();
    mesh.geometry.computeBoundingSphere();
    mesh.material = new MeshBasicMaterial();
    const after = followed(body);
    for (const key of ['identity', 'revision', 'positions', 'indices'] as const) expect(after[key]).toBe(before[key]);
    expect(body.pose[3]).toBe(1);
  });

  it('positions that needsUpdate tells of, in a new array', () => {
    const { geometry, body } = fresh();
    const before = known(body);
    const copy = before.positions.slice();
    geometry.scale(14, 1, 1); // sets needsUpdate
    const after = followed(body);
    expect(after.revision).toBe(1);
    expect(after.identity).toBe(before.identity);
    expect(after.indices).toBe(before.indices);
    expect(after.positions).not.toBe(before.positions);
    expect(before.positions).toEqual(copy);
    expect(after.positions[0]).toBe(14 * copy[0]);
    expect(body.bounds.max[0]).toBe(7);
  });

  it('not an update that updates nothing, nor arrays that a renderer puts in the place of others', () => {
    const geometry = new TorusKnotGeometry(50, 20, 16, 6);
    const { position } = geometry.attributes;
    const whole = new BufferAttribute(Int16Array.from(position.array), 3);
    geometry.setAttribute('position', whole);
    const body = bodyFrom(new Mesh(geometry, basic));
    const before = known(body);
    whole.needsUpdate = true;
    if (geometry.index) geometry.index.needsUpdate = true;
    expect(followed(body)).toEqual(before);
    // WebGPURenderer widens attributes of whole numbers when it first draws them.
    whole.array = Int32Array.from(whole.array);
    const after = followed(body);
    expect(after.revision).toBe(0);
    expect(after.positions).toBe(before.positions);
    expect(after.identity).toBe(before.identity);
  });

  const changes: [string, (mesh: Mesh) => void][] = [
    ['drawRange', (mesh) => mesh.geometry.setDrawRange(6, 12)],
    ['groups and their materials', (mesh) => (mesh.material = [basic, basic, hidden])],
    ['another geometry', (mesh) => (mesh.geometry = new SphereGeometry(1, 6, 5))],
    ['another index', (mesh) => mesh.geometry.setIndex([0, 1, 2, 3, 4, 5])],
    [
      'an index written to',
      ({ geometry: { index } }) => {
        index?.setX(0, 3);
        if (index) index.needsUpdate = true;
      },
    ],
    ['a mesh beneath', (mesh) => mesh.add(new Mesh(new BoxGeometry(), basic))],
  ];
  it.each(changes)('other faces: %s', (_, change) => {
    const { mesh, body } = fresh();
    const before = known(body);
    change(mesh);
    const after = followed(body);
    expect(after.identity).not.toBe(before.identity);
    expect(after.indices).not.toBe(before.indices);
    expect(after.revision).toBe(1);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    expect(followed(body)).toEqual(after);
    expect(after.identity.identity).toBe(after.identity);
    expect(after.identity.mesh).toBe(body.mesh);
    expect(after.identity.bounds).toEqual(body.bounds);
  });

  it('another geometry with the same faces is a deformation', () => {
    const { mesh, body } = fresh();
    const before = known(body);
    mesh.geometry = new BoxGeometry(4, 4, 4);
    const after = followed(body);
    expect(after.identity).toBe(before.identity);
    expect(after.revision).toBe(1);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('meshes that share a geometry and draw other parts of it do not get in each other’s way', () => {
    const geometry = new BoxGeometry(1, 2, 3);
    const bodies = [[basic, hidden], [hidden, basic], basic].map((material) => bodyFrom(new Mesh(geometry, material)));
    const before = bodies.map(known);
    expect(bodies.map(followed)).toEqual(before);
    expect(bodies.map(followed).map(({ revision }) => revision)).toEqual([0, 0, 0]);
  });
});

describe('bodyFrom: queries', () => {
  const machine = createCpuMachine();
  const options = { machine, resolution: 64 };
  const volumeOf = async (...bodies: ThreeBody[]): Promise<number> =>
    (await interference(bodies, options)).pairs[0]?.volume ?? 0;

  it('take objects as they stand, with nothing rendered in between', async () => {
    const [a, b] = [new Mesh(new BoxGeometry(2, 2, 2), basic), new Mesh(new BoxGeometry(2, 2, 2), basic)];
    b.position.set(1, 0, 0);
    new Scene().add(a, b);
    const bodies = [bodyFrom(a), bodyFrom(b)];
    expect(await volumeOf(...bodies)).toBeCloseTo(4, 1);
    b.position.x = 1.5;
    const underWay = volumeOf(...bodies);
    b.position.x = 5; // what was asked before is answered as it was asked
    expect(await underWay).toBeCloseTo(2, 1);
    expect(await volumeOf(...bodies)).toBe(0);
    b.scale.x = -9;
    expect(await volumeOf(...bodies)).toBeCloseTo(8, 1);
  });

  it('see a skinned mesh bend into another', async () => {
    const geometry = new CylinderGeometry(0.5, 0.5, 8, 24, 16);
    const heights = Array.from({ length: geometry.attributes.position.count }, (_, v) =>
      geometry.attributes.position.getY(v),
    );
    geometry.setAttribute(
      'skinIndex',
      new Uint16BufferAttribute(
        heights.flatMap(() => [0, 1, 0, 0]),
        4,
      ),
    );
    const upper = heights.map((y) => Math.min(1, Math.max(0, y)));
    geometry.setAttribute(
      'skinWeight',
      new BufferAttribute(Float32Array.from(upper.flatMap((w) => [1 - w, w, 0, 0])), 4),
    );
    const arm = new SkinnedMesh(geometry, basic);
    const bones = [new Bone(), new Bone()];
    arm.add(bones[0].add(bones[1]));
    arm.bind(new Skeleton(bones));
    const wall = new Mesh(new BoxGeometry(1, 20, 20), basic);
    wall.position.x = 3.1;
    const bodies = [bodyFrom(arm), bodyFrom(wall)];
    expect(await volumeOf(...bodies)).toBe(0);
    bones[1].rotation.z = -Math.PI / 2; // the upper half lies along x, and goes through the wall of thickness 1 to its end at 4
    const area = (24 / 2) * 0.25 * Math.sin((2 * Math.PI) / 24); // of a regular polygon
    expect(await volumeOf(...bodies)).toBeCloseTo(area, 1);
    expect((await contacts(bodies[0], bodies[1], { machine })).kind).toBe('hard');
  });

  it('of a watch see other faces come', async () => {
    const [a, b]: Mesh[] = [new Mesh(new BoxGeometry(), basic), new Mesh(new BoxGeometry(), basic)];
    b.position.x = 3;
    const pair = watch(bodyFrom(a), bodyFrom(b), { machine });
    expect((await pair.ask()).interferes).toBe(false);
    b.geometry = new SphereGeometry(2.8);
    expect((await pair.ask()).interferes).toBe(true);
    b.geometry = new SphereGeometry(2.4);
    expect((await pair.ask()).interferes).toBe(false);
  });
});
