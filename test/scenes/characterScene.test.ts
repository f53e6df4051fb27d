import { describe, expect, test } from 'vitest';
import { character } from '../../scenes/character.js';
import { poseAt } from '../../scenes/characterPose.js';
import { characterRoom, ENCOUNTERS, LAP_TIME, placeAt, roomMesh } from '../../scenes/characterScene.js';
import { characterSkin } from '../../scenes/characterSkin.js';
import { body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { interference } from '../../src/interference.js';
import { inspect } from '../../src/mesh/inspect.js';
import { faceCount } from '../../src/mesh/mesh.js';

const figure = character({ triangles: 2000 });
const parts = characterRoom({ detail: 0.5 });
const bodies = parts.map(({ name, mesh, pose }) => body(mesh, { name, pose }));
const hero = body(figure.mesh, { name: 'hero' });

function goTo(seconds: number): void {
  hero.update(characterSkin(figure, poseAt(seconds)));
  hero.pose = placeAt(seconds);
}

describe("the character's room", () => {
  test('is of closed solids that do not touch each other', async () => {
    const facts = inspect(roomMesh(parts));
    expect(facts.diagnostics).toEqual([]);
    expect([facts.closed, facts.components]).toEqual([true, parts.length]);
    expect((await interference(bodies, { resolution: 64, precision: 'exact' })).pairs).toEqual([]);
  });

  test('has as many triangles as it says', () => {
    expect(faceCount(roomMesh(characterRoom()))).toBe(38_760);
  });

  test('is in the way when and where it says, exactly, and nowhere else', async () => {
    const step = 0.1;
    for (let seconds = 0; seconds < LAP_TIME; seconds += step) {
      goTo(seconds);
      const { pairs } = await interference([hero, ...bodies], {
        ...{ resolution: 32, precision: 'exact', between: (a) => a === 0 },
      });
      const met = ENCOUNTERS.find(({ from, to }) => from - 0.05 < seconds && seconds < to + 0.05);
      const isSure = met && met.from + 0.05 < seconds && seconds < met.to - 0.05;
      for (const { b, kind } of pairs) {
        expect(met?.parts, `${b} after ${seconds.toFixed(2)} s`).toContain(b);
        expect(kind).toBe('hard');
      }
      if (isSure) expect(pairs.length, `after ${seconds.toFixed(2)} s`).toBeGreaterThan(0);
    }
  });

  test('as one body gives the answers of its parts', async () => {
    const room = body(roomMesh(parts), { name: 'room' });
    for (const [seconds, kind] of [
      [0.3, 'none'],
      [3.3, 'hard'],
      [5.4, 'hard'],
      [6.5, 'none'],
    ] as const) {
      goTo(seconds);
      expect((await contacts(hero, room)).kind).toBe(kind);
    }
  });
});
