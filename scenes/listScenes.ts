import { type Body, body, worldBounds } from '../src/body.js';
import type { Drawn } from '../src/machine/machine.js';
import { multiply, rotation, scaling, transformPoint, translation } from '../src/math/affine.js';
import { type Box, center, extent, uniteBoxes } from '../src/math/box.js';
import { type Random, randomRotation, seeded } from '../src/math/random.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { type Atlas, packAtlas, single } from '../src/view/atlas.js';
import { fitPair, fitView } from '../src/view/fit.js';
import type { View } from '../src/view/view.js';
import { SOLIDS, solid } from './solids.js';

/** Bodies and where they are looked at: whatever two machines may see differently. */
export interface ListScene {
  readonly name: string;
  readonly atlas: Atlas;
  readonly drawn: readonly Drawn[];
}

type Resolution = readonly [columns: number, rows: number];

const RESOLUTIONS: readonly Resolution[] = [
  [1, 1],
  [7, 3],
  [64, 64],
  [130, 70],
];

const between = (random: Random, low: number, high: number): number => low + (high - low) * random();
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)];
const direction = (random: Random): Vec3 => {
  const m = randomRotation(random);
  return [m[0], m[1], m[2]];
};

const inOneView = (name: string, view: View, bodies: readonly Body[]): ListScene => ({
  name: `${name} at ${view.columns} × ${view.rows}`,
  atlas: single(view),
  drawn: bodies.map((b) => ({ body: b })),
});

/** A box about the middle of another: `share` of its size. */
function shareOf(b: Box, share: Vec3): Box {
  const [c, e] = [center(b), extent(b)];
  const at = (side: number): Vec3 => [
    c[0] + (side * share[0] * e[0]) / 2,
    c[1] + (side * share[1] * e[1]) / 2,
    c[2] + (side * share[2] * e[2]) / 2,
  ];
  return { min: at(-1), max: at(1) };
}

const shifted = ({ positions, indices }: Mesh, by: Vec3): Mesh => ({
  positions: Float64Array.from(positions, (x, i) => x + by[i % 3]),
  indices,
});

/** Every solid in fitted views, in poses that turn, mirror, shear and scale. */
export function aloneScenes(seed: number): ListScene[] {
  const random = seeded(seed);
  return SOLIDS.flatMap(({ name, coarse }) =>
    [...RESOLUTIONS, ...RESOLUTIONS, [256, 256] as const].map((resolution, k) => {
      const mirror = k % 2 === 0 ? 1 : -1;
      const stretch = scaling(mirror * between(random, 0.4, 2), between(random, 0.4, 2), between(random, 0.4, 2));
      const shear = Float64Array.of(1, between(random, -1, 1), 0, 0, 0, 1, between(random, -1, 1), 0, 0, 0, 1, 0);
      const b = body(coarse, { pose: multiply(randomRotation(random), multiply(shear, stretch)) });
      const view = fitView(worldBounds(b), { direction: direction(random), resolution });
      return inOneView(`${name} alone, pose ${k}`, view, [b]);
    }),
  );
}

/** Solids in pairs, in the view that is fitted to where they meet. */
export function pairScenes(seed: number, count: number): ListScene[] {
  const random = seeded(seed);
  const scenes: ListScene[] = [];
  while (scenes.length < count) {
    const [a, b] = [pick(random, SOLIDS), pick(random, SOLIDS)];
    const one = body(a.coarse, { pose: randomRotation(random) });
    const place = translation(between(random, -1, 1), between(random, -1, 1), between(random, -1, 1));
    const two = body(b.coarse, { pose: multiply(place, randomRotation(random)) });
    const resolution = pick(random, RESOLUTIONS.slice(1));
    const view = fitPair(one, two, { resolution, ...(random() < 0.5 ? { direction: direction(random) } : {}) });
    if (view) scenes.push(inOneView(`${a.name} and ${b.name}`, view, [one, two]));
  }
  return scenes;
}

/** Views that end inside the bodies on all six sides. */
export function cutScenes(seed: number, count: number): ListScene[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const chosen = [pick(random, SOLIDS), pick(random, SOLIDS)];
    const bodies = chosen.map(({ coarse }) =>
      body(coarse, { pose: multiply(translation(between(random, -0.5, 0.5), 0, 0), randomRotation(random)) }),
    );
    const share: Vec3 = [between(random, 0.1, 0.9), between(random, 0.1, 0.9), between(random, 0.1, 0.9)];
    const part = shareOf(bodies.map(worldBounds).reduce(uniteBoxes), share);
    const view = fitView(part, { direction: direction(random), resolution: pick(random, RESOLUTIONS.slice(2)) });
    return inOneView(`inside ${chosen.map((s) => s.name).join(' and ')}`, view, bodies);
  });
}

/**
 * Tall thin walls that the rays meet almost edge-on: the whole depth range within a pixel or less. Nearer to the rays than
 * 0.001 rad the depth's slope times the GPU's grid of positions (2^-29 of the body) is more than 1e-6 of the range.
 */
export function wallScenes(seed: number): ListScene[] {
  const random = seeded(seed);
  return [0.3, 0.1, 0.03, 0.01, 0.003, 0.001].flatMap((tilt) =>
    [0.02, 0.2].map((thickness) => {
      const wall = body(box({ size: [3, thickness, 2] }), {
        pose: multiply(rotation([0, 0, 1], between(random, 0, 3)), rotation([1, 0, 0], tilt)),
      });
      const view = fitView(worldBounds(wall), { direction: [0, 0, 1], resolution: 64 });
      return inOneView(`wall ${thickness} thick, ${tilt} rad from the rays`, view, [wall]);
    }),
  );
}

/** Boxes whose corners lie on pixel centres, quarters and borders, and on the near and far planes. */
export function alignedScenes(seed: number, count: number): ListScene[] {
  const random = seeded(seed);
  const view: View = {
    ...{ origin: [0, 0, 0], right: [1, 0, 0], down: [0, 1, 0], direction: [0, 0, 1] },
    ...{ size: [64, 48, 16], columns: 64, rows: 48 },
  };
  const onGrid = (most: number, parts: number) => Math.floor(random() * most * parts) / parts;
  return Array.from({ length: count }, (_, k) => {
    const bodies = Array.from({ length: 4 }, (_, i) => {
      const parts = pick(random, [1, 2, 4]);
      const depth: Vec3 = i === 0 ? [0, 0, 16] : [0, 0, onGrid(15, 1) + 1];
      const near = i === 1 ? 0 : i === 2 ? 16 - depth[2] : onGrid(17 - depth[2], 1);
      const size: Vec3 = [onGrid(40, parts) + 1, onGrid(30, parts) + 1, depth[2]];
      const corner: Vec3 = [onGrid(50, parts) - 5, onGrid(40, parts) - 5, near];
      return body(box({ size }), {
        pose: translation(corner[0] + size[0] / 2, corner[1] + size[1] / 2, corner[2] + size[2] / 2),
      });
    });
    return inOneView(`boxes on the grid, ${k}`, view, bodies);
  });
}

/** Solids a million units from the origin, by their f64 positions or by their pose. */
export function farScenes(seed: number): ListScene[] {
  const random = seeded(seed);
  return SOLIDS.map(({ name, coarse }, k) => {
    const away: Vec3 = [1e6 + random(), -1e6 + random(), 1e6 * random()];
    const b = k % 2 === 0 ? body(shifted(coarse, away)) : body(coarse, { pose: translation(...away) });
    const view = fitView(worldBounds(b), { direction: direction(random), resolution: 64 });
    return inOneView(`${name} far away`, view, [b]);
  });
}

/** Twelve faces that fill the view, seen from all around and up to a hundred times larger than it. */
export function largeScenes(seed: number): ListScene[] {
  const random = seeded(seed);
  return [1, 1.5, 4, 20, 100].map((size) => {
    const b = body(box({ size }), { pose: multiply(translation(0.1, 0.2, 0.3), randomRotation(random)) });
    const around: Box = { min: [-0.5, -0.5, -size], max: [0.5, 0.5, size] };
    const view = fitView(around, { direction: direction(random), resolution: size < 3 ? 256 : 64 });
    return inOneView(`a box of size ${size}`, view, [b]);
  });
}

/** Solids of a few pixels or less. */
export function tinyScenes(seed: number): ListScene[] {
  const random = seeded(seed);
  return SOLIDS.map(({ name, coarse }) => {
    const bodies = Array.from({ length: 12 }, () => {
      const place = translation(between(random, -1, 1), between(random, -1, 1), between(random, -1, 1));
      const scale = 0.005 * 40 ** random();
      return body(coarse, { pose: multiply(place, multiply(randomRotation(random), scaling(scale))) });
    });
    const around: Box = { min: [-1, -1, -1], max: [1, 1, 1] };
    return inOneView(`tiny ${name}`, fitView(around, { direction: direction(random), resolution: 64 }), bodies);
  });
}

/** Views of a small part of a solid's surface, down to a three hundredth of its size, from any side. */
export function closeScenes(seed: number): ListScene[] {
  const random = seeded(seed);
  return [0.3, 0.1, 0.03, 0.01].flatMap((size) =>
    SOLIDS.map(({ name, coarse }) => {
      const b = body(coarse, { pose: randomRotation(random) });
      const vertex = 3 * Math.floor((random() * coarse.positions.length) / 3);
      const [x, y, z] = transformPoint(b.pose, [
        coarse.positions[vertex],
        coarse.positions[vertex + 1],
        coarse.positions[vertex + 2],
      ]);
      const around: Box = {
        min: [x - size * random(), y - size * random(), z - size * random()],
        max: [x + size * random(), y + size * random(), z + size * random()],
      };
      const view = fitView(around, { direction: direction(random), resolution: 64 });
      return inOneView(`${size} of ${name}`, view, [b]);
    }),
  );
}

/** Solids made flat by their pose, as plates are made of one unit box: 1 : 10 to 1 : 100,000. */
export function flatScenes(seed: number): ListScene[] {
  const random = seeded(seed);
  return [1e1, 1e2, 1e3, 1e4, 1e5].flatMap((ratio) =>
    ['box', 'icoSphere', 'torus'].map((name) => {
      const pose = multiply(randomRotation(random), scaling(ratio, ratio / 2, 1));
      const b = body(solid(name).coarse, { pose });
      const view = fitView(worldBounds(b), { direction: direction(random), resolution: 64 });
      return inOneView(`${name} flattened 1 : ${ratio}`, view, [b]);
    }),
  );
}

/** Pixels far from square, depth ranges that are thin or deep, bodies of all sizes from a millionth to a million. */
export function oddScenes(seed: number, count: number): ListScene[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, k) => {
    const { name, coarse } = pick(random, SOLIDS);
    const scale = 10 ** between(random, -6, 6);
    const b = body(coarse, { pose: multiply(randomRotation(random), scaling(scale)) });
    const resolution: Resolution = [1 + Math.floor(random() * 64), 1 + Math.floor(random() * 64)];
    const fitted = fitView(worldBounds(b), { direction: direction(random), resolution });
    const odd = [
      [10 ** between(random, -2, 0), 10 ** between(random, 0, 2), 1],
      [1, 1, 10 ** between(random, -4, 0)],
      [1, 1, 10 ** between(random, 0, 4)],
    ][k % 3];
    const { origin, right, down, direction: along, size } = fitted;
    const more = size.map((s, i) => (s * (odd[i] - 1)) / 2);
    const moved = (i: 0 | 1 | 2) => origin[i] - right[i] * more[0] - down[i] * more[1] - along[i] * more[2];
    const view: View = {
      ...fitted,
      origin: [moved(0), moved(1), moved(2)],
      size: [size[0] * odd[0], size[1] * odd[1], size[2] * odd[2]],
    };
    return inOneView(
      `${name} of size ${scale.toExponential(1)}, ${odd.map((o) => o.toPrecision(2)).join(' × ')}`,
      view,
      [b],
    );
  });
}

/** Several views in one frame, of several bodies each. */
export function atlasScenes(seed: number, count: number): ListScene[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, k) => {
    const tiles = Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
      const bodies = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
        body(pick(random, SOLIDS).coarse, {
          pose: multiply(translation(between(random, -1, 1), 0, 0), randomRotation(random)),
        }),
      );
      const around = shareOf(bodies.map(worldBounds).reduce(uniteBoxes), random() < 0.5 ? [1, 1, 1] : [0.5, 0.5, 0.5]);
      const resolution: Resolution = [1 + Math.floor(random() * 50), 1 + Math.floor(random() * 50)];
      return { bodies, view: fitView(around, { direction: direction(random), resolution }) };
    });
    const [{ atlas, indices }] = packAtlas(
      tiles.map(({ view }) => view),
      { maxWidth: 120 },
    );
    const drawn = indices.flatMap((i, tile) => tiles[i].bodies.map((b) => ({ body: b, tile })));
    return { name: `atlas ${k} of ${tiles.length} tiles`, atlas, drawn };
  });
}
