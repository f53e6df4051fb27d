import { describe, expect, it } from 'vitest';
import { BUMPY_CONTACTS, bumpyPair } from '../../scenes/bumpyPair.js';
import {
  alignedScenes,
  atlasScenes,
  closeScenes,
  cutScenes,
  farScenes,
  flatScenes,
  type ListScene,
  largeScenes,
  oddScenes,
  pairScenes,
  tinyScenes,
  wallScenes,
} from '../../scenes/listScenes.js';
import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { createRasterizer } from '../../src/machine/cpu/gatherer.js';
import { type GatheredLayers, gatherLayers, type LayerBody, layerBody } from '../../src/machine/cpu/gatherLayers.js';
import { multiply, scaling } from '../../src/math/affine.js';
import { type Random, seeded } from '../../src/math/random.js';
import { hasBalancedEdges } from '../../src/mesh/balancedEdges.js';
import { faceBlocks } from '../../src/mesh/faceBlocks.js';
import { createMeshParts, findParts } from '../../src/mesh/meshParts.js';
import { single } from '../../src/view/atlas.js';
import { fitPair } from '../../src/view/fit.js';
import { screenFromWorld, type View } from '../../src/view/view.js';
import { between, pick, randomAffine } from '../support/randomPose.js';
import { pixelCube, posedHuge } from '../support/watertightPoses.js';

// Blocks of faces outside a view are left out, and windings at the near plane are told from behind it where that is less to do.
// Neither may change a byte of the lists.

const [wasm, plain] = [createRasterizer('wasm'), createRasterizer('plain')];

interface Tally {
  cases: number;
  behind: number;
}

/** Everything that the lists are made of, as text. */
function bytesOf({ first, layerName, layerDepth, before }: GatheredLayers, pixels: number, slots: number): string {
  const words = (array: Uint32Array | Int32Array | Float32Array, length: number) =>
    Buffer.from(array.buffer, array.byteOffset, 4 * length).toString('latin1');
  const layers = first[pixels];
  return [
    words(first, pixels + 1),
    words(layerName, 2 * layers),
    words(layerDepth, 2 * layers),
    words(before, Math.min(before.length, slots * pixels)),
  ].join('|');
}

/** Gathers some rows of a tile in the usual way, and with all that can be left out. */
function expectSame(view: View, bodies: readonly Body[], random: Random, tally: Tally): void {
  const firstRow = random() < 0.5 ? 0 : Math.floor(random() * view.rows);
  const endRow = random() < 0.5 ? view.rows : firstRow + 1 + Math.floor(random() * (view.rows - firstRow));
  const band = { columns: view.columns, firstRow, endRow };
  const whole = bodies.map((b): LayerBody => ({ ...layerBody(view, b), blocks: undefined, isBalanced: false }));
  const parts = whole.map(
    (b): LayerBody => ({
      ...b,
      blocks: faceBlocks(b),
      isBalanced: hasBalancedEdges(b.indices),
    }),
  );
  const pixels = band.columns * (endRow - firstRow);
  const gather = (rasterizer: typeof wasm, drawn: readonly LayerBody[]) =>
    bytesOf(gatherLayers(rasterizer, { band, bodies: drawn, faceBits: 20 }), pixels, bodies.length);
  const expected = gather(wasm, whole);
  for (const rasterizer of [wasm, plain]) expect(gather(rasterizer, parts) === expected, rasterizer.kind).toBe(true);
  tally.cases++;
  for (const { box, isBalanced } of parts)
    if (isBalanced && -box.min[2] > Math.max(1, box.max[2]) - 0.5) tally.behind++;
}

/** The same faces in another order, so that a block's lie all over the body. */
function shuffled({ mesh: { positions, indices }, pose }: Body, random: Random): Body {
  const order = Array.from({ length: indices.length / 3 }, (_, f) => [random(), f] as const).sort(
    (p, q) => p[0] - q[0],
  );
  return body({ positions, indices: order.flatMap(([, f]) => [...indices.subarray(3 * f, 3 * f + 3)]) }, { pose });
}

/** Solids from much smaller than a view to much larger, anywhere before, in and behind it. */
function heaps(random: Random, count: number): ListScene[] {
  return Array.from({ length: count }, (_, k) => {
    const size = 1 + Math.floor(random() * 60);
    const drawn = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
      const scale = size * 0.1 * 300 ** random();
      const at = () => between(random, -1.2 * scale, size + 1.2 * scale);
      const place = Float64Array.of(1, 0, 0, at(), 0, 1, 0, at(), 0, 0, 1, at());
      return {
        body: body(pick(random, SOLIDS).coarse, {
          pose: multiply(place, multiply(scaling(scale), randomAffine(random, 0.1))),
        }),
      };
    });
    return { name: `heap ${k}`, atlas: single(pixelCube(size)), drawn };
  });
}

const huge = (seed: number): ListScene[] =>
  Array.from({ length: 30 }, (_, k) => {
    const { name, body: b, view } = posedHuge(seed, k, 40);
    return { name, atlas: single(view), drawn: [{ body: b }] };
  });

const bumpy = (): ListScene[] =>
  BUMPY_CONTACTS.map(({ dx }) => {
    const [a, b] = bumpyPair(60, dx);
    return { name: `dx ${dx}`, atlas: single(fitPair(a, b, { resolution: 128 })!), drawn: [{ body: a }, { body: b }] };
  });

/** Numbers overflow where views are so thin, or so small: then layers need not add up to 0, and nothing may rest on it. */
const overflowing = (random: Random): ListScene[] =>
  Array.from({ length: 60 }, (_, k) => {
    const tiny = 10 ** -between(random, 100, 307);
    const [wide, deep] = k % 2 === 0 ? [2, tiny] : [tiny, 2];
    const origin = [-wide * random(), -wide * random(), between(random, -1.5, 1.5)] as const;
    const axes = { right: [1, 0, 0], down: [0, 1, 0], direction: [0, 0, 1] } as const;
    const view: View = { origin, ...axes, size: [wide, wide, deep], columns: 40, rows: 200 };
    const { positions, indices } = pick(random, SOLIDS).coarse;
    // Some with coordinates of whose sums there are none, or of whose halves; the pose brings them back.
    const scale = pick(random, [1, 1, 1e308, 1e-310]);
    const stretched = Float64Array.from(positions, (v, n) => (n % 3 === 0 ? (1.1 + 0.3 * v) * scale : v));
    const pose = scale > 1 ? scaling(1e-308, 1, 1) : scale < 1 ? scaling(1e300, 1, 1) : scaling(1);
    return {
      name: `overflow ${k}`,
      atlas: single(view),
      drawn: [{ body: body({ positions: stretched, indices }, { pose }) }],
    };
  });

const FAMILIES: readonly [name: string, scenes: readonly ListScene[]][] = [
  ['heaps (seed 71)', heaps(seeded(71), 800)],
  ['huge bodies (seed 72)', huge(72)],
  ['pairs (seed 73)', pairScenes(73, 20)],
  ['views that cut through (seed 74)', cutScenes(74, 40)],
  ['walls (seed 75)', wallScenes(75)],
  ['boxes on the grid (seed 76)', alignedScenes(76, 20)],
  ['far from the origin (seed 77)', farScenes(77)],
  ['large faces (seed 78)', largeScenes(78)],
  ['tiny faces (seed 79)', tinyScenes(79)],
  ['views of small parts (seed 80)', closeScenes(80)],
  ['flat bodies (seed 81)', flatScenes(81)],
  ['odd meshes (seed 82)', oddScenes(82, 20)],
  ['atlases (seed 83)', atlasScenes(83, 10)],
  ['two bumpy spheres, from shallow to deep', bumpy()],
  ['numbers that overflow (seed 85)', overflowing(seeded(85))],
];

describe('the same bytes without faces that do not show', () => {
  const tally = { cases: 0, behind: 0 };
  for (const [name, scenes] of FAMILIES)
    it(name, () => {
      const random = seeded(70);
      for (const { atlas, drawn } of scenes)
        atlas.tiles.forEach(({ view }, t) => {
          const bodies = drawn.filter(({ tile = 0 }) => tile === t).map((one) => one.body as Body);
          expectSame(view, bodies, random, tally);
          if (random() < 0.3)
            expectSame(
              view,
              bodies.map((one) => shuffled(one, random)),
              random,
              tally,
            );
        });
    });

  it('was asked often', () => {
    expect(tally.cases).toBeGreaterThan(600);
    expect(tally.behind).toBeGreaterThan(200);
  });
});

describe('findParts', () => {
  it('leaves out what lies beyond one side of a zone, and nothing else (seed 84)', () => {
    const random = seeded(84);
    const parts = createMeshParts();
    let [kept, all] = [0, 0];
    for (let k = 0; k < 400; k++) {
      const { fine } = pick(random, SOLIDS);
      const mesh = random() < 0.1 ? fine() : pick(random, SOLIDS).coarse;
      const { positions, indices } = mesh;
      const map = multiply(
        screenFromWorld(pixelCube(40)),
        multiply(scaling(between(random, 5, 200)), randomAffine(random, 1)),
      );
      const zone = {
        min: [0, between(random, 0, 20), -Infinity],
        max: [40, between(random, 20, 40), between(random, 0, 3)],
      } as const;
      findParts(parts, { positions, indices, blocks: faceBlocks(mesh) }, map, zone);
      const isNamed = new Uint8Array(positions.length / 3);
      for (let run = 0; run < parts.vertexRuns; run++)
        isNamed.fill(1, parts.vertices[2 * run], parts.vertices[2 * run + 1]);
      let face = 0;
      const at = (v: number, row: number) =>
        map[row] * positions[3 * v] +
        map[row + 1] * positions[3 * v + 1] +
        map[row + 2] * positions[3 * v + 2] +
        map[row + 3];
      const isBeyond = (f: number): boolean =>
        [0, 1, 2].some((axis) => {
          const corners = [0, 1, 2].map((n) => at(indices[3 * f + n], 4 * axis));
          return corners.every((c) => c < zone.min[axis]) || corners.every((c) => c > zone.max[axis]);
        });
      for (let run = 0; run <= parts.faceRuns; run++) {
        const [from, end] =
          run < parts.faceRuns ? [parts.faces[2 * run], parts.faces[2 * run + 1]] : [indices.length / 3, 0];
        for (; face < from; face++) if (!isBeyond(face)) expect.fail(`face ${face} of case ${k} was left out`);
        for (; face < end; face++, kept++)
          for (let n = 0; n < 3; n++)
            if (isNamed[indices[3 * face + n]] === 0) expect.fail(`a vertex of face ${face} was left out`);
      }
      all += indices.length / 3;
    }
    // Most of what lies outside is left out.
    expect(kept / all).toBeLessThan(0.5);
  });
});
