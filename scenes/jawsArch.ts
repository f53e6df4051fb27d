import type { Affine } from '../src/math/affine.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { type ToothShape, tooth } from './tooth.js';
import { TOOTH_SHAPES } from './toothShapes.js';

// World frame, in mm: x to the patient's right, y to the front, z up; the upper teeth end at about z = 0.

export type Jaw = 'upper' | 'lower';

/** A tooth in its jaw. */
export interface PlacedTooth {
  /** Two digits, quadrant and place from the midline (ISO 3950, FDI): 16 is the upper first molar on the right. */
  readonly name: string;
  readonly shape: ToothShape;
  readonly mirrored: boolean;
  readonly seed: number;
  /** From the tooth's frame to the world; a rotation and a shift. */
  readonly frame: Affine;
}

/**
 * Arches are catenaries, y = front - radius × (cosh(x / radius) - 1): 50 mm from the right to the left first molar in the upper
 * jaw, which lie 30 mm behind the incisors. The lower arch lies inside the upper one.
 */
const ARCHES: Readonly<Record<Jaw, { readonly front: number; readonly radius: number }>> = {
  upper: { front: 0, radius: 13.5 },
  lower: { front: -2.1, radius: 11.2 },
};
/**
 * By how much a tooth stands outside its arch, and short of the line of the teeth, in mm, from the midline back: so the front teeth
 * pass each other (overjet), and molars meet first when the jaws close.
 */
const STANDS: Readonly<Record<Jaw, readonly (readonly [outside: number, short: number])[]>> = {
  upper: [
    [1.1, 0],
    [1, 0.5],
    [0.8, 0],
    [0.2, 0.2],
    [0, 0.1],
  ],
  lower: [
    [-1, 0.3],
    [-1, 0.3],
    [-0.9, 0.2],
    [-0.3, 0.4],
    [0, 0.6],
  ],
};
const IN_LINE = [0, 0] as const;
/** mm: between neighbours. They do not touch, so that no tooth overlaps another. */
const GAP = 0.12;
/** The curve of Spee: the line of the teeth sags between front and back, by so much per mm² from its lowest place. */
const SPEE = { lowest: -22, bend: 0.0016 };
/** mm: corners nearer to each other than this are one, and the edge between them has no normal. */
const SHORTEST = 1e-9;
/** Spacing is worked out on meshes as fine as this, whatever is drawn later: jaws of any fineness stand alike. */
const COARSE = { segments: 48, rows: 24 };

/** The teeth of a jaw: 7 or 8 a side, from the midline back, right side first. */
export function placeTeeth(jaw: Jaw, perSide: 7 | 8): PlacedTooth[] {
  const right = rightSide(jaw, perSide);
  const quadrants = jaw === 'upper' ? [1, 2] : [4, 3];
  return quadrants.flatMap((quadrant, side) =>
    right.map(({ shape, frame, mirrored }, i) => ({
      ...{ name: `${quadrant}${i + 1}`, shape, seed: 10 * quadrant + i + 1 },
      ...(side === 0 ? { frame, mirrored } : { frame: otherSide(frame), mirrored: !mirrored }),
    })),
  );
}

function rightSide(jaw: Jaw, perSide: number): Pick<PlacedTooth, 'shape' | 'frame' | 'mirrored'>[] {
  const mirrored = jaw === 'lower';
  const placed: Pick<PlacedTooth, 'shape' | 'frame' | 'mirrored'>[] = [];
  let before: Outline = [
    [0, -50],
    [0, 50],
  ];
  let from = 0;
  for (const [i, shape] of TOOTH_SHAPES[jaw].slice(0, perSide).entries()) {
    const mesh = tooth(shape, { ...COARSE, mirrored });
    const at = (x: number): Affine => frameAt(jaw, x, mesh, STANDS[jaw][i] ?? IN_LINE);
    const own = outline(mesh);
    const outlineAt = (x: number): Outline => inWorld(own, at(x));
    const isClear = (x: number): boolean => gapBetween(before, outlineAt(x)) >= GAP / (before.length === 2 ? 2 : 1);
    let [near, far] = [from, from + shape.size[0] + 2];
    for (let k = 0; k < 40; k++) {
      const x = (near + far) / 2;
      if (isClear(x)) far = x;
      else near = x;
    }
    placed.push({ shape, mirrored, frame: at(far) });
    before = outlineAt(far);
    from = far;
  }
  return placed;
}

/** The frame of a tooth on the right, at x on the arch: its highest cusp reaches the jaw's line of teeth, or falls short of it. */
function frameAt(jaw: Jaw, x: number, mesh: Mesh, [outside, short]: readonly [number, number]): Affine {
  const { front, radius } = ARCHES[jaw];
  const y = front - radius * (Math.cosh(x / radius) - 1);
  const slope = Math.sinh(x / radius);
  const norm = Math.cosh(x / radius);
  const [distal, buccal] = [
    [1 / norm, -slope / norm],
    [slope / norm, 1 / norm],
  ];
  const up = jaw === 'lower' ? 1 : -1;
  // Its own x is distal where the tooth is mirrored, as all on the lower right are; else mesial.
  const across = up;
  let tip = 0;
  for (let i = 2; i < mesh.positions.length; i += 3) tip = Math.max(tip, mesh.positions[i]);
  const level = SPEE.bend * (y - SPEE.lowest) ** 2;
  return Float64Array.of(
    ...[across * distal[0], buccal[0], 0, x + outside * buccal[0]],
    ...[across * distal[1], buccal[1], 0, y + outside * buccal[1]],
    ...[0, 0, up, level - up * (tip + short)],
  );
}

/** Mirrored at the midline; the tooth is mirrored as well, in its own x, so that this stays a rotation. */
const otherSide = (m: Affine): Affine =>
  Float64Array.of(m[0], -m[1], m[2], -m[3], -m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11]);

type Outline = (readonly [x: number, y: number])[];

/** The convex outline from above, counter-clockwise (Andrew's monotone chain). */
function outline({ positions }: Mesh): Outline {
  const points: [number, number][] = [];
  for (let i = 0; i < positions.length; i += 3) points.push([positions[i], positions[i + 1]]);
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: [number, number][]): [number, number][] => {
    const out: [number, number][] = [];
    for (const p of list) {
      while (out.length > 1 && turn(out[out.length - 2], out[out.length - 1], p) <= 0) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(points), ...half(points.reverse())];
}

/** Where an outline is in the world, counter-clockwise still: frames of upper teeth turn it over. */
function inWorld(points: Outline, m: Affine): Outline {
  const out = points.map(([x, y]): [number, number] => [m[0] * x + m[1] * y + m[3], m[4] * x + m[5] * y + m[7]]);
  return m[10] < 0 ? out.reverse() : out;
}

const turn = (a: readonly number[], b: readonly number[], c: readonly number[]): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** How far two convex outlines can be told apart along a normal of either: no more than their distance; negative where none does. */
function gapBetween(a: Outline, b: Outline): number {
  let best = -Infinity;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ])
    for (let i = 0; i < one.length; i++) {
      const [x0, y0] = one[i];
      const [x1, y1] = one[(i + 1) % one.length];
      const norm = Math.hypot(x1 - x0, y1 - y0);
      if (norm < SHORTEST) continue;
      let least = Infinity;
      for (const [x, y] of other) least = Math.min(least, ((y1 - y0) * (x - x0) - (x1 - x0) * (y - y0)) / norm);
      best = Math.max(best, least);
    }
  return best;
}
