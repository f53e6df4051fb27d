import { orient2d, orient3d } from 'robust-predicates';
import type { Mesh } from './mesh.js';

/**
 * Two edges that bend in opposite ways, as a face and the vertex across, by the faces' vertex numbers: when a body that is not convex
 * deforms, they mostly still do.
 */
const bothWays = new WeakMap<
  Uint32Array,
  readonly [face: number, apex: number, otherFace: number, otherApex: number]
>();

/**
 * Whether a closed mesh bounds a convex body, and nothing else, by exact predicates on its coordinates: no edge bends inwards, and the
 * surface goes once around (Mehlhorn et al. 1999: checking geometric programs). Faces cut from one plane that rounding has bent
 * inwards count as concave; so do meshes with faces without area, across which a bend cannot be told.
 */
export function isConvex({ positions: p, indices }: Mesh): boolean {
  const count = indices.length / 3;
  if (count < 4) return false;
  /** Positive where a vertex lies before the face, on its outside. */
  const side = (f: number, v: number) => {
    const [i, j, k] = [3 * indices[3 * f], 3 * indices[3 * f + 1], 3 * indices[3 * f + 2]];
    return orient3d(...at(p, i), ...at(p, j), ...at(p, k), ...at(p, 3 * v));
  };
  const bends = bothWays.get(indices);
  if (bends && side(bends[0], bends[1]) * side(bends[2], bends[3]) < 0) return false;
  for (let s = 0; s < indices.length; s += 3) if (isFlat(p, indices, s)) return false;
  const across = neighbours(indices, p.length / 3);
  if (!across) return false;
  let inwards = 0;
  let first: readonly [face: number, apex: number] = [0, 0];
  for (let s = 0; s < indices.length; s++) {
    const other = across[s];
    const apex = indices[next(next(other))];
    const face = Math.floor(s / 3);
    const bend = side(face, apex);
    // robust-predicates counts a point below the plane as positive; one sign must hold for all edges.
    if (bend !== 0 && inwards === 0) {
      inwards = Math.sign(bend);
      first = [face, apex];
    }
    if (bend * inwards < 0) {
      bothWays.set(indices, [...first, face, apex]);
      return false;
    }
  }
  return inwards !== 0 && isOnePiece(across, count) && goesAroundOnce(p, indices);
}

/** Whether the corners of a face lie on a line: in each of the three projections, then. */
function isFlat(p: ArrayLike<number>, indices: Uint32Array, s: number): boolean {
  const [a, b, c] = [0, 1, 2].map((k) => at(p, 3 * indices[s + k]));
  return [0, 1, 2].every((k) => {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    return orient2d(a[u], a[v], b[u], b[v], c[u], c[v]) === 0;
  });
}

const at = (p: ArrayLike<number>, i: number): [number, number, number] => [p[i], p[i + 1], p[i + 2]];

/** For each side of a face the same edge as a side of the neighbour; undefined where an edge does not have just two sides. */
function neighbours(indices: Uint32Array, vertexCount: number): Uint32Array | undefined {
  const sides = new Map<number, number>();
  for (let s = 0; s < indices.length; s++) {
    const key = indices[s] * vertexCount + indices[next(s)];
    if (sides.has(key)) return undefined;
    sides.set(key, s);
  }
  const across = new Uint32Array(indices.length);
  for (let s = 0; s < indices.length; s++) {
    const other = sides.get(indices[next(s)] * vertexCount + indices[s]);
    if (other === undefined) return undefined;
    across[s] = other;
  }
  return across;
}

const next = (s: number): number => (s % 3 === 2 ? s - 2 : s + 1);

function isOnePiece(across: Uint32Array, count: number): boolean {
  const reached = new Uint8Array(count);
  const rest = [0];
  reached[0] = 1;
  let faces = 1;
  while (rest.length > 0) {
    const f = rest.pop()!;
    for (let s = 3 * f; s < 3 * f + 3; s++) {
      const g = Math.floor(across[s] / 3);
      if (reached[g]) continue;
      reached[g] = 1;
      faces++;
      rest.push(g);
    }
  }
  return faces === count;
}

/** A surface that bends one way only but goes around twice has twice the solid angle, seen from its middle. */
function goesAroundOnce(p: ArrayLike<number>, indices: Uint32Array): boolean {
  let [x, y, z, n] = [0, 0, 0, 0];
  for (const v of indices) {
    x += p[3 * v];
    y += p[3 * v + 1];
    z += p[3 * v + 2];
    n++;
  }
  const middle = [x / n, y / n, z / n];
  let angle = 0;
  for (let s = 0; s < indices.length; s += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(p, 3 * indices[s + k]).map((value, axis) => value - middle[axis]));
    angle += solidAngle(a, b, c);
  }
  return Math.abs(Math.abs(angle) - 4 * Math.PI) < Math.PI;
}

/** Van Oosterom and Strackee 1983. */
function solidAngle(a: number[], b: number[], c: number[]): number {
  const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
  const volume =
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  return 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(a, c) * lb + dot(b, c) * la);
}
