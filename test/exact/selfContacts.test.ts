import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { CONTACT_KINDS } from '../../src/exact/contact/contactKind.js';
import { selfContacts } from '../../src/exact/contact/selfContacts.js';
import { type WorldMesh, worldMesh } from '../../src/exact/worldMesh.js';
import { multiply, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import type { FaceContact } from './support/facesThatMeet.js';
import { selfMeetingsBothWays } from './support/selfMeetings.js';
import {
  anyMesh,
  crumpled,
  denseSoup,
  foldedGrid,
  latticeSoup,
  shuffled,
  takenApart,
  twoInOne,
} from './support/selfMeshes.js';

const KINDS: [name: string, make: (random: Random) => Mesh, count: number, seed: number][] = [
  ['triangles on a few points', latticeSoup, 1500, 11],
  ['closed surfaces on any points', crumpled, 800, 12],
  ['two solids in one mesh', twoInOne, 600, 13],
  ['grids folded over themselves', foldedGrid, 300, 14],
  ['many small triangles', denseSoup, 40, 15],
];

/** What is found, in the words of the oracle. */
function found(shape: WorldMesh, neighbours = false): FaceContact[] {
  const { a, b, kinds } = selfContacts(shape, neighbours);
  return Array.from(a, (face, k) => ({
    a: face,
    b: b[k],
    contact: CONTACT_KINDS[kinds[k]] as FaceContact['contact'],
  }));
}

const world = (shape: Mesh): WorldMesh => worldMesh(body(shape));

describe('selfContacts is as comparing every face with every other', () => {
  for (const [name, make, count, seed] of KINDS)
    it(`${name}, without neighbours and with them (${count}, seed ${seed})`, () => {
      const random = seeded(seed);
      const seen = { apart: new Set<string>(), all: new Set<string>() };
      for (let k = 0; k < count; k++) {
        const shape = make(random);
        const expected = selfMeetingsBothWays(shape);
        for (const which of ['apart', 'all'] as const) {
          expect(found(world(shape), which === 'all'), `mesh ${k}`).toEqual(expected[which]);
          for (const { contact } of expected[which]) seen[which].add(contact);
        }
      }
      for (const kinds of [seen.apart, seen.all])
        expect([...kinds].sort()).toEqual(['coplanar', 'crossing', 'edge', 'point']);
    });

  it('coordinates that are rounded (150, seed 21)', () => {
    const random = seeded(21);
    for (let k = 0; k < 150; k++) {
      const away = (): number => 10 ** (6 * random() - 3);
      const pose = multiply(translation(away(), away(), away()), randomRotation(random));
      const shape = worldMesh(body(anyMesh(random), { pose }));
      const { apart, all } = selfMeetingsBothWays(shape);
      expect([found(shape), found(shape, true)], `mesh ${k}`).toEqual([apart, all]);
    }
  });
});

describe('selfContacts', () => {
  it('does not depend on how vertices are shared, nor on the order of faces (200, seed 31)', () => {
    const random = seeded(31);
    for (let k = 0; k < 200; k++) {
      const shape = anyMesh(random);
      const order = shuffled(random, shape.indices.length / 3);
      const expected = found(world(shape), true).map(({ a, b, contact }) => {
        const [p, q] = [order.indexOf(a), order.indexOf(b)];
        return { a: Math.min(p, q), b: Math.max(p, q), contact };
      });
      expect(found(world(takenApart(shape, order)), true), `mesh ${k}`).toEqual(
        expected.sort((s, t) => s.a - t.a || s.b - t.b),
      );
    }
  });

  it('leaves out faces without area', () => {
    const needle = [1, 1, -1, 1, 1, 1, 1, 1, 0];
    const point = [1, 1, 0, 1, 1, 0, 1, 1, 0];
    const face = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    for (const neighbours of [false, true])
      expect(found(world(mesh([...face, ...needle, ...point])), neighbours)).toEqual([]);
    expect(found(world(mesh([...needle, ...needle])))).toEqual([]);
  });

  it('takes -0 for 0', () => {
    const shape = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, -0, -0, -0, -1, 0, 0, 0, -1, 0]);
    expect(found(world(shape))).toEqual([]);
  });

  it('of faces that share a corner tells those that meet beyond it, where asked', () => {
    // Through each other beyond the corner; side by side; one on the other; along an edge that is longer in one of them.
    const first = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const others: [corners: number[], contact?: FaceContact['contact']][] = [
      [[0, 0, 0, 2, 2, 1, 2, 2, -1], 'crossing'],
      [[0, 0, 0, 2, 2, 1, 2, 2, 3]],
      [[0, 0, 0, -2, -2, 1, -2, -2, -1]],
      [[0, 0, 0, 1, 2, 0, 2, 1, 0], 'coplanar'],
      [[0, 0, 0, -1, -2, 0, -2, -1, 0]],
      [[0, 0, 0, 2, 0, 0, 0, 0, 2], 'edge'],
      [[0, 0, 0, -2, 0, 0, 0, 0, 2]],
      [[0, 0, 0, 4, 0, 0, 0, 0, 2]],
      [[0, 0, 0, 4, 0, 0, 0, -4, 0]],
      [[0, 0, 0, 4, 0, 0, 1, 1, 0], 'coplanar'],
      [[4, 0, 0, 0, 0, 0, 0, 4, 0], 'coplanar'],
    ];
    for (const [corners, contact] of others) {
      const shape = world(mesh([...first, ...corners]));
      expect(found(shape, true), String(corners)).toEqual(contact ? [{ a: 0, b: 1, contact }] : []);
      expect(found(shape)).toEqual([]);
    }
  });
});
