import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';

const machine = createCpuMachine();

/** An axis-parallel box from whole-numbered corners. */
interface Block {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

const toBody = ({ min, max }: Block, index: number): Body => {
  const [x, y, z] = [0, 1, 2].map((k) => (min[k] + max[k]) / 2);
  const size = [0, 1, 2].map((k) => max[k] - min[k]) as [number, number, number];
  return body(box({ size }), { name: `block ${index}`, pose: translation(x, y, z) });
};

/** Counts unit cells by the set of blocks that hold them, for sets of at least `least`. */
function cellsBySet(blocks: readonly Block[], room: number, least: number): Map<string, number> {
  const found = new Map<string, number>();
  for (let x = 0; x < room; x++)
    for (let y = 0; y < room; y++)
      for (let z = 0; z < room; z++) {
        const at = [x + 0.5, y + 0.5, z + 0.5];
        const inside = blocks.flatMap(({ min, max }, i) => (at.every((c, k) => c > min[k] && c < max[k]) ? [i] : []));
        if (inside.length >= least) found.set(inside.join(), (found.get(inside.join()) ?? 0) + 1);
      }
  return found;
}

function randomBlocks(random: () => number, count: number, room: number): Block[] {
  return Array.from({ length: count }, () => {
    const ends = [0, 1, 2].map(() => {
      const [a, b] = [Math.floor(random() * room), Math.floor(random() * room)];
      return a === b ? [a, a + 1] : [Math.min(a, b), Math.max(a, b)];
    });
    return { min: ends.map(([low]) => low), max: ends.map(([, high]) => high) };
  });
}

describe('three and more bodies at once', () => {
  test('three boxes with a cube in common, and each two with more', async () => {
    const blocks: Block[] = [
      { min: [0, 0, 0], max: [4, 2, 2] },
      { min: [2, 0, 0], max: [6, 2, 2] },
      { min: [2, 1, 0], max: [4, 6, 2] },
    ];
    for (const view of ['pairs', 'scene'] as const) {
      const { pairs, groups } = await interference(blocks.map(toBody), { machine, resolution: 64, view });
      expect(pairs.map(({ indices, kind }) => [...indices, kind])).toEqual([
        [0, 1, 'hard'],
        [0, 2, 'hard'],
        [1, 2, 'hard'],
      ]);
      expect(groups.length).toBe(1);
      expect(groups[0]).toMatchObject({ indices: [0, 1, 2], bodies: ['block 0', 'block 1', 'block 2'] });
      expect(Math.abs(groups[0].volume - 2 * 1 * 2)).toBeLessThan(groups[0].volumeError);
      expect(groups[0].volumeError).toBeLessThan(0.7);
      expect(groups[0].point.every((c, k) => c > [2, 1, 0][k] && c < [4, 2, 2][k])).toBe(true);
    }
  });

  test('bodies that overlap in pairs, but nowhere all three', async () => {
    // A ring of three bars: each meets the next at a corner.
    const bars = [
      body(box({ size: [10, 1, 1] })),
      body(box({ size: [1, 10, 1] }), { pose: translation(4.5, 4.5, 0) }),
      body(box({ size: [10, 1, 1] }), {
        pose: multiply(
          translation(0, 4.5, 0),
          randomRotation(() => 0),
        ),
      }),
    ];
    const { groups } = await interference(bars, { machine, resolution: 64 });
    expect(groups).toEqual([]);
  });

  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
    test(`random blocks: every set that a cell lies in (seed ${seed})`, async () => {
      const blocks = randomBlocks(seeded(seed), 7, 8);
      const expected = cellsBySet(blocks, 8, 3);
      const bodies = blocks.map(toBody);
      // One view shows all of it: at 8 · 15 rays, no ray runs along a face.
      const { groups } = await interference(bodies, { machine, resolution: 120, view: 'scene' });
      const found = new Map(groups.map((group) => [group.indices.join(), group]));
      expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [key, cells] of expected) {
        const { volume, volumeError } = found.get(key)!;
        expect(Math.abs(volume - cells)).toBeLessThan(volumeError);
      }
      // By pairs, the same sets are found; each cluster has a view of its own.
      const byPairs = await interference(bodies, { machine, resolution: 120 });
      expect(byPairs.groups.map(({ indices }) => indices.join()).sort()).toEqual([...expected.keys()].sort());
    });
});

describe('one view over the whole scene', () => {
  for (const seed of [11, 12, 13])
    test(`finds the same pairs as a view for each (seed ${seed})`, async () => {
      const random = seeded(seed);
      const shapes = [box({ size: 1.4 }), icoSphere({ subdivisions: 3 }), torus({ radius: 0.8, tubeRadius: 0.3 })];
      const bodies = Array.from({ length: 12 }, (_, k) => {
        const [x, y, z] = [0, 1, 2].map(() => 4 * random());
        return body(shapes[k % 3], { name: `${k}`, pose: multiply(translation(x, y, z), randomRotation(random)) });
      });
      const byPairs = await interference(bodies, { machine, resolution: 256 });
      const inScene = await interference(bodies, { machine, resolution: 512, view: 'scene' });
      // What the scene's coarser rays resolve.
      const limit = inScene.pairs[0].measured.missedBelow;
      const thick = byPairs.pairs.filter(
        ({ depthAlongView, area }) => depthAlongView > 4 * limit && area > 16 * limit ** 2,
      );
      expect(thick.length).toBeGreaterThan(5);
      for (const pair of thick) {
        const twin = inScene.pairs.find(({ indices }) => indices.join() === pair.indices.join());
        expect(twin?.kind).toBe(pair.kind);
        expect(Math.abs(twin!.volume - pair.volume)).toBeLessThan(twin!.volumeError + pair.volumeError);
        for (const k of [0, 1, 2]) expect(Math.abs(twin!.centroid![k] - pair.centroid![k])).toBeLessThan(4 * limit);
      }
      // And nothing that is not there.
      const names = new Set(byPairs.pairs.map(({ indices }) => indices.join()));
      for (const { indices } of inScene.pairs) expect(names.has(indices.join())).toBe(true);
    });

  test('containment, duplicates, contact and a cavity', async () => {
    const shell = icoSphere({ radius: 2, subdivisions: 4 });
    const inner = icoSphere({ radius: 1.5, subdivisions: 4 });
    const shift = shell.positions.length / 3;
    const hollow = body(
      {
        positions: [...shell.positions, ...inner.positions],
        indices: [...shell.indices, ...[...inner.indices].map((v) => v + shift).reverse()],
      },
      { name: 'hollow' },
    );
    const bodies = [
      hollow,
      body(box({ size: 1 }), { name: 'in the cavity' }),
      body(box({ size: 3 }), { name: 'big', pose: translation(10, 0, 0) }),
      body(box({ size: 1 }), { name: 'inside', pose: translation(10.5, 0.5, 0.25) }),
      body(box({ size: 3, segments: 2 }), { name: 'big too', pose: translation(10, 0, 0) }),
      body(box({ size: [3, 3, 1] }), { name: 'on top', pose: translation(10, 0, 2) }),
    ];
    const { pairs, cleared } = await interference(bodies, {
      machine,
      resolution: 256,
      view: 'scene',
      direction: [0, 0, 1],
    });
    const kinds = pairs.map(({ a, b, kind, inner: which }) => `${a}, ${b}: ${kind}${which ? ` ${which}` : ''}`);
    expect(kinds).toEqual([
      'big, inside: contained b',
      'big, big too: duplicate',
      'big, on top: touch',
      'inside, big too: contained a',
      'big too, on top: touch',
    ]);
    expect(cleared.map(({ a, b }) => `${a}, ${b}`)).toEqual(['hollow, in the cavity']);
  });
});
