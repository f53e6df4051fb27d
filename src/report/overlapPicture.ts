import { type Body, still } from '../body.js';
import { pairPicture } from '../detect/zlist/pairPicture.js';
import { InputError } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import { sharedMachine } from '../machine/open.js';
import type { Vec3 } from '../math/vector.js';
import { single } from '../view/atlas.js';
import { chooseDirection } from '../view/direction.js';
import { write } from './bitmapFont.js';
import { createCanvas, DOTS, PAPER, type Picture, QUIET, toPicture } from './canvas.js';
import { directionName } from './directionName.js';
import { drawLegend, LEGEND_HEIGHT_PX, type Legend, legendWidth } from './drawLegend.js';
import { drawScene } from './drawScene.js';
import { overlapScale } from './overlapScale.js';
import { pictureView } from './pictureView.js';
import { raysOfPair } from './sceneRays.js';

export interface OverlapPictureOptions {
  /** Pixels along the longer side of what is seen, margins included; the legend comes below. */
  resolution?: number;
  /** Along which one looks; by default as `overlap` does. */
  direction?: Vec3 | undefined;
  /** What a model unit is called. */
  unit?: string;
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const OVERLAP_PICTURE_DEFAULTS = {
  resolution: 640,
  direction: undefined,
  unit: 'units',
  machine: undefined,
} as const;

const RESOLUTION_RANGE = [128, 4096] as const;
const MARGIN_PX = 44;

/**
 * Two bodies and their overlap as a picture: the bodies in quiet colours, the overlap through them in bright ones, by its
 * longest stretch along each ray, with contour lines at round steps, a legend and a scale bar. The same input gives the same bytes.
 *
 * @example const { width, height, rgba } = await overlapPicture(knot, ball, { unit: 'mm' })
 */
export async function overlapPicture(first: Body, second: Body, options: OverlapPictureOptions = {}): Promise<Picture> {
  const { resolution, direction, unit, machine } = { ...OVERLAP_PICTURE_DEFAULTS, ...options };
  const [a, b] = [still(first), still(second)];
  const [least, most] = RESOLUTION_RANGE;
  if (!(Number.isInteger(resolution) && resolution >= least && resolution <= most))
    throw new InputError(
      `overlapPicture: the resolution is out of range (${resolution}). Give a whole number from ${least} to ${most}.`,
    );
  const view = pictureView(a, b, direction ?? chooseDirection(a, b), resolution * DOTS, MARGIN_PX * DOTS);
  const at = machine ?? (await sharedMachine());
  const codes = await at.run(single(view), async (frame) => {
    frame.lists([{ body: a }, { body: b }]);
    await frame.examine(pairPicture);
    return frame.read('map');
  });

  const rays = raysOfPair(codes, view);
  const scale = overlapScale(rays);
  const pixelLength = (view.size[0] / view.columns) * DOTS;
  const legend: Legend = { names: [a.name, b.name], unit, scale, pixelLength };
  const [sceneWidth, sceneHeight] = [Math.ceil(view.columns / DOTS), Math.ceil(view.rows / DOTS)];
  const canvas = createCanvas(Math.max(sceneWidth, legendWidth(legend)), sceneHeight + LEGEND_HEIGHT_PX, PAPER);
  drawScene(canvas, rays, view, scale, DOTS * Math.floor((canvas.width - view.columns) / (2 * DOTS)), 0);
  write(canvas, `seen along ${directionName(view.direction)}`, 28, 16, QUIET);
  drawLegend(canvas, legend, sceneHeight);
  return toPicture(canvas);
}
