import { describe, expect, it } from 'vitest';
import { TEAPOT_FALL_OVERLAPS, teapotFall } from '../../scenes/teapotFall.js';
import { worldBounds } from '../../src/body.js';
import { determinant, invert, multiply, transformPoint } from '../../src/math/affine.js';
import { scale, subtract } from '../../src/math/vector.js';
import { massProperties } from '../../src/mesh/mass.js';
import { faceCount } from '../../src/mesh/mesh.js';
import { manifoldOf, overlapVolume } from './manifold.js';

const fall = teapotFall();
const { teapot, field, poses, timesMs } = fall;
const closeTo = (values: readonly number[], digits = 10) => values.map((v) => expect.closeTo(v, digits));

describe('teapotFall', () => {
  it('brings the teapot of 552 polygons above the field of 8,192', () => {
    expect([teapot.name, field.name]).toEqual(['teapot', 'field']);
    expect([faceCount(teapot.mesh), faceCount(field.mesh)]).toEqual([1064, 8192 + 768]);
    expect([...teapot.pose]).toEqual([...poses[0]]);
    expect(worldBounds(teapot).min[2]).toBeGreaterThan(worldBounds(field).max[2] + 3);
  });

  it('lasts a second, in steps of 20 ms', () => {
    expect(poses.length).toBe(timesMs.length);
    expect([timesMs[0], timesMs[1], timesMs[timesMs.length - 1]]).toEqual([0, 20, 1000]);
  });

  it('lets the centre of mass fall freely', () => {
    const { center } = massProperties(teapot.mesh);
    const path = poses.map((pose) => transformPoint(pose, center));
    for (let k = 1; k < path.length - 1; k++) {
      const change = subtract(subtract(path[k + 1], path[k]), subtract(path[k], path[k - 1]));
      expect(scale(change, 1 / 0.02 ** 2)).toEqual(closeTo([0, 0, -9.81], 6));
    }
  });

  it('turns the teapot evenly, as a rigid body', () => {
    const turns = poses.slice(1).map((pose, k) => multiply(pose, invert(poses[k])));
    for (const pose of poses) {
      expect(determinant(pose)).toBeCloseTo(1, 12);
      for (const r of [0, 4, 8]) expect(Math.hypot(pose[r], pose[r + 1], pose[r + 2])).toBeCloseTo(1, 12);
    }
    for (const turn of turns)
      for (const i of [0, 1, 2, 4, 5, 6, 8, 9, 10]) expect(turn[i]).toBeCloseTo(turns[0][i], 12);
    // The trace of a rotation is 1 + 2 cos: 0.9 radians a second.
    expect(Math.acos((turns[0][0] + turns[0][5] + turns[0][10] - 1) / 2)).toBeCloseTo(0.9 * 0.02, 6);
  });

  it('meets the field at step 44 and sinks into it, away from its borders', () => {
    const [solid, ground] = [manifoldOf(teapot.mesh), manifoldOf(field.mesh)];
    expect(solid.volume()).toBeCloseTo(massProperties(teapot.mesh).volume, 4);
    for (const [step, pose] of poses.entries()) {
      const { min, max } = worldBounds({ ...teapot, pose });
      expect(Math.max(-min[0], -min[1], max[0], max[1])).toBeLessThan(10);
      const known = TEAPOT_FALL_OVERLAPS.find((o) => o.step === step);
      expect(overlapVolume(manifoldOf(teapot.mesh, pose), ground)).toBeCloseTo(known?.volume ?? 0, 3);
    }
    expect(TEAPOT_FALL_OVERLAPS.map((o) => o.step)).toEqual([44, 45, 46, 47, 48, 49, 50]);
    expect(overlapVolume(manifoldOf(teapot.mesh, poses[43]), ground)).toBe(0);
  });

  it('is the same every time', () => {
    const again = teapotFall();
    expect(again.poses).toEqual(poses);
    expect(again.teapot.mesh).toEqual(teapot.mesh);
    expect(again.field.mesh).toEqual(field.mesh);
  });
});
