import {
  Bone,
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  DodecahedronGeometry,
  ExtrudeGeometry,
  Float32BufferAttribute,
  IcosahedronGeometry,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Shape,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  Uint16BufferAttribute,
  Vector2,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { describe, expect, it } from 'vitest';
import { contacts } from '../../src/contacts.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { hasBalancedEdges } from '../../src/mesh/balancedEdges.js';
import { inspect } from '../../src/mesh/inspect.js';
import { bodyFrom } from '../../src/three/bodyFrom.js';
import { meshShape } from '../../src/three/meshShape.js';
import { placement } from '../../src/three/placement.js';
import { apart, bodyCorners, drawnCorners, F32 } from './drawnCorners.js';

const basic = new MeshBasicMaterial();

const square = new Shape([new Vector2(0, 0), new Vector2(1, 0), new Vector2(1, 1), new Vector2(0, 1)]);
const profile = [new Vector2(0, -1), new Vector2(1, 0), new Vector2(0, 1)];
const solids: [string, BufferGeometry][] = [
  new BoxGeometry(1, 2, 3, 2, 3, 4),
  new SphereGeometry(1, 32, 16),
  new SphereGeometry(1e-3, 7, 5),
  new CylinderGeometry(1, 2, 3, 32),
  new ConeGeometry(),
  new CapsuleGeometry(),
  new TorusGeometry(),
  new TorusKnotGeometry(),
  new IcosahedronGeometry(1, 3),
  new DodecahedronGeometry(),
  new ExtrudeGeometry(square),
  new LatheGeometry(profile),
].flatMap((geometry) => [
  [geometry.type, geometry],
  [`${geometry.type} without an index`, geometry.index ? geometry.toNonIndexed() : geometry],
]);

describe('bodyFrom: vertices that geometries repeat', () => {
  it.each(solids)('%s is a solid by the numbers of its vertices', (_, geometry) => {
    const mesh = new Mesh(geometry, basic);
    const body = bodyFrom(mesh);
    expect(hasBalancedEdges(body.mesh.indices)).toBe(true);
    expect(inspect(body.mesh)).toMatchObject({ closed: true, consistentlyOriented: true });
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('a ball within a box is contained, exactly', async () => {
    const machine = createCpuMachine();
    const [ball, box] = [new SphereGeometry(), new BoxGeometry(3, 3, 3)].map((g) => bodyFrom(new Mesh(g, basic)));
    expect(await contacts(ball, box, { machine })).toMatchObject({ kind: 'contained', inner: 'a', areSolids: true });
  });

  it('vertices of open meshes stay where they are, however near', () => {
    const geometry = new PlaneGeometry(1, 1, 4, 4);
    geometry.attributes.position.setX(6, geometry.attributes.position.getX(7) * (1 - 2 ** -24));
    const mesh = new Mesh(geometry, basic);
    expect(bodyCorners(bodyFrom(mesh))).toEqual(drawnCorners(mesh));
  });

  /** Two boxes, one upon the other, whose corners are at the same places. */
  function lips(): BufferGeometry {
    return mergeGeometries([new BoxGeometry(1, 1, 1), new BoxGeometry(1, 1, 1).translate(0, 1, 0)]);
  }
  const upper = (v: number): number => (v < 24 ? 0 : 1);

  it('vertices at one place that follow other bones part with them', () => {
    const geometry = lips();
    const vertices = Array.from({ length: 48 }, (_, v) => v);
    geometry.setAttribute(
      'skinIndex',
      new Uint16BufferAttribute(
        vertices.flatMap((v) => [upper(v), 0, 0, 0]),
        4,
      ),
    );
    geometry.setAttribute(
      'skinWeight',
      new Float32BufferAttribute(
        vertices.flatMap(() => [1, 0, 0, 0]),
        4,
      ),
    );
    const mesh = new SkinnedMesh(geometry, basic);
    const bones = [new Bone(), new Bone()];
    mesh.add(...bones);
    mesh.bind(new Skeleton(bones));
    const body = bodyFrom(mesh);
    expect(body.mesh.positions.length).toBe(3 * 16);
    const { identity } = body;
    bones[1].position.y = 0.5;
    body.follow();
    expect(body.identity).toBe(identity);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    expect(inspect(body.mesh)).toMatchObject({ closed: true, weldedVertices: 16 });
  });

  it('vertices at one place that morph targets part are parted', () => {
    const geometry = lips();
    geometry.morphTargetsRelative = true;
    const open = Array.from({ length: 48 }, (_, v) => [0, upper(v), 0]);
    geometry.morphAttributes.position = [new Float32BufferAttribute(open.flat(), 3)];
    const mesh = new Mesh(geometry, basic);
    const body = bodyFrom(mesh);
    mesh.morphTargetInfluences = [0.4];
    body.follow();
    expect(body.mesh.positions.length).toBe(3 * 16);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('vertices that part when the attribute changes are other faces, and those that stay together are not', () => {
    const geometry = lips();
    const mesh = new Mesh(geometry, basic);
    const body = bodyFrom(mesh);
    expect(body.mesh.positions.length).toBe(3 * 12);
    const { identity } = body;
    geometry.rotateZ(1);
    body.follow();
    expect(body.identity).toBe(identity);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    const { position } = geometry.attributes;
    for (let v = 24; v < 48; v++) position.setY(v, position.getY(v) + 1);
    position.needsUpdate = true;
    body.follow();
    expect(body.identity).not.toBe(identity);
    expect(body.mesh.positions.length).toBe(3 * 16);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('can keep the numbers of the attribute, for devices that hold it', () => {
    const geometry = new SphereGeometry(1, 8, 6);
    const { position } = geometry.attributes;
    const mesh = new Mesh(geometry, basic);
    const take = meshShape(mesh, { displaced: 'refuse', keepsRows: true });
    const before = take(placement());
    expect(before?.attribute).toBe(position);
    expect(before?.mesh.positions.length).toBe(position.array.length);
    expect(hasBalancedEdges(before?.mesh.indices ?? new Uint32Array())).toBe(true);
    for (const v of before?.mesh.indices ?? [])
      expect(before?.mesh.positions.slice(3 * v, 3 * v + 3)).toEqual(position.array.slice(3 * v, 3 * v + 3));
    expect(before?.bounds.max[1]).toBe(1);
    expect(take(placement())).toBe(before);
    geometry.rotateX(1);
    const after = take(placement());
    expect(after?.mesh.indices).toBe(before?.mesh.indices);
    expect(after?.mesh.positions).not.toBe(before?.mesh.positions);
    // Not where floats do not lie there as they are, or few of them are drawn.
    geometry.setDrawRange(0, 30);
    expect(take(placement())?.attribute).toBeUndefined();
    geometry.setDrawRange(0, Infinity);
    geometry.setAttribute(
      'position',
      new BufferAttribute(
        Int16Array.from(position.array, (x) => 32767 * x),
        3,
        true,
      ),
    );
    expect(take(placement())?.attribute).toBeUndefined();
  });
});
