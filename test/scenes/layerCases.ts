import type { Body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { slotOf } from '../../src/machine/lists.js';
import type { Vec3 } from '../../src/math/vector.js';
import { fitPair } from '../../src/view/fit.js';
import { listsOf } from '../support/lists.js';

/** What the layers of two bodies along each ray make of a scene for Myszkowski, Okunev and Kunii 1995: numbers of pixels. */
export interface LayerCases {
  /** How often a pixel has so many layers: of A, of B, and of both where both are. */
  readonly layersA: ReadonlyMap<number, number>;
  readonly layersB: ReadonlyMap<number, number>;
  readonly layers: ReadonlyMap<number, number>;
  /** By the first rendering, which counts B's layers before A's last one: none, an odd number, an even one. */
  readonly clear: number;
  readonly oddFirst: number;
  readonly evenFirst: number;
  /** Of these by the second one, which counts those before A's first: odd, as many, fewer with two layers of A, and the rest. */
  readonly oddSecond: number;
  readonly same: number;
  readonly convex: number;
  readonly concave: number;
  /** Where a ray is inside both. */
  readonly colliding: number;
  /** Of the pixels for the concave stage, those where a ray is. */
  readonly concaveColliding: number;
}

/** Reads the cases off z-lists: the truth that the paper's algorithms have to find with counters. */
export async function layerCases(a: Body, b: Body, direction: Vec3, resolution: number): Promise<LayerCases> {
  const view = fitPair(a, b, { direction, resolution, whole: [a, b] });
  if (!view) throw new Error('layerCases: the boxes are apart, and nothing would be rendered.');
  const lists = await listsOf(createCpuMachine(), view, [a, b]);
  const maps = {
    layersA: new Map<number, number>(),
    layersB: new Map<number, number>(),
    layers: new Map<number, number>(),
  };
  const count = (map: Map<number, number>, key: number) => map.set(key, (map.get(key) ?? 0) + 1);
  const found = {
    ...{ clear: 0, oddFirst: 0, evenFirst: 0, oddSecond: 0, same: 0, convex: 0, concave: 0 },
    ...{ colliding: 0, concaveColliding: 0 },
  };
  for (let p = 0; p < resolution * resolution; p++) {
    const slots = Array.from(lists.name.subarray(lists.first[p], lists.first[p + 1]), (name) => slotOf(name, lists));
    const ofA = slots.filter((slot) => slot === 0).length;
    count(maps.layersA, ofA);
    count(maps.layersB, slots.length - ofA);
    if (ofA === 0 || ofA === slots.length) continue;
    count(maps.layers, slots.length);
    const inside = [0, 0];
    const collides = slots.some((slot) => {
      inside[slot] ^= 1;
      return inside[0] && inside[1];
    });
    if (collides) found.colliding++;
    const before = (end: number) => slots.slice(0, end).filter((slot) => slot === 1).length;
    const [first, second] = [before(slots.lastIndexOf(0)), before(slots.indexOf(0))];
    if (first === 0) found.clear++;
    else if (first % 2 === 1) found.oddFirst++;
    else {
      found.evenFirst++;
      if (second % 2 === 1) found.oddSecond++;
      else if (second === first) found.same++;
      else if (ofA === 2) found.convex++;
      else {
        found.concave++;
        if (collides) found.concaveColliding++;
      }
    }
  }
  return { ...maps, ...found };
}
