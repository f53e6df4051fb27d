import { type Body, body } from '../src/body.js';
import { InputError } from '../src/errors.js';
import { multiply, scaling, translation } from '../src/math/affine.js';
import { seeded } from '../src/math/random.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { demandPositive } from '../src/mesh/shapes/demand.js';
import { type HeightFieldOptions, heightField } from '../src/mesh/shapes/heightField.js';

// The "randomly displaced mesh" of M. Shinya and M.-C. Forgue, "Interference Detection through Rasterization", 1991,
// figure 4, on which their figures 3, 5 and 6 measure time against polygons and pixels. What they show of it is a picture;
// the numbers here are ours.

export interface DisplacedMeshOptions {
  /** Heights are drawn evenly from -amplitude to amplitude. */
  amplitude?: number;
  seed?: number;
}

export const DISPLACED_MESH_DEFAULTS: Required<DisplacedMeshOptions> = { amplitude: 0.1, seed: 1 };

const SIZE = 2;
/** From the lowest valley down to the flat bottom. */
const BASE = 0.4;
/** The most that a grid may have of one kind of cuts for each of the other. */
const MOST_ASPECT = 4;

/**
 * A slab of 2 × 2 units whose upper side is a regular grid with a random height at every vertex: `polygons` triangles on
 * top, and some 8.5 × √polygons for the sides and the bottom.
 *
 * @example displacedMesh(5000) // 50 × 50 cells
 */
export function displacedMesh(polygons: number, options: DisplacedMeshOptions = {}): Mesh {
  return heightField(displacedField(polygons, options));
}

/** The slab as a height field: its heights can be looked up. */
export function displacedField(polygons: number, options: DisplacedMeshOptions = {}): Required<HeightFieldOptions> {
  const { amplitude, seed } = { ...DISPLACED_MESH_DEFAULTS, ...options };
  demandPositive('displacedMesh', 'amplitude', amplitude);
  const segments = gridOf(polygons);
  const [nx, ny] = segments;
  const random = seeded(seed);
  const heights = Float64Array.from({ length: (nx + 1) * (ny + 1) }, () => amplitude * (2 * random() - 1));
  const nearest = (at: number, n: number): number => Math.round((at / SIZE + 0.5) * n);
  return {
    size: [SIZE, SIZE],
    segments,
    height: (x, y) => heights[nearest(y, ny) * (nx + 1) + nearest(x, nx)],
    bottom: -amplitude - BASE,
  };
}

export interface DisplacedPairOptions extends DisplacedMeshOptions {
  /**
   * Between the two surfaces before they are displaced; one amplitude by default. From two amplitudes up the bodies are
   * apart. With none, every second point is in both.
   */
  gap?: number;
}

/**
 * Two such slabs, the second one turned over onto the first and drawn from the next seed: their surfaces interpenetrate
 * wherever the two displacements add up to more than the gap. The second one is shifted by a third of a cell along x and
 * y, so that no edge lies over another and no side in the plane of another.
 */
export function displacedPair(polygons: number, options: DisplacedPairOptions = {}): [Body, Body] {
  const { amplitude, seed } = { ...DISPLACED_MESH_DEFAULTS, ...options };
  const { gap = amplitude } = options;
  const [nx, ny] = gridOf(polygons);
  const turnedOver = scaling(1, -1, -1);
  const place = translation(SIZE / (3 * nx), SIZE / (3 * ny), gap);
  return [
    body(displacedMesh(polygons, { amplitude, seed }), { name: 'lower' }),
    body(displacedMesh(polygons, { amplitude, seed: seed + 1 }), { name: 'upper', pose: multiply(place, turnedOver) }),
  ];
}

/** The cells along x and y, two triangles each, that are as many as asked for and as near to a square grid as can be. */
function gridOf(polygons: number): [nx: number, ny: number] {
  const cells = polygons / 2;
  let ny = Number.isSafeInteger(cells) && cells > 0 ? Math.floor(Math.sqrt(cells)) : 0;
  while (ny > 0 && cells % ny !== 0) ny--;
  if (ny === 0 || cells / ny > MOST_ASPECT * ny)
    throw new InputError(
      `displacedMesh: the number of polygons makes no grid (${polygons}). Give twice a product of two numbers of about the same size, such as 5000 = 2 × 50 × 50.`,
    );
  return [cells / ny, ny];
}
