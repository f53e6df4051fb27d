import { bezierPatch } from '../../../src/surface/nurbs/bezierPatch.js';
import type { NurbsPatch } from '../../../src/surface/surface.js';

// Exact solids of rational B-splines: surfaces of revolution about z, after Piegl and Tiller, "The NURBS Book", 1997, section 8.5.

const H = Math.SQRT1_2;
const CIRCLE_KNOTS = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4];
/** A unit circle in nine control points: x, y and weight. */
const CIRCLE: readonly (readonly [number, number, number])[] = [
  [1, 0, 1],
  [1, 1, H],
  [0, 1, 1],
  [-1, 1, H],
  [-1, 0, 1],
  [-1, -1, H],
  [0, -1, 1],
  [1, -1, H],
  [1, 0, 1],
];

/** An outline in the half plane of radius and height, upwards on the outside: radius, z and weight. */
export interface Outline {
  readonly degree: number;
  readonly knots: readonly number[];
  readonly points: readonly (readonly [r: number, z: number, weight: number])[];
}

/** The outline turned about z, begun at an angle: one patch, closed in u. */
export function revolve({ degree, knots, points }: Outline, name = 'revolved', startRad = 0): NurbsPatch {
  const [c, s] = [Math.cos(startRad), Math.sin(startRad)];
  const xyz: number[] = [];
  const weights: number[] = [];
  for (const [r, z, w] of points)
    for (const [x, y, weight] of CIRCLE) {
      xyz.push(r * (c * x - s * y), r * (s * x + c * y), z);
      weights.push(w * weight);
    }
  return { name, degree: [2, degree], knots: [CIRCLE_KNOTS, knots], size: [9, points.length], points: xyz, weights };
}

export const sphereOutline = (r: number): Outline => ({
  degree: 2,
  knots: [0, 0, 0, 1, 1, 2, 2, 2],
  points: [
    [0, -r, 1],
    [r, -r, H],
    [r, 0, 1],
    [r, r, H],
    [0, r, 1],
  ],
});

export const torusOutline = (major: number, minor: number): Outline => ({
  degree: 2,
  knots: CIRCLE_KNOTS,
  points: CIRCLE.map(([x, y, w]) => [major + minor * x, minor * y, w]),
});

/** Straight from point to point. */
export const polyline = (...points: readonly (readonly [r: number, z: number])[]): Outline => ({
  degree: 1,
  knots: [0, ...points.map((_, k) => k), points.length - 1],
  points: points.map(([r, z]) => [r, z, 1]),
});

export const cylinderOutline = (r: number, h: number): Outline => polyline([0, 0], [r, 0], [r, h], [0, h]);
export const coneOutline = (r: number, h: number): Outline => polyline([0, 0], [r, 0], [0, h]);

/** A patch cut at its knots, each piece a patch of its own. */
export function piecesOf(patch: NurbsPatch): NurbsPatch[] {
  const { degree, pieces } = bezierPatch(patch);
  return pieces.map((piece, k) => {
    const count = piece.length / 4;
    const points: number[] = [];
    const weights: number[] = [];
    for (let i = 0; i < count; i++) {
      const w = piece[4 * i + 3];
      points.push(piece[4 * i] / w, piece[4 * i + 1] / w, piece[4 * i + 2] / w);
      weights.push(w);
    }
    return {
      name: `${patch.name} ${k}`,
      degree,
      knots: [bezierKnots(degree[0]), bezierKnots(degree[1])],
      size: [degree[0] + 1, degree[1] + 1],
      points,
      weights,
    };
  });
}

export const bezierKnots = (degree: number): number[] => [
  ...Array<number>(degree + 1).fill(0),
  ...Array<number>(degree + 1).fill(1),
];

/**
 * The same Bézier piece with its u run unevenly: weights times powers of `factor` move the parameter, not the surface (it becomes
 * t / (t + factor (1 - t)), more or less).
 */
export const rerun = (patch: NurbsPatch, factor: number): NurbsPatch => ({
  ...patch,
  weights: Array.from(patch.weights ?? new Array(patch.points.length / 3).fill(1), (w: number, i) => {
    return w * factor ** (i % patch.size[0]);
  }),
});

/** A unit cube of six bilinear patches. */
export function cubePatches(): NurbsPatch[] {
  const face = (name: string, ...corners: readonly (readonly number[])[]): NurbsPatch => ({
    name,
    degree: [1, 1],
    knots: [bezierKnots(1), bezierKnots(1)],
    size: [2, 2],
    points: corners.flat(),
  });
  return [
    face('bottom', [0, 1, 0], [1, 1, 0], [0, 0, 0], [1, 0, 0]),
    face('top', [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]),
    face('front', [0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1]),
    face('back', [1, 1, 0], [0, 1, 0], [1, 1, 1], [0, 1, 1]),
    face('left', [0, 1, 0], [0, 0, 0], [0, 1, 1], [0, 0, 1]),
    face('right', [1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]),
  ];
}
