// Every algorithm where the hardware's rasterizer draws, against the z-lists of the CPU machine: at every pixel that lies farther from
// an edge than the hardware snaps, and where depths that are compared differ by more than it rounds them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodyState } from '../../src/body.js';
import { DEPTH_ERROR_SHARE } from '../../src/constants.js';
import { basicAlgorithm } from '../../src/detect/solids/basicAlgorithm.js';
import { concaveAlgorithm } from '../../src/detect/solids/concaveAlgorithm.js';
import { extendedAlgorithm } from '../../src/detect/solids/extendedAlgorithm.js';
import { ANSWER, isCollision } from '../../src/detect/solids/pixelAnswer.js';
import type { SolidsQuery } from '../../src/detect/solids/renderings.js';
import type { Renderings } from '../../src/detect/solids/settled.js';
import { simplifiedAlgorithm } from '../../src/detect/solids/simplifiedAlgorithm.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Frame, Machine } from '../../src/machine/machine.js';
import { single } from '../../src/view/atlas.js';
import { fitPair } from '../../src/view/fit.js';
import type { View } from '../../src/view/view.js';
import { crossings, edgeDistance } from '../support/edgeDistance.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { type Family, randomPair } from './randomPairs.js';
import { type Ray, readRays } from './readRays.js';

type Algorithm = (frame: Frame, query: SolidsQuery) => Promise<Renderings>;

/** Of how many seeds: peeling what overlaps itself takes longest, and few pairs of cubes meet. */
const FAMILIES: readonly (readonly [Family, number])[] = [
  ['convex', 13],
  ['any', 13],
  ['cubes', 40],
  ['overlapping themselves', 10],
];
const FIRST_SEED = 5001;

const total = {
  pairs: 0,
  pixels: 0,
  sure: 0,
  collisions: 0,
  left: 0,
  renderings: [0, 0, 0],
  unsureDiffer: 0,
  verdicts: 0,
};

async function run(machine: Machine, algorithm: Algorithm, A: BodyState, B: BodyState, view: View) {
  return machine.run(single(view), async (frame) => {
    const renderings = await algorithm(frame, { A, B });
    return { ...renderings, answers: Array.from(await frame.read('map')) };
  });
}

/** Pixels at which a machine that snaps by `snapPx` and rounds depths by `tie` must say what another one says. */
function surePixels(bodies: readonly BodyState[], view: View): (snapPx: number, tie: number) => boolean[] {
  const distance = edgeDistance(bodies, view);
  const least = crossings(bodies, view).map((depths) => {
    // The ends of the range count as well: what is clamped to them is there.
    const all = [...depths, 0, 1].sort((one, other) => one - other);
    return Math.min(...all.slice(1).map((depth, k) => depth - all[k]));
  });
  return (snapPx, tie) => least.map((step, p) => distance[p] > snapPx && step > tie);
}

describeGpu('every algorithm on the GPU says of every sure pixel what the z-lists say', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  async function checkPair(family: Family, seed: number): Promise<void> {
    const [A, B] = randomPair(family, seed);
    const isWhole = seed % 2 === 0;
    const resolution = isWhole ? 24 : 32;
    const view = fitPair(A, B, { resolution, borderPx: 1, depthMargin: 1e-6, whole: isWhole ? [A, B] : [A] });
    if (!view) return;
    const rays = await readRays(cpu, A, B, view);
    const sureFor = surePixels([A, B], view);
    const isSure = sureFor(gpu.snapPx, 2 * gpu.drawnDepthError);
    const isSureInLists = sureFor(1 / 128, 2 * DEPTH_ERROR_SHARE);
    total.pairs++;
    total.pixels += rays.length;
    total.sure += isSure.filter((sure) => sure).length;

    /** Where a sure pixel differs from what the rays say; and the verdict may differ only where no sure pixel decides it. */
    const compare = (name: string, sure: readonly boolean[], collides: (p: number) => boolean | undefined) => {
      let verdict = false;
      rays.forEach((ray, p) => {
        const found = collides(p);
        if (found === true) verdict = true;
        if (found === undefined || found === ray.collides) return;
        if (!sure[p]) total.unsureDiffer++;
        else expect.fail(`${name}, pixel ${p}: ${found}, ${JSON.stringify(ray)}`);
      });
      return verdict;
    };
    const checkVerdict = (name: string, sure: readonly boolean[], verdict: boolean) => {
      const truth = rays.some((ray) => ray.collides);
      total.verdicts++;
      if (verdict !== truth && rays.some((ray, p) => sure[p] && ray.collides))
        expect.fail(`${name}: ${verdict}, and sure pixels say ${truth}`);
    };

    const counting: readonly (readonly [string, Algorithm, (ray: Ray) => boolean])[] = [
      ...(family === 'convex' ? ([['basic', basicAlgorithm, () => false]] as const) : []),
      ['extended', extendedAlgorithm, (ray) => !isWhole || (ray.layers[0] > 2 && ray.upToFirst !== ray.beforeLast)],
      ['simplified', simplifiedAlgorithm, () => true],
    ];
    for (const [name, algorithm, mayBeLeft] of counting) {
      const here = await run(gpu, algorithm, A, B, view);
      const there = await run(cpu, algorithm, A, B, view);
      const isLeft = (p: number) => here.answers[p] === ANSWER.left;
      rays.forEach((ray, p) => {
        if (!isSure[p]) return;
        // Not only the same answer: from the same rendering.
        if (here.answers[p] !== there.answers[p])
          expect.fail(`${name}, pixel ${p}: ${here.answers[p]} and not ${there.answers[p]}`);
        if (isLeft(p) && !mayBeLeft(ray)) expect.fail(`${name}, pixel ${p}: left, ${JSON.stringify(ray)}`);
        if (ray.collides) total.collisions++;
      });
      const verdict = compare(name, isSure, (p) => (isLeft(p) ? undefined : isCollision(here.answers[p])));
      const leavesSome = here.answers.includes(ANSWER.left);
      if (!leavesSome || verdict) checkVerdict(name, isSure, verdict);
      // The number of renderings differs only where unsure pixels alone ask for the second.
      const needsSecond = (answer: number) =>
        answer !== ANSWER.withoutA && answer !== ANSWER.apartAfter1 && answer !== ANSWER.collisionAfter1;
      if ((here.second === undefined) !== (there.second === undefined)) {
        const one = here.second ? here.answers : there.answers;
        one.forEach((answer, p) => {
          if (isSure[p] && needsSecond(answer)) expect.fail(`${name}: renderings differ, pixel ${p} needs the second`);
        });
      }
      // What is told of the whole is told of its pixels.
      const counted = (which: number) => here.answers.filter((answer) => answer === which).length;
      expect([here.first.apart, here.first.collision]).toEqual([
        counted(ANSWER.apartAfter1),
        counted(ANSWER.collisionAfter1),
      ]);
      expect([here.second?.apart ?? 0, here.second?.collision ?? 0]).toEqual([
        counted(ANSWER.apartAfter2),
        counted(ANSWER.collisionAfter2) + counted(ANSWER.insideAfter2),
      ]);
      expect(here.first.left + (here.second?.left ?? 0)).toBe(counted(ANSWER.left));
      expect(here.second !== undefined).toBe(here.first.again > 0);
      if (name === 'extended') {
        total.left += counted(ANSWER.left);
        total.renderings[leavesSome ? 2 : here.second ? 1 : 0]++;
      }
    }
    for (const source of ['lists', 'peeling'] as const) {
      const sure = source === 'lists' ? isSureInLists : isSure;
      const { collision } = await gpu.run(single(view), (frame) => concaveAlgorithm(frame, { A, B }, source));
      checkVerdict(
        source,
        sure,
        compare(source, sure, (p) => collision[p] === 1),
      );
    }
  }

  for (const [family, count] of FAMILIES)
    test(`${family}, seeds ${FIRST_SEED} to ${FIRST_SEED + count - 1}`, async () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed++)
        await checkPair(family, seed).catch((cause) => {
          throw new Error(`${family}, seed ${seed}: ${cause.message}`, { cause });
        });
    });

  test('there was something to compare, and most pixels were sure', () => {
    expect(total.pairs).toBeGreaterThanOrEqual(40);
    expect(total.sure).toBeGreaterThan(total.pixels / 2);
    expect(total.collisions).toBeGreaterThan(5_000);
    expect(total.left).toBeGreaterThan(50);
    for (const pairs of total.renderings) expect(pairs).toBeGreaterThan(2);
  });
});
