import { describe, expect, it } from 'vitest';
import { bumpyPair } from '../scenes/bumpyPair.js';
import { type Body, body } from '../src/body.js';
import { collisions } from '../src/collisions.js';
import { contacts } from '../src/contacts.js';
import { gap } from '../src/gap.js';
import { interference } from '../src/interference.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../src/machine/machine.js';
import { multiply, rotation, scaling, translation } from '../src/math/affine.js';
import { seeded } from '../src/math/random.js';
import { bumpySphere } from '../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { torusKnot } from '../src/mesh/shapes/torusKnot.js';
import { randomRigid } from './support/randomPose.js';

// A machine learns of a body that is drawn again where its faces lie, and leaves out those that do not show. That must not be seen.

/** How often a question is asked: the first time nothing is known of the bodies. */
const TIMES = 5;

/** All that was found, without how long it took. */
const told = (found: unknown): string =>
  JSON.stringify(found, (key, value) => {
    if (key === 'timings' || key.endsWith('Ms')) return undefined;
    return ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value;
  });

type Ask = (bodies: readonly [Body, Body], machine: Machine) => Promise<unknown>;

const QUESTIONS: Readonly<Record<string, Ask>> = {
  'what overlaps, along rays': (bodies, machine) => interference(bodies, { resolution: 96, machine }),
  'what overlaps, from three sides': (bodies, machine) => interference(bodies, { resolution: 48, views: 3, machine }),
  'what overlaps, exactly': (bodies, machine) => interference(bodies, { resolution: 64, precision: 'exact', machine }),
  'what overlaps, by counting': (bodies, machine) =>
    interference(bodies, { resolution: 64, method: 'solids', machine }),
  'yes or no': (bodies, machine) => collisions(bodies, { machine }),
  'which faces meet': (bodies, machine) => contacts(...bodies, { machine }),
  'how far apart': (bodies, machine) => gap(...bodies, { resolution: 64, machine }),
};

const small = (x: number, y: number, z: number, radius = 0.08): Body =>
  body(icoSphere({ radius, subdivisions: 3 }), { name: 'small', pose: translation(x, y, z) });

const PAIRS: Readonly<Record<string, () => [Body, Body]>> = {
  'a shallow contact': () => bumpyPair(30, 2.05),
  'a deep contact': () => bumpyPair(30, 0.5),
  'a small one in the wall of a large one': () => [body(bumpySphere({ segments: 50 })), small(0.7, 0.6, 0.5)],
  'a small one within a large one': () => [body(bumpySphere({ segments: 50 })), small(0.3, 0.2, 0.1)],
  'a tiny one, to which the large one is out of range': () => [
    body(bumpySphere({ segments: 50 }), { pose: scaling(40) }),
    small(28, 24, 20, 0.1),
  ],
  'a mirrored knot through a sphere': () => [
    body(torusKnot(), { pose: multiply(rotation([1, 2, 3], 0.7), scaling(0.6, -0.7, 0.8)) }),
    body(icoSphere({ subdivisions: 4 }), { pose: translation(0.3, 0.2, 0.4) }),
  ],
};

describe.each(['wasm', 'plain'] as const)('asked again, %s loops answer the same', (loops) => {
  const machine = createCpuMachine({ loops });
  for (const [pair, make] of Object.entries(PAIRS))
    for (const [question, ask] of Object.entries(QUESTIONS))
      it(`${question}: ${pair}`, async () => {
        const bodies = make();
        const first = told(await ask(bodies, machine));
        for (let time = 1; time < TIMES; time++)
          expect(told(await ask(bodies, machine)) === first, `${time}`).toBe(true);
      });
});

describe('a body that was drawn often', () => {
  const machine = createCpuMachine();
  const questions = Object.entries(QUESTIONS).filter(([name]) => name !== 'how far apart');

  it.each(questions)('may move: %s (seed 91)', async (_, ask) => {
    const random = seeded(91);
    const large = bumpySphere({ segments: 40 });
    const [still, moving] = [body(large), small(0, 0, 0, 0.2)];
    for (let k = 0; k < 30; k++) {
      still.pose = randomRigid(random, 0.2);
      moving.pose = multiply(
        translation(2.2 * (random() - 0.5), 2.2 * (random() - 0.5), random() - 0.5),
        scaling(1 + random()),
      );
      const fresh = [
        body(large, { pose: still.pose }),
        body(moving.mesh, { name: 'small', pose: moving.pose }),
      ] as const;
      expect(told(await ask([still, moving], machine)) === told(await ask(fresh, machine)), `pose ${k}`).toBe(true);
    }
  });

  it.each(questions)('may deform, in its own arrays too: %s', async (_, ask) => {
    const { positions: given, indices } = bumpySphere({ segments: 30 });
    const positions = Float64Array.from(given);
    const [deforming, other] = [body({ positions, indices }), small(0.8, 0.5, 0.4, 0.3)];
    for (let k = 0; k < 4; k++) {
      for (let time = 0; time < TIMES; time++) await ask([deforming, other], machine);
      for (let i = 0; i < positions.length; i += 3) positions[i] += 0.4 * Math.sin(3 * positions[i + 1] + k);
      deforming.update(positions);
      const fresh = body({ positions: positions.slice(), indices });
      expect(told(await ask([deforming, other], machine)) === told(await ask([fresh, other], machine)), `${k}`).toBe(
        true,
      );
    }
  });

  it.each(questions)('may be turned in its own arrays while a question waits: %s', async (_, ask) => {
    const { positions: given, indices } = icoSphere({ subdivisions: 4 });
    const positions = Float64Array.from(given);
    const [turning, other] = [body({ positions, indices }), small(1, 0, 0)];
    for (let time = 0; time < TIMES; time++) await ask([turning, other], machine);
    const waiting = ask([turning, other], machine);
    for (let i = 0; i < positions.length; i += 3) {
      positions[i] *= -1;
      positions[i + 1] *= -1;
    }
    turning.update(positions);
    // The sphere looks the same from behind.
    const kinds = (found: unknown) => JSON.stringify(found).match(/"kind":"[a-z]+"/g);
    expect(kinds(await waiting)).toEqual(kinds(await ask([turning, other], machine)));
  });
});
