import type { BodyState } from '../body.js';
import { MIN_UP_SINE, MIN_VIEW_SHARE } from '../constants.js';
import { InputError } from '../errors.js';
import { type Affine, multiply, transformBox } from '../math/affine.js';
import { type Box, isEmpty } from '../math/box.js';
import { cross, dot, type Vec3 } from '../math/vector.js';
import { commonRange } from './commonRange.js';
import { crop } from './crop.js';
import { collisionZone, defaultUp, meet, slackIn, thinnest } from './direction.js';
import type { BodyInFrame } from './outsideVoxels.js';
import type { View } from './view.js';

export interface FitViewOptions {
  /** Where the rays go; any length. */
  readonly direction: Vec3;
  /** Columns and rows, or one number for both. */
  readonly resolution: number | readonly [columns: number, rows: number];
  /** What is up in the picture, any direction but that of the rays. Default: z, and y where the rays go up or down. */
  readonly up?: Vec3 | undefined;
}

export interface FitPairOptions extends Omit<FitViewOptions, 'direction'> {
  /** Where the rays go. Default: `chooseDirection`, the thinnest way through. */
  readonly direction?: Vec3 | undefined;
  /** So many pixels more on each side, to see what lies beside; the others show the same as without. Default: 0. */
  readonly borderPx?: number | undefined;
  /** How much farther to look, before and behind what the bodies can have in common, in model units. Default: 0. */
  readonly depthMargin?: number | undefined;
  /** Bodies whose whole box the depth range must hold. Default: none. */
  readonly whole?: readonly BodyState[] | undefined;
  /**
   * Whether the view need not show more than where both bodies can be: their faces are looked at then, not their boxes alone. Both have to be
   * closed. What touches within `depthMargin` is seen. For fewer than 192 columns or rows it makes no difference. Default: false.
   */
  readonly closely?: boolean | undefined;
}

/**
 * The view that just holds a box. No border of pixels is added: the box's outline falls on the outer edges of the outer
 * pixels, and rays pass through pixel centres, half a pixel inside.
 *
 * A flat box is given room: no size is less than {@link MIN_VIEW_SHARE} of the largest coordinate.
 *
 * @example fitView({ min: [0, 0, 0], max: [4, 2, 1] }, { direction: [0, 0, -1], resolution: [512, 256] })
 */
export function fitView(box: Box, options: FitViewOptions): View {
  const { min, max } = box;
  if (![...min, ...max].every(Number.isFinite))
    throw new InputError(`view: the box is not finite (${min} to ${max}). Give the bounds of something.`);
  if (isEmpty(box))
    throw new InputError(`view: the box is empty (${min} to ${max}). Give min below max on every axis.`);
  const axes = basis(options.direction, options.up);
  return viewOf(
    axes,
    transformBox(rotationOf(axes), box),
    Math.max(...min.map(Math.abs), ...max.map(Math.abs)),
    options,
  );
}

/**
 * The view for a pair: it holds whatever lies in both bodies' oriented boxes, and is fitted to the intersection of their
 * bounding volumes in the world's frame, in A's and in B's (Myszkowski, Okunev and Kunii 1995, section 7); `closely` also to where faces of
 * both are. `undefined` where one of these frames, the view itself, or a close look shows them apart; boxes that touch have a view.
 *
 * Of each frame's intersection the outline is projected, and the view is where the outlines meet. (The bodies' own boxes
 * need no part in it: the intersections lie inside them.) The bound is to rounding, some 2^-40 of the coordinates. As in
 * {@link fitView}, a flat intersection is given room, and there is no border.
 *
 * @example const view = fitPair(upper, lower, { resolution: 512 })
 */
export function fitPair(a: BodyState, b: BodyState, options: FitPairOptions): View | undefined {
  const resolution = toResolution(options.resolution);
  const given = options.direction && basis(options.direction, options.up);
  const zone = collisionZone(a, b);
  if (zone.boxes.some(({ box }) => isEmpty(box))) return undefined;
  const way = thinnest(zone);
  const axes = given ?? basis(way.direction, options.up ?? way.up);
  const viewFromWorld = rotationOf(axes);
  const slack = slackIn(viewFromWorld, zone.magnitude);
  const boxes = zone.boxes
    .map(({ box, worldFromFrame }) => transformBox(multiply(viewFromWorld, worldFromFrame), box))
    .reduce((one, other) => (isEmpty(one) ? one : meet(one, other, slack)));
  const { borderPx = 0, depthMargin = 0, whole = [], closely = false } = options;
  const range =
    closely && !isEmpty(boxes) && isOrdinary(Math.max(...zone.magnitude))
      ? commonRange(inFrame(a, viewFromWorld), inFrame(b, viewFromWorld), boxes, {
          resolution,
          slack,
          touching: depthMargin,
        })
      : boxes;
  if (isEmpty(range)) return undefined;
  const depths = whole.map(({ pose, bounds }) => transformBox(multiply(viewFromWorld, pose), bounds));
  const near = Math.min(range.min[2], ...depths.map(({ min }) => min[2])) - depthMargin;
  const far = Math.max(range.max[2], ...depths.map(({ max }) => max[2])) + depthMargin;
  const deep = { min: [range.min[0], range.min[1], near], max: [range.max[0], range.max[1], far] } as const;
  const [columns, rows] = resolution;
  const inner = [Math.max(1, columns - 2 * borderPx), Math.max(1, rows - 2 * borderPx)] as const;
  const view = viewOf(axes, deep, Math.max(...zone.magnitude), { resolution: inner });
  const [left, top] = [(inner[0] - columns) / 2, (inner[1] - rows) / 2];
  return borderPx > 0 ? crop(view, [left, top], [columns, rows], [columns, rows]) : view;
}

/** Whether products of a few coordinates of this magnitude neither overflow nor vanish: else faces are not looked at. */
const isOrdinary = (magnitude: number): boolean => magnitude < 2 ** 200 && magnitude > 2 ** -200;

const inFrame = (body: BodyState, frameFromWorld: Affine): BodyInFrame => ({
  body,
  frameFromBody: multiply(frameFromWorld, body.pose),
});

export interface Basis {
  readonly right: Vec3;
  readonly down: Vec3;
  readonly direction: Vec3;
}

/**
 * Unit vectors for a view along `direction`, at right angles, with right × down = direction. `up` points to the top of the
 * picture; by default it is z, and y where the direction is nearly vertical, so that along y x is to the right and z up,
 * and down along z x is to the right and y up. Along an axis all three are axes, exactly.
 */
export function basis(direction: Vec3, up?: Vec3): Basis {
  const along = unit(direction, 'the direction');
  const top = up ? unit(up, 'up') : defaultUp(along);
  const across = cross(along, top);
  if (Math.hypot(...across) < MIN_UP_SINE)
    throw new InputError(
      `view: up is parallel to the direction (${up} and ${direction}). Give another up, or leave it out.`,
    );
  // `across` may be short and then is not quite square to the direction; `down` is, and with it `right`.
  const down = unit(cross(along, unit(across, 'up')), 'up');
  return { right: plusZero(cross(down, along)), down, direction: along };
}

/** The unit vector; exact along an axis, and free of overflow. */
function unit([x, y, z]: Vec3, name: string): Vec3 {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) throw new InputError(`view: ${name} is zero (0,0,0). Give a vector of any length but zero.`);
  if (!(largest < Infinity))
    throw new InputError(`view: ${name} is not finite (${x},${y},${z}). Give three finite numbers.`);
  const [u, v, w] = [x / largest, y / largest, z / largest];
  const length = Math.sqrt(u * u + v * v + w * w);
  return plusZero([u / length, v / length, w / length]);
}

/** −0 is as good as 0 to the machines, but not in a picture of the view. */
const plusZero = ([x, y, z]: Vec3): Vec3 => [x + 0, y + 0, z + 0];

const rotationOf = ({ right, down, direction }: Basis): Affine =>
  Float64Array.of(...right, 0, ...down, 0, ...direction, 0);

/** The view over a range of coordinates along right, down and direction. */
function viewOf(axes: Basis, range: Box, magnitude: number, { resolution }: Pick<FitViewOptions, 'resolution'>): View {
  const [columns, rows] = toResolution(resolution);
  const least = MIN_VIEW_SHARE * (magnitude || 1);
  const [x, y, z] = [0, 1, 2].map((k) => {
    const size = range.max[k] - range.min[k];
    return size < least
      ? { from: (range.min[k] + range.max[k] - least) / 2, size: least }
      : { from: range.min[k], size };
  });
  const { right, down, direction } = axes;
  const across = (k: 0 | 1 | 2) => dot([right[k], down[k], direction[k]], [x.from, y.from, z.from]) + 0;
  return {
    ...{ origin: [across(0), across(1), across(2)], right, down, direction },
    ...{ size: [x.size, y.size, z.size], columns, rows },
  };
}

function toResolution(resolution: FitViewOptions['resolution']): readonly [columns: number, rows: number] {
  const [columns, rows] = typeof resolution === 'number' ? [resolution, resolution] : resolution;
  if (!(Number.isInteger(columns) && Number.isInteger(rows) && columns > 0 && rows > 0))
    throw new InputError(
      `view: the resolution is not made of whole positive numbers (${columns} × ${rows}). Give one number, or [columns, rows].`,
    );
  return [columns, rows];
}
