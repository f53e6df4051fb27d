import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { gapView } from '../../src/detect/gap/gapView.js';
import { refineProjection } from '../../src/detect/solids/refineProjection.js';
import { seenFaces } from '../../src/detect/solids/seenFaces.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, scaling, transformDirection, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { dot, normalize, type Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { basis } from '../../src/view/fit.js';
import { boxMesh, joined } from '../gap/support/bodies.js';
import { angleDeg, moved, prism, turnedBox, viewAlong, wedgeInGroove } from './projectionScenes.js';

const cpu = createCpuMachine();
const UP: Vec3 = [0, 0, 1];
const slab = (size: Vec3, at: Vec3) => body(box({ size }), { pose: translation(...at) });
const refined = (a: Body, b: Body, direction: Vec3, resolution?: number, depthMargin?: number) =>
  refineProjection(cpu, a, b, viewAlong(a, b, direction, resolution, depthMargin));

describe('faces seen in the collision zone', () => {
  // A on [0, 4]² × [0, 1], B on [1, 3]² × [z, z + 1]: seen along z, 2 by 2 of A's bottom or top are before B.
  const A = slab([4, 4, 1], [2, 2, 0.5]);
  const normalZ = ({ mesh: { positions, indices } }: Body, face: number) => {
    const z = [0, 1, 2].map((k) => positions[3 * indices[3 * face + k] + 2]);
    return z[0] === z[1] && z[1] === z[2] ? Math.sign(z[0]) : 0;
  };
  const sides = (own: Body, seen: ReadonlyMap<number, number>) => {
    const pixels: Record<string, number> = {};
    for (const [face, count] of seen) pixels[normalZ(own, face)] = (pixels[normalZ(own, face)] ?? 0) + count;
    return pixels;
  };

  it('are those that look at each other, in every pixel where both bodies are', async () => {
    const B = slab([2, 2, 1], [2, 2, 1.4]);
    const seen = await seenFaces(cpu, A, B, viewAlong(A, B, UP, 32, 1));
    expect(seen.pixelCount).toBe(32 * 32);
    expect(sides(A, seen.a)).toEqual({ 1: 1024 });
    expect(sides(B, seen.b)).toEqual({ '-1': 1024 });
    expect(seen.leastGap * (0.1 + 2)).toBeCloseTo(-0.1, 6);
    // Seen from the other end A is the farther one, and they are the same.
    const back = await seenFaces(cpu, A, B, viewAlong(A, B, [0, 0, -1], 32, 1));
    expect(back.pixelCount).toBe(seen.pixelCount);
    expect(sides(A, back.a)).toEqual({ 1: 1024 });
  });

  it('of a body in the other are those of the shorter way out, and both where they are equal', async () => {
    const low = slab([2, 2, 0.4], [2, 2, 0.3]);
    const one = await seenFaces(cpu, A, low, viewAlong(A, low, UP, 16, 0.5));
    expect([sides(A, one.a), sides(low, one.b)]).toEqual([{ '-1': 256 }, { 1: 256 }]);
    const middle = slab([2, 2, 0.4], [2, 2, 0.5]);
    const both = await seenFaces(cpu, A, middle, viewAlong(A, middle, UP, 16, 0.5));
    expect([sides(A, both.a), sides(middle, both.b)]).toEqual([
      { 1: 256, '-1': 256 },
      { 1: 256, '-1': 256 },
    ]);
  });

  it('are only those that the caller takes into the zone', async () => {
    const B = slab([2, 2, 1], [2, 2, 1.4]);
    const seen = await seenFaces(cpu, A, B, viewAlong(A, B, UP, 32, 1), (pixel, gap) => gap < 0 && pixel < 64);
    expect(seen.pixelCount).toBe(64);
    expect(sides(B, seen.b)).toEqual({ '-1': 64 });
  });
});

describe('a zone of which little is near', () => {
  // A plate with a small ramp at 45°, whose top reaches by 0.05 into the box of the plate above it.
  const ramp = prism(
    [
      [0, -0.5],
      [1, -0.5],
      [1, 1],
      [0, 0],
    ],
    [0, 1, 3, 1, 2, 3],
    0.5,
  );
  const lower = body(joined(boxMesh([-5, -5, -1], [5, 5, 0]), body(ramp).mesh));
  const upper = slab([10, 10, 1], [0, 0, 1.45]);

  it('holds a fair share of what faces each other, and one slope does not turn the view', async () => {
    const view = viewAlong(lower, upper, UP, 100, 1);
    const seen = await seenFaces(cpu, lower, upper, view);
    // All but the ramp is as far as the median, so it is in whole.
    expect(seen.facingCount).toBe(100 * 100);
    expect(seen.pixelCount).toBe(seen.facingCount);
    const found = await refineProjection(cpu, lower, upper, view);
    expect(found.facingArea).toBeCloseTo(100, 9);
    expect(angleDeg(found.direction, UP)).toBeLessThan(0.5);
    // What is within a quarter of the boxes' common height is the slope alone, against the plate: half of 45°, and a little.
    const depth = view.size[2];
    const near = await refineProjection(cpu, lower, upper, view, (_, gap) => gap * depth <= 0.05 / 4);
    expect(angleDeg(near.direction, UP)).toBeGreaterThan(22.5);
  });

  it('goes by the nearest: a quarter of two balls’ facing pixels lies within 30° of the line between them', async () => {
    const ball = (z: number) => body(icoSphere({ radius: 1, subdivisions: 5 }), { pose: translation(0, 0, z) });
    const [a, b] = [ball(0), ball(2.2)];
    const view = gapView(a, b, { direction: UP, resolution: 128, extent: 'both' });
    // A reach of next to nothing, as where boxes overlap by little: only the share counts.
    const { pixelCount, facingCount } = await seenFaces(cpu, a, body(b.mesh, { pose: translation(0, 0, 1.999) }), view);
    expect(pixelCount / facingCount).toBeGreaterThanOrEqual(0.25);
    expect(pixelCount / facingCount).toBeLessThan(0.27);
  });
});

describe('the refined projection', () => {
  it('is the common normal of two slanting slabs that touch, overlap a little or are a little apart', async () => {
    const turn = rotation(normalize([2, 1, 0.3]), 0.4);
    const normal = transformDirection(turn, UP);
    for (const gap of [0, -0.02, 0.02])
      for (const size of [1, 2, 3]) {
        const a = turnedBox([2, 2, 0.5], [0, 0, 0.25], turn);
        const b = turnedBox([size, size, 0.5], [0.1, 0.2, -0.25 - gap], turn);
        const found = await refined(a, b, UP);
        expect(angleDeg(found.direction, normal)).toBeLessThan(1e-6);
        expect(dot(found.direction, UP)).toBeGreaterThan(0);
        expect(found.spreadDeg).toBeLessThan(1e-6);
        expect(found.more).toEqual([]);
        expect(() => basis(found.direction, found.up)).not.toThrow();
      }
  });

  it('does not depend on size and place', async () => {
    const turn = rotation(normalize([2, 1, 0.3]), 0.4);
    const bodies = [turnedBox([2, 2, 0.5], [0, 0, 0.24], turn), turnedBox([1, 1, 0.5], [0.1, 0.2, -0.25], turn)];
    for (const by of [scaling(1e-6), scaling(1e6), translation(3e5, -2e5, 1e5), scaling(1, 1, -1)]) {
      const [a, b] = moved(bodies, by);
      const normal = transformDirection(multiply(by, turn), UP);
      expect(angleDeg((await refined(a, b, UP)).direction, normal)).toBeLessThan(1e-6);
    }
  });

  it('does not change with how finely one slab is cut', async () => {
    // The flat faces differ by 6°, so that the weights of the two slabs show.
    const at = (segments: number) =>
      moved([body(box({ size: [2, 2, 0.5], segments }), { pose: translation(0, 0, 0.2) })], rotation([0, 1, 0], 0.1));
    const b = slab([2, 2, 0.5], [0, 0, -0.25]);
    const [coarse, fine] = await Promise.all([refined(at(1)[0], b, UP), refined(at(40)[0], b, UP)]);
    expect(angleDeg(coarse.direction, UP)).toBeGreaterThan(1);
    expect(angleDeg(coarse.direction, fine.direction)).toBeLessThan(0.05);
  });

  it('of a ball pressed into a plate is the plate’s normal, also when first seen from 30° beside it', async () => {
    const ball = body(icoSphere({ radius: 1, subdivisions: 4 }), { pose: translation(0, 0, 0.95) });
    const plate = slab([4, 4, 1], [0.2, -0.1, -0.5]);
    for (const angle of [0, 0.3, 0.5]) {
      const found = await refined(ball, plate, [Math.sin(angle), 0, Math.cos(angle)], 128);
      expect(angleDeg(found.direction, UP)).toBeLessThan(1);
      expect(found.spreadDeg).toBeGreaterThan(3);
      expect(found.spreadDeg).toBeLessThan(25);
    }
  });

  it('has more directions, square to the flanks, for a wedge in a groove', async () => {
    for (const deg of [45, 60, 70]) {
      const [wedge, groove] = wedgeInGroove(deg, 0.05);
      const found = await refined(wedge, groove, UP);
      expect(angleDeg(found.direction, UP)).toBeLessThan(0.5);
      expect(Math.abs(found.spreadDeg - deg)).toBeLessThan(0.5);
      expect(found.more).toHaveLength(2);
      const slope = (deg * Math.PI) / 180;
      for (const side of [-1, 1]) {
        const flank: Vec3 = [side * Math.sin(slope), 0, Math.cos(slope)];
        expect(Math.min(...found.more.map((direction) => angleDeg(direction, flank)))).toBeLessThan(1e-4);
      }
    }
    const [wedge, groove] = wedgeInGroove(30, 0.05);
    expect((await refined(wedge, groove, UP)).more).toEqual([]);
  });

  it('of a box in a box is square to the wall that is nearest along the view', async () => {
    const turn = rotation(normalize([1, -1, 0.5]), 0.3);
    const [outer, inner] = moved([slab([4, 4, 4], [0, 0, 0]), slab([1, 1, 1], [0.3, 0.2, 1.2])], turn);
    const found = await refined(outer, inner, transformDirection(turn, normalize([0.1, 0.05, 1])), 64, 1);
    expect(angleDeg(found.direction, transformDirection(turn, UP))).toBeLessThan(3);
  });

  it('turns and is mirrored with the scene, and swapped bodies change nothing: 12 scenes (seed 72)', async () => {
    const random = seeded(72);
    for (let n = 0; n < 12; n++) {
      const ball = body(icoSphere({ subdivisions: 3 }), { pose: translation(0, 0, 0.8) });
      const rest = slab([3, 3, 1], [random(), random(), -0.5]);
      const [first] = moved([ball], multiply(translation(0, 0, 0), scaling(1, 1 + random(), 1)));
      const direction = normalize([random() - 0.5, random() - 0.5, 1]);
      const here = await refined(first, rest, direction, 128);
      const swapped = await refined(rest, first, direction, 128);
      expect(angleDeg(swapped.direction, here.direction)).toBeLessThan(1e-9);
      expect(swapped.spreadDeg).toBeCloseTo(here.spreadDeg, 9);
      // Rays fall elsewhere on the turned bodies, so the answers differ by what a pixel is.
      const turn = multiply(randomRotation(random), scaling(n % 2 ? -1 : 1, 1, 1));
      const [c, d] = moved([first, rest], turn);
      const there = await refined(c, d, transformDirection(turn, direction), 128);
      expect(angleDeg(there.direction, transformDirection(turn, here.direction))).toBeLessThan(0.7);
      expect(Math.abs(there.spreadDeg - here.spreadDeg)).toBeLessThan(0.7);
    }
  });

  it('settles: refined again, a tooth-like contact keeps its direction', async () => {
    const upper = body(icoSphere({ subdivisions: 4 }), {
      pose: multiply(translation(0.3, 0.1, 1.7), scaling(1, 0.8, 1)),
    });
    const lower = body(icoSphere({ subdivisions: 4 }));
    const once = await refined(upper, lower, UP, 128);
    const twice = await refined(upper, lower, once.direction, 128);
    const again = await refined(upper, lower, twice.direction, 128);
    expect(angleDeg(once.direction, UP)).toBeGreaterThan(5);
    expect(angleDeg(again.direction, twice.direction)).toBeLessThan(1);
    expect(angleDeg(again.direction, once.direction)).toBeLessThan(angleDeg(once.direction, UP));
  });

  it('is the old one where nothing faces anything', async () => {
    const side = slab([1, 1, 1], [0, 0, 0]);
    const beside = slab([1, 1, 1], [1, 0, 0]);
    const view = viewAlong(side, beside, UP, 16);
    const found = await refineProjection(cpu, side, beside, view);
    expect(found).toEqual({ direction: [0, 0, 1], up: [0, 1, 0], spreadDeg: 0, more: [], facingArea: 0 });
  });
});
