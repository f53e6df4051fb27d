import { type Body, body } from '../src/body.js';
import { InputError } from '../src/errors.js';
import { normalize, type Vec3 } from '../src/math/vector.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { toothInJaw } from './jaws.js';
import { type Jaw, placeTeeth } from './jawsArch.js';
import { mandibleMotion } from './mandibleMotion.js';

// The five teeth of K. Myszkowski, O. Okunev and T. Kunii, 1995, figure 5, "four stages of an abstract motion of the lower jaw
// (first and second molar teeth)", of more than 110,000 polygons. Theirs were scanned; these are generated.

export type MolarPosition = 'a' | 'b' | 'c' | 'd';

export interface Molars {
  /** 16 and 17, the upper molars on the right: two closed surfaces in one body. */
  readonly upper: Body;
  /** 45, 46 and 47, the lower ones and the premolar before them. */
  readonly lower: Body;
  /** From the upper teeth to the lower ones, slanted. */
  readonly direction: Vec3;
}

/** From the upper teeth to the lower ones, square to the line of the teeth. */
export const OCCLUSAL_AXIS: Vec3 = [0, 0, -1];

/**
 * Slanted by 69° to the back and to the middle, "arbitrary positioning of the teeth with respect to the orthogonal projection
 * direction": rays run along the rows of teeth through cusps of both jaws, and meet two to eight layers (one pixel in sixty meets
 * more). With the upper teeth as A the positions a and b are told after one rendering; at c and d some pixels need the concave stage.
 */
export const SLANTED: Vec3 = normalize([-0.6, -1, -0.45]);

const TEETH: Readonly<Record<Jaw, readonly string[]>> = { upper: ['16', '17'], lower: ['45', '46', '47'] };
const TIMES: Readonly<Record<MolarPosition, number>> = { a: 0, b: 1, c: 2, d: 3 };
/** Segments around a tooth for each row down it: faces are about as wide as high. */
const ASPECT = 16 / 7;

/**
 * The five teeth in one of four positions: a apart, b just touching, c and d deeper. Of `triangles` in all, to a percent from
 * 1000 up; where they touch first is right for the default, as faces of coarser teeth lie up to 0.1 mm inside.
 *
 * @example const { upper, lower, direction } = molars('c')
 */
export function molars(position: MolarPosition, triangles = 112_000): Molars {
  const time = TIMES[position];
  if (time === undefined)
    throw new InputError(`molars: there is no such position (${position}). Give 'a', 'b', 'c' or 'd'.`);
  const [segments, rows] = gridOf(triangles);
  const one = (jaw: Jaw): Mesh => {
    const meshes = placeTeeth(jaw, 7)
      .filter(({ name }) => TEETH[jaw].includes(name))
      .map((t) => toothInJaw(t, segments, rows));
    return join(meshes);
  };
  return {
    upper: body(one('upper'), { name: 'upper molars' }),
    lower: body(one('lower'), { name: 'lower molars', pose: mandibleMotion(time) }),
    direction: SLANTED,
  };
}

/** The segments and rows that come nearest to so many triangles in five teeth. */
function gridOf(triangles: number): [segments: number, rows: number] {
  const cells = triangles / (2 * (TEETH.upper.length + TEETH.lower.length));
  if (!(Number.isSafeInteger(triangles) && cells >= 50))
    throw new InputError(`molars: too few triangles (${triangles}). Give a whole number from 500 up.`);
  const ideal = Math.sqrt(cells / ASPECT);
  let best: [number, number] = [0, 0];
  for (let rows = Math.floor(0.9 * ideal); rows <= Math.ceil(1.1 * ideal); rows++) {
    const grid: [number, number] = [Math.round(cells / rows), rows];
    if (Math.abs(grid[0] * rows - cells) < Math.abs(best[0] * best[1] - cells)) best = grid;
  }
  return best;
}

function join(meshes: readonly Mesh[]): Mesh {
  const positions = new Float32Array(meshes.reduce((sum, m) => sum + m.positions.length, 0));
  const indices = new Uint32Array(meshes.reduce((sum, m) => sum + m.indices.length, 0));
  let [p, n] = [0, 0];
  for (const m of meshes) {
    positions.set(m.positions, p);
    indices.set(
      m.indices.map((v) => v + p / 3),
      n,
    );
    p += m.positions.length;
    n += m.indices.length;
  }
  return { positions, indices };
}
