import type { View } from '../view/view.js';
import { type Canvas, type Colour, DOTS, dot } from './canvas.js';
import { lineOnRamp, ramp } from './ramp.js';
import type { SceneRays } from './sceneRays.js';

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

/** Draws what rays meet, one dot per ray, with its corner at the dot (left, top), a pixel's first one. */
export function drawScene(
  canvas: Canvas,
  rays: SceneRays,
  { columns, rows }: Pick<View, 'columns' | 'rows'>,
  scale: OverlapScale | undefined,
  left: number,
  top: number,
): void {
  const { front, depth, overlap } = rays;
  const tones = pixelTones(rays, columns, rows);
  const around = (x: number, y: number) => neighboursOf(x, y, columns, rows);
  for (let y = 0, p = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, p++) {
      if (overlap[p] > 0 && scale) drawOverlap(canvas, left + x, top + y, rays, p, around(x, y), scale);
      else if (front[p] >= 0) {
        // The dots of a pixel take one tone, unless they lie on different surfaces.
        const q = (y - (y % DOTS)) * columns + x - (x % DOTS);
        const tone = isOnSurface(rays, p, q) ? tones[q] : toneAt(rays, p, around(x, y));
        const [red, green, blue] = BODY_COLOURS[front[p]];
        dot(canvas, left + x, top + y, [red * tone, green * tone, blue * tone]);
        const endsAt = (q: number) =>
          !(overlap[q] > 0 && scale) && (front[q] !== front[p] || depth[q] - depth[p] > JUMP);
        if (
          (x > 0 && endsAt(p - 1)) ||
          (x < columns - 1 && endsAt(p + 1)) ||
          (y > 0 && endsAt(p - columns)) ||
          (y < rows - 1 && endsAt(p + columns))
        )
          dot(canvas, left + x, top + y, OUTLINE, 0.75);
      }
    }
}

type Neighbours = readonly [left: number, right: number, up: number, down: number];

/** The rays beside one; itself where there is none. */
function neighboursOf(x: number, y: number, columns: number, rows: number): Neighbours {
  const p = y * columns + x;
  return [x > 0 ? p - 1 : p, x < columns - 1 ? p + 1 : p, y > 0 ? p - columns : p, y < rows - 1 ? p + columns : p];
}

/** The tone of each pixel's first dot, where a body lies in front. */
function pixelTones(rays: SceneRays, columns: number, rows: number): Float32Array {
  const tones = new Float32Array(columns * rows);
  for (let y = 0; y < rows; y += DOTS)
    for (let x = 0; x < columns; x += DOTS) {
      const p = y * columns + x;
      if (rays.front[p] < 0) continue;
      tones[p] = toneAt(rays, p, neighboursOf(x, y, columns, rows));
    }
  return tones;
}

/** A body's brightness under the light; the slope is taken from those neighbours that lie on the same surface. */
function toneAt(rays: SceneRays, p: number, [left, right, up, down]: Neighbours): number {
  const across = rise(rays, p, left, right);
  const below = rise(rays, p, up, down);
  // The normal that looks at the viewer is (across, below, −1).
  const lit = (across * LIGHT[0] + below * LIGHT[1] - LIGHT[2]) / Math.sqrt(across * across + below * below + 1);
  return Math.round((0.62 + 0.46 * Math.max(-0.3, lit)) * TONES) / TONES;
}

function rise(rays: SceneRays, p: number, before: number, after: number): number {
  const from = isOnSurface(rays, p, before) ? before : p;
  const to = isOnSurface(rays, p, after) ? after : p;
  const steps = Number(from !== p) + Number(to !== p);
  return steps === 0 ? 0 : (rays.depth[to] - rays.depth[from]) / steps;
}

const isOnSurface = ({ front, depth }: SceneRays, p: number, q: number): boolean =>
  front[q] === front[p] && Math.abs(depth[q] - depth[p]) <= JUMP;

function drawOverlap(
  canvas: Canvas,
  x: number,
  y: number,
  { overlap, range }: SceneRays,
  p: number,
  neighbours: Neighbours,
  { longest, step }: OverlapScale,
): void {
  dot(canvas, x, y, ramp((overlap[p] * range) / longest));
  if (neighbours.some((q) => overlap[q] <= 0)) {
    // What is thinner than its own outlines would show nothing but these.
    const isThin = (before: number, after: number) =>
      !(overlap[p + 4 * (before - p)] > 0) && !(overlap[p + 4 * (after - p)] > 0);
    if (!isThin(neighbours[0], neighbours[1]) && !isThin(neighbours[2], neighbours[3]))
      dot(canvas, x, y, OVERLAP_OUTLINE);
    return;
  }
  const level = (q: number) => Math.floor((overlap[q] * range) / step);
  const highest = Math.max(level(p), ...neighbours.map(level));
  // A line lies on both sides of its level, and has one colour all along.
  if (neighbours.some((q) => level(q) !== level(p))) dot(canvas, x, y, lineOnRamp((highest * step) / longest), 0.8);
}
