import { describe, expect, test } from 'vitest';
import { character } from '../../scenes/character.js';
import { poseAt } from '../../scenes/characterPose.js';
import { characterRoom, ENCOUNTERS, placeAt, roomMesh } from '../../scenes/characterScene.js';
import { characterSkin } from '../../scenes/characterSkin.js';
import { body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { runExample } from './support/runExample.js';

// This is examples/threeCharacter.
describe('threeCharacter', () => {
  const run = runExample('threeCharacter');
  const frames = () => run.lines.slice(1).map((line) => line.trim().split(/ +/));

  test('runs into what is in the way, and into nothing else', () => {
    expect(frames().length).toBe(40);
    for (const [seconds, kind] of frames()) {
      const time = Number(seconds);
      // Near the ends it is a matter of a millimetre.
      const isNear = (by: number): boolean => ENCOUNTERS.some(({ from, to }) => from - by < time && time < to + by);
      if (isNear(0.02) === isNear(-0.02)) expect(kind, `after ${seconds} s`).toBe(isNear(0) ? 'hard' : 'none');
    }
  });

  test('says of a frame what is said of the same meshes, baked without three.js', async () => {
    const seconds = 5.4;
    const figure = character({ triangles: 4000 });
    const hero = body({ positions: characterSkin(figure, poseAt(seconds)), indices: figure.mesh.indices });
    hero.pose = placeAt(seconds);
    const room = body(roomMesh(characterRoom({ detail: 0.5 })));
    const [{ kind, depthAlongView, volume, point }] = (await interference([hero, room], { resolution: 128 })).pairs;
    const told = frames().find(([time]) => time === seconds.toFixed(1))!;
    expect(told[1]).toBe(kind);
    const [millimetres, cubicCentimetres, ...where] = told.slice(2).map(Number);
    expect(millimetres).toBeCloseTo(1000 * depthAlongView, 0);
    expect(cubicCentimetres / (1e6 * volume)).toBeCloseTo(1, 2);
    expect(where.length).toBe(3);
    for (const [k, metres] of where.entries()) expect(metres).toBeCloseTo(point![k], 1);
  });
});
