import { type BodyState, still } from '../body.js';
import { DEPTH_ERROR_SHARE } from '../constants.js';
import { pairPicture } from '../detect/zlist/pairPicture.js';
import { InputError } from '../errors.js';
import { encodePng } from '../io/write/png.js';
import type { Machine } from '../machine/machine.js';
import { sharedMachine } from '../machine/open.js';
import { transformBox, transformPoint } from '../math/affine.js';
import { center } from '../math/box.js';
import { add, scale, type Vec3 } from '../math/vector.js';
import { single } from '../view/atlas.js';
import { crop } from '../view/crop.js';
import { screenFromWorld, type View } from '../view/view.js';
import { type Canvas, createCanvas, DOTS, INK, PAPER, rectangle, toPicture } from './canvas.js';
import { type ClashFocus, type ClashPlace, clashPlace } from './clashFocus.js';
import { clashDirection, clashView } from './clashView.js';
import { directionName } from './directionName.js';
import { CLASH_LEGEND_PX, type ClashLegend, drawClashLegend } from './drawClashLegend.js';
import { drawInset, insetPlace, insetView } from './drawInset.js';
import { type Clip, drawLine, drawRing, type Place } from './drawMark.js';
import { drawScene } from './drawScene.js';
import { frontPicture } from './frontPicture.js';
import { overlapScale } from './overlapScale.js';
import { raysOfFront, type SceneRays } from './sceneRays.js';
import { unitName } from './unitName.js';

/** A picture of a clash: the bodies, the overlap in a third colour, a legend below. */
export interface ClashPicture {
  readonly width: number;
  readonly height: number;
  /** PNG bytes. */
  readonly png: Uint8Array;
  /** What is seen above the legend: for a camera on the clash. */
  readonly view: View;
}

export interface ClashPictureOptions {
  /** The picture's width in pixels; its height follows. BCF takes up to 1500. */
  widthPx?: number | undefined;
  /** What a model unit is called. */
  unit?: string | undefined;
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const CLASH_PICTURE_DEFAULTS = { widthPx: 640, unit: undefined, machine: undefined } as const;

const WIDTH_RANGE = [320, 1500] as const;
/** Of what is seen above the legend: all pictures of a report are of one size. */
const HEIGHT_SHARE = 5 / 8;
const MARGIN_PX = 24;

/**
 * Two bodies that clash as a picture: all of them, or, where the clash is small beside them, its surroundings, with a small
 * picture of all in a corner. An overlap is shown through the bodies, by its longest stretch along each ray; where there is none, the
 * contact or the nearest points are marked. All pictures of one width are of one size. The same input gives the same bytes.
 *
 * @example
 * const { pairs } = await interference([pipe, wall]);
 * for (const pair of pairs) await writeFile('clash.png', (await clashPicture(pipe, wall, pair, { unit: 'mm' })).png);
 */
export async function clashPicture(
  first: BodyState,
  second: BodyState,
  focus: ClashFocus,
  options: ClashPictureOptions = {},
): Promise<ClashPicture> {
  const { widthPx = CLASH_PICTURE_DEFAULTS.widthPx, unit, machine } = options;
  const [least, most] = WIDTH_RANGE;
  if (!(Number.isInteger(widthPx) && widthPx >= least && widthPx <= most))
    throw new InputError(
      `clashPicture: the width is out of range (${widthPx}). Give a whole number of pixels from ${least} to ${most}.`,
    );
  const [a, b] = [still(first), still(second)];
  const heightPx = Math.round(widthPx * HEIGHT_SHARE);
  const place = clashPlace(a, b, focus);
  const direction = clashDirection(focus, place);
  const frame = { columns: widthPx * DOTS, rows: heightPx * DOTS, margin: MARGIN_PX * DOTS };
  const { view, isClose } = clashView(a, b, place, direction, frame);
  const at = machine ?? (await sharedMachine());
  const rays = await lookAtClash(at, a, b, view, place);
  const colours = overlapScale(rays);
  // An overlap that no ray of the picture meets is marked, too.
  const marks = place.overlaps && !colours ? [focus.point ?? center(place.bounds)] : place.marks;

  const canvas = createCanvas(widthPx, heightPx + CLASH_LEGEND_PX, PAPER);
  drawScene(canvas, rays, view, colours, 0, 0);
  drawMarks(canvas, view, marks);
  // A view of all has room for it only where the bodies leave some.
  const overview = insetView(a, b, direction, widthPx);
  if (isClose || isFree(rays, view, insetPlace(overview, widthPx)))
    drawInset(canvas, await look(at, a, b, overview), overview, isClose ? view : undefined, center(place.bounds));
  rectangle(canvas, 0, heightPx, widthPx, CLASH_LEGEND_PX, PAPER);
  rectangle(canvas, 0, heightPx, widthPx, 1, INK);
  const { kind, inner, distance } = focus;
  const said: ClashLegend = {
    ...{ kind, inner, distance, scale: colours, unit: unitName(unit), markCount: marks.length },
    names: [a.name, b.name],
    pixelLength: view.size[0] / widthPx,
    seen: `seen along ${directionName(view.direction)}`,
  };
  drawClashLegend(canvas, said, heightPx);
  const { width, height, rgba } = toPicture(canvas);
  return { width, height, png: await encodePng(width, height, rgba), view };
}

/** What lies in front, for every ray of a view. */
async function look(machine: Machine, a: BodyState, b: BodyState, view: View): Promise<SceneRays> {
  const codes = await machine.run(single(view), async (frame) => {
    frame.lists([{ body: a }, { body: b }]);
    await frame.examine(frontPicture);
    return frame.read('map');
  });
  return raysOfFront(codes, view, new Float32Array(codes.length), view.size[2]);
}

/** By how much more than the known bounds of an overlap is looked through for it, on each side, as a share of its size. */
const BEYOND_BOUNDS = 0.25;

/**
 * What lies in front, and the overlap behind it. Rays look for the overlap only where it is known to be: over the whole depth of
 * the view its length would be told less precisely, and of open bodies rays would run on inside.
 */
async function lookAtClash(
  machine: Machine,
  a: BodyState,
  b: BodyState,
  view: View,
  { overlaps, bounds }: ClashPlace,
): Promise<SceneRays> {
  const seen = await look(machine, a, b, view);
  if (!overlaps) return seen;
  const { min, max } = transformBox(screenFromWorld(view), bounds);
  const beyond = (k: 0 | 1 | 2) => BEYOND_BOUNDS * (max[k] - min[k]) + (k < 2 ? 1 : DEPTH_ERROR_SHARE);
  const from = (k: 0 | 1, most: number) => Math.min(most - 1, Math.max(0, Math.floor(min[k] - beyond(k))));
  const to = (k: 0 | 1, most: number) => Math.min(most, Math.max(1, Math.ceil(max[k] + beyond(k))));
  const [left, top] = [from(0, view.columns), from(1, view.rows)];
  const [width, height] = [to(0, view.columns) - left, to(1, view.rows) - top];
  const part = crop(view, [left, top], [width, height], [width, height]);
  const near = min[2] - beyond(2);
  const depth = (max[2] + beyond(2) - near) * view.size[2];
  const origin = add(part.origin, scale(view.direction, near * view.size[2]));
  const tight: View = { ...part, origin, size: [part.size[0], part.size[1], depth] };
  const lengths = await machine.run(single(tight), async (frame) => {
    frame.lists([{ body: a }, { body: b }]);
    await frame.examine(pairPicture);
    return frame.read('map');
  });
  const overlap = new Float32Array(view.columns * view.rows);
  for (let y = 0, p = 0; y < height; y++)
    for (let x = 0; x < width; x++, p++)
      // Shorter ones are what rounding makes of faces that touch.
      if (lengths[p] > 2 * DEPTH_ERROR_SHARE) overlap[(top + y) * view.columns + left + x] = lengths[p];
  return { ...seen, overlap, range: depth };
}

/** Whether no ray of a rectangle meets a body; in pixels. */
function isFree({ front }: SceneRays, { columns }: View, [left, top, right, bottom]: Clip): boolean {
  for (let y = top * DOTS; y < bottom * DOTS; y++)
    for (let x = left * DOTS; x < right * DOTS; x++) if (front[y * columns + x] >= 0) return false;
  return true;
}

/** Marks nearer to each other than this have a ring around both, in pixels. */
const CLOSE_MARKS_PX = 24;

function drawMarks(canvas: Canvas, view: View, marks: readonly Vec3[]): void {
  const screen = screenFromWorld(view);
  const places = marks.map((point): Place => {
    const [x, y] = transformPoint(screen, point);
    return [x / DOTS, y / DOTS];
  });
  if (places.length === 0) return;
  const [p, q] = [places[0], places[places.length - 1]];
  const gapPx = Math.hypot(q[0] - p[0], q[1] - p[1]);
  if (places.length > 1) drawLine(canvas, p, q);
  if (gapPx < CLOSE_MARKS_PX) drawRing(canvas, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], 14 + gapPx / 2);
}
