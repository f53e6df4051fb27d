import type { BodyState } from '../../../src/body.js';
import { multiply, transformPoint } from '../../../src/math/affine.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { uniqueEdges } from '../../../src/mesh/edges.js';
import { basis } from '../../../src/view/fit.js';

/** The least distance of two surfaces along a direction, and where it is, across the direction. */
export interface DirectedDistance {
  readonly distance: number;
  readonly place: readonly [number, number];
}

interface Flat {
  /** x and y across the direction, z along it; three numbers per vertex. */
  readonly at: Float64Array;
  readonly faces: Uint32Array;
  readonly edges: Uint32Array;
}

/**
 * In object space, every piece against every piece. The distance along the direction is linear wherever the piece of each
 * surface stays the same, so it is least at a corner of the two projections laid over each other: a vertex of one over a face of
 * the other, or where two edges cross. `undefined` where no line along the direction meets both.
 */
export function directedDistance(a: BodyState, b: BodyState, direction: Vec3, up?: Vec3): DirectedDistance | undefined {
  const [p, q] = [flatten(a, direction, up), flatten(b, direction, up)];
  let best: DirectedDistance | undefined;
  const offer = (distance: number, x: number, y: number) => {
    if (!best || distance < best.distance) best = { distance, place: [x, y] };
  };
  verticesOverFaces(p, q, offer);
  verticesOverFaces(q, p, offer);
  crossingEdges(p, q, offer);
  return best;
}

/** The steepest rise of a body's faces, depth per width, among those nearer to a place than `reach`. */
export function steepness(
  body: BodyState,
  direction: Vec3,
  [x, y]: readonly [number, number],
  reach: number,
  up?: Vec3,
): number {
  const { at, faces } = flatten(body, direction, up);
  let most = 0;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [corner(at, faces[f]), corner(at, faces[f + 1]), corner(at, faces[f + 2])];
    if (Math.min(a[0], b[0], c[0]) > x + reach || Math.max(a[0], b[0], c[0]) < x - reach) continue;
    if (Math.min(a[1], b[1], c[1]) > y + reach || Math.max(a[1], b[1], c[1]) < y - reach) continue;
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    most = Math.max(most, Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz) / Math.abs(ux * vy - uy * vx));
  }
  return most;
}

function flatten({ mesh, pose }: BodyState, direction: Vec3, up?: Vec3): Flat {
  const axes = basis(direction, up);
  const m = multiply(Float64Array.of(...axes.right, 0, ...axes.down, 0, ...axes.direction, 0), pose);
  const at = new Float64Array(mesh.positions.length);
  for (let v = 0; v < at.length; v += 3) at.set(transformPoint(m, corner(mesh.positions, v / 3)), v);
  return { at, faces: mesh.indices, edges: uniqueEdges(mesh) };
}

const corner = (at: ArrayLike<number>, v: number): Vec3 => [at[3 * v], at[3 * v + 1], at[3 * v + 2]];

type Offer = (distance: number, x: number, y: number) => void;

function verticesOverFaces({ at }: Flat, { at: on, faces }: Flat, offer: Offer): void {
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [corner(on, faces[f]), corner(on, faces[f + 1]), corner(on, faces[f + 2])];
    const area = turn(a, b, c);
    if (area === 0) continue;
    for (let v = 0; v < at.length; v += 3) {
      const p: Vec3 = [at[v], at[v + 1], at[v + 2]];
      const [s, t] = [turn(b, c, p) / area, turn(c, a, p) / area];
      if (s < 0 || t < 0 || s + t > 1) continue;
      offer(Math.abs(s * a[2] + t * b[2] + (1 - s - t) * c[2] - p[2]), p[0], p[1]);
    }
  }
}

function crossingEdges(p: Flat, q: Flat, offer: Offer): void {
  for (let i = 0; i < p.edges.length; i += 2) {
    const [a, b] = [corner(p.at, p.edges[i]), corner(p.at, p.edges[i + 1])];
    for (let j = 0; j < q.edges.length; j += 2) {
      const [c, d] = [corner(q.at, q.edges[j]), corner(q.at, q.edges[j + 1])];
      const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
      const area = ux * vy - uy * vx;
      if (area === 0) continue;
      const s = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / area;
      const t = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / area;
      if (s < 0 || s > 1 || t < 0 || t > 1) continue;
      offer(Math.abs(a[2] + s * (b[2] - a[2]) - c[2] - t * (d[2] - c[2])), a[0] + s * ux, a[1] + s * uy);
    }
  }
}

/** Twice the signed area of a triangle, seen along the direction. */
const turn = (a: Vec3, b: Vec3, c: Vec3): number => (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
