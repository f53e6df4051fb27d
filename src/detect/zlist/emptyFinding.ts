import type { PairFinding } from '../pairFinding.js';
import type { Look } from './toFinding.js';
import { volumeErrorOf } from './volumeError.js';

/** What a view shows of two bodies when no ray meets both in the same place; `open`: rays put aside, of A and of B. */
export const emptyFinding = (look: Look, open: readonly [number, number] = [0, 0]): PairFinding => ({
  ...look,
  ...{ pixels: 0, touching: 0, core: 0, volume: 0, depth: 0 },
  volumeError: volumeErrorOf(look.view, { pixels: 0, change: 0, rounding: (open[0] + open[1]) * look.view.size[2] }),
  inside: [false, false],
  coreDepth: 0,
  blocks: [],
  outCore: [0, 0],
  out: [],
  open,
  self: [0, 0],
  beside: [0, 0],
  faces: [new Uint32Array(0), new Uint32Array(0)],
});
