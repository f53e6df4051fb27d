import { describe, expect, it } from 'vitest';
import { type Body, body, worldBounds } from '../../src/body.js';
import {
  type Affine,
  identity,
  invert,
  multiply,
  rotation,
  scaling,
  transformBox,
  transformDirection,
  translation,
} from '../../src/math/affine.js';
import { extent, intersectBoxes, isEmpty } from '../../src/math/box.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { cross, dot, length, normalize, scale, type Vec3 } from '../../src/math/vector.js';
import { chooseDirection, collisionZone, thinnest } from '../../src/view/direction.js';
import { basis } from '../../src/view/fit.js';
import { initialDirection } from '../../src/view/wallDirection.js';
import { box, boxBody, randomBox, randomPose } from './boxBody.js';

const turned = (axis: Vec3, deg: number): Affine => rotation(axis, (deg * Math.PI) / 180);
const angleDeg = (a: Vec3, b: Vec3) => (Math.atan2(length(cross(a, b)), Math.abs(dot(a, b))) * 180) / Math.PI;

/** The paper's words: own box met with the other's in its frame; of the walls, as parallelograms in the world, the largest. */
function largestWall(own: Body, other: Body): { normal: Vec3; lead: number } {
  const meeting = intersectBoxes(own.bounds, transformBox(multiply(invert(own.pose), other.pose), other.bounds));
  const size = extent(meeting);
  const edge = (k: number): Vec3 => scale([own.pose[k], own.pose[4 + k], own.pose[8 + k]] as unknown as Vec3, size[k]);
  const walls = [0, 1, 2].map((k) => cross(edge((k + 1) % 3), edge((k + 2) % 3)));
  walls.sort((u, v) => length(v) - length(u));
  return { normal: normalize(walls[0]), lead: 1 - length(walls[1]) / length(walls[0]) };
}

describe('the first guess of the direction', () => {
  const slab = box([-2, -2, -0.5], [2, 2, 0.5]);

  it('is an axis, exactly, for boxes in one frame', () => {
    const a = boxBody(box([0, 0, 0], [3, 4, 5]));
    expect(initialDirection(a, boxBody(box([1, 1, 4], [3, 3, 9])))).toEqual({ direction: [0, 0, 1], up: [0, 1, 0] });
    expect(initialDirection(a, boxBody(box([2, 0, 0], [9, 9, 9]))).direction).toEqual([1, 0, 0]);
  });

  it('is the average of two slanting walls, whichever way their normals point, and whether or not a pose mirrors', () => {
    const a = boxBody(slab, multiply(translation(0, 0, 0.45), turned([0, 1, 0], 10)));
    const poses = [identity(), turned([1, 0, 0], 180), scaling(1, 1, -1), scaling(-1, 1, 1)];
    for (const own of poses) {
      const b = boxBody(slab, multiply(translation(0, 0, -0.45), multiply(turned([0, 1, 0], -10), own)));
      const { direction } = initialDirection(a, b);
      expect(angleDeg(direction, [0, 0, 1])).toBeLessThan(1e-9);
      expect(direction[2]).toBeGreaterThan(0);
    }
  });

  it('is the normal of flat boxes, and of slabs that only touch', () => {
    const m = multiply(translation(3, -2, 7), turned(normalize([1, 2, 3]), 33));
    const normal = transformDirection(m, [0, 0, 1]);
    const on = (min: Vec3, max: Vec3) => boxBody(box(min, max), m);
    const touching = initialDirection(on([0, 0, 0], [4, 3, 1]), on([1, 1, 1], [5, 2, 2])).direction;
    expect(angleDeg(touching, normal)).toBeLessThan(1e-9);
    const flat = initialDirection(on([0, 0, 0], [4, 3, 0]), on([1, 1, -1], [5, 2, 2])).direction;
    expect(angleDeg(flat, normal)).toBeLessThan(1e-9);
  });

  it('goes to x, then y, then z where walls are equal, whatever rounding does', () => {
    const cube = box([-1, -1, -1], [1, 1, 1]);
    for (const quarters of [0, 1, 2, 3])
      expect(initialDirection(boxBody(cube), boxBody(cube, turned([0, 0, 1], 90 * quarters))).direction).toEqual([
        1, 0, 0,
      ]);
  });

  it('is the thinnest way through where the walls stand square: their average would look at both by 45°', () => {
    // A bar is left, 1 by 0.6: its larger wall is square to x.
    const a = boxBody(box([-3, -3, -0.5], [3, 3, 0.5]));
    const b = boxBody(box([-0.3, -3, -3], [0.3, 3, 3]));
    expect(initialDirection(a, b).direction).toEqual([1, 0, 0]);
    // Turned bodies whose boxes show each other whole: each has its own slab as its volume, and the normals are square.
    const c = boxBody(box([-1, -1, -0.1], [1, 1, 0.1]), turned([0, 0, 1], 30));
    const d = boxBody(box([-0.2, -1, -1], [0.2, 1, 1]), turned([0, 0, 1], 30));
    for (const [one, other] of [
      [c, d],
      [d, c],
    ]) {
      expect(initialDirection(one, other).direction).toEqual(chooseDirection(one, other));
      expect(angleDeg(initialDirection(one, other).direction, [0, 0, 1])).toBeLessThan(1e-9);
    }
  });

  it('is the way across the gap for bodies apart', () => {
    const a = boxBody(slab, turned([1, 0, 0], 20));
    const b = boxBody(slab, multiply(translation(0, 0, 6), turned([0, 1, 0], 20)));
    expect(initialDirection(a, b)).toEqual(thinnest(collisionZone(a, b)));
  });

  it('agrees with walls measured as parallelograms, turns with the scene and does not see the order: 400 pairs (seed 71)', () => {
    const random = seeded(71);
    let averaged = 0;
    for (let n = 0; n < 400; n++) {
      const [a, b] = [0, 1].map(() => boxBody(randomBox(random), randomPose(random, [0, 0, 0])));
      const { direction, up } = initialDirection(a, b);
      expect(length(direction)).toBeCloseTo(1, 12);
      expect(() => basis(direction, up)).not.toThrow();
      const swapped = initialDirection(b, a).direction;
      const zone = collisionZone(a, b);
      if (zone.boxes.some((zoneBox) => isEmpty(zoneBox.box))) continue;
      expect(angleDeg(direction, swapped)).toBeLessThan(1e-6);
      const [one, other] = [largestWall(a, b), largestWall(b, a)];
      const cosine = dot(one.normal, other.normal);
      if (Math.min(one.lead, other.lead) < 1e-9 || Math.abs(cosine) < 0.4) continue;
      averaged++;
      const sum = [0, 1, 2].map((k) => one.normal[k] + Math.sign(cosine) * other.normal[k]) as unknown as Vec3;
      expect(angleDeg(direction, sum)).toBeLessThan(1e-6);
      const turn = randomRotation(random);
      const [c, d] = [a, b].map((own) => body(own.mesh, { pose: multiply(turn, own.pose) }));
      if (isEmpty(intersectBoxes(worldBounds(c), worldBounds(d)))) continue;
      expect(angleDeg(initialDirection(c, d).direction, transformDirection(turn, direction))).toBeLessThan(1e-6);
    }
    expect(averaged).toBeGreaterThan(100);
  });
});
