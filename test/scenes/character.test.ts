import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { character } from '../../scenes/character.js';
import { poseAt, REACH_AT, reachAt, STEP_TIME } from '../../scenes/characterPose.js';
import { placeAt } from '../../scenes/characterScene.js';
import { boneMaps, characterSkin } from '../../scenes/characterSkin.js';
import { poseHero, skinnedMesh } from '../../scenes/characterThree.js';
import { body } from '../../src/body.js';
import { identity, transformPoint } from '../../src/math/affine.js';
import { inspect } from '../../src/mesh/inspect.js';
import { selfIntersections } from '../../src/selfIntersections.js';

const figure = character({ triangles: 2000 });
const TIMES = [0, 0.25, 0.6, 2.5, REACH_AT];

describe('the character', () => {
  test.each([1200, 2000, 20_000])('is one closed surface of %i triangles, without a hole', (triangles) => {
    const facts = inspect(character({ triangles }).mesh);
    expect(facts.triangles).toBe(triangles);
    expect(facts.diagnostics).toEqual([]);
    expect(facts.closed && facts.consistentlyOriented).toBe(true);
    expect([facts.components, facts.eulerCharacteristic]).toEqual([1, 2]);
    // A grown human: litres, and metres.
    expect(facts.signedVolume).toBeGreaterThan(0.06);
    expect(facts.signedVolume).toBeLessThan(0.1);
    expect(facts.bounds.max[1]).toBeGreaterThan(1.6);
    expect(facts.bounds.min[1]).toBeGreaterThanOrEqual(0);
  });

  test('refuses what cannot be a figure', () => {
    for (const triangles of [1198, 2001, 2000.5, Number.NaN])
      expect(() => character({ triangles })).toThrow(
        /^character: there is no figure of so many triangles \(.*\)\. Give/,
      );
  });

  test('goes with four bones per vertex at most, by weights that sum to 1 and fall', () => {
    const { skinIndices, skinWeights, bones, mesh } = figure;
    expect(skinWeights.length).toBe((4 * mesh.positions.length) / 3);
    for (let v = 0; v < skinWeights.length; v += 4) {
      const weights = [...skinWeights.subarray(v, v + 4)];
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
      expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    }
    expect(skinIndices.every((bone) => bone < bones.length)).toBe(true);
    expect(new Set(skinIndices).size).toBe(bones.length);
  });

  test('does not run through itself, at rest or on its way', async () => {
    const shapes = [figure.mesh.positions, ...TIMES.map((time) => characterSkin(figure, poseAt(time)))];
    for (const positions of shapes) {
      const { counts } = await selfIntersections(body({ positions, indices: figure.mesh.indices }));
      expect(counts).toEqual({ point: 0, edge: 0, crossing: 0, coplanar: 0 });
    }
  });

  test('is mirrored by half a double step, but for the arm that reaches', () => {
    const time = 0.2;
    expect([reachAt(time), reachAt(time + STEP_TIME / 2), reachAt(REACH_AT)]).toEqual([0, 0, 1]);
    const [now, later] = [time, time + STEP_TIME / 2].map((at) => boneMaps(figure, poseAt(at)));
    figure.bones.forEach(({ name, tail }, k) => {
      const twin = name.replace(/Left$|Right$/, (side) => (side === 'Left' ? 'Right' : 'Left'));
      const other = figure.bones.findIndex((bone) => bone.name === twin);
      const end = transformPoint(now.subarray(12 * k, 12 * k + 12), tail);
      const mirrored = transformPoint(later.subarray(12 * other, 12 * other + 12), figure.bones[other].tail);
      for (const [axis, sign] of [-1, 1, 1].entries()) expect(end[axis]).toBeCloseTo(sign * mirrored[axis], 10);
    });
  });

  test('is where three.js has it, vertex by vertex', () => {
    const hero = skinnedMesh(figure);
    for (const time of TIMES) {
      poseHero(hero, figure, poseAt(time), placeAt(time));
      hero.updateMatrixWorld(true);
      const own = characterSkin(figure, poseAt(time));
      const at = new Vector3();
      for (let v = 0; v < own.length; v += 3 * 7) {
        hero.getVertexPosition(v / 3, at).applyMatrix4(hero.matrixWorld);
        const place = transformPoint(placeAt(time), [own[v], own[v + 1], own[v + 2]]);
        for (const [k, value] of at.toArray().entries()) expect(value).toBeCloseTo(place[k], 5);
      }
    }
  });

  test('is at rest where no bone is turned', () => {
    const rotations = Float64Array.from({ length: 4 * figure.bones.length }, (_, k) => Number(k % 4 === 3));
    const maps = boneMaps(figure, { rotations, shift: [0, 0, 0] });
    for (let k = 0; k < maps.length; k++) expect(maps[k]).toBeCloseTo(identity()[k % 12], 12);
  });
});
