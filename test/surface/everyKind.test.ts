import { describe, expect, test } from 'vitest';
import { SURFACE_SOLIDS } from '../../scenes/surfaceSolids.js';
import { body, worldBounds } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import { center, extent, inflateBox } from '../../src/math/box.js';
import { seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import { box } from '../../src/mesh/shapes/box.js';
import { tessellated } from '../../src/surface/tessellated.js';
import { fitView } from '../../src/view/fit.js';
import { listsOf } from '../support/lists.js';
import { randomRigid } from '../support/randomPose.js';
import { awayFromSilhouettes } from './support/awayFromSilhouettes.js';

const machine = createCpuMachine();

describe('a solid that is no mesh', () => {
  for (const { name, make, volume, isCreased } of SURFACE_SOLIDS) {
    if (volume !== undefined)
      test(`has the volume of its closed form: ${name}`, async () => {
        const surface = make();
        const outer = inflateBox(surface.bounds, 0.1);
        const around = body(box({ size: extent(outer) }), { name: 'around', pose: translation(...center(outer)) });
        const solid = body(surface, { name });
        const { pairs, diagnostics } = await interference([solid, around], { machine, resolution: 512 });
        expect(diagnostics).toEqual([]);
        expect(pairs).toHaveLength(1);
        expect(pairs[0]).toMatchObject({ kind: 'contained', inner: 'a' });
        expect(Math.abs(pairs[0].volume - volume)).toBeLessThanOrEqual(pairs[0].volumeError);
        expect(Math.abs(pairs[0].volume / volume - 1)).toBeLessThan(1e-3);
      });

    test(`is met where its own tessellation is, away from silhouettes, seed 1: ${name}`, async () => {
      const surface = make();
      const size = Math.max(...extent(surface.bounds));
      const { mesh, chordError, patchOf } = tessellated(surface, size / 200);
      expect(chordError).toBeLessThanOrEqual(size / (isCreased ? 32 : 195));
      expect(inspect(mesh)).toMatchObject({ closed: true, flippedEdgeCount: 0 });
      expect(patchOf).toHaveLength(mesh.indices.length / 3);
      const random = seeded(1);
      let compared = 0;
      for (let turn = 0; turn < 2; turn++) {
        const pose = randomRigid(random, 1);
        const [solid, faces] = [body(surface, { pose }), body(mesh, { pose })];
        const view = fitView(worldBounds(solid), { direction: [0, 0, 1], resolution: 96 });
        const [one, other] = [await listsOf(machine, view, [solid]), await listsOf(machine, view, [faces])];
        const { isAway, cosines } = awayFromSilhouettes(one, view, solid, 0.25);
        let wrong = 0;
        let worst = 0;
        for (let p = 0; p < isAway.length; p++) {
          if (isAway[p] === 0) continue;
          const count = one.first[p + 1] - one.first[p];
          if (count !== other.first[p + 1] - other.first[p]) {
            wrong++;
            continue;
          }
          compared += count;
          for (let k = 0; k < count; k++) {
            const [i, j] = [one.first[p] + k, other.first[p] + k];
            if (one.name[i] >>> 31 !== other.name[j] >>> 31) wrong++;
            worst = Math.max(worst, Math.abs(one.depth[i] - other.depth[j]) * view.size[2] * cosines[i]);
          }
        }
        // A crease that is cut off moves an outline.
        expect(wrong).toBeLessThanOrEqual(isCreased ? 4 : 0);
        expect(worst).toBeLessThanOrEqual(chordError);
      }
      expect(compared).toBeGreaterThan(1000);
    });
  }
});
