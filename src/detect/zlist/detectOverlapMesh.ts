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
  const view = closeUp(finding.view, finding.place.region, resolution);
  const depthError = lookErrorOf(machine, view, pair);
  const stretches = await stretchesIn(machine, pair, view, depthError, longestOf(finding), time);
  if (stretches.from.length === 0) return { verdict };
  const begin = performance.now();
  const made = stretchMesh(stretches, view);
  const wallMs = performance.now() - begin;
  time({ wallMs, stagesMs: { mesh: wallMs } });
  const found = { ...made, view, depthError, stretches: stretches.from.length, volume: volumeOf(stretches, view) };
  return { verdict, found };
}

/** An overlap may reach beyond its outermost rays by less than a pixel. */
const MARGIN_PX = 1;
/** Rays across the narrower side of an overlap, where it is much narrower than long. */
const LEAST_ACROSS = 32;

/**
 * The part of a pair's view where the overlap lies, with square pixels unless that is very narrow, and one more on each side: there the
 * mesh ends. Beyond the zone that the view was fitted to there is nothing, so that what ends with a box ends with a pixel, too.
 */
function closeUp(view: View, { min, max }: Box, resolution: number): View {
  const [left, right] = within(view.columns, min[0], max[0]);
  const [top, bottom] = within(view.rows, min[1], max[1]);
  const [across, down] = pixelSize(view);
  const size = [(right - left) * across, (bottom - top) * down];
  const [columns, rows] = size.map((length) =>
    Math.min(resolution, Math.max(Math.round((resolution * length) / Math.max(...size)), LEAST_ACROSS)),
  );
  const [dx, dy] = [(right - left) / columns, (bottom - top) / rows];
  return crop(view, [left - dx, top - dy], [right - left + 2 * dx, bottom - top + 2 * dy], [columns + 2, rows + 2]);
}

/** From where to where to look, across a view, for what rays show between two places: not into the border around the zone. */
function within(count: number, min: number, max: number): readonly [number, number] {
  const border = (count - Math.max(1, count - 2 * BORDER_PX)) / 2;
  return [Math.max(border, min - MARGIN_PX), Math.min(count - border, max + MARGIN_PX)];
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
