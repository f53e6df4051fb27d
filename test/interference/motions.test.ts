import { describe, expect, it } from 'vitest';
import type { Body } from '../../src/body.js';
import type { InterferenceOptions } from '../../src/interference.js';
import { type Affine, determinant, identity, multiply, scaling } from '../../src/math/affine.js';
import { type Random, seeded } from '../../src/math/random.js';
import { randomAffine, randomRigid } from '../support/randomPose.js';
import { axisRotations } from './axisRotations.js';
import { ask, at, baked, kindOf, moved, pairOf } from './bodies.js';
import { SCENARIOS } from './scenarios.js';

/** How a scene is changed, and in what the answer may change with it. */
interface Change {
  readonly motion?: (random: Random, k: number) => Affine;
  readonly bodies?: (pair: Body[]) => Body[];
  readonly options?: InterferenceOptions;
  /** Whether lengths along the thinnest way stay known: the bodies' boxes must turn with them. */
  readonly keepsDepth?: boolean;
}

/** Asks every scenario under a change. What differs from the truth, in words. */
async function faults(change: Change, seed: number, from = SCENARIOS): Promise<string[]> {
  const { motion = identity, bodies = (pair) => pair, options = {}, keepsDepth = true } = change;
  const random = seeded(seed);
  const found: string[] = [];
  for (const [k, scenario] of from.entries()) {
    const map = motion(random, k);
    const report = await ask(bodies(scenario.bodies().map((one) => moved(one, map))), options);
    const kind = kindOf(report);
    const pair = pairOf(report);
    const size = Math.abs(determinant(map));
    const volume = size * (scenario.volume ?? 0);
    const depth = Math.cbrt(size) * (scenario.depth ?? 0);
    if (kind !== scenario.kind) found.push(`${scenario.name}: ${kind} for ${scenario.kind}`);
    else if (volume > 0 && !(Math.abs(pair!.volume - volume) <= pair!.volumeError))
      found.push(`${scenario.name}: volume ${pair!.volume} for ${volume} ± ${pair!.volumeError}`);
    else if (keepsDepth && depth > 0 && !(Math.abs(pair!.depthAlongView / depth - 1) < 1e-4))
      found.push(`${scenario.name}: depth ${pair!.depthAlongView} for ${depth}`);
    for (const { message } of report.diagnostics) found.push(`${scenario.name}: ${message}`);
  }
  return found;
}

const rigid = (random: Random) => randomRigid(random, 10);
const bakedToo = (pair: Body[]): Body[] => pair.map(baked);

describe('interference does not depend on where the scene stands', () => {
  it.each([1, 2, 3])('turned and shifted (seed %i)', async (seed) => {
    expect(await faults({ motion: rigid }, seed)).toEqual([]);
  });

  it.each([4, 5])('turned and shifted, with all vertices mapped (seed %i)', async (seed) => {
    const change = { motion: rigid, bodies: bakedToo, keepsDepth: false };
    expect(await faults(change, seed)).toEqual([]);
  });

  it('turned by each of the 24 rotations that map axes on axes', async () => {
    const turns = axisRotations();
    expect(turns).toHaveLength(24);
    for (let first = 0; first < turns.length; first++)
      expect(await faults({ motion: (_, k) => turns[(first + k) % 24] }, 0)).toEqual([]);
  });

  it.each([1e-6, 1e-3, 1e3, 1e6])('scaled by %f (seed 6)', async (scale) => {
    expect(await faults({ motion: () => scaling(scale) }, 6)).toEqual([]);
    const turned = (random: Random) => multiply(randomRigid(random, 3 * scale), scaling(scale));
    expect(await faults({ motion: turned }, 6)).toEqual([]);
  });

  it('mirrored (seed 7)', async () => {
    expect(await faults({ motion: () => scaling(1, -1, 1) }, 7)).toEqual([]);
    expect(await faults({ motion: () => scaling(1, 1, -1), bodies: bakedToo }, 7)).toEqual([]);
    const turned = (random: Random) => multiply(rigid(random), scaling(-1, 1, 1));
    expect(await faults({ motion: turned }, 7)).toEqual([]);
  });

  it('stretched and sheared: kinds and shares of volume stay (seed 8)', async () => {
    expect(await faults({ motion: (random) => randomAffine(random, 3), keepsDepth: false }, 8)).toEqual([]);
  });

  it('at x = 1e6 (seed 9)', async () => {
    const far = at(1e6);
    expect(await faults({ motion: () => far }, 9)).toEqual([]);
    expect(await faults({ motion: () => far, bodies: bakedToo }, 9)).toEqual([]);
    expect(await faults({ motion: (random) => multiply(far, rigid(random)) }, 9)).toEqual([]);
  });
});

describe('interference does not depend on how the question is put', () => {
  const swapped = SCENARIOS.map((scenario) => ({
    ...scenario,
    bodies: () => scenario.bodies().reverse() as [Body, Body],
    kind: scenario.kind.replace(/ [ab]$/, (inner) => (inner === ' a' ? ' b' : ' a')),
  }));

  it('A and B swapped (seed 10)', async () => {
    expect(await faults({}, 10, swapped)).toEqual([]);
    expect(await faults({ motion: rigid }, 10, swapped)).toEqual([]);
  });

  it('looked at from three sides (seed 11)', async () => {
    expect(await faults({ options: { views: 3 } }, 11)).toEqual([]);
    expect(await faults({ options: { views: 3 }, motion: rigid }, 11)).toEqual([]);
  });

  it.each([16, 47, 100])('with %i rays across (seed 12)', async (resolution) => {
    // Gaps and offsets of 1 and 2 mm are thinner than a pixel here.
    expect(await faults({ options: { resolution }, motion: rigid }, 12)).toEqual([]);
  });

  it('one body posed, the vertices of the other mapped (seed 13)', async () => {
    const half = ([one, other]: Body[]): Body[] => [one, baked(other)];
    expect(await faults({ motion: rigid, bodies: half, keepsDepth: false }, 13)).toEqual([]);
  });
});
