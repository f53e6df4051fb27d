import type { Machine } from '../../machine/machine.js';
import type { Tile } from '../../view/atlas.js';
import type { View } from '../../view/view.js';
import type { Party } from '../pairFinding.js';
import { frames } from '../zlist/frames.js';
import { gapFrom, gapParameters, gapTo, seenBy } from './gapKernels.js';
import { type GapRule, RAY_SEES } from './rayGap.js';

/** What each ray of a view tells of the gap between two bodies, row by row, in model units. */
export interface GapRays {
  readonly gap: Float32Array;
  readonly begin: Float32Array;
  readonly aFirst: Uint8Array;
  readonly aLast: Uint8Array;
  readonly seen: Uint8Array;
  /** Rays on which not all crossings of a surface could be told apart. */
  readonly unsettled?: number;
}

/** Two bodies, and what rounding may do to lengths along the rays. */
export interface GapPair {
  readonly a: Party;
  readonly b: Party;
  readonly depthError: number;
}

/** How the bodies' windings are read in a view. */
export const ruleOf = ({ a, b, depthError }: GapPair, { size }: View): GapRule => ({
  bitsA: a.soundness.oddInside ? 1 : -1,
  bitsB: b.soundness.oddInside ? 1 : -1,
  checkA: a.soundness.mayBeOpen,
  checkB: b.soundness.mayBeOpen,
  noise: depthError / size[2],
});

/** Looks at two bodies through views whose depth ranges hold both. */
export async function gapRays(machine: Machine, pair: GapPair, views: readonly View[]): Promise<GapRays[]> {
  const { a, b } = pair;
  const found: GapRays[] = new Array(views.length);
  for (const { atlas, indices } of frames(views)) {
    const [from, to, unsettled] = await machine.run(
      atlas,
      async (frame): Promise<[Float32Array, Float32Array, number]> => {
        frame.lists(indices.flatMap((_, tile) => [a, b].map(({ body }) => ({ body, tile }))));
        const parameters = indices.map((i) => gapParameters(ruleOf(pair, views[i])));
        await frame.examine(gapFrom, parameters);
        const from = await frame.read('map');
        await frame.examine(gapTo, parameters);
        const unsettled = [...frame.unsettled().values()].reduce((sum, rays) => sum + rays, 0);
        return [from, await frame.read('map'), unsettled];
      },
    );
    for (const [tile, i] of indices.entries())
      found[i] = { ...decodeTile(from, to, atlas.tiles[tile], atlas.width), unsettled };
  }
  return found;
}

function decodeTile(from: Float32Array, to: Float32Array, { view, x, y }: Tile, stride: number): GapRays {
  const { columns, rows, size } = view;
  const count = columns * rows;
  const rays = {
    gap: new Float32Array(count).fill(Number.NaN),
    begin: new Float32Array(count).fill(Number.NaN),
    aFirst: new Uint8Array(count),
    aLast: new Uint8Array(count),
    seen: new Uint8Array(count),
  };
  for (let row = 0, p = 0; row < rows; row++)
    for (let at = (y + row) * stride + x, end = at + columns; at < end; at++, p++) {
      const sees = seenBy(from[at]);
      rays.seen[p] = sees;
      if (sees !== RAY_SEES.both) continue;
      const one = Math.abs(from[at]);
      const other = Math.abs(to[at]);
      const isApart = one <= other;
      // Depths are f32, and their difference in f64 has no error of its own.
      rays.gap[p] = (other - one) * size[2];
      rays.begin[p] = (isApart ? one : other) * size[2];
      rays.aFirst[p] = (isApart ? from[at] : to[at]) > 0 ? 1 : 0;
      rays.aLast[p] = (isApart ? to[at] : from[at]) > 0 ? 1 : 0;
    }
  return rays;
}
