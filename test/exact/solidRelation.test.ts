import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { type Affine, multiply, scaling, translation } from '../../src/math/affine.js';
import { type Random, seeded } from '../../src/math/random.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { type ContactWords, expected, reported } from './support/contactsOf.js';
import { exactVolumes } from './support/exactVolumes.js';
import { tetrahedron } from './support/latticeBodies.js';
import { insideOut, joined, mapped, randomLatticeMap, shifted } from './support/latticeMaps.js';
import { recut } from './support/recut.js';
import { cube, RELATION_CASES } from './support/relationCases.js';

const machine = createCpuMachine();

const wordsFor = async (a: Mesh, b: Mesh): Promise<ContactWords> =>
  reported(await contacts(body(a), body(b), { machine }));

const swapped = (kind: string): string => kind.replace(/: [ab]$/, (inner) => (inner === ': a' ? ': b' : ': a'));

/** Far away, tiny and huge, without rounding. */
const PLACES: readonly (readonly [string, Affine])[] = [
  ['2²⁰ away', translation(2 ** 20, -(2 ** 20), 3 * 2 ** 19)],
  ['a 2²⁰th of the size, 64 away', multiply(translation(64, 64, -64), scaling(2 ** -20))],
  ['2²⁰ times as large', scaling(2 ** 20)],
  ['flat', scaling(1, 1, 2 ** -30)],
  ['thin and slanted', Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 2 ** -30, 0)],
];

describe('contacts: what solids are to each other', () => {
  it.each(RELATION_CASES)('%s: %s', async (kind, _, a, b) => {
    const wanted = expected(a, b);
    expect(wanted.kind).toBe(kind);
    expect(await wordsFor(a, b)).toEqual(wanted);
    expect((await wordsFor(b, a)).kind).toBe(swapped(kind));
    const random = seeded(7);
    for (let k = 0; k < 8; k++) {
      const map = randomLatticeMap(random);
      const [p, q] = [recut(mapped(a, map), random), recut(mapped(b, map), random)];
      expect((await wordsFor(p, q)).kind, `map ${k}`).toBe(kind);
      expect((await wordsFor(insideOut(p), q)).kind, `map ${k}, A inside out`).toBe(kind);
      expect((await wordsFor(p, insideOut(q))).kind, `map ${k}, B inside out`).toBe(kind);
    }
    for (const [where, map] of PLACES) expect(await wordsFor(mapped(a, map), mapped(b, map)), where).toEqual(wanted);
  });

  it('a shell that is turned among others that are not counts as they do', async () => {
    const parts = [cube(0, 2), shifted(cube(0, 2), [4, 0, 0])];
    const mixed = joined(parts[0], insideOut(parts[1]));
    for (const [kind, other] of [
      ['contained: b', shifted(cube(0, 1), [5, 0, 0])],
      ['touch', shifted(cube(0, 2), [6, 0, 0])],
      ['duplicate', joined(...parts)],
      ['hard', shifted(cube(0, 2), [5, 0, 0])],
    ] as const)
      expect((await wordsFor(mixed, other)).kind).toBe(kind);
  });

  it.each([
    [1 / 3, 2 / 3],
    [2 / 3, 1 / 3],
    [1 / 3, 1 / 3],
  ])('sees an edge whose faces are joined by flat ones, cut at %f and at %f of its length', async (here, there) => {
    const whole = cube(0, 12);
    for (const tip of [5, 1, 9]) {
      const inner = tetrahedron([tip, 0, 0], [tip + 2, 0, 0], [tip + 1, 1, 2], [tip + 1, 2, 1]);
      const wanted = expected(openedEdge(whole, here, there), inner, [whole, inner]);
      expect(wanted.kind).toBe('contained: b');
      expect(await wordsFor(openedEdge(whole, here, there), inner)).toEqual(wanted);
    }
  });

  it.each([
    ['alone', 9, () => []],
    ['with another shell far off', 10, () => [shifted(cube(-1, 1), [3000, -2000, 1000])]],
  ])(
    'thin tetrahedra over one face touch on its two sides, and overlap on one: 100, %s (seed %i)',
    async (_, seed, more) => {
      const random = seeded(seed);
      for (let k = 0; k < 100; k++) {
        const face = [0, 1, 2].map(() => [0, 1, 2].map(() => 8 * random() - 4));
        const lift = 2 ** -(20 + Math.floor(random() * 29));
        const [up, down, low] = [lift, -lift, lift / 2].map((height) => thin(face, height, random));
        const other = joined(up, ...more());
        for (const one of [down, low]) {
          const wanted = expected(other, one);
          expect(await wordsFor(other, one), `tetrahedra ${k}`).toEqual(wanted);
          expect((await wordsFor(insideOut(other), one)).kind, `tetrahedra ${k}, inside out`).toBe(wanted.kind);
        }
      }
    },
  );
});

/** A box whose first edge, from vertex 0 to 1, is cut at one place on the one side and at another place on the other. */
function openedEdge({ positions, indices }: Mesh, here: number, there: number): Mesh {
  const points = Array.from(positions);
  const [m, x] = [here, there].map((share) => points.push(share * positions[3], 0, 0) / 3 - 1);
  const faces: number[][] = [
    [0, x, m],
    [x, 1, m],
  ];
  for (let f = 0; f < indices.length; f += 3) {
    const face = Array.from(indices.subarray(f, f + 3));
    const apex = face.find((corner) => corner > 1)!;
    const isUp = face.some((corner, k) => corner === 0 && face[(k + 1) % 3] === 1);
    const isDown = face.some((corner, k) => corner === 1 && face[(k + 1) % 3] === 0);
    if (isUp) faces.push([0, m, apex], [m, 1, apex]);
    else if (isDown) faces.push([1, x, apex], [x, 0, apex]);
    else faces.push(face);
  }
  return mesh(points, faces.flat());
}

/** A tetrahedron of some height over a face, seen from outside: which way that is, exact volumes tell. */
function thin([p, q, r]: readonly (readonly number[])[], height: number, random: Random): Mesh {
  const [u, v] = [q.map((x, k) => x - p[k]), r.map((x, k) => x - p[k])];
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const [s, t, lift] = [0.2 + 0.3 * random(), 0.2 + 0.2 * random(), height / Math.hypot(...normal)];
  const apex = p.map((x, k) => x + s * u[k] + t * v[k] + lift * normal[k]);
  const shape = mesh([...p, ...q, ...r, ...apex], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
  return exactVolumes(shape, shape).ofA > 0n ? shape : insideOut(shape);
}
