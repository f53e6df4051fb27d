// Every algorithm against the z-lists, ray by ray, on the CPU machine: there planes and lists hold the same depths to the bit.
import { describe, expect, test } from 'vitest';
import type { BodyState } from '../../src/body.js';
import { basicAlgorithm } from '../../src/detect/solids/basicAlgorithm.js';
import { concaveAlgorithm } from '../../src/detect/solids/concaveAlgorithm.js';
import { extendedAlgorithm } from '../../src/detect/solids/extendedAlgorithm.js';
import { ANSWER, isCollision } from '../../src/detect/solids/pixelAnswer.js';
import type { SolidsQuery } from '../../src/detect/solids/renderings.js';
import type { Renderings } from '../../src/detect/solids/settled.js';
import { simplifiedAlgorithm } from '../../src/detect/solids/simplifiedAlgorithm.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Frame } from '../../src/machine/machine.js';
import { seeded } from '../../src/math/random.js';
import { single } from '../../src/view/atlas.js';
import { fitPair } from '../../src/view/fit.js';
import type { View } from '../../src/view/view.js';
import { type Family, randomPair } from './randomPairs.js';
import { type Ray, readRays } from './readRays.js';

const machine = createCpuMachine();
const RESOLUTION = 24;

const total = { pairs: 0, rays: 0, collisions: 0, grazing: 0, left: 0, renderings: [0, 0, 0], peels: 0, grown: 0 };

type Algorithm = (frame: Frame, query: SolidsQuery) => Promise<Renderings>;

async function run(algorithm: Algorithm, A: BodyState, B: BodyState, view: View, grow = 0) {
  return machine.run(single(view), async (frame) => {
    const renderings = await algorithm(frame, { A, B, grow });
    return { ...renderings, answers: await frame.read('map') };
  });
}

const isApart = (answer: number) => answer === ANSWER.apartAfter1 || answer === ANSWER.apartAfter2;

/** The first ray on which an answer is wrong, as text; undefined where none is. */
function wrong(rays: readonly Ray[], answers: ArrayLike<number>, mayBeLeft: (ray: Ray) => boolean): string | undefined {
  for (let p = 0; p < rays.length; p++) {
    const ray = rays[p];
    const answer = answers[p];
    if (ray.grazes) continue;
    const isRight =
      answer === ANSWER.withoutA
        ? !ray.collides
        : answer === ANSWER.left
          ? mayBeLeft(ray)
          : ray.collides
            ? isCollision(answer)
            : isApart(answer);
    if (!isRight) return `ray ${p}: answer ${answer}, ${JSON.stringify(ray)}`;
  }
  return undefined;
}

async function checkPair(family: Family, seed: number): Promise<void> {
  const [A, B] = randomPair(family, seed);
  const isWhole = seed % 2 === 0;
  const view = fitPair(A, B, { resolution: RESOLUTION, borderPx: 1, depthMargin: 1e-9, whole: isWhole ? [A, B] : [A] });
  if (!view) return;
  const rays = await readRays(machine, A, B, view);
  total.pairs++;
  total.rays += rays.length;
  total.grazing += rays.filter(({ grazes }) => grazes).length;
  total.collisions += rays.filter(({ collides }) => collides).length;

  if (family === 'convex') {
    const basic = await run(basicAlgorithm, A, B, view);
    expect(wrong(rays, basic.answers, () => false)).toBeUndefined();
    if (isWhole) expect(basic.second === undefined).toBe(rays.every((ray) => ray.beforeLast !== 2));
  }
  const extended = await run(extendedAlgorithm, A, B, view);
  // Complete where A is π-convex; elsewhere B has layers among A's.
  const needsOrder = (ray: Ray) => !isWhole || (ray.layers[0] > 2 && ray.upToFirst !== ray.beforeLast);
  expect(wrong(rays, extended.answers, needsOrder)).toBeUndefined();
  const isEven = (ray: Ray) => ray.beforeLast > 0 && ray.beforeLast % 2 === 0;
  if (isWhole) expect(extended.second === undefined).toBe(!rays.some(isEven));
  const simplified = await run(simplifiedAlgorithm, A, B, view);
  expect(wrong(rays, simplified.answers, () => true)).toBeUndefined();
  for (let p = 0; p < rays.length; p++)
    if (extended.answers[p] === ANSWER.left && simplified.answers[p] !== ANSWER.left)
      expect.fail(`ray ${p}: left by the extended algorithm, and ${simplified.answers[p]} by the simplified one`);

  const left = extended.answers.filter((answer) => answer === ANSWER.left).length;
  total.left += left;
  total.renderings[left > 0 ? 2 : extended.second ? 1 : 0]++;
  for (const source of ['lists', 'peeling'] as const) {
    const { collision, renderings } = await machine.run(single(view), (frame) =>
      concaveAlgorithm(frame, { A, B }, source),
    );
    if (source === 'peeling') total.peels = Math.max(total.peels, renderings);
    const different = rays.findIndex((ray, p) => !ray.grazes && ray.collides !== (collision[p] === 1));
    expect(
      different < 0 ? undefined : `${source}, ray ${different}: ${JSON.stringify(rays[different])}`,
    ).toBeUndefined();
  }
}

/** With A grown, bodies collide where they come nearer than that: what `interference` asks for. */
async function checkGrown(family: Family, seed: number): Promise<void> {
  const [A, B] = randomPair(family, seed);
  const grow = seed % 3 === 0 ? 1e-6 : 0.01 * seeded(seed)();
  const view = fitPair(A, B, { resolution: RESOLUTION, borderPx: 1, depthMargin: 0.1, whole: [A, B] });
  if (!view) return;
  // Rays on the very limit are left out.
  const rays = await readRays(machine, A, B, view);
  const sure = (ray: Ray) => !ray.grazes && Math.abs(ray.gap - grow) > 1e-7;
  total.grown += rays.filter(({ gap, collides }) => gap < grow && !collides).length;
  const { answers } = await run(extendedAlgorithm, A, B, view, grow);
  for (const [p, ray] of rays.entries())
    if (sure(ray) && answers[p] !== ANSWER.left && isCollision(answers[p]) !== ray.gap < grow)
      expect.fail(`ray ${p}: answer ${answers[p]}, ${JSON.stringify(ray)}`);
  for (const source of ['lists', 'peeling'] as const) {
    const { collision } = await machine.run(single(view), (frame) => concaveAlgorithm(frame, { A, B, grow }, source));
    const different = rays.findIndex((ray, p) => sure(ray) && ray.gap < grow !== (collision[p] === 1));
    expect(
      different < 0 ? undefined : `${source}, ray ${different}: ${JSON.stringify(rays[different])}`,
    ).toBeUndefined();
  }
}

const FAMILIES: readonly (readonly [Family, number])[] = [
  ['convex', 850],
  ['any', 800],
  ['cubes', 650],
  ['overlapping themselves', 250],
];
const BATCH = 50;

describe('every algorithm says of every ray what the z-lists say', () => {
  for (const [family, count] of FAMILIES)
    for (let first = 1; first <= count; first += BATCH)
      test(`${family}, seeds ${first} to ${first + BATCH - 1}`, async () => {
        for (let seed = first; seed < first + BATCH; seed++)
          await checkPair(family, seed).catch((cause) => {
            throw new Error(`${family}, seed ${seed}: ${cause.message}`, { cause });
          });
      });

  for (const [family] of FAMILIES)
    test(`${family}, with A grown, seeds 1 to 40`, async () => {
      for (let seed = 1; seed <= 40; seed++)
        await checkGrown(family, seed).catch((cause) => {
          throw new Error(`${family}, seed ${seed}: ${cause.message}`, { cause });
        });
    });

  test('there was something to compare', () => {
    expect(total.pairs).toBeGreaterThan(2000);
    expect(total.collisions).toBeGreaterThan(100_000);
    expect(total.left).toBeGreaterThan(1000);
    for (const pairs of total.renderings) expect(pairs).toBeGreaterThan(100);
    expect(total.grown).toBeGreaterThan(500);
    expect(total.grazing).toBeLessThan(total.rays / 1000);
  });
});
