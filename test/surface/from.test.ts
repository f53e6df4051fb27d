import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { loadFile } from '../../src/io/load/loadFile.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import { normalAt } from '../../src/surface/normalAt.js';
import type { RaySurface, Surface } from '../../src/surface/surface.js';
import * as surface from '../../src/surface/surfaces.js';
import { tessellated } from '../../src/surface/tessellated.js';
import { nurbsStepFile } from '../io/load/stepNurbs.js';
import { cubePatches } from './support/nurbsShapes.js';
import { refusal } from './support/refusals.js';

/** As a file has it: written by hand, so that nothing here has made one. */
const RING =
  '{ "kind": "torus", "radius": 2, "tubeRadius": 0.5, "patches": ["tube"], "bounds": { "min": [-2.5, -2.5, -0.5], "max": [2.5, 2.5, 0.5] } }';
const read = (text = RING): Surface => JSON.parse(text);

// In this order: before anything makes a torus, and after.
describe('plain data of a kind that nobody has made', () => {
  test('are refused, with what to do, wherever they are used', () => {
    surface.sphere();
    const text =
      "surface: this kind is not loaded, since none of it was made here ('torus'). Make it with a function of surface, or take plain data with surface.from.";
    expect(refusal(() => body(read()))).toBe(text);
    expect(refusal(() => body(surface.sphere()).update(read()))).toBe(text);
    expect(refusal(() => tessellated(read(), 0.1))).toBe(text);
    expect(refusal(() => normalAt(read() as RaySurface, 0, [2.5, 0, 0]))).toBe(text);
    expect(refusal(() => body({ ...read(), kind: 'ring' } as unknown as Surface))).toMatch(
      /^surface: the kind is unknown \('ring'\)\. Choose one of: quadric, torus, /,
    );
  });

  test('are known where a thread has read them from a file', async () => {
    const data = new TextEncoder().encode(nurbsStepFile('die', cubePatches()));
    const [{ surface: die }] = (await loadFile('die.step', { data })).parts;
    expect(body(die!).mesh.indices.length).toBe(36);
  });

  test('are taken by surface.from, and from then on as they are; whatever it takes is what was given', async () => {
    const ring = read();
    expect(surface.from(ring)).toBe(ring);
    const machine = createCpuMachine();
    const report = async (one: Surface) => {
      const bodies = [body(one), body(surface.sphere({ radius: 1 }), { pose: translation(2, 0, 0) })];
      const { pairs } = await interference(bodies, { machine, resolution: 32 });
      return pairs;
    };
    const found = await report(ring);
    expect(found).toMatchObject([{ kind: 'hard' }]);
    expect(await report(read())).toEqual(found);
    expect(await report(surface.torus({ radius: 2, tubeRadius: 0.5 }))).toEqual(found);
    machine.close();
  });

  test('surface.from makes every kind known, and refuses what is no solid', () => {
    const capsule = { kind: 'capsule', half: 1, radius: 1, patches: ['side', 'up', 'down'], bounds: ball(1, 2) };
    const formula = {
      op: 'sub',
      args: [
        {
          op: 'hypot',
          args: [
            { op: 'x', args: [] },
            { op: 'y', args: [] },
          ],
        },
        1,
      ],
    };
    const patches = ['surface', '-x', '+x', '-y', '+y', '-z', '+z'];
    const data = [capsule, { kind: 'implicit', formula, patches, bounds: ball(2, 2) }];
    for (const one of data as unknown as Surface[]) expect(body(one).bounds).toBe(one.bounds);
    const cube = JSON.parse(JSON.stringify(surface.nurbsSolid({ surfaces: cubePatches() }))) as Surface;
    expect(body(surface.from(cube)).mesh.indices.length).toBe(36);
    expect(refusal(() => surface.from({ ...read(), radius: -1 }))).toMatch(
      /^surface: the radius must be positive \(-1\)\. /,
    );
    expect(refusal(() => surface.from(null))).toMatch(/^surface: this is no surface \(null\)\. /);
  });
});

const ball = (across: number, along: number) => ({ min: [-across, -across, -along], max: [across, across, along] });
