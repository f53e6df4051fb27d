import type { Machine, Timings } from '../../machine/machine.js';
import type { Box } from '../../math/box.js';
import type { Vec3 } from '../../math/vector.js';
import { single } from '../../view/atlas.js';
import { crop } from '../../view/crop.js';
import { pixelSize, type View } from '../../view/view.js';
import { lookErrorOf } from '../depthError.js';
import type { PairFinding, Party } from '../pairFinding.js';
import { BORDER_PX, detectPairs } from './detectPairs.js';
import type { Verdict } from './judgePair.js';
import { overlapStretches, type Stretches } from './overlapStretches.js';
import { type StretchMesh, stretchMesh } from './stretchMesh.js';

export interface OverlapMeshSettings {
  /** Rays across the overlap, along its longer side. */
  readonly resolution: number;
  readonly direction: Vec3 | undefined;
}

/** An overlap as a mesh, and how it was seen. */
export interface OverlapMeshFinding extends StretchMesh {
  readonly view: View;
  readonly depthError: number;
  /** How many stretches inside both bodies there are, and the volume they stand for. */
  readonly stretches: number;
  readonly volume: number;
}

/**
 * Looks for the overlap of two bodies as `detectPairs` does, then again at where it lies, and makes a mesh of all its layers. No verdict
 * where boxes, voxels or a plane show the bodies apart; no mesh where they do not overlap.
 */
export async function detectOverlapMesh(
  machine: Machine,
  pair: readonly [Party, Party],
  { resolution, direction }: OverlapMeshSettings,
  time: (timings: Timings) => void,
): Promise<{ verdict?: Verdict; found?: OverlapMeshFinding }> {
  const [verdict] = await detectPairs(machine, [pair], { resolution, direction, tolerance: 0, views: 1 }, time);
  if (!verdict) return {};
  const { finding } = verdict;
  if (!(finding.pixels > 0 && finding.place)) return { verdict };
  const longest = longestOf(finding);
  const lookAt = async (part: Part, rays: Rays): Promise<CloseLook> => {
    const view = closeUp(finding.view, part, rays);
    const depthError = lookErrorOf(machine, view, pair);
    const stretches = await stretchesIn(machine, pair, view, depthError, longest, time);
    return { part, rays, view, depthError, stretches };
  };
  const first = partAround(finding.view, finding.place.region);
  let look = await lookAt(first, raysAcross(finding.view, first, resolution));
  for (;;) {
    const part = widened(look, finding.view);
    const wider = part && (await lookAt(part, raysAsClose(look, part, resolution)));
    // Where they are farther apart, all may pass by what is so thin.
    if (!wider || wider.stretches.from.length === 0) break;
    look = wider;
  }
  const { view, depthError, stretches } = look;
  if (stretches.from.length === 0) return { verdict };
  const begin = performance.now();
  const made = stretchMesh(stretches, view);
  const wallMs = performance.now() - begin;
  time({ wallMs, stagesMs: { mesh: wallMs } });
  const found = { ...made, view, depthError, stretches: stretches.from.length, volume: volumeOf(stretches, view) };
  return { verdict, found };
}

interface CloseLook {
  readonly part: Part;
  readonly rays: Rays;
  readonly view: View;
  readonly depthError: number;
  readonly stretches: Stretches;
}

type Rays = readonly [columns: number, rows: number];

/** A part of a view, in its pixels. */
interface Part {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** An overlap may reach beyond its outermost rays: by less than a pixel, where it is not too thin there for rays as far apart. */
const MARGIN_PX = 1;
/** Rays across the narrower side of an overlap, where it is much narrower than long. */
const LEAST_ACROSS = 32;
/** An overlap that goes on beyond where it was first met may take more rays than were asked for, but no more than so many. */
const MOST_RAYS = 2048;

function partAround(view: View, { min, max }: Box): Part {
  const [left, right] = within(view.columns, min[0] - MARGIN_PX, max[0] + MARGIN_PX);
  const [top, bottom] = within(view.rows, min[1] - MARGIN_PX, max[1] + MARGIN_PX);
  return { left, right, top, bottom };
}

/** Square pixels, unless the part is very narrow. */
function raysAcross(view: View, { left, right, top, bottom }: Part, resolution: number): Rays {
  const [across, down] = pixelSize(view);
  const size = [(right - left) * across, (bottom - top) * down];
  const along = (length: number): number =>
    Math.min(resolution, Math.max(Math.round((resolution * length) / Math.max(...size)), LEAST_ACROSS));
  return [along(size[0]), along(size[1])];
}

/** As close to each other as in an earlier look, if that is not too many. */
function raysAsClose({ part, rays }: CloseLook, wider: Part, resolution: number): Rays {
  const most = Math.max(resolution, MOST_RAYS);
  return [
    Math.min(most, Math.ceil((rays[0] * (wider.right - wider.left)) / (part.right - part.left))),
    Math.min(most, Math.ceil((rays[1] * (wider.bottom - wider.top)) / (part.bottom - part.top))),
  ];
}

/**
 * A part of a pair's view, with one more pixel on each side: there the mesh ends. Beyond the zone that the view was fitted to there is nothing,
 * so that what ends with a box ends with a pixel, too.
 */
function closeUp(view: View, { left, right, top, bottom }: Part, [columns, rows]: Rays): View {
  const [dx, dy] = [(right - left) / columns, (bottom - top) / rows];
  return crop(view, [left - dx, top - dy], [right - left + 2 * dx, bottom - top + 2 * dy], [columns + 2, rows + 2]);
}

/** From where to where to look, across a view: not into the border around the zone. */
function within(count: number, from: number, to: number): readonly [number, number] {
  const border = (count - Math.max(1, count - 2 * BORDER_PX)) / 2;
  return [Math.max(border, from), Math.min(count - border, to)];
}

/** Twice as much towards each side at which the overlap was seen to go on; undefined where it was seen whole. */
function widened({ part, stretches }: CloseLook, view: View): Part | undefined {
  const { columns, rows, first } = stretches;
  const isMet = (p: number): boolean => first[p + 1] > first[p];
  const inRow = (row: number) => Array.from({ length: columns }, (_, x) => row * columns + x).some(isMet);
  const inColumn = (column: number) => Array.from({ length: rows }, (_, y) => y * columns + column).some(isMet);
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const more = (isReached: boolean, length: number): number => (isReached ? length : 0);
  const [left, right] = within(
    view.columns,
    part.left - more(inColumn(0), width),
    part.right + more(inColumn(columns - 1), width),
  );
  const [top, bottom] = within(
    view.rows,
    part.top - more(inRow(0), height),
    part.bottom + more(inRow(rows - 1), height),
  );
  const isWider = left < part.left || right > part.right || top < part.top || bottom > part.bottom;
  return isWider ? { left, right, top, bottom } : undefined;
}

/** As long as a stretch can be, where rays that seemed to be longer turned out to run along a wall; else as the depth range. */
function longestOf({ depth, depthError, blocks, view }: PairFinding): number {
  const isCut = blocks.some((block) => block.depth > depth + depthError);
  return isCut ? depth + depthError + Math.max(...pixelSize(view)) : Infinity;
}

async function stretchesIn(
  machine: Machine,
  [a, b]: readonly [Party, Party],
  view: View,
  depthError: number,
  longest: number,
  time: (timings: Timings) => void,
): Promise<Stretches> {
  const lists = await machine.run(single(view), async (frame) => {
    // Rays that do not leave an open body count wherever they are.
    frame.lists([{ body: a.body }, { body: b.body }], {
      onlyTogether: !a.soundness.mayBeOpen && !b.soundness.mayBeOpen,
    });
    const read = await frame.read('lists');
    time(frame.timings());
    return read;
  });
  return overlapStretches(lists, view, {
    soundness: [a.soundness, b.soundness],
    noise: depthError / view.size[2],
    longest: longest / view.size[2],
    slack: Math.max(...pixelSize(view)) / view.size[2],
  });
}

/** As `interference` measures it: each stretch on the area of a pixel. */
function volumeOf({ from, to }: Stretches, view: View): number {
  const [across, down] = pixelSize(view);
  let length = 0;
  for (let s = 0; s < from.length; s++) length += to[s] - from[s];
  return length * view.size[2] * across * down;
}
