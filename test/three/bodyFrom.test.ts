import {
  AxesHelper,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  Float16BufferAttribute,
  Float32BufferAttribute,
  Group,
  InstancedBufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Points,
  RawShaderMaterial,
  ShaderMaterial,
  SphereGeometry,
  Sprite,
  TorusKnotGeometry,
  type TypedArray,
} from 'three';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { bodyFrom } from '../../src/three/bodyFrom.js';
import { apart, bodyCorners, drawnCorners, F32, volumeWithin } from './drawnCorners.js';

const basic = new MeshBasicMaterial();
const hidden = new MeshBasicMaterial({ visible: false });

/** Not at the origin, turned, and with different scales. */
function placed<T extends Mesh | Group>(object: T): T {
  object.position.set(1, -2, 3);
  object.rotation.set(0.4, 0.5, 0.6);
  object.scale.set(1.5, 0.7, 2);
  return object;
}

describe('bodyFrom: a mesh', () => {
  it.each([
    ['indexed', new TorusKnotGeometry(1, 0.3, 32, 8)],
    ['without an index', new TorusKnotGeometry(1, 0.3, 32, 8).toNonIndexed()],
  ])('%s has its faces where three.js has them', (_, geometry) => {
    const mesh = placed(new Mesh(geometry, basic));
    const body = bodyFrom(mesh);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    expect(body.bounds.max[0]).toBeCloseTo(geometry.boundingBox?.max.x ?? Math.max(...xs(geometry)), 6);
  });

  it('stands where all its parents bring it, in every way that three.js has to say it', () => {
    const [scene, arm, hand] = [new Group(), placed(new Group()), new Group()];
    const mesh = placed(new Mesh(new BoxGeometry(1, 2, 3), basic));
    scene.add(arm.add(hand.add(mesh)));
    hand.matrixAutoUpdate = false;
    hand.matrix.makeRotationZ(1).setPosition(0, 5, 0);
    const body = bodyFrom(mesh);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    // The parent's parent moves, and nothing was rendered since.
    arm.position.x = 40;
    hand.matrix.setPosition(0, 7, 0);
    body.follow();
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    hand.matrixWorldAutoUpdate = false;
    hand.matrixWorld.makeTranslation(9, 9, 9);
    body.follow();
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('keeps its outside where a scale is negative', () => {
    const mesh = placed(new Mesh(new SphereGeometry(1, 16, 8), basic));
    mesh.scale.x = -1.5;
    const body = bodyFrom(mesh);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    // The pose mirrors, and machines know of that.
    expect(volumeWithin(bodyCorners(body))).toBeLessThan(0);
    const { positions, indices } = body.mesh;
    expect(volumeWithin([...indices].flatMap((v) => [...positions.slice(3 * v, 3 * v + 3)]))).toBeGreaterThan(0);
  });

  it.each([
    ['one that begins and ends within faces', 4, 100],
    ['one that ends beyond the index', 30, 1e6],
    ['a negative start', -9, 21],
    ['all', 0, Infinity],
  ])('draws drawRange only: %s', (_, start, count) => {
    const mesh = new Mesh(new SphereGeometry(1, 8, 6), basic);
    mesh.geometry.setDrawRange(start, count);
    const drawn = Math.floor((Math.min(start + count, mesh.geometry.index?.count ?? 0) - Math.max(0, start)) / 3);
    const corners = bodyCorners(bodyFrom(mesh));
    expect(corners.length).toBe(9 * drawn);
    expect(apart(corners, drawnCorners(mesh).slice(0, 9 * drawn))).toBeLessThan(F32);
  });

  it('knows nothing of vertices that no drawn face uses', () => {
    const geometry = new SphereGeometry(1, 8, 6);
    const vertexCount = geometry.attributes.position.count;
    geometry.setDrawRange(0, 24);
    const used = new Set(geometry.index?.array.slice(0, 24));
    for (let v = 0; v < vertexCount; v++) if (!used.has(v)) geometry.attributes.position.setXYZ(v, 1e9, Number.NaN, 0);
    const { mesh, bounds } = bodyFrom(new Mesh(geometry, basic));
    expect(mesh.positions.length).toBeLessThanOrEqual(3 * used.size);
    expect(bounds.max[0]).toBeLessThanOrEqual(1);
  });

  it('draws the groups whose materials exist and are visible', () => {
    const mesh: Mesh = placed(new Mesh(new BoxGeometry(1, 2, 3), [basic, hidden, basic]));
    expect(bodyCorners(bodyFrom(mesh)).length).toBe(9 * 4); // of six sides, two
    expect(apart(bodyCorners(bodyFrom(mesh)), drawnCorners(mesh))).toBeLessThan(F32);
    mesh.geometry.setDrawRange(3, 12);
    expect(apart(bodyCorners(bodyFrom(mesh)), drawnCorners(mesh))).toBeLessThan(F32);
    mesh.material = basic;
    mesh.geometry.setDrawRange(0, Infinity);
    expect(bodyCorners(bodyFrom(mesh)).length).toBe(9 * 12);
  });

  it('has faces once that two groups draw', () => {
    const geometry = new BoxGeometry(1, 2, 3);
    geometry.clearGroups();
    geometry.addGroup(0, Infinity, 0);
    geometry.addGroup(6, 12, 1);
    expect(bodyFrom(new Mesh(geometry, [basic, basic])).mesh.indices.length).toBe(36);
  });
});

const xs = (geometry: BufferGeometry): number[] =>
  Array.from({ length: geometry.attributes.position.count }, (_, v) => geometry.attributes.position.getX(v));

describe('bodyFrom: attributes', () => {
  const source = new TorusKnotGeometry(0.5, 0.2, 24, 6); // within -1 to 1

  /** The positions on whole numbers. */
  function quantised(array: TypedArray, most: number, itemSize: number): BufferAttribute {
    const attribute = new BufferAttribute(array, itemSize, true);
    const { position } = source.attributes;
    for (let v = 0; v < position.count; v++)
      for (let c = 0; c < 3; c++) {
        const value = position.getComponent(v, c);
        array[itemSize * v + c] = Math.round(
          most * (array instanceof Uint8Array || array instanceof Uint16Array ? (value + 1) / 2 : value),
        );
      }
    return attribute;
  }
  const { count } = source.attributes.position;
  const kinds: [string, BufferAttribute][] = [
    ['Int8Array, normalized', quantised(new Int8Array(3 * count), 127, 3)],
    ['Uint8Array, normalized, four a vertex', quantised(new Uint8Array(4 * count), 255, 4)],
    ['Int16Array, normalized, four a vertex', quantised(new Int16Array(4 * count), 32767, 4)],
    ['Uint16Array, normalized', quantised(new Uint16Array(3 * count), 65535, 3)],
    [
      'Int16Array as it is',
      new BufferAttribute(
        Int16Array.from(source.attributes.position.array, (x) => 1000 * x),
        3,
      ),
    ],
  ];

  it.each(kinds)('%s', (_, attribute) => {
    const mesh = placed(new Mesh(source.clone().setAttribute('position', attribute), basic));
    expect(apart(bodyCorners(bodyFrom(mesh)), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('clamps the least whole number to -1, as GPUs do', () => {
    const geometry = new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(Int8Array.of(-128, -127, 127, 0, 1, 2, 3, 4, 5), 3, true),
    );
    expect([...bodyFrom(new Mesh(geometry, basic)).mesh.positions.slice(0, 3)]).toEqual([-1, -1, 1]);
  });

  it('floats of 16 bits', () => {
    const half = new Float16BufferAttribute(new Uint16Array(3 * count), 3);
    for (let v = 0; v < count; v++) {
      const { position } = source.attributes;
      half.setXYZ(v, position.getX(v), 1e-6 * position.getY(v), 1e4 * position.getZ(v)); // some are subnormal
    }
    const mesh = placed(new Mesh(source.clone().setAttribute('position', half), basic));
    expect(apart(bodyCorners(bodyFrom(mesh)), drawnCorners(mesh))).toBeLessThan(F32);
    expect(bodyFrom(mesh).mesh.positions[1]).toBe(half.getY(0));
  });

  it('floats of 16 bits that are called normalized, which GPUs do not scale', () => {
    const half = new Float16BufferAttribute(Uint16Array.of(0x3c00, 0xc000, 0, 0, 0x3c00, 0, 0, 0, 0x3c00), 3, true);
    const geometry = new BufferGeometry().setAttribute('position', half);
    expect([...bodyFrom(new Mesh(geometry, basic)).mesh.positions]).toEqual([1, -2, 0, 0, 1, 0, 0, 0, 1]);
  });

  it('interleaved, and interleaved after a change', () => {
    const data = new InterleavedBuffer(new Float32Array(8 * count), 8);
    const position = new InterleavedBufferAttribute(data, 3, 4);
    for (let v = 0; v < count; v++)
      for (let c = 0; c < 3; c++) position.setComponent(v, c, source.attributes.position.getComponent(v, c));
    const mesh = placed(new Mesh(source.clone().setAttribute('position', position), basic));
    const body = bodyFrom(mesh);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
    position.setX(0, 5);
    position.needsUpdate = true;
    body.follow();
    expect(body.revision).toBe(1);
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it('two numbers a vertex lie at z = 0', () => {
    const flat = new BufferGeometry().setAttribute('position', new Float32BufferAttribute([0, 0, 1, 0, 0, 1], 2));
    expect([...bodyFrom(new Mesh(flat, basic)).mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });
});

describe('bodyFrom: what cannot be a body', () => {
  const box = new BoxGeometry();
  const scaled = (x: number, y: number, z: number): Mesh => {
    const mesh = new Mesh(box, basic);
    mesh.scale.set(x, y, z);
    return mesh;
  };
  const named = <T extends Mesh>(mesh: T): T => {
    mesh.name = 'lid';
    return mesh;
  };

  it.each([
    ['null', null, 'this is no object of three.js (null)'],
    ['a geometry', box, 'this is no object of three.js (object)'],
    [
      'lines',
      new LineSegments(box),
      'there is no visible mesh; lines, points, sprites, lights and helpers are no solids',
    ],
    ['points', new Points(box), 'there is no visible mesh'],
    ['a sprite', new Sprite(), 'there is no visible mesh'],
    ['a helper', new AxesHelper(), 'there is no visible mesh'],
    ['an empty group', new Group(), 'there is no visible mesh'],
    [
      'an empty geometry',
      named(new Mesh(new BufferGeometry(), basic)),
      'nothing is drawn of the Mesh "lid" (its meshes have no faces',
    ],
    ['a material that is not visible', new Mesh(box, hidden), 'no visible material'],
    ['materials without groups', new Mesh(new SphereGeometry(), [basic]), 'no visible material'],
    ['scale 0', named(scaled(0, 0, 0)), 'the Mesh "lid" is flat'],
    ['flat in one direction', scaled(1, 1, 0), 'is flat'],
    ['at no finite place', scaled(1, Number.NaN, 1), 'is not at a finite place'],
  ])('%s', (_, object, message) => {
    expect(() => bodyFrom(object as Mesh)).toThrow(InputError);
    expect(() => bodyFrom(object as Mesh)).toThrow(message);
  });

  it('is flat although rounding leaves a little of it', () => {
    const [parent, child] = [new Group(), new Mesh(box, basic)];
    parent.scale.z = 0;
    parent.rotation.set(1, 2, 3);
    child.rotation.set(0.3, 0.2, 0.1);
    parent.add(child);
    expect(() => bodyFrom(child)).toThrow('is flat');
    parent.scale.z = 1e-6; // is thin, and stays
    expect(bodyFrom(child).mesh.indices.length).toBe(36);
  });

  it('an index beyond the vertices, and a vertex that is not finite', () => {
    const wrong = box.clone();
    wrong.index?.setX(0, 99);
    expect(() => bodyFrom(named(new Mesh(wrong, basic)))).toThrow('names a vertex that does not exist (99 of 24)');
    const broken = box.clone();
    broken.attributes.position.setY(3, Number.NaN);
    expect(() => bodyFrom(named(new Mesh(broken, basic)))).toThrow(
      'a drawn vertex of the Mesh "lid" is not finite (y = NaN)',
    );
  });

  it('neither moves nor changes by itself', () => {
    const body = bodyFrom(named(new Mesh(box, basic)));
    expect(() => (body.pose = new Float64Array(12))).toThrow('its pose cannot be set. Move the object instead.');
    expect(() => body.update(body.mesh.positions)).toThrow('its positions cannot be set.');
    expect(body.name).toBe('lid');
    expect(bodyFrom(new Mesh(box, basic), { name: 'cover' }).name).toBe('cover');
    expect(bodyFrom(new Mesh(box, basic)).name).toBe('Mesh');
    expect(() => bodyFrom(body.object, { displaced: 'yes' as 'refuse' })).toThrow(
      "displaced has an unknown value (yes). Give 'refuse' or 'as-stored'.",
    );
  });
});

describe('bodyFrom: what is made on the GPU', () => {
  const displacement = (scale: number, bias: number): MeshStandardMaterial =>
    new MeshStandardMaterial({ displacementMap: new DataTexture(), displacementScale: scale, displacementBias: bias });
  const node = (name: string): MeshBasicMaterial => Object.assign(new MeshBasicMaterial(), { [name]: {} });
  const instanced = new InstancedBufferGeometry();
  instanced.setAttribute('position', new BoxGeometry().toNonIndexed().attributes.position);
  const stored = new BoxGeometry();
  Object.assign(stored.attributes.position, { isStorageBufferAttribute: true });
  const indirect = Object.assign(new BoxGeometry(), { indirect: {} });
  const box = new BoxGeometry();

  it.each([
    ['displacementMap', box, displacement(1, 0)],
    ['displacementMap', box, displacement(0, 0.1)],
    ['positionNode', box, node('positionNode')],
    ['vertexNode', box, node('vertexNode')],
    ['ShaderMaterial', box, new ShaderMaterial()],
    ['RawShaderMaterial', box, new RawShaderMaterial()],
    ['InstancedBufferGeometry', instanced, basic],
    ['positions in a storage buffer', stored, basic],
    ['indirect drawing', indirect, basic],
  ])('%s is refused, or taken as it is stored', (what, geometry: BufferGeometry, material) => {
    const mesh = new Mesh(geometry, material);
    mesh.name = 'flag';
    expect(() => bodyFrom(mesh)).toThrow(InputError);
    expect(() => bodyFrom(mesh)).toThrow(`what is drawn of the Mesh "flag" is made on the GPU (${what})`);
    const body = bodyFrom(mesh, { displaced: 'as-stored' });
    expect(apart(bodyCorners(body), drawnCorners(mesh))).toBeLessThan(F32);
  });

  it.each([
    ['a displacement map that does nothing', displacement(0, 0)],
    [
      'a node material that moves nothing',
      Object.assign(new MeshBasicMaterial(), { isShaderMaterial: true, isNodeMaterial: true, positionNode: null }),
    ],
  ])('%s is taken', (_, material) => {
    expect(bodyFrom(new Mesh(box, material)).mesh.indices.length).toBe(36);
  });

  it('only what is drawn is refused, also later on', () => {
    const mesh: Mesh = new Mesh(box, [basic, basic, basic, basic, basic, displacement(1, 0)]);
    (mesh.material as MeshStandardMaterial[])[5].visible = false;
    const body = bodyFrom(mesh);
    const before = body.mesh;
    (mesh.material as MeshStandardMaterial[])[5].visible = true;
    expect(() => body.follow()).toThrow('displacementMap');
    expect(body.mesh).toBe(before);
    mesh.material = basic;
    body.follow();
    expect(body.mesh.indices.length).toBe(36);
  });
});

it('a pose is the upper rows of matrixWorld, and three.js is left as it was', () => {
  const mesh = placed(new Mesh(new BoxGeometry(), basic));
  const before = mesh.matrixWorld.clone();
  const body = bodyFrom(mesh);
  expect(mesh.matrixWorld.equals(before)).toBe(true);
  mesh.updateMatrixWorld();
  expect([...body.pose]).toEqual(new Matrix4().copy(mesh.matrixWorld).transpose().elements.slice(0, 12));
});
