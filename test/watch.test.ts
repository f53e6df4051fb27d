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
import { seeded } from '../src/math/random.js';
import { type WatchAnswer, watch } from '../src/watch.js';
import { ODD_MOTIONS } from './support/oddMotions.js';
import { MOTIONS } from './support/watchMotions.js';

/** With 22 kinds of motion: 17,600 questions. */
const RUNS = 4;
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
  const met = meetingFaces(p, q, facesWithBoxesThatMeet(p, q));
  if (parties.every(isSolid)) return said(solidRelation(p, q, met));
  return met.kinds.includes(CROSSING) ? 'hard' : met.kinds.length > 0 ? 'touch' : 'none';
}

function facesWithBoxesThatMeet(p: WorldMesh, q: WorldMesh): { a: Uint32Array; b: Uint32Array } {
  const [boxesA, boxesB] = [boxesOf(p), boxesOf(q)];
  const a: number[] = [];
  const b: number[] = [];
  for (let i = 0; i < boxesA.length; i += 6)
    for (let j = 0; j < boxesB.length; j += 6) {
      if (boxesA[i] > boxesB[j + 3] || boxesA[i + 3] < boxesB[j]) continue;
      if (boxesA[i + 1] > boxesB[j + 4] || boxesA[i + 4] < boxesB[j + 1]) continue;
      if (boxesA[i + 2] > boxesB[j + 5] || boxesA[i + 5] < boxesB[j + 2]) continue;
      a.push(i / 6);
      b.push(j / 6);
    }
  return { a: Uint32Array.from(a), b: Uint32Array.from(b) };
}

/** Six numbers a face: the least of its coordinates, then the largest. */
function boxesOf({ positions, indices }: WorldMesh): Float64Array {
  const boxes = new Float64Array(2 * indices.length);
  for (let side = 0; side < indices.length; side += 3)
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * indices[side] + k];
      const y = positions[3 * indices[side + 1] + k];
      const z = positions[3 * indices[side + 2] + k];
      boxes[2 * side + k] = Math.min(x, y, z);
      boxes[2 * side + 3 + k] = Math.max(x, y, z);
    }
  return boxes;
}

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
          // Comparing first keeps the matcher out of the loop.
          if (said(answer) !== truth) expect(said(answer), `run ${run}, step ${step}, ${answer.from}`).toBe(truth);
          if (step % 20 === 0) expect(said(await contacts(a, b, { machine }))).toBe(truth);
          move();
        }
      }
    });
});
