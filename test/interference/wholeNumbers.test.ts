import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { type Affine, identity } from '../../src/math/affine.js';
import { type Random, seeded } from '../../src/math/random.js';
import { randomIntegerBox, relateBoxes, type Truth, thicknessOf } from '../support/boxOracle.js';
import { randomRigid } from '../support/randomPose.js';
import { axisRotations } from './axisRotations.js';
import { ask, at, baked, boxOf, kindOf, moved, pairOf } from './bodies.js';
import { polycubeMesh, randomPolycube, relatePolycubes } from './polycube.js';

interface Case {
  readonly bodies: Body[];
  readonly truth: Truth;
  readonly name: string;
}

/** Two boxes with corners on a grid of 5³: faces in one plane, edges on edges and corners on corners are common. */
function boxes(random: Random): Case {
  const [a, b] = [randomIntegerBox(random, 4), randomIntegerBox(random, 4)];
  const words = [a, b].map(({ min, max }) => `(${min}) to (${max})`).join(' and ');
  return { bodies: [boxOf(a), boxOf(b)], truth: relateBoxes(a, b), name: words };
}

function polycubes(random: Random): Case {
  const [a, b] = [randomPolycube(random, 4, 12), randomPolycube(random, 4, 12)];
  const words = [a, b].map((cells) => cells.map((cell) => cell.join('')).join(' ')).join(' and ');
  return { bodies: [body(polycubeMesh(a)), body(polycubeMesh(b))], truth: relatePolycubes(a, b), name: words };
}

const wordsOf = ({ kind, inner }: Truth): string => (inner ? `${kind} ${inner}` : kind);

interface Setting {
  readonly motion?: (random: Random, k: number) => Affine;
  /** Whether the motion is worked into the vertices. */
  readonly bake?: boolean;
  readonly resolution?: number;
}

/** Draws cases and asks about each. What is wrong, in words; and how often each kind was drawn. */
async function draw(count: number, seed: number, make: (random: Random) => Case, setting: Setting = {}) {
  const { motion = identity, bake = false, resolution = 32 } = setting;
  const random = seeded(seed);
  const faults: string[] = [];
  const drawn: Record<string, number> = {};
  for (let k = 0; k < count; k++) {
    const { bodies, truth, name } = make(random);
    const map = motion(random, k);
    const placed = bodies.map((one) => (bake ? baked(moved(one, map)) : moved(one, map)));
    const report = await ask(placed, { resolution });
    drawn[truth.kind] = (drawn[truth.kind] ?? 0) + 1;
    const kind = kindOf(report);
    const right = truth.kind === 'edge' ? kind === 'none' || kind === 'touch' : kind === wordsOf(truth);
    if (!right) faults.push(`case ${k}: ${kind} for ${wordsOf(truth)}, ${name}`);
    const { volume, volumeError, depthAlongView } = pairOf(report) ?? { volume: 0, volumeError: 0, depthAlongView: 0 };
    if (!(Math.abs(volume - truth.volume) <= volumeError))
      faults.push(`case ${k}: volume ${volume} ± ${volumeError} for ${truth.volume}, ${name}`);
    // The thinnest way through is known where the bodies are boxes and their boxes turn with them.
    if (right && !bake && truth.common && !(Math.abs(depthAlongView - thicknessOf(truth.common)) < 1e-4))
      faults.push(`case ${k}: ${depthAlongView} deep for ${thicknessOf(truth.common)}, ${name}`);
  }
  return { faults, drawn };
}

const turns = axisRotations();
const quarterTurns = (_: Random, k: number): Affine => turns[k % turns.length];
const rigid = (random: Random): Affine => randomRigid(random, 5);

describe('boxes on small whole numbers, against integer arithmetic', () => {
  it.each([1, 2, 3])('500 pairs (seed %i)', async (seed) => {
    const { faults, drawn } = await draw(500, seed, boxes);
    expect(faults).toEqual([]);
    // Every kind comes up, and touching often.
    for (const kind of ['none', 'edge', 'touch', 'hard', 'contained']) expect(drawn[kind]).toBeGreaterThan(10);
    expect(drawn.touch).toBeGreaterThan(80);
  });

  it('equal boxes are duplicates (seed 4)', async () => {
    const equal = (random: Random): Case => {
      const { min, max } = randomIntegerBox(random, 4);
      const a = { min, max };
      return { bodies: [boxOf(a), boxOf(a)], truth: relateBoxes(a, a), name: `(${min}) to (${max})` };
    };
    const { faults, drawn } = await draw(50, 4, equal, { motion: rigid });
    expect(faults).toEqual([]);
    expect(drawn).toEqual({ duplicate: 50 });
  });

  it.each([5, 6])('500 pairs, turned by the 24 rotations of the axes (seed %i)', async (seed) => {
    expect((await draw(500, seed, boxes, { motion: quarterTurns })).faults).toEqual([]);
    expect((await draw(200, seed, boxes, { motion: quarterTurns, bake: true })).faults).toEqual([]);
  });

  it.each([7, 8])('500 pairs, turned and shifted anyhow (seed %i)', async (seed) => {
    expect((await draw(500, seed, boxes, { motion: rigid })).faults).toEqual([]);
  });

  it.each([9, 10])('500 pairs, turned and shifted anyhow, with all vertices mapped (seed %i)', async (seed) => {
    expect((await draw(500, seed, boxes, { motion: rigid, bake: true })).faults).toEqual([]);
  });

  it('200 pairs at 1e6 (seed 11)', async () => {
    const far = () => at(1e6, -1e6, 3e5);
    expect((await draw(200, 11, boxes, { motion: far })).faults).toEqual([]);
    expect((await draw(200, 11, boxes, { motion: far, bake: true })).faults).toEqual([]);
  });

  it.each([7, 33, 128])('100 pairs with %i rays across (seed 12)', async (resolution) => {
    expect((await draw(100, 12, boxes, { resolution })).faults).toEqual([]);
    expect((await draw(100, 12, boxes, { resolution, motion: rigid })).faults).toEqual([]);
  });
});

describe('bodies of unit cubes, against counting', () => {
  it.each([13, 14])('400 pairs (seed %i)', async (seed) => {
    const { faults, drawn } = await draw(400, seed, polycubes);
    expect(faults).toEqual([]);
    for (const kind of ['none', 'edge', 'touch', 'hard', 'contained']) expect(drawn[kind]).toBeGreaterThan(5);
  });

  it('200 pairs, turned by the 24 rotations of the axes (seed 15)', async () => {
    expect((await draw(200, 15, polycubes, { motion: quarterTurns })).faults).toEqual([]);
  });

  it('200 pairs, turned and shifted anyhow (seed 16)', async () => {
    expect((await draw(200, 16, polycubes, { motion: rigid })).faults).toEqual([]);
  });

  it('200 pairs, turned and shifted anyhow, with all vertices mapped (seed 17)', async () => {
    expect((await draw(200, 17, polycubes, { motion: rigid, bake: true })).faults).toEqual([]);
  });
});
