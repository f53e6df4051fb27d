import { expect, test } from 'vitest';
import { randomRotation, seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import type { Side } from '../../src/surface/surface.js';
import { tessellateSides } from '../../src/surface/tessellate/tessellateSides.js';
import { boundsTo, planeSide, quadricSide, stepTo } from './support/plainSides.js';

const CASES = 200;

/** The quadric a xx + b yy + c zz ≤ d in a turned frame. */
function turned(random: () => number, factors: readonly number[], constant: number): Side {
  const m = randomRotation(random);
  const q = new Array<number>(10).fill(0);
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [m[4 * k], m[4 * k + 1], m[4 * k + 2]];
    const row = [x * x, y * y, z * z, 2 * x * y, 2 * x * z, 2 * y * z];
    for (let i = 0; i < 6; i++) q[i] += factors[k] * row[i];
  }
  q[9] = -constant;
  return quadricSide(q);
}

const direction = (random: () => number): number[] => {
  const m = randomRotation(random);
  return [m[0], m[1], m[2]];
};

test(`${CASES} quadrics cut by random planes are closed, sharp and where they should be, seed 5`, () => {
  const random = seeded(5);
  for (let k = 0; k < CASES; k++) {
    const sides: Side[] = [];
    if (k % 2 === 0) {
      // An ellipsoid within the unit ball; the planes leave its middle.
      const radii = [0, 1, 2].map(() => 0.2 + 0.8 * random());
      sides.push(
        turned(
          random,
          radii.map((r) => 1 / (r * r)),
          1,
        ),
      );
      for (let j = 0; j <= k % 5; j++) sides.push(planeSide(direction(random), 0.02 + 0.5 * random(), j + 1));
    } else {
      // A hyperboloid, a cylinder or a cone in a turned block, which lies within the unit ball.
      sides.push(
        turned(
          random,
          [1, 0.5 + random(), -2 * random() * (k % 3)],
          k % 7 === 0 && k % 3 !== 0 ? 0 : 0.01 + 0.1 * random(),
        ),
      );
      const m = randomRotation(random);
      for (let j = 0; j < 6; j++) {
        const sign = j % 2 === 0 ? 1 : -1;
        sides.push(
          planeSide(
            [0, 1, 2].map((i) => sign * m[4 * (j >> 1) + i]),
            0.3 + 0.25 * random(),
            j + 1,
          ),
        );
      }
    }
    const { mesh, chordError, patchOf } = tessellateSides(sides, boundsTo(1.01), 0.03);
    const facts = inspect(mesh);
    const about = `case ${k}`;
    expect(facts, about).toMatchObject({ closed: true, flippedEdgeCount: 0, duplicateFaces: [] });
    expect(facts.signedVolume, about).toBeGreaterThan(0);
    expect(chordError, about).toBeLessThanOrEqual(0.03);
    const p = mesh.positions;
    let onSide = 0;
    let sticksOut = -Infinity;
    for (let i = 0; i < mesh.indices.length; i++) {
      const v = 3 * mesh.indices[i];
      const side = sides[patchOf[Math.floor(i / 3)]];
      // The tip of a cone is on it, though it has no gradient there.
      const off = Math.min(Math.abs(stepTo(side, p[v], p[v + 1], p[v + 2])) || 0, 1);
      onSide = Math.max(onSide, off);
      for (const one of sides)
        sticksOut = Math.max(sticksOut, one.isFlat ? one.value(p[v], p[v + 1], p[v + 2]) : -Infinity);
    }
    expect(onSide, about).toBeLessThan(1e-9);
    expect(sticksOut, about).toBeLessThanOrEqual(chordError);
  }
});
