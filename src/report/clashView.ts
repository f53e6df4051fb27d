import type { BodyState } from '../body.js';
import { MIN_VIEW_SHARE, VERTICAL_COSINE } from '../constants.js';
import { type Affine, multiply, transformBox } from '../math/affine.js';
import { type Box, center, extent, uniteBoxes } from '../math/box.js';
import { add, dot, length, normalize, scale, subtract, type Vec3 } from '../math/vector.js';
import { basis } from '../view/fit.js';
import type { View } from '../view/view.js';
import type { ClashFocus, ClashPlace } from './clashFocus.js';
import { depthInWindow, type Window } from './depthInWindow.js';

/** A frame for a picture, in rays: how many across and down, and how many stay free around bodies that are seen whole. */
export interface ClashFrame {
  readonly columns: number;
  readonly rows: number;
  readonly margin: number;
}

/** What a picture shows, and whether that is only a part of the bodies. */
export interface ClashSight {
  readonly view: View;
  readonly isClose: boolean;
}

/** How wide a close view is: so many times the overlap, the gap, and the thinner body where there is no overlap. */
const CLOSE = { overlap: 3, gap: 8, thickness: 6 } as const;
/** A view closes in where it is narrower than this share of one that shows everything. */
const CLOSE_BELOW = 0.5;
/** Depths are told to some 10⁻⁷ of the range: a range of more widths than this would show in the shading. */
const MOST_WIDTHS_DEEP = 1000;

/**
 * The view of a clash for a person, in square pixels: all of both bodies, or, where the clash is small beside them, a part
 * around it.
 */
export function clashView(
  a: BodyState,
  b: BodyState,
  place: ClashPlace,
  direction: Vec3,
  frame: ClashFrame,
): ClashSight {
  const axes = basis(direction);
  const viewFromWorld = Float64Array.of(...axes.right, 0, ...axes.down, 0, ...axes.direction, 0);
  const maps = [a, b].map(({ pose }) => multiply(viewFromWorld, pose));
  const boxes = [a, b].map(({ bounds }, k) => transformBox(maps[k], bounds));
  const whole = uniteBoxes(boxes[0], boxes[1]);
  const focus = transformBox(viewFromWorld, place.bounds);
  const least = MIN_VIEW_SHARE * (Math.max(...[...whole.min, ...whole.max].map(Math.abs)) || 1);

  const { columns, rows, margin } = frame;
  const widthOf = (box: Box) => Math.max(extent(box)[0], (extent(box)[1] * columns) / rows);
  const wholeWidth = Math.max(
    (extent(whole)[0] * columns) / (columns - 2 * margin),
    (extent(whole)[1] * columns) / (rows - 2 * margin),
    least,
  );
  const closeWidth = Math.max(closeWidthOf(place, widthOf(focus), boxes), least);
  const isClose = closeWidth < CLOSE_BELOW * wholeWidth;
  const width = isClose ? closeWidth : wholeWidth;
  const height = (width * rows) / columns;
  const middle = center(isClose ? focus : whole);
  const window: Window = {
    min: [middle[0] - width / 2, middle[1] - height / 2],
    max: [middle[0] + width / 2, middle[1] + height / 2],
  };
  const { near, far } = depthRange([a, b], maps, window, isClose ? undefined : whole, focus, least, width);
  const corner: Vec3 = [window.min[0], window.min[1], near];
  const origin = add(add(scale(axes.right, corner[0]), scale(axes.down, corner[1])), scale(axes.direction, corner[2]));
  return { view: { origin, ...axes, size: [width, height, far - near], columns, rows }, isClose };
}

function closeWidthOf({ overlaps, marks }: ClashPlace, focusWidth: number, boxes: readonly Box[]): number {
  if (overlaps) return CLOSE.overlap * focusWidth;
  const gap = length(subtract(marks[marks.length - 1], marks[0]));
  const thickness = Math.min(...boxes.flatMap((box) => extent(box).slice(0, 2)));
  return Math.max(CLOSE.overlap * focusWidth, CLOSE.gap * gap, CLOSE.thickness * thickness);
}

/** From before the first to behind the last face in the window, so that none falls on the near or far plane. */
function depthRange(
  bodies: readonly BodyState[],
  maps: readonly Affine[],
  window: Window,
  whole: Box | undefined,
  focus: Box,
  least: number,
  width: number,
): { near: number; far: number } {
  const ranges = whole
    ? [[whole.min[2], whole.max[2]] as const]
    : bodies.map(({ mesh }, k) => depthInWindow(mesh, maps[k], window));
  const limit = MOST_WIDTHS_DEEP * width;
  const first = Math.max(Math.min(focus.min[2], ...ranges.map(([low]) => low)), focus.min[2] - limit);
  const last = Math.min(Math.max(focus.max[2], ...ranges.map(([, high]) => high)), focus.max[2] + limit);
  const depth = Math.max(last - first, least) * 1.02;
  return { near: (first + last - depth) / 2, far: (first + last + depth) / 2 };
}

/** In the order in which they are taken where several are square to the contact: from above, from the front, from a side. */
const WAYS: readonly Vec3[] = [
  [0, 0, -1],
  [0, 1, 0],
  [1, 0, 0],
];

/**
 * Along which to look: for an overlap as it was measured, from above rather than from below; for bodies that touch or are
 * near, square to the way from one to the other, so that the gap is seen from its side.
 */
export function clashDirection({ direction, nearest }: ClashFocus, { overlaps }: ClashPlace): Vec3 {
  if (overlaps) {
    const { direction: along } = basis(direction);
    return along[2] > VERTICAL_COSINE ? scale(along, -1) : along;
  }
  const gap = nearest ? subtract(nearest[1], nearest[0]) : direction;
  const across = length(gap) > 0 ? normalize(gap) : normalize(direction);
  const tilt = (way: Vec3) => Math.abs(dot(way, across));
  const best = WAYS.reduce((one, other) => (tilt(other) < tilt(one) - 1e-9 ? other : one));
  return normalize(subtract(best, scale(across, dot(best, across))));
}
