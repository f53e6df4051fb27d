import type { BodyState } from '../../body.js';
import { MIN_UP_SINE } from '../../constants.js';
import type { Machine } from '../../machine/machine.js';
import { cross, length, type Vec3 } from '../../math/vector.js';
import type { Way } from '../../view/direction.js';
import { initialDirection } from '../../view/wallDirection.js';
import { waysBetween } from '../../view/waysBetween.js';
import { type SettledDirection, settleDirection } from './settleDirection.js';

/** Along which to look, what is up, and how that came about. */
export interface GapDirection {
  readonly direction: Vec3;
  readonly up?: Vec3 | undefined;
  readonly by: 'given' | 'boxes' | 'faces';
}

export interface DirectionOptions {
  readonly direction: Vec3 | undefined;
  readonly up?: Vec3 | undefined;
  readonly refine: boolean;
  /** Pixels along the longer side of the view that it is for. */
  readonly resolution: number;
}

/** Directions nearer than this (a sine) are one: far above rounding, far below what a pixel shows. */
const SAME = 1e-6;

/**
 * Directions to look along, the best first; where rays along it see nothing of both bodies, the next one may do. Never none.
 *
 * The one that was asked for, alone; else those that the bodies' boxes suggest: square to the largest walls of what the boxes have in
 * common, along the shortest way between them, between their centres. Refined, the mean normal of the faces that face each other along
 * the first of these from which it settles (Myszkowski, Okunev and Kunii 1995, section 7), and then that one: depths are the surer the
 * squarer surfaces are looked at. Where it settles from none, all of them, after the normal found from the first that shows any.
 */
export async function directionFor(
  machine: Machine,
  a: BodyState,
  b: BodyState,
  options: DirectionOptions,
): Promise<readonly GapDirection[]> {
  const { direction, up, refine, resolution } = options;
  if (direction) return [{ direction, up, by: 'given' }];
  const starts = [initialDirection(a, b), ...waysBetween(a, b)];
  const found: GapDirection[] = [];
  const take = (way: Way, by: GapDirection['by']) => {
    if (found.every((other) => !isSame(other.direction, way.direction)))
      found.push({ direction: way.direction, up: upFor(way, up), by });
  };
  if (refine) {
    const settled = await firstSettled(machine, a, b, starts, resolution);
    if (settled && !isSame(settled.way.direction, settled.start.direction)) take(settled.way, 'faces');
    if (settled?.way.isSettled) {
      // What led there is all that may be needed: along it, at least, faces of both are seen.
      take(settled.start, 'boxes');
      return found;
    }
  }
  for (const start of starts) take(start, 'boxes');
  return found;
}

/** Of the starts, which are in order, the first that settles; else the first that shows anything facing. */
async function firstSettled(
  machine: Machine,
  a: BodyState,
  b: BodyState,
  starts: readonly Way[],
  resolution: number,
): Promise<{ start: Way; way: SettledDirection } | undefined> {
  let first: { start: Way; way: SettledDirection } | undefined;
  for (const start of starts) {
    const way = await settleDirection(machine, a, b, start, resolution);
    if (way?.isSettled) return { start, way };
    if (way) first ??= { start, way };
  }
  return first;
}

const isSame = (one: Vec3, other: Vec3): boolean => length(cross(one, other)) < SAME;

/** What was asked to be up, unless the rays that nobody asked for run along it. What is no direction at all is left to the view to refuse. */
function upFor(way: Way, up: Vec3 | undefined): Vec3 {
  if (!up) return way.up;
  const size = length(up);
  return size > 0 && length(cross(up, way.direction)) <= 2 * MIN_UP_SINE * size ? way.up : up;
}
