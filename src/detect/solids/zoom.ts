import { CONTACTLESS } from '../../exact/contact/meetingFaces.js';
import { solidRelation } from '../../exact/solid/solidRelation.js';
import { worldMesh } from '../../exact/worldMesh.js';
import type { Machine, TouchingFaces } from '../../machine/machine.js';
import { multiply } from '../../math/affine.js';
import type { Vec3 } from '../../math/vector.js';
import { single } from '../../view/atlas.js';
import { pixelSize, screenFromWorld, type View } from '../../view/view.js';
import type { Party } from '../pairFinding.js';

/** A part of a view, and how often was zoomed in to see it. */
export interface Part {
  readonly view: View;
  readonly level: number;
}

export interface ZoomOptions<T> {
  /** Zooming ends with pixels of this size, in model units. */
  readonly finest: number;
  /** By how much faces are grown for what rounding does to them, along the view's axes. */
  readonly reach: Vec3;
  /** Looks at a part; undefined where that decides nothing. */
  readonly look: (part: Part) => Promise<T | undefined>;
}

export interface Zoomed<T> {
  /** What a look decided, if one did. */
  readonly found?: T;
  /** Parts in which faces may meet and that no look settled. */
  readonly open: readonly Part[];
}

/** After so many looks what is left stays open. */
const MOST_LOOKS = 256;
/** Where the faces that can meet take more of a part's width and height than this, the part is cut in two. */
const CUT_SHARE = 0.7;

/**
 * A multiresolution collision map (the paper's section 9 asks for one): zooms into the pixels that matter, which are those where faces
 * of both bodies can meet. Conservative rasterization tells which faces can, in cells that are as small as the part's pixels: where
 * none can, nothing was missed between the rays. The rest is fitted anew and looked at again, until it shows a collision, no faces
 * are left that can meet, or pixels are as small as asked.
 */
export async function zoom<T>(
  machine: Machine,
  a: Party,
  b: Party,
  from: View,
  options: ZoomOptions<T>,
): Promise<Zoomed<T>> {
  const { finest, look } = options;
  const open: Part[] = [];
  // What was looked at before may have been another view: with a border, or over all of a body.
  const whole: Part = { view: from, level: 0 };
  const seen = await look(whole);
  if (seen !== undefined) return { found: seen, open: [] };
  let looks = 0;
  const queue: Part[] = [whole];
  while (queue.length > 0) {
    const part = queue.shift()!;
    for (const view of await nearer(machine, a, b, part.view, options)) {
      const next = { view, level: part.level + 1 };
      if (Math.max(...pixelSize(part.view)) <= finest || looks >= MOST_LOOKS) {
        open.push(part);
        break;
      }
      looks++;
      const found = await look(next);
      if (found !== undefined) return { found, open: [] };
      queue.push(next);
    }
  }
  return { open };
}

/** The parts of a view in which faces can meet: none, one that is fitted closer, or two halves. */
async function nearer(
  machine: Machine,
  a: Party,
  b: Party,
  view: View,
  { reach }: { readonly reach: Vec3 },
): Promise<View[]> {
  const [touching] = await machine.run(single(view), (frame) => frame.touching([{ a: a.body, b: b.body, reach }]));
  const range = rangeOf(a, b, touching, view, reach);
  if (!range) return [];
  const [low, high] = range;
  const shares = [0, 1].map((k) => (high[k] - low[k]) / (k === 0 ? view.columns : view.rows));
  const widest = shares[0] * view.size[0] >= shares[1] * view.size[1] ? 0 : 1;
  if (Math.max(...shares) <= CUT_SHARE) return [part(view, low, high)];
  const middle = (low[widest] + high[widest]) / 2;
  const at = (corner: readonly number[]) => corner.map((c, k) => (k === widest ? middle : c));
  return [part(view, low, at(high)), part(view, at(low), high)];
}

/** Where boxes around the faces of both lie, in pixels and depth, within the view; undefined where they do not meet. */
function rangeOf(
  a: Party,
  b: Party,
  { a: facesA, b: facesB }: TouchingFaces,
  view: View,
  reach: Vec3,
): readonly [number[], number[]] | undefined {
  const margin = [
    (reach[0] * view.columns) / view.size[0],
    (reach[1] * view.rows) / view.size[1],
    reach[2] / view.size[2],
  ];
  const low = [0, 0, 0];
  const high = [view.columns, view.rows, 1];
  for (const [{ body }, faces] of [[a, facesA] as const, [b, facesB] as const]) {
    const m = multiply(screenFromWorld(view), body.pose);
    const { positions: p, indices } = body.mesh;
    const least = [Infinity, Infinity, Infinity];
    const most = [-Infinity, -Infinity, -Infinity];
    for (const face of faces)
      for (let n = 0; n < 3; n++) {
        const v = 3 * indices[3 * face + n];
        for (let k = 0; k < 3; k++) {
          const at = m[4 * k] * p[v] + m[4 * k + 1] * p[v + 1] + m[4 * k + 2] * p[v + 2] + m[4 * k + 3];
          if (at < least[k]) least[k] = at;
          if (at > most[k]) most[k] = at;
        }
      }
    for (let k = 0; k < 3; k++) {
      low[k] = Math.max(low[k], least[k] - margin[k]);
      high[k] = Math.min(high[k], most[k] + margin[k]);
    }
  }
  return low.some((l, k) => l > high[k]) ? undefined : [low, high];
}

/** A box of a view's pixels and depths as a view of the same resolution. */
function part(view: View, low: readonly number[], high: readonly number[]): View {
  const { origin, right, down, direction, size, columns, rows } = view;
  const [across, downwards] = pixelSize(view);
  const step = [low[0] * across, low[1] * downwards, low[2] * size[2]];
  const along = (k: 0 | 1 | 2) => origin[k] + right[k] * step[0] + down[k] * step[1] + direction[k] * step[2];
  // No side may be flat: a pixel or a depth of no size divides by it.
  const least = Math.max(...size) * 2 ** -24;
  return {
    ...view,
    origin: [along(0), along(1), along(2)],
    size: [
      Math.max(((high[0] - low[0]) / columns) * size[0], least),
      Math.max(((high[1] - low[1]) / rows) * size[1], least),
      Math.max((high[2] - low[2]) * size[2], least),
    ],
  };
}

/** Whether one of two solids whose surfaces do not meet lies inside the other, exactly. */
export const isNested = (a: Party, b: Party): boolean =>
  solidRelation(worldMesh(a.body), worldMesh(b.body), CONTACTLESS).kind !== 'none';
