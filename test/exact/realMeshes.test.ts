import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';
import { BUMPY_CONTACTS, bumpyPair } from '../../scenes/bumpyPair.js';
import { type Body, body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { type WorldMesh, worldMesh } from '../../src/exact/worldMesh.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { GENERATED_SHAPES } from '../oracle/generatedShapes.js';
import { place, type Shape } from '../oracle/placements.js';
import { realShapes } from '../oracle/realShapes.js';
import { trianglesOf } from './support/facesThatMeet.js';
import { trianglesMeet } from './support/trianglesMeet.js';

const machine = createCpuMachine();

/** The faces of two surfaces that meet by three-mesh-bvh, in f64, as `a b`. */
function facesByBvh(a: WorldMesh, b: WorldMesh): Set<string> {
  const [one, other] = [a, b].map(({ positions, indices }) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(indices, 1));
    return new MeshBVH(geometry, { indirect: true }); // the order of faces stays
  });
  const found = new Set<string>();
  one.bvhcast(other, new Matrix4(), {
    intersectsTriangles(p, q, i, j) {
      if (p.intersectsTriangle(q)) found.add(`${one.resolveTriangleIndex(i)} ${other.resolveTriangleIndex(j)}`);
      return false;
    },
  });
  return found;
}

/** Where the two differ, exact arithmetic must side with the verb. How often it had to. */
async function compare(a: Body, b: Body, what: string): Promise<{ met: number; settled: string[] }> {
  const [p, q] = [worldMesh(a), worldMesh(b)];
  const { contacts: met, kind, curves } = await contacts(a, b, { machine });
  const found = new Set(met.a.map((face, k) => `${face} ${met.b[k]}`));
  const byBvh = facesByBvh(p, q);
  const differ = [...[...found].filter((pair) => !byBvh.has(pair)), ...[...byBvh].filter((pair) => !found.has(pair))];
  const [ofA, ofB] = differ.length > 0 ? [trianglesOf(p), trianglesOf(q)] : [[], []];
  for (const pair of differ) {
    const [i, j] = pair.split(' ').map(Number);
    expect(found.has(pair), `${what}: faces ${pair}`).toBe(trianglesMeet(ofA[i], ofB[j]));
  }
  expect(
    met.kinds.every((one) => one === 'crossing'),
    what,
  ).toBe(true);
  expect(
    curves.every(({ closed }) => closed),
    what,
  ).toBe(true);
  if (found.size > 0) expect(kind, what).toBe('hard');
  return { met: found.size, settled: differ };
}

/** Placements of all manners, with poses in f64; and baked into f32, each third one. */
async function compareAll(shapes: readonly Shape[], count: number): Promise<void> {
  const settled: string[] = [];
  let [placements, pairs] = [0, 0];
  for (let seed = 1; seed <= count; seed++) {
    const { a, b, manner, posed } = place(seed, shapes);
    const [one, other] = [a, b].map(({ mesh, pose, baked }) => (posed ? body(baked) : body(mesh, { pose })));
    const what = `seed ${seed}, ${a.name} and ${b.name}, ${manner}`;
    const outcome = await compare(one, other, what);
    pairs += outcome.met;
    placements += outcome.met > 0 ? 1 : 0;
    settled.push(...outcome.settled.map((faces) => `${what}: ${faces}`));
  }
  console.info(
    `${pairs} pairs of faces in ${placements} of ${count} placements; three-mesh-bvh was wrong ${settled.length} times`,
  );
  expect(placements).toBeGreaterThan(0.4 * count);
}

const BUMPY: readonly Shape[] = [16, 24, 40].flatMap((segments) =>
  [3, 7].map((frequency) => ({
    name: `bumpySphere ${segments} ${frequency}`,
    mesh: bumpySphere({ segments, frequency }),
  })),
);

describe('contacts against three-mesh-bvh', () => {
  it('500 placements of generated solids and bumpy spheres (seeds 1 to 500)', () =>
    compareAll([...GENERATED_SHAPES, ...BUMPY], 500));

  const models = realShapes();
  it.skipIf(!models)(`500 placements of ${models?.length ?? 'real'} models (seeds 1 to 500)`, () =>
    compareAll(models!, 500),
  );

  it.each(BUMPY_CONTACTS.map(({ dx }, k) => [[164, 276, 1168, 3680][k], dx] as const))(
    '%i pairs of the bumpy spheres with 160,800 faces at %f',
    async (count, dx) => {
      const pair = bumpyPair(200, dx);
      const { met, settled } = await compare(...pair, `dx ${dx}`);
      expect(met).toBe(count);
      expect(settled).toEqual([]);
    },
  );
});
