import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { spreadAbout } from '../../src/detect/solids/faceSpread.js';
import { facetsOf, refineProjection } from '../../src/detect/solids/refineProjection.js';
import { seenFaces } from '../../src/detect/solids/seenFaces.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { initialDirection } from '../../src/view/wallDirection.js';
import { readStl } from '../support/readStl.js';
import { angleDeg, viewAlong } from './projectionScenes.js';

const folder = new URL('../../../shared/models/dental/', import.meta.url);

if (!existsSync(folder)) {
  it.skip('teeth: skipped, the folder ../shared/models/dental is not beside the repository', () => {});
} else
  describe('the projection of neighbouring and opposing teeth', () => {
    const cpu = createCpuMachine();
    const tooth = (file: string, lift = 0) =>
      body(readStl(new URL(`bp3d_${file}.stl`, folder)), { pose: translation(0, 0, lift) });
    const upper6 = tooth('FMA55698_UR6-first-molar');
    const upper7 = tooth('FMA55697_UR7-second-molar');
    const lower6 = tooth('FMA55705_LR6-first-molar');
    const lower7 = tooth('FMA55706_LR7-second-molar');
    const raised7 = tooth('FMA55706_LR7-second-molar', 1);
    // What the root mean square angle between the zone's faces and the direction falls to, at most: measured, and a little.
    const pairs: [string, Body, Body, from: number, to: number][] = [
      ['second molars, 0.5 mm apart', upper7, lower7, 46, 22],
      ['second molars, the lower one raised by 1 mm', upper7, raised7, 39, 29],
      ['upper neighbours', upper6, upper7, 28, 16],
      ['lower neighbours', lower6, lower7, 32, 22],
    ];
    it.each(pairs)('comes nearer to the faces: %s', async (_, a, b, from, to) => {
      const look = async (direction: Vec3) => {
        const view = viewAlong(a, b, direction, 256);
        const seen = await seenFaces(cpu, a, b, view);
        const facets = [...facetsOf(a, seen.a, view), ...facetsOf(b, seen.b, view)];
        return { before: spreadAbout(facets, direction).rmsDeg, ...(await refineProjection(cpu, a, b, view)) };
      };
      const first = await look(initialDirection(a, b).direction);
      expect(first.before).toBeGreaterThan(from);
      expect(first.spreadDeg).toBeLessThan(to);
      // Seen along the new direction there is more to see, and it lies about as well: a step more turns by a fraction of the spread.
      const second = await look(first.direction);
      const third = await look(second.direction);
      expect(second.before).toBeLessThan(first.before - 5);
      expect(angleDeg(third.direction, second.direction)).toBeLessThan(second.spreadDeg / 3);
    });
  });
