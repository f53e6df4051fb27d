import { describe, expect, it } from 'vitest';
import { overlapStretches, SIDE, type Stretches, type StretchOptions } from '../src/detect/zlist/overlapStretches.js';
import { stretchMesh } from '../src/detect/zlist/stretchMesh.js';
import { ENTRY_BIT, type LayerLists } from '../src/machine/lists.js';
import { type Random, seeded } from '../src/math/random.js';
import { inspect } from '../src/mesh/inspect.js';
import type { View } from '../src/view/view.js';

const SOUND = { mayBeOpen: false, oddInside: false, diagnostics: [] } as const;
const OPTIONS: StretchOptions = { soundness: [SOUND, SOUND], noise: 0.01, longest: Infinity, slack: 0 };

/** One ray's layers, as `+a 0.2` for an entry into A at 0.2; each ray a pixel of one row. */
function lists(...rays: readonly string[]): LayerLists {
  const layers = rays.map((ray) => ray.split(', ').filter((text) => text !== ''));
  const all = layers.flat();
  const bits = { faceBits: 1, slotCount: 2 };
  return {
    ...bits,
    first: Uint32Array.from([0, ...layers.map((_, k) => layers.slice(0, k + 1).flat().length)]),
    depth: Float32Array.from(all, (text) => Number(text.slice(3))),
    name: Uint32Array.from(all, (text) => (text[0] === '+' ? ENTRY_BIT : 0) | (text[1] === 'a' ? 0 : 2)),
    before: new Int32Array(0),
  };
}

const sweep = (options: Partial<StretchOptions>, ...rays: readonly string[]) => {
  const { first, from, to, fromSide, toSide } = overlapStretches(
    lists(...rays),
    { columns: rays.length, rows: 1 },
    { ...OPTIONS, ...options },
  );
  return rays.map((_, p) =>
    Array.from({ length: first[p + 1] - first[p] }, (_, k) => {
      const s = first[p] + k;
      return [Number(from[s].toFixed(5)), Number(to[s].toFixed(5)), fromSide[s], toSide[s]];
    }),
  );
};

describe('the stretches of a ray inside both bodies', () => {
  it('begin and end at the body that is entered last and left first', () => {
    expect(sweep({}, '+a 0.1, +b 0.2, -a 0.5, -b 0.6', '', '+b 0.1, +a 0.2, -a 0.3, +a 0.4, -a 0.5, -b 0.6')).toEqual([
      [[0.2, 0.5, SIDE.b, SIDE.a]],
      [],
      [
        [0.2, 0.3, SIDE.a, SIDE.a],
        [0.4, 0.5, SIDE.a, SIDE.a],
      ],
    ]);
  });

  it('are one where they meet within rounding, and none where they are no longer than that', () => {
    expect(sweep({}, '+a 0.1, +b 0.2, -b 0.3, +b 0.305, -b 0.4, -a 0.5')).toEqual([[[0.2, 0.4, SIDE.b, SIDE.b]]]);
    expect(sweep({}, '+a 0.1, +b 0.3, -a 0.305, -b 0.4', '+a 0.1, -a 0.3, +b 0.3, -b 0.4')).toEqual([[], []]);
  });

  it('count once where a body overlaps itself', () => {
    expect(sweep({}, '+a 0.1, +b 0.15, +a 0.2, -a 0.5, -a 0.6, -b 0.7')).toEqual([[[0.15, 0.6, SIDE.b, SIDE.a]]]);
  });

  it('go by odd numbers of layers where faces do not agree on what is outside', () => {
    const soundness = [{ ...SOUND, oddInside: true }, SOUND] as const;
    expect(sweep({ soundness }, '+b 0.1, +a 0.2, +a 0.4, -b 0.6')).toEqual([[[0.2, 0.4, SIDE.a, SIDE.a]]]);
  });

  it('are none on rays that do not leave a body that may be open; of others they go on to the border', () => {
    const ray = '+a 0.1, +b 0.2, -b 0.6';
    expect(sweep({ soundness: [{ ...SOUND, mayBeOpen: true }, SOUND] }, ray)).toEqual([[]]);
    expect(sweep({}, '+a 0.1, +b 0.2')).toEqual([[[0.2, 1, SIDE.b, SIDE.unknown]]]);
  });

  it('are none where they are longer than any can be', () => {
    expect(sweep({ longest: 0.2 }, '+a 0.1, +b 0.2, -a 0.5, -b 0.6', '+a 0.1, +b 0.2, -a 0.3, -b 0.6')).toEqual([
      [],
      [[0.2, 0.3, SIDE.b, SIDE.a]],
    ]);
  });

  it('tell for how long a ray misses A alone, and B alone', () => {
    const { misses } = overlapStretches(lists('+a 0.1, +b 0.2, -a 0.5, -b 0.6'), { columns: 1, rows: 1 }, OPTIONS);
    const rounded = (from: number, to: number) => misses(0, from, to).map((length) => Number(length.toFixed(5)));
    expect(rounded(0, 1)).toEqual([0.1, 0.1]);
    expect(rounded(0.15, 0.55)).toEqual([0.05, 0.05]);
    expect(rounded(0.7, 0.9)).toEqual([0, 0]);
  });
});

/** Rays with stretches drawn at random: `most` each, with ends among so many depths. */
function scatter(random: Random, most: number, depths: number, slack: number): Stretches {
  const [columns, rows] = [2, 2].map((least) => least + Math.floor(random() * 6));
  const from: number[] = [];
  const to: number[] = [];
  const first = [0];
  for (let p = 0; p < columns * rows; p++) {
    const drawn = Array.from(
      { length: 2 * Math.floor(random() * (most + 1)) },
      () => Math.floor(random() * depths) / depths,
    );
    const ends = [...new Set(drawn)].sort((one, other) => one - other);
    for (let k = 0; k + 1 < ends.length; k += 2) {
      from.push(ends[k]);
      to.push(ends[k + 1]);
    }
    first.push(from.length);
  }
  const sides = () => Uint8Array.from(from, () => Math.floor(random() * 2));
  return {
    ...{ columns, rows, slack, fromSide: sides(), toSide: sides() },
    ...{ first: Uint32Array.from(first), from: Float32Array.from(from), to: Float32Array.from(to) },
    misses: (_, begin, end) => [random() * 0.5 * (end - begin), random() * 0.5 * (end - begin)],
  };
}

const viewOf = ({ columns, rows }: Stretches): View => ({
  ...{ origin: [0, 0, 0], right: [1, 0, 0], down: [0, 1, 0], direction: [0, 0, 1] },
  ...{ size: [columns, rows, 4], columns, rows },
});

describe('the mesh of stretches', () => {
  it.each([0, 0.02, 0.2])(
    'is closed, and its faces agree, whatever the stretches are (seeds 1 to 300, slack %f)',
    (slack) => {
      for (let seed = 1; seed <= 300; seed++) {
        const stretches = scatter(seeded(seed), 1 + (seed % 4), [6, 60, 4096][seed % 3], slack);
        if (stretches.from.length === 0) continue;
        const { mesh, side } = stretchMesh(stretches, viewOf(stretches));
        const facts = inspect(mesh);
        expect(
          [facts.closed, facts.openEdgeCount, facts.flippedEdgeCount, facts.outOfRangeCount],
          `seed ${seed}`,
        ).toEqual([...[true, 0, 0, 0]]);
        expect(side.length).toBe(facts.triangles);
      }
    },
  );

  it('of a ray alone is a prism in its pixel', () => {
    const one = { columns: 3, rows: 3, slack: 0, misses: () => [0, 0] as const };
    const first = Uint32Array.of(0, 0, 0, 0, 0, 1, 1, 1, 1, 1);
    const ends = { first, from: Float32Array.of(0.25), to: Float32Array.of(0.75) };
    const stretches = { ...one, ...ends, fromSide: Uint8Array.of(0), toSide: Uint8Array.of(0) };
    const { mesh } = stretchMesh(stretches, viewOf(stretches));
    expect(inspect(mesh)).toMatchObject({ triangles: 12, diagnostics: [] });
    expect(inspect(mesh).bounds).toEqual({ min: [1.25, 1.25, 1], max: [1.75, 1.75, 3] });
  });

  it('of slanting stairs of pixels has a straight outline', () => {
    const columns = 8;
    const inside = (p: number) =>
      (p % columns) + Math.floor(p / columns) < columns - 1 && p % columns > 0 && p >= columns;
    const first = [0];
    for (let p = 0; p < columns * columns; p++) first.push(first[p] + Number(inside(p)));
    const count = first[columns * columns];
    const ends = { from: new Float32Array(count).fill(0.25), to: new Float32Array(count).fill(0.75) };
    const sides = { fromSide: new Uint8Array(count), toSide: new Uint8Array(count) };
    const stretches: Stretches = {
      ...{ columns, rows: columns, slack: 0, misses: () => [0, 0], first: Uint32Array.from(first), ...ends, ...sides },
    };
    const { positions } = stretchMesh(stretches, viewOf(stretches)).mesh;
    const sums = Array.from({ length: positions.length / 3 }, (_, v) => positions[3 * v] + positions[3 * v + 1]);
    expect(Math.max(...sums)).toBe(7.5);
    expect(sums.filter((sum) => sum === 7.5).length).toBeGreaterThan(10);
  });
});
