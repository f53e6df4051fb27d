import { extent } from '../../math/box.js';
import { addCrossing, clearCrossings } from '../crossings.js';
import type { Caster, Crossings, FunctionSolid } from '../surface.js';
import { type Clipping, clipToBox, createClipping } from './clipToBox.js';
import { functionValue, isTooSteep, tooSteep } from './functionValue.js';
import { createLineInBox, type LineInBox, placeLine, rayPlace } from './lineInBox.js';
import { type AlongLine, refineRoot } from './refineRoot.js';

/** So many stretches may be looked at per line. */
const MOST_STRETCHES = 8192;
const TOLERANCE = 2 ** -44;

/**
 * Stretches are not cut any shorter than this; the line runs from −1 to 1. A Lipschitz bound never shows that there is only one crossing, so
 * every crossing is narrowed down as far as this; where the signs differ it is then found as exactly as any.
 */
const SHORTEST = 2 ** -31;
const STACK = 96;

/**
 * Finds every crossing by the Lipschitz bound (Kalra and Barr 1989): from a point with the value f there is none within |f| / bound. So a
 * stretch is clear where its ends see more than its length; else it is cut down to what neither end sees, or in two.
 */
export function functionCaster(surface: FunctionSolid): Caster {
  const { bounds } = surface;
  const line = createFunctionLine(surface);
  const search: Search = {
    line,
    clipping: createClipping(),
    lipschitz: surface.lipschitz,
    size: Math.hypot(...extent(bounds)),
    ends: new Float64Array(STACK),
    values: new Float64Array(STACK),
  };
  return {
    cast(px, py, pz, dx, dy, dz, from, to, out) {
      clearCrossings(out);
      if (clipToBox(bounds, px, py, pz, dx, dy, dz, from, to, search.clipping))
        castInBox(search, px, py, pz, dx, dy, dz, out);
    },
  };
}

interface Search {
  readonly line: FunctionLine;
  readonly clipping: Clipping;
  readonly lipschitz: number;
  readonly size: number;
  /** Right ends of the stretches that wait, and the function there. */
  readonly ends: Float64Array;
  readonly values: Float64Array;
}

interface FunctionLine extends LineInBox, AlongLine {
  pointAt(s: number): [number, number, number];
}

function createFunctionLine({ f, bounds: { min, max } }: FunctionSolid): FunctionLine {
  const line: FunctionLine = {
    ...createLineInBox(),
    at(s) {
      // The function is not asked about points that rounding has carried out of its bounds.
      const x = Math.min(Math.max(line.ox + s * line.dx, min[0]), max[0]);
      const y = Math.min(Math.max(line.oy + s * line.dy, min[1]), max[1]);
      const z = Math.min(Math.max(line.oz + s * line.dz, min[2]), max[2]);
      return functionValue(f, x, y, z);
    },
    pointAt: (s) => [line.ox + s * line.dx, line.oy + s * line.dy, line.oz + s * line.dz],
  };
  return line;
}

function castInBox(
  search: Search,
  px: number,
  py: number,
  pz: number,
  dx: number,
  dy: number,
  dz: number,
  out: Crossings,
): void {
  const { line, clipping, lipschitz, size, ends, values } = search;
  const { t0, t1, patch0, patch1 } = clipping;
  const length = placeLine(line, px, py, pz, dx, dy, dz, clipping);
  const tolerance = length > 0 ? Math.min(1, (TOLERANCE * size) / length) : 1;
  /** How fast the function can change along the line. */
  const speed = lipschitz * length;
  let s0 = -1;
  let f0 = line.at(-1);
  if (f0 < 0) {
    if (patch0 === 0) out.startsInside = true;
    else addCrossing(out, t0, patch0);
  }
  let count = 1;
  ends[0] = 1;
  values[0] = line.at(1);
  let budget = MOST_STRETCHES;
  while (count > 0) {
    const s1 = ends[count - 1];
    const f1 = values[count - 1];
    const h = s1 - s0;
    const differ = f0 < 0 !== f1 < 0;
    if (isTooSteep(lipschitz, f0, f1, h * length, size))
      throw tooSteep(lipschitz, line.pointAt(s0), f0, line.pointAt(s1), f1);
    let isDone = h < SHORTEST || (!differ && Math.abs(f0) + Math.abs(f1) > speed * h);
    if (!isDone && budget === 0) {
      out.unsettled++;
      isDone = true;
    }
    if (!isDone) {
      budget--;
      const near = Math.abs(f0) / speed;
      const far = Math.abs(f1) / speed;
      if (near + far < h / 2 || count === STACK) {
        const s = s0 + h / 2;
        ends[count] = s;
        values[count++] = line.at(s);
        continue;
      }
      // What neither end sees; the rest is clear. What is left where the signs differ may be next to nothing.
      if (h - near - far > SHORTEST) {
        if (far > h / 8) {
          ends[count] = s1 - far;
          values[count++] = line.at(s1 - far);
        }
        if (near > h / 8) {
          const s = s0 + near;
          const f = line.at(s);
          // By rounding alone.
          if (f < 0 !== f0 < 0) addCrossing(out, rayPlace(clipping, s), 0);
          s0 = s;
          f0 = f;
        }
        continue;
      }
    }
    if (differ) {
      addCrossing(out, rayPlace(clipping, refineRoot(line, s0, f0, s1, f1, tolerance, 0)), 0);
    }
    s0 = s1;
    f0 = f1;
    count--;
  }
  if (f0 < 0 && patch1 !== 0) addCrossing(out, t1, patch1);
}
