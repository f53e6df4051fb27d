import { describe, expect, it } from 'vitest';
import {
  areBeside,
  LENGTH_UNIT,
  lengthOf,
  MEETS,
  NO_OVERLAP,
  outOf,
  wallBetween,
} from '../../src/detect/zlist/rayCode.js';
import { sideBySide } from '../../src/detect/zlist/sideBySide.js';
import { BLOCK_PX, type CpuTally, decodeBest, type Pixels } from '../../src/machine/kernel.js';
import { seeded } from '../../src/math/random.js';
import { fitView } from '../../src/view/fit.js';

const STRIDE_MORE = 5;
const OFFSET = 2;

/** A map as of patches of rays with an overlap, without, and that meet nothing. */
function randomCodes(random: () => number, columns: number, rows: number): Int32Array {
  const codes = new Int32Array(OFFSET + rows * (columns + STRIDE_MORE));
  for (let y = 0; y < rows; y++)
    for (let x = 0, kind = 0; x < columns; x++) {
      if (random() < 0.3) kind = Math.floor(3 * random());
      const alone = (Math.floor(126 * random()) << 23) | (Math.floor(126 * random()) << 16);
      const low = Math.floor(2 ** 16 * random()) & (kind === 1 ? 0xffff : 0x0f0f);
      codes[OFFSET + y * (columns + STRIDE_MORE) + x] = [0, MEETS | alone | low, NO_OVERLAP | MEETS | alone | low][
        kind
      ];
    }
  return codes;
}

function pixelsOf(codes: Int32Array, columns: number, rows: number): Pixels {
  const view = {
    ...fitView({ min: [0, 0, 0], max: [1, 1, 1] }, { direction: [0, 0, 1], resolution: 8 }),
    columns,
    rows,
  };
  const [words, floats, bytes] = [new Uint32Array(0), new Float32Array(0), new Uint8Array(0)];
  return {
    ...{
      view,
      columns,
      rows,
      firstRow: 0,
      first: words,
      layerName: words,
      layerDepth: floats,
      faceBits: 1,
      slotCount: 0,
    },
    ...{ before: new Int32Array(0), offset: OFFSET, stride: columns + STRIDE_MORE },
    ...{ depth: floats, kept: floats, stencil: bytes, id: words, marks: bytes, markBase: words },
    map: new Float32Array(codes.buffer),
    best: new Uint32Array(3 * Math.ceil(columns / BLOCK_PX) * Math.ceil(rows / BLOCK_PX)),
  };
}

describe('sideBySide on the CPU', () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
    it(`adds up what each ray and its two next ones show (seed ${seed})`, () => {
      const random = seeded(seed);
      const [columns, rows] = [10 + Math.floor(60 * random()), 10 + Math.floor(30 * random())];
      const codes = randomCodes(random, columns, rows);
      const isPart = seed % 2 === 0;
      const [left, top] = isPart ? [3, 2] : [0, 0];
      const [right, bottom] = isPart ? [columns - 4, rows - 3] : [columns - 1, rows - 1];
      const [mayBeInside, step, steep] = [seed % 4, 1 + Math.floor(6 * random()), 30];
      const pixels = pixelsOf(codes, columns, rows);
      const tally: CpuTally = Object.fromEntries(Object.keys(sideBySide.tally).map((word) => [word, 0]));
      sideBySide.cpu(pixels, tally, [left, top, right, bottom, mayBeInside, step, steep]);

      const at = (x: number, y: number): number =>
        x >= 0 && y >= 0 && x < columns && y < rows ? codes[OFFSET + y * (columns + STRIDE_MORE) + x] : 0;
      const expected: CpuTally = Object.fromEntries(Object.keys(sideBySide.tally).map((word) => [word, 0]));
      const isInside = (x: number, y: number): boolean => x >= left && x <= right && y >= top && y <= bottom;
      for (let y = 0; y < rows; y++)
        for (let x = 0; x < columns; x++) {
          const here = at(x, y);
          const sides = [
            { to: at(x + 1, y), axis: 'X', isOnLine: x + 1 < columns && y % step === step >> 1, isFirst: x === 0 },
            { to: at(x, y + 1), axis: 'Y', isOnLine: y + 1 < rows && x % step === step >> 1, isFirst: y === 0 },
          ];
          for (const { to, axis, isOnLine, isFirst } of sides) {
            const [isOne, isOther] = [here > 0, to > 0];
            const wall = wallBetween(here, to);
            if (isOnLine && isOne === isOther && wall >= steep) {
              expected[`wall${axis}`] += step * (wall + 1);
              expected[`beside${axis}`]++;
            }
            if (!isInside(x, y)) continue;
            expected[`change${axis}`] += Math.abs(lengthOf(here) - lengthOf(to)) * LENGTH_UNIT;
            if (isFirst) expected[`change${axis}`] += lengthOf(here) * LENGTH_UNIT;
            if (isOne !== isOther) expected[`wall${axis}`] += wall + 1;
            if (isOne !== isOther ? wall >= steep : !isOne && areBeside(here, to)) expected[`beside${axis}`]++;
          }
          if (!isInside(x, y)) continue;
          const three = [here, ...sides.map(({ to }) => to)];
          if (three.every((code) => code > 0)) {
            expected.core++;
            expected.coreLongest = Math.max(expected.coreLongest, ...three.map((code) => lengthOf(code) * LENGTH_UNIT));
          }
          for (const [bit, name] of [[1, 'A'] as const, [2, 'B'] as const]) {
            if ((outOf(here) & mayBeInside & bit) === 0) continue;
            expected[`out${name}`]++;
            if (three.every((code) => (outOf(code) & bit) !== 0)) expected[`outCore${name}`]++;
          }
        }
      expect(tally).toEqual(expected);
      expect(expected.core).toBeGreaterThan(0);
      expect(decodeBest(pixels.best, columns).length > 0).toBe(mayBeInside !== 0);
    });
});
