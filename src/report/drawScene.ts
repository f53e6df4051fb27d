import { decodePicture, PICTURE_KIND } from '../detect/zlist/pairPicture.js';
import type { View } from '../view/view.js';
import { type Canvas, type Colour, DOTS, dot } from './canvas.js';
import { lineOnRamp, ramp } from './ramp.js';

/** Quiet colours for the bodies: they differ in lightness, too, and leave saturated ones to the overlap. */
export const BODY_COLOURS: readonly [a: Colour, b: Colour] = [
  [176, 182, 190],
  [226, 194, 190],
];

/** How the lengths of an overlap are shown: the colours end at `longest`, contour lines are `step` apart; model units. */
export interface OverlapScale {
  readonly longest: number;
  readonly step: number;
}

const OUTLINE: Colour = [70, 74, 82];
const OVERLAP_OUTLINE: Colour = [24, 8, 36];
/** Neighbouring rays whose first layers are further apart than this, in dots, have an outline between them. */
const JUMP = 12;
/** Tones from black to full colour: a step of three in 255 is not seen, and long runs make a small file. */
const TONES = 64;
/** Towards the light: from the upper left and from behind the viewer. */
const LIGHT = [-0.42, -0.55, -0.72] as const;

/** Draws what {@link pairPicture} saw, one dot per ray, with its corner at the dot (left, top), a pixel's first one. */
export function drawScene(
  canvas: Canvas,
  codes: Float32Array,
  view: View,
  scale: OverlapScale | undefined,
  left: number,
  top: number,
): void {
  const { columns, rows, size } = view;
  const { front, depth } = nearestLayers(codes, size[2] / (size[0] / columns));
  const around = (x: number, y: number): Neighbours => {
    const p = y * columns + x;
    return [x > 0 ? p - 1 : p, x < columns - 1 ? p + 1 : p, y > 0 ? p - columns : p, y < rows - 1 ? p + columns : p];
  };
  for (let y = 0, p = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, p++) {
      const neighbours = around(x, y);
      if (codes[p] > 0 && scale) drawOverlap(canvas, left + x, top + y, codes, p, neighbours, size[2], scale);
      else if (front[p] >= 0) {
        // The dots of a pixel take one tone, unless they lie on different surfaces.
        const [u, v] = [x - (x % DOTS), y - (y % DOTS)];
        const q = v * columns + u;
        const tone = onSurface(front, depth, p, q)
          ? toneAt(front, depth, q, around(u, v))
          : toneAt(front, depth, p, neighbours);
        const [red, green, blue] = BODY_COLOURS[front[p]];
        dot(canvas, left + x, top + y, [red * tone, green * tone, blue * tone]);
        const outlined = neighbours.some((q) => codes[q] <= 0 && (front[q] !== front[p] || depth[q] - depth[p] > JUMP));
        if (outlined) dot(canvas, left + x, top + y, OUTLINE, 0.75);
      }
    }
}

type Neighbours = readonly [left: number, right: number, up: number, down: number];

/** Per ray: the body in front (0, 1, or −1 for none and for an overlap) and its depth, in dots. */
function nearestLayers(codes: Float32Array, depthDots: number): { front: Int8Array; depth: Float32Array } {
  const front = new Int8Array(codes.length).fill(-1);
  const depth = new Float32Array(codes.length);
  for (let p = 0; p < codes.length; p++) {
    if (codes[p] >= 0) continue;
    const { kind, depth: share } = decodePicture(codes[p]);
    front[p] = kind === PICTURE_KIND.onlyA || kind === PICTURE_KIND.bothAFirst ? 0 : 1;
    depth[p] = share * depthDots;
  }
  return { front, depth };
}

/** A body's brightness under the light; the slope is taken from those neighbours that lie on the same surface. */
function toneAt(front: Int8Array, depth: Float32Array, p: number, neighbours: Neighbours): number {
  const rise = (before: number, after: number) => {
    const from = onSurface(front, depth, p, before) ? before : p;
    const to = onSurface(front, depth, p, after) ? after : p;
    const steps = Number(from !== p) + Number(to !== p);
    return steps === 0 ? 0 : (depth[to] - depth[from]) / steps;
  };
  const across = rise(neighbours[0], neighbours[1]);
  const down = rise(neighbours[2], neighbours[3]);
  // The normal that looks at the viewer is (across, down, −1).
  const lit = (across * LIGHT[0] + down * LIGHT[1] - LIGHT[2]) / Math.hypot(across, down, 1);
  return Math.round((0.62 + 0.46 * Math.max(-0.3, lit)) * TONES) / TONES;
}

const onSurface = (front: Int8Array, depth: Float32Array, p: number, q: number): boolean =>
  front[q] === front[p] && Math.abs(depth[q] - depth[p]) <= JUMP;

function drawOverlap(
  canvas: Canvas,
  x: number,
  y: number,
  codes: Float32Array,
  p: number,
  neighbours: Neighbours,
  depthRange: number,
  { longest, step }: OverlapScale,
): void {
  dot(canvas, x, y, ramp((codes[p] * depthRange) / longest));
  if (neighbours.some((q) => codes[q] <= 0)) {
    dot(canvas, x, y, OVERLAP_OUTLINE);
    return;
  }
  const level = (q: number) => Math.floor((codes[q] * depthRange) / step);
  const highest = Math.max(level(p), ...neighbours.map(level));
  // A line lies on both sides of its level, and has one colour all along.
  if (neighbours.some((q) => level(q) !== level(p))) dot(canvas, x, y, lineOnRamp((highest * step) / longest), 0.8);
}
