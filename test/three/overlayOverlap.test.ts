import { Color, Group, LessEqualDepth, Mesh, MeshBasicMaterial, Raycaster, Scene, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { overlapMesh } from '../../src/overlapMesh.js';
import { type OverlapOverlay, overlapObject, overlapOverlay } from '../../src/three/overlapOverlay.js';
import { disposeOverlay, isOverlay } from '../../src/three/overlay.js';

const machine = createCpuMachine();
const ball = (x: number): Body => body(icoSphere({ subdivisions: 4 }), { pose: translation(x, 0, 0) });
const ask = (a: Body, b: Body, options = {}) => overlapOverlay(a, b, { machine, resolution: 32, ...options });

/** What is drawn, in world coordinates. */
function drawn({ geometry, matrix }: OverlapOverlay) {
  const position = geometry.getAttribute('position');
  const at = new Vector3();
  const positions = Array.from({ length: position.count }, (_, v) =>
    at.fromBufferAttribute(position, v).applyMatrix4(matrix).toArray(),
  );
  return { positions: Float64Array.from(positions.flat()), indices: Uint32Array.from(geometry.index!.array) };
}

const brightness = (object: OverlapOverlay, v: number): number => {
  const color = object.geometry.getAttribute('color');
  return color.getX(v) + color.getY(v) + color.getZ(v);
};

describe('an overlap in a scene', () => {
  it('is the mesh of the overlap, where that is', async () => {
    const [a, b] = [ball(1000), ball(1001.2)];
    const { mesh, side } = await overlapMesh(a, b, { machine, resolution: 32 });
    const object = await ask(a, b);
    const shown = drawn(object);
    expect(shown.indices.length).toBe(mesh!.indices.length);
    expect(inspect(shown).bounds.min[0]).toBeCloseTo(inspect(mesh!).bounds.min[0], 6);
    expect(massProperties(shown).volume / massProperties(mesh!).volume).toBeCloseTo(1, 5);
    expect(object).toMatchObject({ visible: true, matrixAutoUpdate: false, name: 'zclash overlap' });
    // A's and B's sides share vertices of the mesh, and none here.
    const sideOf = new Map<number, number>();
    shown.indices.forEach((v, i) => {
      const whose = side[Math.floor(i / 3)];
      expect(sideOf.get(v) ?? whose).toBe(whose);
      sideOf.set(v, whose);
    });
    expect(new Set(sideOf.values())).toEqual(new Set([0, 1]));
  });

  it('is lighter on A’s side than on B’s, and where it faces the light', async () => {
    const object = await ask(ball(0), ball(1.2), { color: 0x3366ff });
    const normal = object.geometry.getAttribute('normal');
    const tones = { a: [] as number[], b: [] as number[], up: [] as number[], down: [] as number[] };
    for (let v = 0; v < normal.count; v++) {
      if (Math.abs(normal.getY(v)) < 0.1 && Math.abs(normal.getZ(v)) < 0.1)
        tones[normal.getX(v) > 0 ? 'a' : 'b'].push(brightness(object, v));
      if (Math.abs(normal.getY(v)) > 0.5) tones[normal.getY(v) > 0 ? 'up' : 'down'].push(brightness(object, v));
    }
    expect(Math.min(...tones.a)).toBeGreaterThan(Math.max(...tones.b));
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(tones.up)).toBeGreaterThan(1.3 * mean(tones.down));
    const color = object.geometry.getAttribute('color');
    const blue = new Color(0x3366ff);
    expect(color.getZ(0) / color.getX(0)).toBeGreaterThan(blue.b / blue.r / 10);
    expect(color.getZ(0)).toBeGreaterThan(color.getX(0));
  });

  it('is drawn three times: to push depths back, for its own depth, and in colour; needs no lights', async () => {
    const object = await ask(ball(0), ball(1.2), { opacity: 0.5 });
    expect(object.geometry.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1, 2]);
    expect(object.material.map(({ colorWrite }) => colorWrite)).toEqual([false, false, true]);
    for (const material of object.material) {
      expect(material).toBeInstanceOf(MeshBasicMaterial);
      expect(material).toMatchObject({
        transparent: true,
        vertexColors: true,
        toneMapped: false,
        depthTest: true,
        depthWrite: true,
      });
    }
    expect(object.material[2]).toMatchObject({ opacity: 0.5, depthFunc: LessEqualDepth });
    expect(object.renderOrder).toBeGreaterThan(100);
  });

  it('is passed through by pointers', async () => {
    const object = await ask(ball(0), ball(1.2));
    const scene = new Scene().add(object);
    scene.updateMatrixWorld();
    const pointer = new Raycaster(new Vector3(0.6, 0, 5), new Vector3(0, 0, -1));
    expect(pointer.intersectObject(scene)).toEqual([]);
  });

  it('is not visible where there is none', async () => {
    const apart = await ask(ball(0), ball(5));
    expect(apart.visible).toBe(false);
    expect((await ask(body(box()), body(box(), { pose: translation(1, 0, 0) }))).visible).toBe(false);
  });
});

describe('an overlay that is used again', () => {
  it('shows the new overlap, keeps its look, and frees the old geometry', async () => {
    const [a, b] = [ball(0), ball(1.2)];
    const object = await ask(a, b, { color: 'gold', opacity: 0.4 });
    const { geometry, material } = object;
    const first = [...geometry.getAttribute('color').array.slice(0, 3)];
    let freed = 0;
    geometry.addEventListener('dispose', () => freed++);
    expect(await ask(a, b, { into: object })).toBe(object);
    expect(freed).toBe(1);
    expect(object.material).toBe(material);
    expect(object.material[2].opacity).toBe(0.4);
    expect([...object.geometry.getAttribute('color').array.slice(0, 3)]).toEqual(first);
    b.pose = translation(5, 0, 0);
    await ask(a, b, { into: object });
    expect(object.visible).toBe(false);
    b.pose = translation(1, 0, 0);
    await ask(a, b, { into: object, color: 'blue' });
    expect(object.visible).toBe(true);
    expect([...object.geometry.getAttribute('color').array.slice(0, 3)]).not.toEqual(first);
  });

  it('is taken for its own kind only', async () => {
    const text = (into: unknown) => ask(ball(0), ball(1), { into }).catch((error) => `${error}`);
    const refused =
      'InputError: overlapOverlay: `into` is no overlay of this kind (object). Give what overlapOverlay returned, or leave it out.';
    expect(await text(new Mesh())).toBe(refused);
    expect(await text({})).toBe(refused);
  });
});

it('what is wrong with a look, or no overlap at all, is said', async () => {
  expect(await ask(ball(0), ball(1), { opacity: 2 }).catch((error) => `${error}`)).toBe(
    'InputError: overlapOverlay: the opacity is not from 0 to 1 (2). Give a number in between.',
  );
  expect(() => overlapObject({} as never)).toThrow('this is no overlap (object). Give what overlapMesh() returned.');
});

it('an overlay that is disposed of leaves its scene, and frees what is its own', async () => {
  const object = overlapObject(await overlapMesh(ball(0), ball(1.2), { machine, resolution: 16 }));
  const scene = new Scene().add(object);
  const freed: string[] = [];
  object.geometry.addEventListener('dispose', () => freed.push('geometry'));
  for (const material of object.material) material.addEventListener('dispose', () => freed.push('material'));
  expect(isOverlay(object)).toBe(true);
  disposeOverlay(object);
  expect(scene.children).toEqual([]);
  expect(freed).toEqual(['geometry', 'material', 'material', 'material']);
  expect(isOverlay(new Group())).toBe(false);
  expect(() => disposeOverlay(new Group())).toThrow(
    'disposeOverlay: this is no overlay (object). Give the object that an overlay function returned.',
  );
});
