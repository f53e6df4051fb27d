import { BoxGeometry, Group, InstancedMesh, LOD, Matrix4, Mesh, MeshBasicMaterial, Scene, SphereGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { body, worldBounds } from '../../src/body.js';
import { InputError } from '../../src/errors.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { overlapMesh } from '../../src/overlapMesh.js';
import { bodiesFrom, bodyFrom } from '../../src/three/bodyFrom.js';
import { fetchPositions } from '../../src/three/fetchPositions.js';
import { overlapObject } from '../../src/three/overlapOverlay.js';

const machine = createCpuMachine();
const cube = () => new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
const middleOf = (object: Parameters<typeof bodyFrom>[0]) => {
  const { min, max } = worldBounds(bodyFrom(object));
  return (min[0] + max[0]) / 2;
};

describe('bodies under attack', () => {
  it('a scene that leaves its matrices alone keeps those that the application wrote', () => {
    const scene = new Scene();
    const mesh = cube();
    scene.add(mesh);
    scene.matrixWorldAutoUpdate = false;
    mesh.position.x = 5; // nobody takes it over
    expect(middleOf(mesh)).toBe(0);
    mesh.matrixWorld.makeTranslation(7, 0, 0);
    expect(middleOf(mesh)).toBe(7);
    expect(middleOf(scene)).toBe(7);
  });

  it('parts that are parked too far away for one body are refused, and not lost', async () => {
    const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 2);
    mesh.setMatrixAt(0, new Matrix4());
    const other = body(box(), { pose: translation(0.5, 0, 0) });
    const askedOf = async (subject: Parameters<typeof interference>[0][number]) =>
      (await interference([subject, other], { machine, resolution: 64 })).pairs[0];
    for (const far of [1e3, 1e6]) {
      mesh.setMatrixAt(1, new Matrix4().makeTranslation(far, 0, 0));
      const { kind, volume, volumeError } = await askedOf(bodyFrom(mesh));
      expect(kind).toBe('hard');
      expect(Math.abs(volume - 0.5)).toBeLessThanOrEqual(volumeError);
    }
    const follower = bodyFrom(mesh);
    mesh.setMatrixAt(1, new Matrix4().makeTranslation(1e10, 0, 0));
    expect(() => bodyFrom(mesh)).toThrow(/are too far apart for one body \(10000000001 in all, and one of 1\)/);
    await expect(askedOf(follower)).rejects.toThrow('take each for itself with bodiesFrom');
    expect((await askedOf(bodiesFrom(mesh)[0])).volume).toBeCloseTo(0.5, 5);
  });

  it('what is nowhere is named, and not left out', () => {
    const group = new Group();
    const lost = cube();
    lost.name = 'lost';
    lost.position.x = Number.NaN;
    group.add(cube(), lost);
    for (const take of [bodyFrom, bodiesFrom]) expect(() => take(group)).toThrow('the Mesh "lost" is not at a finite');
  });

  it('tells which bodies are drawn at present', () => {
    const lod = new LOD();
    const [near, far] = [cube(), cube()];
    lod.addLevel(near, 0).addLevel(far, 10);
    const bodies = bodiesFrom(lod);
    expect(bodies.map(({ isDrawn }) => isDrawn)).toEqual([true]);
    near.visible = false; // as LOD.update does
    expect(bodies.map(({ isDrawn }) => isDrawn)).toEqual([false]);
    expect(() => bodies[0].follow()).toThrow(InputError);
    near.visible = true;
    near.scale.setScalar(0);
    expect(bodies[0].isDrawn).toBe(false);
    near.scale.setScalar(2);
    expect(bodies[0].isDrawn).toBe(true);
  });

  it('copies of overlays are no bodies either', async () => {
    const scene = new Scene();
    const [a, b] = [cube(), new Mesh(new SphereGeometry(0.7), new MeshBasicMaterial())];
    scene.add(a, b);
    const faces = () => bodyFrom(scene).mesh.indices.length;
    const alone = faces();
    const overlay = overlapObject(await overlapMesh(bodyFrom(a), bodyFrom(b), { machine, resolution: 16 }));
    expect(overlay.visible).toBe(true);
    scene.add(overlay, overlay.clone());
    expect(faces()).toBe(alone);
  });

  it('numbers of instances are whole', () => {
    const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 4);
    mesh.count = 2.5;
    expect(bodiesFrom(mesh).length).toBe(2);
    mesh.count = -1;
    expect(() => bodiesFrom(mesh)).toThrow('nothing is drawn');
  });

  it('says which call is wrong, and what would be right', async () => {
    expect(() => bodiesFrom(null as never)).toThrow('bodiesFrom: this is no object of three.js (null).');
    await expect(fetchPositions(null as never, {})).rejects.toThrow('fetchPositions: this is no object of three.js');
    await expect(interference([cube() as never], { machine })).rejects.toThrow(
      'Make one with bodyFrom(object) of zclash/three.',
    );
  });
});
