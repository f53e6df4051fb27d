import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bumpyPair } from '../scenes/bumpyPair.js';
import { type Body, body } from '../src/body.js';
import { contacts } from '../src/contacts.js';
import { InputError } from '../src/errors.js';
import { NONE, noEnds } from '../src/exact/contact/contactKind.js';
import { triangleContact } from '../src/exact/contact/triangleContact.js';
import { triangleDistance } from '../src/exact/distance/triangleDistance.js';
import { type WorldMesh, worldMesh } from '../src/exact/worldMesh.js';
import type { Machine } from '../src/machine/machine.js';
import { open } from '../src/machine/open.js';
import { type Affine, multiply, rotation, translation } from '../src/math/affine.js';
import { box } from '../src/mesh/shapes/box.js';
import { heightField } from '../src/mesh/shapes/heightField.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { watch } from '../src/watch.js';
import { joined } from './exact/support/latticeMaps.js';

let machine: Machine;
/** How often the machine was asked. */
let runs = 0;
beforeAll(async () => {
  const own = await open({ backend: 'cpu' });
  machine = Object.assign(Object.create(own), {
    run: (...args: Parameters<Machine['run']>) => {
      runs++;
      return own.run(...args);
    },
  });
});
afterAll(() => machine.close());

const PATHS: Readonly<Record<string, (share: number) => Affine>> = {
  'from apart to deep': (share) => translation(2.3 - 0.8 * share, 0.05, 0.02),
  'around, at grazing distance': (share) => {
    const angle = 2 * Math.PI * share;
    const place = translation(2.2 * Math.cos(angle), 2.2 * Math.sin(angle), 0.1 * Math.sin(3 * angle));
    return multiply(place, rotation([0.6, 0, 0.8], -angle));
  },
  'deep inside': (share) => multiply(translation(0.5 + 0.5 * share, 0.05, 0.02), rotation([0.6, 0, 0.8], 3 * share)),
};

describe('watch', () => {
  for (const [name, pose] of Object.entries(PATHS))
    it(`says what contacts says all along a path of two bumpy spheres: ${name}`, async () => {
      const [a, b] = bumpyPair(24, 2.3);
      const pair = watch(a, b, { machine });
      const kinds = new Set<string>();
      for (let step = 0; step <= 150; step++) {
        b.pose = pose(step / 150);
        const { kind, inner } = await pair.ask();
        const expected = await contacts(a, b, { machine });
        expect({ kind, inner }, `step ${step}`).toEqual({ kind: expected.kind, inner: expected.inner });
        kinds.add(kind);
      }
      expect([...kinds]).toContain('hard');
      expect(pair.ways.full).toBe(1);
    });

  it('asks the machine once for bodies that keep their shape', async () => {
    const [a, b] = [body(icoSphere()), body(icoSphere(), { pose: translation(2.5, 0, 0) })];
    const pair = watch(a, b, { machine });
    runs = 0;
    for (let step = 0; step < 50; step++) {
      b.pose = translation(2.5 - step / 20, 0, 0);
      await pair.ask();
    }
    expect(runs).toBeLessThanOrEqual(1);
    expect(pair.ways).toEqual({ witness: pair.ways.witness, 'near faces': pair.ways['near faces'], full: 1 });
    expect(pair.ways.witness + pair.ways['near faces']).toBe(49);
  });

  it('needs no look where nothing moved, or both bodies moved alike', async () => {
    const [a, b] = [body(icoSphere()), body(icoSphere(), { pose: translation(1.6, 1.6, 0) })];
    const pair = watch(a, b, { machine });
    await pair.ask();
    expect((await pair.ask()).from).toBe('witness');
    b.pose = translation(1.61, 1.61, 0);
    await pair.ask();
    for (let step = 1; step < 20; step++) {
      const carry = multiply(translation(step, 0, -step), rotation([0, 0, 1], step));
      a.pose = carry;
      b.pose = multiply(carry, translation(1.61, 1.61, 0));
      expect(await pair.ask()).toMatchObject({ kind: 'none', interferes: false, from: 'witness' });
    }
  });

  it('needs no look where the boxes are apart', async () => {
    const [a, b] = [body(icoSphere()), body(icoSphere())];
    const pair = watch(a, b, { machine });
    for (const x of [-5, 2.5, 40]) {
      b.pose = translation(x, 0, 0);
      const { kind, witness, from } = await pair.ask();
      expect([kind, from]).toEqual(['none', 'witness']);
      expect(witness).toEqual({ gap: expect.closeTo(Math.abs(x) - 2, 9) });
    }
  });

  it('shows two faces that meet, or a distance that the surfaces have at least', async () => {
    const [a, b] = [body(icoSphere({ subdivisions: 1 })), body(box({ size: 0.8 }))];
    const pair = watch(a, b, { machine });
    let [met, apart, most] = [0, 0, 0];
    for (let step = 0; step < 120; step++) {
      b.pose = multiply(translation(2 - step / 60, 0.1, 0), rotation([0, 0.6, 0.8], step / 30));
      const { witness, kind } = await pair.ask();
      if ('faces' in witness) {
        expect(['touch', 'hard']).toContain(kind);
        const [p, q] = [worldMesh(a), worldMesh(b)];
        const [f, g] = witness.faces;
        expect(triangleContact(...corners(p, f), ...corners(q, g), noEnds())).not.toBe(NONE);
        met++;
      } else {
        const [p, q] = [worldMesh(a), worldMesh(b)];
        let least = Infinity;
        for (let f = 0; f < 80; f++)
          for (let g = 0; g < 12; g++)
            least = Math.min(least, triangleDistance(...corners(p, f), ...corners(q, g), new Float64Array(6)));
        expect(witness.gap).toBeLessThanOrEqual(least);
        most = Math.max(most, witness.gap / least);
        apart++;
      }
    }
    expect(Math.min(met, apart)).toBeGreaterThan(20);
    expect(most).toBeGreaterThan(0.5);
  });

  it('tells of bodies as they are when it is asked, whatever happens to them then', async () => {
    const [a, b] = [body(box({ size: 3 })), body(box())];
    const pair = watch(a, b, { machine });
    const inside = pair.ask();
    b.pose = translation(9, 0, 0);
    const apart = pair.ask();
    b.pose = translation(1.5, 0, 0);
    const across = pair.ask();
    b.update(b.mesh.positions.map((x) => 6 * x));
    b.pose = translation(0, 0, 0);
    const around = pair.ask();
    expect(await inside).toMatchObject({ kind: 'contained', inner: 'b', interferes: true });
    expect(await apart).toMatchObject({ kind: 'none', interferes: false });
    expect(await across).toMatchObject({ kind: 'hard', interferes: true });
    expect(await around).toMatchObject({ kind: 'contained', inner: 'a', interferes: true });
    b.pose = translation(1e-3, 0, 0);
    expect(await pair.ask()).toMatchObject({ kind: 'contained', inner: 'a' });
  });

  it('does not take a wall within a body for its surface, though faces still cross that did', async () => {
    const ball = (radius: number) => icoSphere({ radius, subdivisions: 2 });
    const a = body(joined(ball(1), ball(0.6)));
    const b = body(ball(0.3));
    for (const deforms of [false, true]) {
      const pair = watch(a, b, { machine });
      b.pose = translation(0.8, 0, 0);
      expect(await pair.ask()).toMatchObject({ kind: 'hard' });
      if (deforms) b.update(b.mesh.positions.slice());
      for (let step = 0; step < 30; step++) {
        b.pose = translation(0.8 - 0.01 * step, 0, 0);
        const { kind, inner } = await contacts(a, b, { machine });
        expect(await pair.ask()).toMatchObject({ kind, ...(inner && { inner }) });
      }
      expect(await pair.ask()).toMatchObject({ kind: 'contained', inner: 'b' });
    }
  });

  it('takes no longer than looks at everything where too much is near: then it looks at everything', async () => {
    const plate = heightField({ segments: [48, 48], height: () => 0, bottom: -0.1 });
    const aslant = rotation([0.6, 0.8, 0], 0.5); // so that boxes do not tell
    const a = body(plate, { pose: aslant });
    const b = body(plate);
    const pair = watch(a, b, { machine });
    for (let step = 0; step < 24; step++) {
      const [x, z] = [0.013 * step, step % 7 === 3 ? 0.1 : 0.1 + 2 ** -12];
      b.pose = multiply(aslant, translation(x, x / 2, z));
      const { kind } = await pair.ask();
      expect(kind).toBe((await contacts(a, b, { machine })).kind);
    }
    expect(pair.ways.full).toBeGreaterThan(5);
  });

  it('answers with plain data', async () => {
    const [a, b] = [body(box({ size: 3 })), body(box())];
    const pair = watch(a, b, { machine });
    for (const x of [0, 1.5, 9, 2]) {
      b.pose = translation(x, 0, 0);
      const answer = await pair.ask();
      expect(structuredClone(answer)).toEqual(answer);
      expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    }
  });

  it('takes a body beside itself for a duplicate', async () => {
    const a = body(icoSphere({ subdivisions: 1 }));
    const pair = watch(a, a, { machine });
    expect(await pair.ask()).toMatchObject({ kind: 'duplicate', interferes: true });
    a.pose = translation(1, 2, 3);
    expect(await pair.ask()).toMatchObject({ kind: 'duplicate' });
  });

  it('wants bodies', () => {
    expect(() => watch(body(box()), {} as Body)).toThrow(InputError);
    expect(() => watch(null as unknown as Body, body(box()))).toThrow('body: this is no body (null)');
  });
});

function corners({ positions, indices }: WorldMesh, face: number): [Float64Array, number, number, number] {
  const [i, j, k] = indices.subarray(3 * face, 3 * face + 3);
  return [positions, 3 * i, 3 * j, 3 * k];
}
