import type { Body } from '../../body.js';
import type { Machine, Timings } from '../../machine/machine.js';
import { pixelSize } from '../../view/view.js';
import type { PairFinding } from '../pairFinding.js';
import { frames } from './frames.js';
import { pairSweep, sweepParameters } from './pairSweep.js';
import { neighbourhood, sideBySide } from './sideBySide.js';
import { type Look, toFinding } from './toFinding.js';

/** Looks at every pair through its own tile; all tiles of a frame go through the machine together. */
export async function lookAtPairs(
  machine: Machine,
  looks: readonly Look[],
  time: (timings: Timings) => void,
): Promise<PairFinding[]> {
  const findings: PairFinding[] = new Array(looks.length);
  for (const { atlas, indices } of frames(looks.map(({ view }) => view))) {
    const shown = indices.map((i) => looks[i]);
    await machine.run(atlas, async (frame) => {
      const drawn = shown.flatMap(({ a, b }, tile) => [a, b].map(({ body }) => ({ body, tile })));
      // Rays that do not leave an open body count wherever they are.
      const onlyTogether = shown.every(({ a, b }) => !a.soundness.mayBeOpen && !b.soundness.mayBeOpen);
      frame.lists(drawn, { onlyTogether });
      const tallies = await frame.examine(pairSweep, shown.map(parametersOf));
      const places = tallies.map((tally, tile) => neighbourhood(tally, shown[tile].view, shown[tile].mayBeInside));
      const best = await frame.read('best');
      const marks = await frame.read('marks');
      const neighbours = await frame.examine(sideBySide, places);
      const out = await frame.read('best');
      const unsettled = frame.unsettled();
      indices.forEach((i, tile) => {
        findings[i] = toFinding(looks[i], {
          words: tallies[tile],
          neighbours: neighbours[tile],
          best: best[tile],
          out: out[tile],
          faces: marks[tile],
          ...(unsettled.size > 0 && { unsettled: raysOf(unsettled, looks[i]) }),
        });
      });
      time(frame.timings());
    });
  }
  return findings;
}

const raysOf = (rays: ReadonlyMap<Body, number>, { a, b }: Look): readonly [number, number] => [
  rays.get(a.body.identity) ?? 0,
  rays.get(b.body.identity) ?? 0,
];

function parametersOf({ a, b, view, depthError, mayBeInside }: Look): number[] {
  return sweepParameters({
    noise: depthError / view.size[2],
    coarseNoise: Math.max(depthError, ...pixelSize(view)) / view.size[2],
    oddInside: [a.soundness.oddInside, b.soundness.oddInside],
    mayBeOpen: [a.soundness.mayBeOpen, b.soundness.mayBeOpen],
    mayBeInside,
  });
}
