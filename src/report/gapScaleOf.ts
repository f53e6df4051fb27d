import type { GapMap } from '../gapMap.js';
import { checkGapRange, type GapPreset, type GapRange, type GapScale, gapScale } from './gapColours.js';
import { gapSettled } from './gapSettled.js';
import { roundBelow, roundStep } from './roundNumbers.js';

/** Far from where bodies meet gaps grow without an end that anybody cares for: colours end where so many of all gaps do. */
const SHARE_COLOURED = 0.9;
/** A scale that is alike on both sides of 0 and reaches far gaps would leave white all that is near 0, interference included. */
const SHARE_ALIKE = 0.5;
/** `occlusion` without a threshold and without bands: the nearest of all gaps are marked. */
const SHARE_MARKED = 0.3;
/** Steps of `occlusion`, where bands give none. */
const MOST_STEPS = 5;

/**
 * The scale of a map. Without a range, colours go from its deepest interference to where nine tenths of its gaps end; those of
 * `deviation` go as far as its deepest interference on both sides, or to where the nearer half of its gaps ends, if that is farther;
 * those of `occlusion` to the map's threshold, else to its last band, in steps that its bands give.
 */
export function gapScaleOf(map: GapMap, preset: GapPreset, range?: GapRange | undefined): GapScale {
  if (range) checkGapRange(range);
  const gaps = gapSettled(map);
  const least = gaps.reduce((lowest, gap) => (gap < lowest ? gap : lowest), 0);
  if (preset !== 'occlusion') {
    const most = widest(gaps, preset === 'deviation' ? SHARE_ALIKE : SHARE_COLOURED);
    // Of bodies that touch everywhere, or that no ray sees both of, the colours have a length all the same.
    return gapScale(preset, range ?? [least, least === 0 && most === 0 ? Math.max(...map.pixelSize) : most]);
  }
  const bands = map.bands.map(({ to }) => to);
  const [below, threshold] = range ?? [least, thresholdOf(map, gaps, bands)];
  return gapScale(preset, [below, threshold], stepsBelow(threshold, bands));
}

function thresholdOf({ threshold, pixelSize }: GapMap, gaps: Float32Array, bands: readonly number[]): number {
  if (threshold > 0 && threshold < Infinity) return threshold;
  return Math.max(0, ...bands) || roundBelow(widest(gaps, SHARE_MARKED) || Math.max(...pixelSize));
}

function stepsBelow(threshold: number, bands: readonly number[]): readonly number[] {
  const given = bands.filter((to) => to > 0 && to < threshold);
  if (given.length > 0 || !(threshold > 0)) return given;
  const step = roundStep(threshold, MOST_STEPS);
  return Array.from({ length: Math.ceil(threshold / step - 1e-9) - 1 }, (_, k) =>
    Number(((k + 1) * step).toPrecision(12)),
  );
}

/** The end of a share of the gaps above 0, the nearest first. */
function widest(gaps: Float32Array, share: number): number {
  const above = gaps.filter((value) => value > 0).sort();
  return above.length === 0 ? 0 : above[Math.min(above.length - 1, Math.floor(share * above.length))];
}
