import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { type Affine, multiply, scaling, transformPoint, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import type { View } from '../../src/view/view.js';
import { between, pick, randomAffine, randomQuarterTurns, randomRigid, scaleBetween } from './randomPose.js';

/** A solid somewhere on the screen, its whole depth in view. */
export interface Posed {
  readonly name: string;
  readonly body: Body;
  /** Whether the surface is that of a solid that does not run through itself: moving vertices to a grid may fold it. */
  readonly simple: boolean;
}

/** World coordinates are pixels; the depth range is sixteen times as long as the screen is wide. */
export const pixelCube = (size: number): View => ({
  ...{ origin: [0, 0, -8 * size], right: [1, 0, 0], down: [0, 1, 0], direction: [0, 0, 1] },
  ...{ size: [size, size, 16 * size], columns: size, rows: size },
});

/**
 * Every solid in turn, in one of five ways: anywhere in any size, mirrored and sheared, with all its vertices on a grid of
 * half, quarter or whole pixels, turned by quarters with its middle on such a grid, and as a box with whole sides.
 */
export function posed(seed: number, k: number, size: number): Posed {
  const random = seeded(seed * 1_000_003 + k);
  const { name, coarse } = SOLIDS[k % SOLIDS.length];
  const way = Math.floor(k / SOLIDS.length) % 5;
  const scale = scaleBetween(random, size / 200, size);
  const centred = (pose: Affine): Affine => multiply(translation(size / 2, size / 2, 0), pose);
  const grid = pick(random, [1, 2, 4]);
  const offset = pick(random, [0, 0.5]);
  const onGrid = (x: number) => Math.round(x * grid) / grid + offset;

  if (way === 0)
    return { name, simple: true, body: body(coarse, { pose: centred(randomRigid(random, size / 4, scale)) }) };
  if (way === 1) {
    const pose = centred(multiply(scaling(scale / 2), randomAffine(random, 0.5)));
    return { name: `sheared ${name}`, simple: true, body: body(coarse, { pose }) };
  }
  if (way === 2) {
    const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = centred(randomRigid(random, size / 4, scale));
    const positions = new Float64Array(coarse.positions.length);
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [coarse.positions[i], coarse.positions[i + 1], coarse.positions[i + 2]];
      positions[i] = onGrid(m0 * x + m1 * y + m2 * z + m3);
      positions[i + 1] = onGrid(m4 * x + m5 * y + m6 * z + m7);
      positions[i + 2] = m8 * x + m9 * y + m10 * z + m11;
    }
    return { name: `${name} on a grid`, simple: false, body: body({ positions, indices: coarse.indices }) };
  }
  const place = translation(onGrid(between(random, 0, size)), onGrid(between(random, 0, size)), 0);
  const turned = multiply(place, randomQuarterTurns(random));
  if (way === 3)
    return {
      name: `${name} in quarter turns`,
      simple: true,
      body: body(coarse, { pose: multiply(turned, scaling(Math.max(1, Math.round(scale)))) }),
    };
  const side = () => 1 + Math.floor(random() * size * 0.75);
  const segments = pick(random, [1, 3, 7]);
  const sides = box({ size: [side(), side(), side()], segments });
  return { name: 'box on the grid', simple: true, body: body(sides, { pose: turned }) };
}

/** A solid a thousand to a million times as large as the screen, with one of its vertices on it; and a view as deep. */
export function posedHuge(seed: number, k: number, size: number): Posed & { readonly view: View } {
  const random = seeded(seed * 1_000_003 + k);
  const { name, coarse } = SOLIDS[k % SOLIDS.length];
  const scale = size * scaleBetween(random, 1e3, 1e6);
  const pose = randomRigid(random, 0, scale);
  const vertex = 3 * Math.floor((random() * coarse.positions.length) / 3);
  const [x, y, z] = transformPoint(pose, [
    coarse.positions[vertex],
    coarse.positions[vertex + 1],
    coarse.positions[vertex + 2],
  ]);
  const place = translation(between(random, 0, size) - x, between(random, 0, size) - y, -z);
  const flat = pixelCube(size);
  const view: View = { ...flat, origin: [0, 0, -4 * scale], size: [size, size, 8 * scale] };
  return {
    name: `${scale.toExponential(1)} px ${name}`,
    simple: true,
    body: body(coarse, { pose: multiply(place, pose) }),
    view,
  };
}
