import type { BodyState } from '../body.js';
import { transformPoint } from '../math/affine.js';
import { add, dot, scale, subtract, type Vec3 } from '../math/vector.js';
import { screenFromWorld, type View } from '../view/view.js';
import { type Canvas, DOTS, PAPER, rectangle } from './canvas.js';
import { type Clip, drawBorder, drawOutline, drawRing, type Place } from './drawMark.js';
import { drawScene } from './drawScene.js';
import { pictureView } from './pictureView.js';
import type { SceneRays } from './sceneRays.js';

/** The longer side of the small picture, as a share of the large one's width. */
const SHARE = 0.26;
const MARGIN_PX = 8;
/** Between it and the sides of the large one. */
const AWAY_PX = 10;
/** A frame smaller than this is not seen: a ring takes its place. */
const LEAST_FRAME_PX = 12;
const RING_PX = 6;

/**
 * The view of all of two bodies, for a small picture in the corner of one that shows a part of them: aslant, from above and
 * from the side that the large one looks from, so that one sees how they stand to each other.
 */
export function insetView(a: BodyState, b: BodyState, [x, y]: Vec3, widthPx: number): View {
  const aslant: Vec3 = [(x > 0 ? 1 : -1) * 0.55, (y < 0 ? -1 : 1) * 0.7, -0.45];
  return pictureView(a, b, aslant, Math.round(widthPx * SHARE) * DOTS, MARGIN_PX * DOTS);
}

/** In the upper right corner of a picture, in pixels. */
export function insetPlace({ columns, rows }: View, widthPx: number): Clip {
  const right = widthPx - AWAY_PX;
  return [right - Math.ceil(columns / DOTS), AWAY_PX, right, AWAY_PX + Math.ceil(rows / DOTS)];
}

/** Draws it, with a frame around what the large picture shows at a point, where that is only a part. */
export function drawInset(canvas: Canvas, rays: SceneRays, overview: View, part: View | undefined, point: Vec3): void {
  const within = insetPlace(overview, canvas.width / DOTS);
  const [left, top, right, bottom] = within;
  rectangle(canvas, left, top, right - left, bottom - top, PAPER);
  drawScene(canvas, rays, overview, undefined, left * DOTS, top * DOTS);
  if (part) drawPart(canvas, overview, part, point, within);
  drawBorder(canvas, [left, top], [right, bottom]);
}

function drawPart(canvas: Canvas, overview: View, part: View, point: Vec3, within: Clip): void {
  const screen = screenFromWorld(overview);
  const toPlace = (at: Vec3): Place => {
    const [column, row] = transformPoint(screen, at);
    return [within[0] + column / DOTS, within[1] + row / DOTS];
  };
  const deep = dot(subtract(point, part.origin), part.direction);
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([u, v]) => {
    const across = add(scale(part.right, u * part.size[0]), scale(part.down, v * part.size[1]));
    return toPlace(add(add(part.origin, across), scale(part.direction, deep)));
  });
  const sizeOf = (k: 0 | 1) => Math.max(...corners.map((c) => c[k])) - Math.min(...corners.map((c) => c[k]));
  if (Math.max(sizeOf(0), sizeOf(1)) < LEAST_FRAME_PX) drawRing(canvas, toPlace(point), RING_PX);
  else drawOutline(canvas, corners, within);
}
