import { describe, expect, it } from 'vitest';
import { SOLIDS } from '../../scenes/solids.js';
import { type Random, seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { withoutRepeats } from '../../src/mesh/withoutRepeats.js';
import { pick } from '../support/randomPose.js';

const cube = box({ size: 2 });
const faceOf = ({ indices }: Mesh, f: number): number[] => Array.from(indices.slice(3 * f, 3 * f + 3));
const facesOf = (shape: Mesh): number[][] =>
  Array.from({ length: shape.indices.length / 3 }, (_, f) => faceOf(shape, f));
const withFaces = ({ positions, indices }: Mesh, ...more: readonly number[][]): Mesh =>
  mesh(positions, [...indices, ...more.flat()]);
const isPoint = ([a, b, c]: readonly number[]): boolean => a === b && b === c;

/** Every face on vertices of its own. */
const soup = ({ positions, indices }: Mesh): Mesh =>
  mesh(Array.from(indices).flatMap((v) => Array.from(positions.slice(3 * v, 3 * v + 3))));

/** The same face, begun at another corner. */
const rolled = ([a, b, c]: readonly number[], by: number): number[] =>
  [[a, b, c], [b, c, a], [c, a, b]][by]; // biome-ignore format: one line

/** The faces that have, in the same direction, the corners of an earlier one; all pairs are compared, by place. */
function repeatsByAll(shape: Mesh): number[] {
  const place = (v: number) => Array.from(shape.positions.slice(3 * v, 3 * v + 3), (c) => c + 0).join();
  const ways = facesOf(shape).map((face) => [0, 1, 2].map((by) => rolled(face, by).map(place).join(' ')));
  return ways.flatMap((way, f) => (ways.slice(0, f).some((earlier) => earlier.includes(way[0])) ? [f] : []));
}

describe('withoutRepeats', () => {
  it.each(SOLIDS.map(({ name, coarse }) => [name, coarse] as const))('a %s comes back itself', (_, shape) => {
    expect(withoutRepeats(shape)).toBe(shape);
  });

  it('a face given again becomes a point, wherever it begins, and the mesh is closed again', () => {
    for (let f = 0; f < 12; f++)
      for (const by of [0, 1, 2]) {
        const twice = withFaces(cube, rolled(faceOf(cube, f), by));
        expect(inspect(twice).closed).toBe(false);
        const once = withoutRepeats(twice);
        expect(facesOf(once).slice(0, 12)).toEqual(facesOf(cube));
        expect(facesOf(once)[12]).toSatisfy(isPoint);
        expect(once.positions).toBe(twice.positions);
        expect(inspect(once)).toMatchObject({ closed: true, signedVolume: 8, duplicateFaces: [] });
      }
  });

  it('of a face given four times the first one stays', () => {
    const again = withFaces(cube, faceOf(cube, 3), rolled(faceOf(cube, 3), 1), [0, 0, 0], faceOf(cube, 3));
    expect(facesOf(withoutRepeats(again)).map(isPoint)).toEqual([...Array(12).fill(false), true, true, true, true]);
  });

  it('faces keep their numbers where the repeated ones stand amid others', () => {
    const [one, other] = [faceOf(cube, 0), faceOf(cube, 7)];
    const indices = [...one, ...other, ...rolled(one, 2), ...faceOf(cube, 5), ...rolled(other, 1), ...faceOf(cube, 6)];
    const once = withoutRepeats(mesh(cube.positions, indices));
    expect(facesOf(once).map((face) => (isPoint(face) ? 'point' : face))).toEqual([
      one,
      other,
      'point',
      faceOf(cube, 5),
      'point',
      faceOf(cube, 6),
    ]);
  });

  it('the mesh given is left as it was', () => {
    const twice = withFaces(cube, faceOf(cube, 0), faceOf(cube, 1));
    const before = twice.indices.slice();
    expect(withoutRepeats(twice).indices).not.toEqual(before);
    expect(twice.indices).toEqual(before);
  });

  it('a face and its reverse both stay, and several of them once each way', () => {
    const face = faceOf(cube, 4);
    const reverse = face.toReversed();
    const both = withFaces(cube, reverse);
    expect(withoutRepeats(both).indices).toEqual(both.indices);
    const many = withFaces(cube, reverse, face, rolled(reverse, 1), rolled(face, 1));
    expect(facesOf(withoutRepeats(many)).slice(11).map(isPoint)).toEqual([false, false, true, true, true]);
  });

  it('a surface with two sides stays', () => {
    const sheet = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 2, 1, 0]);
    expect(withoutRepeats(sheet)).toEqual(sheet);
  });

  it('vertices of one place count as one, 0 and -0 alike', () => {
    const twice = soup(withFaces(cube, faceOf(cube, 2)));
    expect(facesOf(withoutRepeats(twice)).map(isPoint)).toEqual([...Array(12).fill(false), true]);
    expect(inspect(withoutRepeats(twice)).closed).toBe(true);
    const zeros = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, -0, 0, -0, 1, -0, 0, 0, 1, 0]);
    expect(facesOf(withoutRepeats(zeros)).map(isPoint)).toEqual([false, true]);
    const apart = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e-15, 1, 0, 0, 0, 1, 0]);
    expect(withoutRepeats(apart)).toBe(apart);
  });

  it('a mesh without faces comes back itself', () => {
    const nothing: Mesh = { positions: new Float64Array(0), indices: new Uint32Array(0) };
    expect(withoutRepeats(nothing)).toBe(nothing);
  });

  for (let seed = 1; seed <= 3; seed++)
    it(`random faces on a few vertices, some of one place: as comparing all of them tells (seed ${seed})`, () => {
      const random: Random = seeded(seed);
      let repeats = 0;
      for (let round = 0; round < 200; round++) {
        const places = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: one line
        const positions = [...places, pick(random, places), pick(random, places)].flat();
        const faces: number[][] = [];
        while (faces.length < 15) {
          const face = [0, 1, 2].map(() => Math.floor(6 * random()));
          const corners = new Set(face.map((v) => positions.slice(3 * v, 3 * v + 3).join()));
          if (corners.size === 3) faces.push(face);
        }
        const shape = mesh(positions, faces.flat());
        const expected = repeatsByAll(shape);
        const once = withoutRepeats(shape);
        repeats += expected.length;
        expect(facesOf(once).flatMap((face, f) => (isPoint(face) ? [f] : []))).toEqual(expected);
        for (let f = 0; f < 15; f++) if (!expected.includes(f)) expect(faceOf(once, f)).toEqual(faces[f]);
      }
      expect(repeats).toBeGreaterThan(300);
    });
});
