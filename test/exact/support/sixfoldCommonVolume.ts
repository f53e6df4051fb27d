import { add, type Big3, cross, dot } from './bigVector.js';
import { clip, type Fraction3, type HalfSpace, sideOf, toFraction } from './clip.js';

/** A quotient of whole numbers with `den` > 0, not in lowest terms. */
export interface Quotient {
  readonly num: bigint;
  readonly den: bigint;
}

const NOTHING: Quotient = { num: 0n, den: 1n };

/** The tetrahedron between the origin and a face, with the half-spaces that bound it: through the face first. */
export interface Tetrahedron {
  readonly corners: readonly Fraction3[];
  /** Of six times the volume: positive where the origin is behind the face. */
  readonly sign: bigint;
  readonly halves: readonly HalfSpace[];
}

/** The tetrahedra of faces that do not lie in one plane with the origin. */
export function tetrahedraOver(faces: readonly (readonly Big3[])[]): Tetrahedron[] {
  const out: Tetrahedron[] = [];
  for (const face of faces) {
    const [p, q, r] = face;
    const sixfold = dot(p, cross(q, r));
    if (sixfold === 0n) continue;
    const sign = sixfold > 0n ? 1n : -1n;
    const [pq, qr, rp] = [cross(p, q), cross(q, r), cross(r, p)];
    const [x, y, z] = add(add(pq, qr), rp);
    const sides = [pq, qr, rp].map((n): HalfSpace => [sign * n[0], sign * n[1], sign * n[2], 0n]);
    out.push({
      corners: face.map(toFraction),
      sign,
      halves: [[-sign * x, -sign * y, -sign * z, sign * sixfold], ...sides],
    });
  }
  return out;
}

/**
 * Six times the volume that two solids have in common, exactly. A solid is the sum of the tetrahedra between the origin and
 * its faces, those counted as negative that see the origin before the face. What two of them have in common is bounded by parts
 * of the two faces and by planes through the origin, so its volume is that of the cones over these parts.
 */
export function sixfoldCommonVolume(a: readonly Tetrahedron[], b: readonly Tetrahedron[]): Quotient {
  const parts: Quotient[] = [];
  for (const s of a)
    for (const t of b) {
      parts.push(sixfoldCone(s, t));
      // Where both faces lie in one plane the two parts are the same, and count once.
      if (!sameBase(s, t)) parts.push(sixfoldCone(t, s));
    }
  return sum(parts);
}

/** Six times the volume between the origin and the part of s's face that lies in t, with the signs of both. */
function sixfoldCone(s: Tetrahedron, t: Tetrahedron): Quotient {
  let polygon: readonly Fraction3[] = s.corners;
  // Most are out at once, before anything is cut.
  if (t.halves.some((half) => isBeyond(polygon, half))) return NOTHING;
  for (const half of t.halves) {
    polygon = clip(polygon, half);
    if (polygon.length < 3) return NOTHING;
  }
  const parts: Quotient[] = [];
  for (let k = 2; k < polygon.length; k++) {
    const [p, q, r] = [polygon[0], polygon[k - 1], polygon[k]];
    const num =
      p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
    parts.push({ num: t.sign * num, den: p[3] * q[3] * r[3] });
  }
  return sum(parts);
}

/** Whether a polygon has no more than an edge or a corner in a half-space; not so where all of it lies on the border. */
function isBeyond(polygon: readonly Fraction3[], half: HalfSpace): boolean {
  let isOn = true;
  for (const point of polygon) {
    const side = sideOf(half, point);
    if (side > 0n) return false;
    if (side < 0n) isOn = false;
  }
  return !isOn;
}

/** Whether the faces of two tetrahedra lie in one plane. */
function sameBase({ halves: [p] }: Tetrahedron, { halves: [q] }: Tetrahedron): boolean {
  return p[0] * q[3] === q[0] * p[3] && p[1] * q[3] === q[1] * p[3] && p[2] * q[3] === q[2] * p[3];
}

/** Equal denominators first: where coordinates are small, most of them are. */
function sum(parts: readonly Quotient[]): Quotient {
  const byDen = new Map<bigint, bigint>();
  for (const { num, den } of parts) byDen.set(den, (byDen.get(den) ?? 0n) + num);
  let [num, den] = [0n, 1n];
  for (const [d, n] of byDen) if (n !== 0n) [num, den] = [num * d + n * den, den * d];
  return { num, den };
}
