import type { View } from '../../view/view.js';
import { BEST_WORDS, BLOCK_PX, type CpuTally, type Kernel } from '../kernel.js';
import type { TileLists } from '../listSweep.js';
import type { FaceMarks } from './faceMarks.js';
import type { GatheredLayers } from './gatherLayers.js';
import type { Planes } from './planes.js';

/** A tile as a kernel meets it: its view, where it lies in the frame's planes, and what its layers' names are made of. */
export interface ExaminedTile {
  readonly view: View;
  /** Its first pixel's place in the planes, and how far apart rows are. */
  readonly offset: number;
  readonly stride: number;
  readonly faceBits: number;
  readonly slotCount: number;
}

/** What a kernel leaves of a tile beside its tally and the map, where it is one that does. */
export interface Leavings {
  readonly marks?: FaceMarks | undefined;
  readonly best?: Uint32Array | undefined;
}

/** Runs a kernel over one band of a tile, or over all of the tile where it reads no lists; the tally goes on. */
export function examineBand(
  kernel: Kernel,
  tile: ExaminedTile,
  { band, first, layerName, layerDepth, before }: GatheredLayers,
  planes: Pick<Planes, 'depth' | 'kept' | 'stencil' | 'id' | 'map'>,
  { marks, best }: Leavings,
  tally: CpuTally,
  parameters: readonly number[],
): void {
  const { view, offset, stride, faceBits, slotCount } = tile;
  const reads = (plane: Kernel['reads'][number]) => kernel.reads.includes(plane);
  const pixels = {
    view,
    columns: view.columns,
    rows: band.endRow - band.firstRow,
    firstRow: band.firstRow,
    first,
    layerName,
    layerDepth,
    before,
    faceBits,
    slotCount,
    offset: offset + band.firstRow * stride,
    stride,
    depth: reads('depth') ? planes.depth : NO_FLOATS,
    kept: reads('kept') ? planes.kept : NO_FLOATS,
    stencil: reads('stencil') ? planes.stencil : NO_BYTES,
    id: reads('id') ? planes.id : NO_WORDS,
    map: kernel.map || reads('map') ? planes.map : NO_FLOATS,
    marks: marks?.marks ?? NO_BYTES,
    markBase: marks?.markBase ?? NO_WORDS,
    best: best ?? NO_WORDS,
  };
  kernel.cpu(pixels, tally, parameters);
}

const NO_BYTES = new Uint8Array(0);
const NO_WORDS = new Uint32Array(0);
const NO_FLOATS = new Float32Array(0);
const NO_WINDINGS = new Int32Array(0);

/** All of a tile, for kernels that read no lists. */
export const withoutLayers = ({ columns, rows }: View): GatheredLayers => ({
  band: { columns, firstRow: 0, endRow: rows },
  first: NO_WORDS,
  layerName: NO_WORDS,
  layerDepth: NO_FLOATS,
  before: NO_WINDINGS,
  unsettled: [],
  absent: [],
});

/** A tile that was gathered in one band, for sweeps. */
export const wholeTile = (
  { view, faceBits }: ExaminedTile,
  { first, layerName, layerDepth }: GatheredLayers,
): TileLists => ({
  ...{ view, first, offset: 0, stride: view.columns },
  ...{ name: layerName, depth: layerDepth, shift: 1, faceBits },
});

/** Room for the best pixel of each block of a tile. */
export const noBest = ({ columns, rows }: View): Uint32Array =>
  new Uint32Array(BEST_WORDS * Math.ceil(columns / BLOCK_PX) * Math.ceil(rows / BLOCK_PX));

export function emptyTally(kernel: Kernel): CpuTally {
  const tally: CpuTally = {};
  for (const [word, rule] of Object.entries(kernel.tally)) tally[word] = rule === 'min' ? 0xffff_ffff : 0;
  return tally;
}
