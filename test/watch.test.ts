import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../src/body.js';
import { contacts } from '../src/contacts.js';
import { isSolid } from '../src/detect/exact/detectContacts.js';
import { toParty } from '../src/detect/toParty.js';
import { CROSSING } from '../src/exact/contact/contactKind.js';
import { meetingFaces } from '../src/exact/contact/meetingFaces.js';
import { solidRelation } from '../src/exact/solid/solidRelation.js';
import { type WorldMesh, worldMesh } from '../src/exact/worldMesh.js';
import type { Machine } from '../src/machine/machine.js';
import { open } from '../src/machine/open.js';
import { type Box, boundsOf } from '../src/math/box.js';
import { seeded } from '../src/math/random.js';
import { type WatchAnswer, watch } from '../src/watch.js';
import { ODD_MOTIONS } from './support/oddMotions.js';
import { MOTIONS } from './support/watchMotions.js';

/** With 22 kinds of motion: 26,400 questions. */
const RUNS = 6;
const STEPS = 200;
const SEED = 40;

let machine: Machine;
beforeAll(async () => {
  machine = await open({ backend: 'cpu' });
});
afterAll(() => machine.close());

/** What every face against every face tells, but for those that coordinates alone show apart. */
function everyFace(a: Body, b: Body): string {
  const parties = [toParty(a, 0), toParty(b, 1)] as const;
  const [p, q] = parties.map((party) => worldMesh(party.body));
  const [boxesA, boxesB] = [boxesOf(p), boxesOf(q)];
  const pairs = boxesA.flatMap((box, f) => boxesB.flatMap((other, g) => (isApart(box, other) ? [] : [[f, g]])));
  const met = meetingFaces(p, q, {
    a: Uint32Array.from(pairs, ([f]) => f),
    b: Uint32Array.from(pairs, ([, g]) => g),
  });
  if (parties.every(isSolid)) return said(solidRelation(p, q, met));
  return met.kinds.includes(CROSSING) ? 'hard' : met.kinds.length > 0 ? 'touch' : 'none';
}

const boxesOf = ({ positions, indices }: WorldMesh): Box[] =>
  Array.from({ length: indices.length / 3 }, (_, f) => boundsOf(positions, indices.subarray(3 * f, 3 * f + 3)));

const isApart = ({ min, max }: Box, { min: low, max: high }: Box): boolean =>
  min[0] > high[0] || max[0] < low[0] || min[1] > high[1] || max[1] < low[1] || min[2] > high[2] || max[2] < low[2];

const said = ({ kind, inner }: Pick<WatchAnswer, 'kind' | 'inner'>): string => (inner ? `${kind} ${inner}` : kind);

describe('watch', () => {
  for (const { name, begin } of [...MOTIONS, ...ODD_MOTIONS])
    it(`says at every step what every face against every face says: ${name} (seed ${SEED})`, async () => {
      const random = seeded(SEED);
      for (let run = 0; run < RUNS; run++) {
        const { a, b, move } = begin(random);
        const pair = watch(a, b, { machine });
        for (let step = 0; step < STEPS; step++) {
          const truth = everyFace(a, b);
          const answer = await pair.ask();
          expect(said(answer), `run ${run}, step ${step}, ${answer.from}`).toBe(truth);
          if (step % 20 === 0) expect(said(await contacts(a, b, { machine }))).toBe(truth);
          move();
        }
      }
    });
});
