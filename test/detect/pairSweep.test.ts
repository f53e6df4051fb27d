import { describe, expect, it } from 'vitest';
import { pairSweep, sweepParameters } from '../../src/detect/zlist/pairSweep.js';
import { LENGTH_MASK, lengthOf, MEETS, NO_OVERLAP, withAlone } from '../../src/detect/zlist/rayCode.js';
import { DEPTH_PARTS, MOMENT_CARRY, MOMENT_PARTS, SLABS } from '../../src/detect/zlist/sweepUnits.js';
import { BLOCK_PX, type CpuTally, decodeBest, type Pixels } from '../../src/machine/kernel.js';
import { seeded } from '../../src/math/random.js';
import { fitView } from '../../src/view/fit.js';

const FACE_BITS = 5;
const FACES = 2 ** FACE_BITS;
const NOISE = 1 / 64;

/** The bits of a ray's word that tell how far it is in one body alone. */
const ALONE_BITS = ~(NO_OVERLAP | MEETS | LENGTH_MASK);

interface Layer {
  readonly slot: number;
  readonly turn: number;
  readonly face: number;
  readonly depth: number;
}

interface Ray {
  readonly before: readonly [number, number];
  readonly layers: readonly Layer[];
}

/** Lists as of any two bodies, closed or not; rays side by side mostly are alike. Depths are 64ths, so that many coincide. */
function randomRays(random: () => number, columns: number, rows: number, mostLayers: number): Ray[] {
  const upTo = (n: number): number => Math.floor(n * random());
  const rays: Ray[] = [];
  let pattern: { before: [number, number]; layers: { slot: number; turn: number }[] } = { before: [0, 0], layers: [] };
  for (let p = 0; p < columns * rows; p++) {
    if (random() < 0.15) {
      const inside = [0, 0].map(() => (random() < 0.2 ? 1 : 0)) as [number, number];
      const now = inside.slice();
      const layers = Array.from({ length: upTo(mostLayers + 1) }, () => {
        const slot = upTo(2);
        // Mostly in and out in turn, as of closed bodies; now and then not.
        const turn = random() < 0.95 ? (now[slot] > 0 ? -1 : 1) : upTo(2) * 2 - 1;
        now[slot] += turn;
        return { slot, turn };
      });
      pattern = { before: inside, layers };
    }
    const depths = pattern.layers.map(() => upTo(65) / 64).sort((one, other) => one - other);
    rays.push({
      before: pattern.before,
      layers: pattern.layers.map((layer, k) => ({ ...layer, face: upTo(FACES), depth: depths[k] })),
    });
  }
  return rays;
}

function pixelsOf(rays: readonly Ray[], columns: number, rows: number): Pixels {
  const first = Uint32Array.from({ length: rays.length + 1 });
  for (let p = 0; p < rays.length; p++) first[p + 1] = first[p] + rays[p].layers.length;
  const layerName = new Uint32Array(2 * first[rays.length]);
  const layerDepth = new Float32Array(layerName.buffer);
  rays
    .flatMap(({ layers }) => layers)
    .forEach(({ slot, turn, face, depth }, k) => {
      layerName[2 * k] = (turn > 0 ? 2 ** 31 : 0) + slot * FACES + face;
      layerDepth[2 * k + 1] = depth;
    });
  const view = {
    ...fitView({ min: [0, 0, 0], max: [1, 1, 1] }, { direction: [0, 0, 1], resolution: 8 }),
    columns,
    rows,
  };
  const none = { depth: new Float32Array(0), kept: new Float32Array(0), stencil: new Uint8Array(0) };
  return {
    ...{ view, columns, rows, firstRow: 0, first, layerName, layerDepth, faceBits: FACE_BITS, slotCount: 2 },
    before: Int32Array.from([0, 1].flatMap((slot) => rays.map(({ before }) => before[slot]))),
    ...{ ...none, id: new Uint32Array(0), offset: 3, stride: columns + 7 },
    map: new Float32Array(3 + rows * (columns + 7)),
    marks: new Uint8Array(2 * FACES),
    markBase: Uint32Array.of(0, FACES, 2 * FACES),
    best: new Uint32Array(3 * Math.ceil(columns / BLOCK_PX) * Math.ceil(rows / BLOCK_PX)),
  };
}

/** All that is inside both bodies along a ray, as pairs of layers: joined where they meet, and told where not within rounding. */
function overlapsOf({ before, layers }: Ray, isOdd: readonly boolean[]) {
  const winding = before.slice();
  const isIn = (): boolean => winding.every((w, slot) => (isOdd[slot] ? w % 2 !== 0 : w !== 0));
  const found: { from: number; to: number; faces: number[] }[] = [];
  let now: (typeof found)[number] | undefined = isIn() ? { from: 0, to: 1, faces: [] } : undefined;
  const put = (one: NonNullable<typeof now>): void => {
    const last = found.at(-1);
    if (!last || one.from - last.to > NOISE) found.push(one);
    else
      found[found.length - 1] = { from: last.from, to: one.to, faces: [...last.faces.slice(0, -1), one.faces.at(-1)!] };
  };
  // The first face of each is the one it begins by, −1 for the view's border.
  if (now) now.faces.push(-1);
  for (const { slot, turn, face, depth } of layers) {
    winding[slot] += turn;
    const mark = slot * FACES + face;
    if (isIn() && !now) now = { from: depth, to: 1, faces: [mark] };
    else if (!isIn() && now) {
      put({ ...now, to: depth, faces: [...now.faces, mark] });
      now = undefined;
    }
  }
  if (now) put({ ...now, faces: [...now.faces, -1] });
  return { overlaps: found.filter(({ from, to }) => to - from > NOISE), winding };
}

const CASES = [
  { columns: 40, rows: 17, mostLayers: 4 },
  { columns: 33, rows: 20, mostLayers: 9 },
  { columns: 150, rows: 6, mostLayers: 3 },
  { columns: 5, rows: 40, mostLayers: 100 },
];

describe('pairSweep on the CPU', () => {
  for (const [k, { columns, rows, mostLayers }] of CASES.entries())
    for (const seed of [1, 2, 3, 4].map((n) => 10 * k + n))
      it(`tells what each ray by itself tells, rays of up to ${mostLayers} layers (seed ${seed})`, () => {
        const random = seeded(seed);
        const either = (): [boolean, boolean] => [random() < 0.3, random() < 0.3];
        const [oddInside, mayBeOpen, mayBeInside] = [either(), either(), either()];
        const rays = randomRays(random, columns, rows, mostLayers);
        const pixels = pixelsOf(rays, columns, rows);
        const tally: CpuTally = {};
        for (const [word, rule] of Object.entries(pairSweep.tally)) tally[word] = rule === 'min' ? 2 ** 32 - 1 : 0;
        const parameters = { noise: NOISE, coarseNoise: NOISE, oddInside, mayBeOpen, mayBeInside };
        pairSweep.cpu(pixels, tally, sweepParameters(parameters));

        const expected = { pixels: 0, length: 0, momentX: 0, momentY: 0, momentZ: 0, openA: 0, openB: 0 };
        const marks = new Uint8Array(2 * FACES);
        const longest = new Map<number, number>();
        const codes = new Int32Array(pixels.map.buffer);
        const bounds = { minX: 2 ** 32 - 1, maxX: 0, minY: 2 ** 32 - 1, maxY: 0, minZ: 2 ** 32 - 1, maxZ: 0 };
        const [told, wanted]: [boolean, number][][] = [[], []];
        rays.forEach((ray, p) => {
          const [x, y] = [p % columns, Math.floor(p / columns)];
          const code = codes[pixels.offset + y * pixels.stride + x];
          const { overlaps, winding } = overlapsOf(ray, oddInside);
          const isOpen = winding.map((w, slot) => mayBeOpen[slot] && (oddInside[slot] ? w % 2 !== 0 : w !== 0));
          if (isOpen[0]) expected.openA++;
          if (isOpen[1]) expected.openB++;
          told.push([(code & MEETS) !== 0, lengthOf(code)]);
          const length = overlaps.reduce((sum, { from, to }) => sum + to - from, 0);
          const isAside = isOpen.some(Boolean);
          const meets = ray.layers.length > 0 || ray.before.some((w) => w !== 0);
          wanted.push([meets && !isAside, length > 0 && !isAside ? Math.floor(length * LENGTH_MASK) + 1 : 0]);
          if (length === 0 || isAside) return;
          for (const { from, to, faces } of overlaps) {
            for (const face of faces) if (face >= 0) marks[face] = 1;
            expected.momentZ += Math.round((from + to) * MOMENT_PARTS) * Math.round((to - from) * DEPTH_PARTS);
            bounds.minZ = Math.min(bounds.minZ, from * DEPTH_PARTS);
            bounds.maxZ = Math.max(bounds.maxZ, to * DEPTH_PARTS);
            const block = Math.floor(y / BLOCK_PX) * Math.ceil(columns / BLOCK_PX) + Math.floor(x / BLOCK_PX);
            longest.set(block, Math.max(longest.get(block) ?? 0, (to - from) * DEPTH_PARTS));
          }
          expected.pixels++;
          expected.length += length * DEPTH_PARTS;
          expected.momentX += x * length * DEPTH_PARTS;
          expected.momentY += y * length * DEPTH_PARTS;
          bounds.minX = Math.min(bounds.minX, x);
          bounds.maxX = Math.max(bounds.maxX, x);
          bounds.minY = Math.min(bounds.minY, y);
          bounds.maxY = Math.max(bounds.maxY, y);
        });
        expect(expected.pixels).toBeGreaterThan(10);
        expect(told).toEqual(wanted);
        const carried = (axis: 'X' | 'Y' | 'Z') => tally[`moment${axis}`] + MOMENT_CARRY * tally[`carry${axis}`];
        const moments = { momentX: carried('X'), momentY: carried('Y'), momentZ: carried('Z') };
        expect({ ...tally, ...moments }).toMatchObject({ ...expected, ...bounds });
        expect(pixels.marks).toEqual(marks);
        const best = decodeBest(pixels.best, columns).map(({ value }) => value);
        expect(best).toEqual([...longest].sort(([one], [other]) => one - other).map(([, value]) => value));
      });
});

describe('rays through bodies one after the other', () => {
  /** Stretches in A and in B, none in both, with gaps of 0 to some 64ths between them; rays side by side mostly in the same order. */
  function passingRays(random: () => number, count: number): Ray[] {
    let order: number[] = [];
    return Array.from({ length: count }, () => {
      if (random() < 0.1) order = Array.from({ length: Math.floor(6 * random()) }, () => Math.floor(2 * random()));
      let at = Math.floor(4 * random());
      const layers = order.flatMap((slot) => {
        const from = at;
        const to = from + Math.floor(9 * random());
        at = to + Math.floor(4 * random());
        return [1, -1].map((turn, k) => ({ slot, turn, face: 0, depth: (k === 0 ? from : to) / 64 }));
      });
      return { before: [0, 0], layers };
    });
  }

  /** The other body's stretch begins no farther behind the one's end than rounding. */
  const touches = ({ layers }: Ray): boolean =>
    layers.some((exit, k) => {
      const entry = layers[k + 1];
      return k % 2 === 1 && entry !== undefined && entry.slot !== exit.slot && entry.depth - exit.depth <= NOISE;
    });

  /** For each two slabs of the depth range, a bit if A lies in them, and one if B does. */
  function slabsOf({ layers }: Ray): number {
    let bits = 0;
    for (let k = 0; k < layers.length; k += 2) {
      const [from, to] = [layers[k].depth, layers[k + 1].depth];
      if (to - from <= NOISE) continue;
      const slabAt = (depth: number): number => Math.min(SLABS - 1, Math.floor(depth * SLABS));
      for (let slab = slabAt(from); slab <= slabAt(to); slab++) bits |= 1 << (2 * (slab >> 1) + layers[k].slot);
    }
    return bits;
  }

  /** How far a ray is in A, and in B. */
  const lengthsOf = ({ layers }: Ray): [number, number] => {
    const lengths: [number, number] = [0, 0];
    for (let k = 0; k < layers.length; k += 2) {
      const length = layers[k + 1].depth - layers[k].depth;
      if (length > NOISE) lengths[layers[k].slot] += length;
    }
    return lengths;
  };

  it.each([61, 62, 63])('count once where they touch, and tell where each body lies (seed %i)', (seed) => {
    const [columns, rows] = [60, 40];
    const rays = passingRays(seeded(seed), columns * rows);
    const pixels = pixelsOf(rays, columns, rows);
    const tally: CpuTally = {};
    for (const [word, rule] of Object.entries(pairSweep.tally)) tally[word] = rule === 'min' ? 2 ** 32 - 1 : 0;
    const no = [false, false] as const;
    const rules = { noise: NOISE, coarseNoise: NOISE, oddInside: no, mayBeOpen: no, mayBeInside: no };
    pairSweep.cpu(pixels, tally, sweepParameters(rules));
    const codes = new Int32Array(pixels.map.buffer);
    const told = rays.map((_, p) => codes[pixels.offset + Math.floor(p / columns) * pixels.stride + (p % columns)]);
    expect(told.map((code) => code & LENGTH_MASK)).toEqual(rays.map(slabsOf));
    expect(told.map((code) => code < 0)).toEqual(rays.map(({ layers }) => layers.length > 0));
    // Of some rays it is told besides how far they are in A and in B; of the others nothing.
    rays.forEach((ray, p) => {
      const [alone, full] = [told[p] & ALONE_BITS, withAlone(0, ...lengthsOf(ray))];
      if (alone !== 0 && alone !== full) expect.fail(`ray ${p} says ${alone} of lengths, not ${full}`);
    });
    expect(tally.touching).toBe(rays.filter(touches).length);
    expect(tally.pixels).toBe(0);
    expect(tally.touching).toBeGreaterThan(200);
  });
});
