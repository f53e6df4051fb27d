import type { Body } from '../../src/body.js';
import { gap } from '../../src/gap.js';
import type { GapMap } from '../../src/gapMap.js';
import type { Machine } from '../../src/machine/machine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { crownRows } from './crownRows.js';
import { exactGap } from './exactGap.js';
import { createExactRays } from './exactRays.js';

/** Rays across and down a pixel: 16, as the paper has them. */
const ACROSS = 4;

/** A gap map and what it is off by, in mm; not a number where a ray does not see both. */
export interface GapErrors {
  readonly map: GapMap;
  /** From the mean of the exact rays of the pixel. */
  readonly error: Float64Array;
  /** From the exact ray through the pixel's middle: what the machine rounds. */
  readonly rounding: Float64Array;
  /** At which row of a crown the ray's gap ends, that of the two teeth that is farther out; see {@link crownRows}. */
  readonly crownRow: Float32Array;
  /** Pixels whose middle sees both by the map, and not by the exact ray, or the other way about. */
  readonly unlike: number;
}

/** The gap of the teeth of `molars` along a direction, against 16 exact rays per pixel, evenly spread. */
export async function gapErrors(
  machine: Machine,
  [upper, lower]: readonly [Body, Body],
  direction: Vec3,
  resolution: number,
): Promise<GapErrors> {
  // The row of teeth lies across.
  const up: Vec3 | undefined = Math.abs(direction[2]) > 0.7 ? [1, 0, 0] : undefined;
  const map = await gap(upper, lower, { machine, direction, up, resolution });
  const cast = createExactRays([upper, lower], map.view);
  const rows = [crownRows(upper, 2), crownRows(lower, 3)];
  const count = map.columns * map.rows;
  const error = new Float64Array(count).fill(Number.NaN);
  const rounding = new Float64Array(count).fill(Number.NaN);
  const crownRow = new Float32Array(count).fill(2);
  let unlike = 0;
  for (let y = 0, p = 0; y < map.rows; y++)
    for (let x = 0; x < map.columns; x++, p++) {
      const middle = exactGap(cast(x + 0.5, y + 0.5));
      const sees = !Number.isNaN(map.gap[p]);
      if (sees !== (middle !== undefined)) unlike++;
      if (!middle || !sees) continue;
      rounding[p] = map.gap[p] - middle.gap;
      error[p] = map.gap[p] - meanGap(cast, x, y);
      const [a, b] = middle.faces;
      if (a >= 0) crownRow[p] = Math.max(rows[0][a], rows[1][b]);
    }
  return { map, error, rounding, crownRow, unlike };
}

/** Of the exact rays of a pixel that see both. */
function meanGap(cast: ReturnType<typeof createExactRays>, x: number, y: number): number {
  let sum = 0;
  let count = 0;
  for (let v = 0; v < ACROSS; v++)
    for (let u = 0; u < ACROSS; u++) {
      const found = exactGap(cast(x + (u + 0.5) / ACROSS, y + (v + 0.5) / ACROSS));
      if (!found) continue;
      sum += found.gap;
      count++;
    }
  return sum / count;
}
