import { describe, expect, it } from 'vitest';
import { SLABS } from '../../src/machine/cells.js';
import { coverCells, slabBits } from '../../src/machine/cpu/coverCells.js';
import { type Random, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { between, pick } from '../support/randomPose.js';

const CELLS = 16;

/** The cells and slabs of a 16 × 16 grid that a triangle touches. */
function coverAll(at: Float64Array, pad: Vec3): Uint32Array {
  const bits = new Uint32Array(CELLS * CELLS);
  coverCells(at, { columns: CELLS, rows: CELLS, pad }, 0, CELLS - 1, 0, CELLS - 1, (cell, slabs) => {
    bits[cell] |= slabs;
    return false;
  });
  return bits;
}

const countBits = (bits: Uint32Array): number =>
  bits.reduce((sum, word) => sum + [...word.toString(2)].filter((bit) => bit === '1').length, 0);

/** Triangles of all sorts: on whole cells, anywhere, far out, thin, seen edge-on, without an area. */
function randomTriangle(random: Random): Float64Array {
  const kind = Math.floor(8 * random());
  const far = kind === 2 ? 1e7 : kind === 3 ? 400 : 20;
  const whole = kind === 0 || kind === 5;
  const at = Float64Array.from({ length: 9 }, () => {
    const c = between(random, -far / 4, far);
    return whole ? Math.round(c) : c;
  });
  const flatten = (k: number, share: number) => {
    for (const i of [0, 1, 2])
      at[6 + i] = at[i] + share * (at[3 + i] - at[i]) + (i === k ? 10 ** -(3 + 10 * random()) : 0);
  };
  if (kind === 4) flatten(Math.floor(3 * random()), random()); // thin
  if (kind === 5) flatten(-1, pick(random, [0, 0.5, 1, 2])); // no area
  if (kind === 6) {
    // Upright, along a column or slanted.
    at[6] = at[0] + 0.5 * (at[3] - at[0]);
    at[7] = at[1] + 0.5 * (at[4] - at[1]);
  }
  if (kind === 7) {
    // Two corners far out that only rounding tells apart: which way round they lie is anybody's guess.
    for (const i of [0, 1]) at[3 + i] *= 300;
    for (const i of [0, 1, 2]) at[6 + i] = at[3 + i] * (1 + 2 ** -52 * between(random, -4, 4));
  }
  return at;
}

describe('coverCells', () => {
  for (let seed = 1; seed <= 4; seed++)
    it(`takes the cell and slab of every point of a triangle, and of what the pad reaches (seed ${seed})`, () => {
      const random = seeded(seed);
      let inside = 0;
      for (let t = 0; t < 2000; t++) {
        const at = randomTriangle(random);
        const reach = pick(random, [0, 0, 0.3, 2]);
        // Far out, coordinates are no longer exact: that is what the pad is for.
        const rounding = 2 ** -40 * at.reduce((most, c) => Math.max(most, Math.abs(c)), 1);
        const pad: Vec3 = [reach + rounding, reach / 2 + rounding, 3 * reach + rounding];
        const bits = coverAll(at, pad);
        for (let k = 0; k < 60; k++) {
          // Corners and edges as well.
          let [u, v] = [pick(random, [0, 1, random()]), pick(random, [0, random()])];
          if (u + v > 1) [u, v] = [1 - u, 1 - v];
          const [x, y, z] = [0, 1, 2].map(
            (i) => at[i] + u * (at[3 + i] - at[i]) + v * (at[6 + i] - at[i]) + between(random, -1, 1) * pad[i],
          );
          if (!(x >= 0 && x < CELLS && y >= 0 && y < CELLS && z >= 0 && z < SLABS)) continue;
          inside++;
          const cell = Math.floor(y) * CELLS + Math.floor(x);
          if ((bits[cell] & (1 << Math.floor(z))) === 0) expect.fail(`triangle ${t} (${at.join()}) lost ${[x, y, z]}`);
        }
      }
      expect(inside).toBeGreaterThan(10_000);
    });

  it('a needle through the corners of cells, too thin for its plane to be sure (seed 6)', () => {
    const random = seeded(6);
    for (let t = 0; t < 20_000; t++) {
      const [x, z] = [Math.floor(3 * random()), between(random, 0, 4)];
      const [long, deep] = [between(random, 4, 12), between(random, 1, 27)];
      const along = (s: number): Vec3 => [x + s * long, x + s * long, z + s * deep];
      const at = Float64Array.of(...along(0), ...along(1), ...along(random()));
      at[6] += 10 ** between(random, -14, -9);
      const pad = 2 ** -40 * 32;
      const bits = coverAll(at, [pad, pad, pad]);
      for (let cell = x + 1; cell < x + long; cell++)
        for (const aside of [-1e-6, 1e-6]) {
          const p = along((cell + aside - x) / long);
          const word = bits[Math.floor(p[1]) * CELLS + Math.floor(p[0])];
          if ((word & (1 << Math.floor(p[2]))) === 0) expect.fail(`needle ${t} (${at.join()}) lost ${p}`);
        }
    }
  });

  it('of a slanted face takes a sheet, not its box', () => {
    const sheet = coverAll(Float64Array.of(0, 0, 0, 16, 0, 32, 0, 16, 32), [0, 0, 0]);
    // z = 2 (x + y): over a cell it goes through four slabs, and touches two more.
    for (const word of sheet) expect(word.toString(2).replaceAll('0', '').length).toBeLessThanOrEqual(6);
    expect(countBits(sheet)).toBeLessThan((CELLS * (CELLS + 3) * 6) / 2);
    expect(sheet[CELLS * CELLS - 1]).toBe(0);
  });

  it('ends when enough was taken', () => {
    let taken = 0;
    const grid = { columns: CELLS, rows: CELLS, pad: [0, 0, 0] as const };
    const face = Float64Array.of(-20, -20, 5, 80, -20, 5, -20, 80, 5);
    expect(coverCells(face, grid, 0, 15, 0, 15, () => ++taken === 3)).toBe(true);
    expect(taken).toBe(3);
    expect(coverCells(face, grid, 0, 15, 0, 15, () => ++taken < 0)).toBe(false);
    expect(taken).toBe(3 + 256);
  });

  it('slabs are bits', () => {
    expect(slabBits(0, 31)).toBe(-1);
    expect(slabBits(31, 31) >>> 0).toBe(2 ** 31);
    expect(slabBits(3, 5)).toBe(0b111000);
  });
});
