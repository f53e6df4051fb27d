import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { rotation, translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';

/** A machine, and how many tiles it was asked about in all. */
function counted(): { machine: Machine; tiles(): number } {
  const cpu = createCpuMachine();
  let tiles = 0;
  const machine: Machine = Object.create(cpu, {
    run: {
      value: (atlas: Parameters<Machine['run']>[0], query: Parameters<Machine['run']>[1]) => {
        tiles += atlas.tiles.length;
        return cpu.run(atlas, query);
      },
    },
  });
  return { machine, tiles: () => tiles };
}

/** Two boxes that run through each other, as one mesh. */
function crossed(): { positions: Float64Array; indices: Uint32Array } {
  const [long, tall] = [box({ size: [3, 1, 1] }), box({ size: [1, 3, 1.1] })];
  const first = long.positions.length / 3;
  return {
    positions: Float64Array.from([...long.positions, ...tall.positions]),
    indices: Uint32Array.from([...long.indices, ...tall.indices.map((v) => v + first)]),
  };
}

const place = (mesh: ReturnType<typeof crossed>, k: number): Body =>
  body(mesh, { name: `cross ${k}`, pose: k % 2 === 0 ? translation(10 * k, 0, 0) : rotation([0, 0, 1], k) });

const AXES = 3;

describe('bodies of the same arrays', () => {
  it('are looked at once for what is wrong with them, and all are told of', async () => {
    const mesh = crossed();
    const { machine, tiles } = counted();
    const bodies = [0, 2, 4, 6, 8].map((k) => place(mesh, k));
    const { diagnostics } = await interference(bodies, { machine });
    expect(diagnostics.map(({ body: name, code }) => `${name} ${code}`)).toEqual(
      bodies.map(({ name }) => `${name} self-overlap`),
    );
    expect(tiles()).toBe(AXES);
    // Another one of them later, too.
    await interference([place(mesh, 10), place(mesh, 12)], { machine });
    expect(tiles()).toBe(AXES);
    await interference([place(crossed(), 14), place(mesh, 16)], { machine });
    expect(tiles()).toBe(2 * AXES);
  });

  it('are looked at anew where somebody wrote into the arrays', async () => {
    const mesh = crossed();
    const { machine, tiles } = counted();
    await interference([place(mesh, 0), place(mesh, 2)], { machine });
    // The second box moves out of the first.
    for (let at = mesh.positions.length / 2; at < mesh.positions.length; at += 3) mesh.positions[at] += 5;
    const { diagnostics } = await interference([place(mesh, 4), place(mesh, 8)], { machine });
    expect(diagnostics).toEqual([]);
    expect(tiles()).toBe(2 * AXES);
  });

  it('are looked at anew where signs turned and numbers grew by round shares', async () => {
    const [first, second] = [box({ size: [2, 2.4, 2] }), box({ size: [1, 1.25, 1] })].map(({ positions }) => positions);
    const { indices } = box({ size: [1, 1, 1] });
    const positions = Float64Array.from([...first, ...second]);
    const mesh = { positions, indices: Uint32Array.from([...indices, ...indices.map((v) => v + first.length / 3)]) };
    const inSecond = (change: (at: number) => void) => {
      for (let at = first.length; at < positions.length; at += 3) change(at);
    };
    inSecond((at) => {
      positions[at + 1] = positions[at + 1] > 0 ? 2.5 : 1.25;
    });
    const machine = createCpuMachine();
    expect((await interference([body(mesh)], { machine })).diagnostics).toEqual([]);
    inSecond((at) => {
      positions[at] *= -1;
      positions[at + 1] = positions[at + 1] > 2 ? -2 : -1;
    });
    const { diagnostics } = await interference([body(mesh)], { machine });
    expect(diagnostics.map(({ code }) => code)).toEqual(['self-overlap']);
  });

  it('are told of as they were when they were asked about, whatever is asked meanwhile', async () => {
    const machine = createCpuMachine();
    const openMesh = () => {
      const { positions, indices } = icoSphere({ radius: 1, subdivisions: 2 });
      return { positions: positions.slice(), indices: indices.slice(0, -30) };
    };
    const mesh = openMesh();
    const larger = mesh.positions.map((x) => 1.1 * x);
    const [a, twin] = [body(mesh, { name: 'a' }), body(mesh, { pose: translation(9, 0, 0) })];
    twin.update(larger);
    const { diagnostics: before } = await interference([a, twin], { machine });
    const first = interference([a, body(openMesh(), { pose: translation(5, 0, 0) })], { machine });
    a.update(larger);
    const second = interference([a], { machine });
    expect((await first).diagnostics[0]).toEqual(before[0]);
    expect(before[0].count).toBeGreaterThan(100);
    expect((await second).diagnostics[0].count).toBeGreaterThan(100);
  });

  it('keep what was found of them last, though an earlier question takes longer', async () => {
    const cpu = createCpuMachine();
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow: Machine = Object.create(cpu, {
      run: {
        value: async (...given: Parameters<Machine['run']>) => {
          await gate;
          return cpu.run(...given);
        },
      },
    });
    const mesh = crossed();
    const one = body(mesh);
    const asked = interference([one], { machine: slow });
    one.update(mesh.positions.map((x) => 1.5 * x));
    const told = async () => (await interference([one], { machine: cpu })).diagnostics.map(({ code }) => code);
    expect(await told()).toEqual(['self-overlap']);
    go();
    await asked;
    expect(await told()).toEqual(['self-overlap']);
  });
});
