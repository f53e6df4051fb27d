import { expect } from 'vitest';
import type { Body } from '../../src/body.js';
import { faceOf, isEntry, type LayerLists, slotOf } from '../../src/machine/lists.js';
import type { Drawn, Machine } from '../../src/machine/machine.js';
import { type Atlas, single } from '../../src/view/atlas.js';
import type { View } from '../../src/view/view.js';
import { edgeDistance } from './edgeDistance.js';

/** The lists of bodies in an atlas. */
export const listsIn = (machine: Machine, atlas: Atlas, drawn: readonly Drawn[]): Promise<LayerLists> =>
  machine.run(atlas, async (frame) => {
    frame.lists(drawn);
    return frame.read('lists');
  });

/** The lists of bodies in one view. */
export const listsOf = (machine: Machine, view: View, bodies: readonly Body[]): Promise<LayerLists> =>
  listsIn(
    machine,
    single(view),
    bodies.map((body) => ({ body })),
  );

/** One pixel's list in words: depth, slot, face, entry. */
export function listAt(lists: LayerLists, pixel: number) {
  const out: { depth: number; slot: number; face: number; entry: boolean }[] = [];
  for (let k = lists.first[pixel]; k < lists.first[pixel + 1]; k++) {
    const name = lists.name[k];
    out.push({ depth: lists.depth[k], slot: slotOf(name, lists), face: faceOf(name, lists), entry: isEntry(name) });
  }
  return out;
}

/** Demands the same bytes in every array. */
export function expectSameBytes(one: LayerLists, other: LayerLists): void {
  for (const part of ['first', 'depth', 'name', 'before'] as const) {
    const same = bytesOf(one[part]).equals(bytesOf(other[part]));
    if (!same) expect(other[part], part).toEqual(one[part]);
    expect(same, part).toBe(true);
  }
  expect([other.faceBits, other.slotCount]).toEqual([one.faceBits, one.slotCount]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Int32Array | Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** For each pixel of the frame: does an edge of its tile's bodies pass within `reachPx` of its centre? */
export function besideEdges(atlas: Atlas, drawn: readonly Drawn[], reachPx: number): Uint8Array {
  const near = new Uint8Array(atlas.width * atlas.height);
  atlas.tiles.forEach(({ view, x, y }, t) => {
    const bodies = drawn.filter(({ tile = 0 }) => tile === t).map(({ body }) => body);
    edgeDistance(bodies, view, reachPx).forEach((distance, p) => {
      if (distance < reachPx) near[(y + Math.floor(p / view.columns)) * atlas.width + x + (p % view.columns)] = 1;
    });
  });
  return near;
}

/** How two machines' lists compare, pixel by pixel. */
export interface ListDifferences {
  /** Pixels that were compared, those among them with layers, and pixels left out. */
  compared: number;
  withLayers: number;
  excluded: number;
  /** Of the pixels left out, those that differ in their count, names or windings. */
  excludedDiffering: number;
  /** Compared pixels with another count, other names, another winding at the near plane. */
  counts: number;
  names: number;
  before: number;
  /** The greatest difference of depths, as a share of the range, and the first pixel that differs in anything. */
  depth: number;
  firstAt: number | undefined;
}

/**
 * Compares two frames' lists at all pixels that are not left out. Depths are compared place by place; names may change
 * places with names within `tie` of them in depth.
 */
export function compareLists(one: LayerLists, other: LayerLists, leftOut: Uint8Array, tie: number): ListDifferences {
  const found: ListDifferences = {
    ...{ compared: 0, withLayers: 0, excluded: 0, excludedDiffering: 0 },
    ...{ counts: 0, names: 0, before: 0, depth: 0, firstAt: undefined },
  };
  const pixelCount = leftOut.length;
  const slotCount = Math.max(one.slotCount, other.slotCount);
  for (let p = 0; p < pixelCount; p++) {
    const [from, length] = [one.first[p], one.first[p + 1] - one.first[p]];
    const [otherFrom, otherLength] = [other.first[p], other.first[p + 1] - other.first[p]];
    let before = false;
    const windingOf = ({ before: all }: LayerLists, s: number): number => all[s * pixelCount + p] ?? 0;
    for (let s = 0; s < slotCount; s++) before ||= windingOf(one, s) !== windingOf(other, s);
    const count = length !== otherLength;
    let depth = 0;
    let inPlace = true;
    if (!count)
      for (let k = 0; k < length; k++) {
        depth = Math.max(depth, Math.abs(one.depth[from + k] - other.depth[otherFrom + k]));
        inPlace &&= one.name[from + k] === other.name[otherFrom + k];
      }
    const names = !count && !inPlace && !sameUpToTies(one, from, other, otherFrom, length, tie);
    if (leftOut[p]) {
      found.excluded++;
      if (count || names || before) found.excludedDiffering++;
      continue;
    }
    found.compared++;
    if (length > 0) found.withLayers++;
    if (count) found.counts++;
    if (names) found.names++;
    if (before) found.before++;
    if (count || names || before || depth > tie) found.firstAt ??= p;
    found.depth = Math.max(found.depth, depth);
  }
  return found;
}

/** Whether runs of depths that tie hold the same names in both lists. */
function sameUpToTies(
  one: LayerLists,
  from: number,
  other: LayerLists,
  otherFrom: number,
  length: number,
  tie: number,
): boolean {
  for (let k = 0; k < length; ) {
    let end = k + 1;
    while (end < length && one.depth[from + end] - one.depth[from + end - 1] <= tie) end++;
    const names = one.name.slice(from + k, from + end).sort();
    const others = other.name.slice(otherFrom + k, otherFrom + end).sort();
    if (names.some((name, i) => name !== others[i])) return false;
    k = end;
  }
  return true;
}
