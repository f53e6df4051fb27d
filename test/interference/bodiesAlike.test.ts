import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { rotation, translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';

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
});
