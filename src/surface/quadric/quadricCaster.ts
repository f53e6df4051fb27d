import { center } from '../../math/box.js';
import type { Vec3 } from '../../math/vector.js';
import { addStretch, clearCrossings } from '../crossings.js';
import type { Caster, Crossings, Quadric } from '../surface.js';
import { centredDistance, centredForm, normalizer } from './centredForm.js';
import { formAt } from './criticalPoints.js';
import { type Below, tangentRoots } from './tangentRoots.js';

/** A quadric and its planes about a point in the middle, the form times a power of two. */
export interface Centred {
  readonly middle: Vec3;
  /** No point of the solid is farther from the middle. */
  readonly radius: number;
  readonly form: readonly number[];
  readonly distances: readonly number[];
}

export function centred({ coefficients, planes, bounds }: Quadric): Centred {
  // An f32, so that the GPU's middle is the same.
  const middle = center(bounds).map(Math.fround) as unknown as Vec3;
  const [x, y, z] = middle.map((m, k) => Math.max(bounds.max[k] - m, m - bounds.min[k]));
  const radius = (1 + 1e-6) * Math.hypot(x, y, z);
  // Before it is moved: its numbers may be too large or too small to be multiplied.
  const before = normalizer(Math.max(...coefficients.map(Math.abs)));
  const about = centredForm(
    coefficients.map((c) => c * before),
    middle,
  );
  const sizes = about.map((c, k) => Math.abs(c) * (k < 6 ? radius * radius : k < 9 ? radius : 1));
  const factor = normalizer(Math.max(...sizes));
  return {
    middle,
    radius,
    form: about.map((c) => c * factor),
    distances: planes.map((plane) => centredDistance(plane, middle)),
  };
}

/**
 * Where the form at the vertex is nearer to 0 than this, relative to its depth, too few of its digits are left; and so where it hardly changes
 * along the ray.
 */
const TANGENT = 1e-5;

/** About how far below 0 the form gets in the solid: 1 if it is round, less if it is long and thin, as its largest terms are about 1. */
function depthOf({ form, distances, middle }: Centred, { bounds: { min, max }, planes }: Quadric): number {
  const steps = 7;
  let depth = 0;
  for (let k = 0; k < steps ** 3; k++) {
    const cell = [k % steps, Math.floor(k / steps) % steps, Math.floor(k / steps ** 2)];
    const [x, y, z] = cell.map((c, axis) => min[axis] + ((c + 0.5) / steps) * (max[axis] - min[axis]) - middle[axis]);
    if (planes.some((n, p) => n[0] * x + n[1] * y + n[2] * z > distances[p])) continue;
    depth = Math.max(depth, -formAt(form, x, y, z));
  }
  return depth > 0 ? depth : 1e-3;
}

/**
 * Along a line the form is a parabola: a s² + 2 h s + g. Its roots lose half their digits where they are found from a point far away, so
 * the line's parameter starts at its point nearest to the middle; and where the vertex of the parabola is near, at the vertex, with the
 * form evaluated there. (If the vertex is farther than twice the radius, at most one root is near, and nothing cancels.)
 */
export function quadricCaster(surface: Quadric): Caster {
  const about = centred(surface);
  const { middle, radius, form, distances } = about;
  const tangent = TANGENT * depthOf(about, surface);
  const [mx, my, mz] = middle;
  const [xx, yy, zz, xy, xz, yz, bx, by, bz, one] = form;
  const scale = normalizer(Math.max(...surface.coefficients.map(Math.abs)));
  const given = surface.coefficients.map((c) => c * scale);
  const below: Below = { first: 0, last: 0, isBetween: true };
  const radiusSquare = radius * radius;
  const reachSquare = 2.25 * radiusSquare;
  const planeCount = surface.planes.length;
  const planes = Float64Array.from(surface.planes.flatMap(([x, y, z], k) => [x, y, z, distances[k]]));

  function cast(
    px: number,
    py: number,
    pz: number,
    dx: number,
    dy: number,
    dz: number,
    from: number,
    to: number,
    out: Crossings,
  ): void {
    clearCrossings(out);
    const ox = px - mx;
    const oy = py - my;
    const oz = pz - mz;
    const square = dx * dx + dy * dy + dz * dz;
    if (!(square > 0)) return;
    const perSquare = 1 / square;
    const start = -(ox * dx + oy * dy + oz * dz) * perSquare;
    const qx = ox + start * dx;
    const qy = oy + start * dy;
    const qz = oz + start * dz;
    if (!(qx * qx + qy * qy + qz * qz <= radiusSquare)) return;

    // Between the planes, and not farther than the solid reaches.
    const reach = Math.sqrt(reachSquare * perSquare);
    let lo = -reach;
    let hi = reach;
    let patchLo = 0;
    let patchHi = 0;
    for (let k = 0; k < planeCount; k++) {
      const nx = planes[4 * k];
      const ny = planes[4 * k + 1];
      const nz = planes[4 * k + 2];
      const slope = nx * dx + ny * dy + nz * dz;
      const depth = planes[4 * k + 3] - (nx * qx + ny * qy + nz * qz);
      if (slope > 0) {
        const s = depth / slope;
        if (s < hi) {
          hi = s;
          patchHi = k + 1;
        }
      } else if (slope < 0) {
        const s = depth / slope;
        if (s > lo) {
          lo = s;
          patchLo = k + 1;
        }
      } else if (depth < 0) return;
    }
    if (!(lo < hi)) return;

    const ax = xx * dx + 0.5 * (xy * dy + xz * dz);
    const ay = yy * dy + 0.5 * (xy * dx + yz * dz);
    const az = zz * dz + 0.5 * (xz * dx + yz * dy);
    const a = ax * dx + ay * dy + az * dz;
    const b = 0.5 * (bx * dx + by * dy + bz * dz);
    let h = ax * qx + ay * qy + az * qz + b;
    let vertex = 0;
    let x = qx;
    let y = qy;
    let z = qz;
    // A form this straight changes by less than rounding within reach: then it has no vertex to speak of.
    const isNear = Math.abs(h) <= 2 * reach * Math.abs(a) && Math.abs(a) * radiusSquare > 1e-20 * square;
    const perA = 1 / a;
    if (isNear) {
      vertex = -h * perA;
      x += vertex * dx;
      y += vertex * dy;
      z += vertex * dz;
      // Not quite 0: the vertex, and the point there, are rounded.
      h = ax * x + ay * y + az * z + b;
    }
    const g = x * (xx * x + xy * y + xz * z + bx) + y * (yy * y + yz * z + by) + z * (zz * z + bz) + one;
    const discriminant = h * h - a * g;
    const isTangent = isNear
      ? Math.abs(discriminant) < tangent * Math.abs(a)
      : Math.abs(g) < tangent && discriminant * radiusSquare < tangent * tangent * square;
    if (isTangent) {
      tangentRoots(given, [px, py, pz], [dx, dy, dz], below);
      tell(below.first, below.last, below.isBetween, start + lo, patchLo, start + hi, patchHi, from, to, out);
    } else if (isNear) {
      const spread = discriminant > 0 ? Math.sqrt(discriminant) * Math.abs(perA) : 0;
      const between = start + (vertex - h * perA);
      tell(between - spread, between + spread, a > 0, start + lo, patchLo, start + hi, patchHi, from, to, out);
    } else {
      // It rises or falls all along: one root at most is within reach.
      const root = discriminant > 0 ? Math.sqrt(discriminant) : 0;
      const first = h < 0 ? start + g / (root - h) : h > 0 || g <= 0 ? -Infinity : Infinity;
      const last = h > 0 ? start - g / (root + h) : Infinity;
      tell(first, last, true, start + lo, patchLo, start + hi, patchHi, from, to, out);
    }
  }
  return { cast };
}

/** What the form and the planes leave: at most two stretches. */
function tell(
  first: number,
  last: number,
  isBetween: boolean,
  lo: number,
  patchLo: number,
  hi: number,
  patchHi: number,
  from: number,
  to: number,
  out: Crossings,
): void {
  if (isBetween) {
    const isLater = first > lo;
    const isSooner = last < hi;
    addStretch(
      out,
      isLater ? first : lo,
      isLater ? 0 : patchLo,
      isSooner ? last : hi,
      isSooner ? 0 : patchHi,
      from,
      to,
    );
  } else if (!(first < last) || last <= lo || first >= hi) addStretch(out, lo, patchLo, hi, patchHi, from, to);
  else {
    addStretch(out, lo, patchLo, first, 0, from, to);
    addStretch(out, last, 0, hi, patchHi, from, to);
  }
}
