import { describe, expect, it } from 'vitest';
import { type Body, body } from '../src/body.js';
import { contacts } from '../src/contacts.js';
import { InputError } from '../src/errors.js';
import { worldMesh } from '../src/exact/worldMesh.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { rotation, translation } from '../src/math/affine.js';
import { seeded } from '../src/math/random.js';
import { box } from '../src/mesh/shapes/box.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { torus } from '../src/mesh/shapes/torus.js';
import { facesExpected, facesReported } from './exact/support/contactsOf.js';
import { between } from './support/randomPose.js';

const machine = createCpuMachine();
const meet = (a: Body, b: Body) => contacts(a, b, { machine });
const byEach = (a: Body, b: Body): string => facesExpected(worldMesh(a), worldMesh(b));

describe('contacts', () => {
  it('tells faces, kind and curves as plain data', async () => {
    const report = await meet(body(box({ size: 2 })), body(box({ size: 2 }), { pose: translation(1, 0.9, 0.8) }));
    expect(report).toMatchObject({ kind: 'hard', areSolids: true, machine: machine.name });
    expect(report).not.toHaveProperty('inner');
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    const { a, b, kinds } = report.contacts;
    expect(b.length).toBe(a.length);
    expect(kinds.length).toBe(a.length);
    expect(report.curves.map(({ closed }) => closed)).toEqual([true]);
    expect(report.timings.wallMs).toBeGreaterThan(0);
  });

  it('uses the shared machine where none is given', async () => {
    const pair = [body(box({ size: 2 })), body(box({ size: 1 }))] as const;
    const { timings: _, machine: __, ...report } = await contacts(...pair);
    const { timings: ___, machine: ____, ...same } = await meet(...pair);
    expect(report).toEqual(same);
    expect(report).toMatchObject({ kind: 'contained', inner: 'b', contacts: { a: [], b: [], kinds: [] }, curves: [] });
  });

  it('sees bodies where they stand at the call', async () => {
    const [a, b] = [body(box({ size: 2 })), body(box({ size: 2 }))];
    const kinds: string[] = [];
    for (const x of [0, 1, 2, 3, 2, 0]) {
      b.pose = translation(x, 0, 0);
      const asked = meet(a, b);
      b.pose = translation(9, 9, 9);
      kinds.push((await asked).kind);
    }
    expect(kinds).toEqual(['duplicate', 'hard', 'touch', 'none', 'touch', 'duplicate']);
  });

  it('sees bodies as they are deformed: 12 steps (seed 3)', async () => {
    const random = seeded(3);
    const [ball, ring] = [body(icoSphere({ subdivisions: 1 })), body(torus({ segments: 12, sides: 6 }))];
    ring.pose = translation(0.7, 0.2, 0.1);
    const { positions } = ball.mesh;
    for (let k = 0; k < 12; k++) {
      ball.update(positions.map((x) => x * between(random, 0.7, 1.3)));
      const report = await meet(ball, ring);
      expect(facesReported(report.contacts), `step ${k}`).toBe(byEach(ball, ring));
      expect(
        report.curves.every(({ closed }) => closed),
        `step ${k}`,
      ).toBe(true);
    }
  });

  it('tells of open surfaces which faces meet, and that they are no solids', async () => {
    const sheet = body({ positions: [-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0], indices: [0, 1, 2, 0, 2, 3] });
    for (const [z, kind] of [
      [0, 'hard'],
      [0.5, 'hard'],
      [1, 'touch'],
      [2, 'none'],
    ] as const) {
      const cube = body(box({ size: 2 }), { pose: translation(0.1, 0.2, z) });
      const report = await meet(sheet, cube);
      expect(report).toMatchObject({ kind, areSolids: false });
      expect(facesReported(report.contacts)).toBe(byEach(sheet, cube));
    }
  });

  it('goes by how large a turned body is, and not by how large its box is', async () => {
    const ball = (radius: number, unit: number, turn = 0) => {
      const { positions, indices } = icoSphere({ radius, subdivisions: 3 });
      return body(
        { positions: Float64Array.from(positions, (x) => x * unit), indices },
        { pose: rotation([0, 0, 1], turn) },
      );
    };
    // Up to 1e100 and down to 1e-90 predicates are exact; turned, the boxes reach to 1.1e100, and are 1.3e-90 wide.
    expect((await meet(ball(0.8, 1e100, Math.PI / 4), ball(0.1, 1e100))).kind).toBe('contained');
    await expect(meet(ball(0.45, 1e-90, Math.PI / 4), ball(0.1, 1))).rejects.toThrow('too small for exact arithmetic');
  });

  it('refuses what is no body', async () => {
    const asked = contacts(body(box()), { positions: [] } as unknown as Body);
    await expect(asked).rejects.toThrow(new InputError('body: this is no body (object). Make one with body(mesh).'));
  });
});
