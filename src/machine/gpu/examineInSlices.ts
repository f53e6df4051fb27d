import type { Body } from '../../body.js';
import type { Atlas } from '../../view/atlas.js';
import type { Best, Kernel, Tally } from '../kernel.js';
import type { Frame } from '../machine.js';
import type { ListRequest } from './listInput.js';
import type { MapPlane } from './mapPlane.js';
import { eachRow, joinParts, mergeBest, mergeMarks, mergeTallies, sliceAtlas } from './slices.js';

/** What a kernel left. Marks and best pixels are decoded when somebody wants to see them. */
export interface Examined {
  readonly tallies: Tally[];
  readonly marks: () => Promise<Uint32Array[][]>;
  readonly best: () => Promise<Best[][]>;
}

/** What makes a frame a part of a larger one. */
export interface PartOfFrame {
  /** Which row of the whole tile each tile begins with. */
  readonly firstRows: readonly number[];
  /** What the map holds there, if a kernel is to go on with it. */
  readonly map: Float32Array<ArrayBuffer> | undefined;
  /** Where rays are counted that could not be settled. */
  readonly unsettled: Map<Body, number>;
}

/** Asks parts of a frame one after the other, each in a frame of its own, and puts together what they found. */
export async function examineInSlices(
  atlas: Atlas,
  request: ListRequest,
  kernel: Kernel,
  parameters: readonly (readonly number[])[],
  map: MapPlane,
  unsettled: PartOfFrame['unsettled'],
  mostBytes: number,
  lend: (atlas: Atlas, part: PartOfFrame) => Frame,
): Promise<Examined> {
  const { tiles, firstRows } = request;
  const slices = sliceAtlas(atlas, request, mostBytes);
  const whole = kernel.map ? await map.onHost() : undefined;
  const frames: Frame[] = [];
  const tallies: Tally[][] = [];
  for (const slice of slices) {
    const { parts } = slice;
    const start = whole && new Float32Array(slice.atlas.width * slice.atlas.height);
    if (start) eachRow(atlas, slice, (from, to, columns) => start.set(whole.subarray(from, from + columns), to));
    const frame = lend(slice.atlas, {
      firstRows: parts.map(({ tile, firstRow }) => (firstRows?.[tile] ?? 0) + firstRow),
      map: start,
      unsettled,
    });
    frame.lists(parts.flatMap((part, tile) => tiles[part.tile].map((body) => ({ body, tile }))));
    const ofParts = parts.map(({ tile }) => parameters[tile]);
    tallies.push(await frame.examine(kernel, ofParts));
    frames.push(frame);
    if (!whole) continue;
    const end = await frame.read('map');
    eachRow(atlas, slice, (to, from, columns) => whole.set(end.subarray(from, from + columns), to));
  }
  const fromAll = <T>(read: (frame: Frame) => Promise<T>) => Promise.all(frames.map(read));
  return {
    tallies: joinParts(slices, tallies, (one, other) => mergeTallies(kernel, one, other)),
    marks: async () => joinParts(slices, await fromAll((frame) => frame.read('marks')), mergeMarks),
    best: async () =>
      joinParts(slices, await fromAll((frame) => frame.read('best')), (one, other, tile) =>
        mergeBest(one, other, atlas.tiles[tile].view.columns),
      ),
  };
}
