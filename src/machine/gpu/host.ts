import type { Body } from '../../body.js';
import type { Atlas } from '../../view/atlas.js';
import { createCpuMachine } from '../cpu/cpuMachine.js';
import { createTouchingPass, type TouchingPass } from '../cpu/touchingPass.js';
import type { Kernel } from '../kernel.js';
import type { LayerLists } from '../lists.js';
import type { Drawn, Machine } from '../machine.js';
import type { Examined } from './examineInSlices.js';
import type { ListRequest } from './listInput.js';

/** Lists, and the bodies with rays that could not be settled. */
export interface HostLists {
  readonly lists: LayerLists;
  readonly unsettled: ReadonlyMap<Body, number>;
}

/** What the CPU machine does for a device that has no room for it. */
export interface Host {
  gather(atlas: Atlas, request: ListRequest): Promise<HostLists>;
  /** Runs a kernel that reads a map, and lists where there are any. */
  examine(
    atlas: Atlas,
    request: ListRequest | undefined,
    map: Float32Array,
    kernel: Kernel,
    parameters: readonly (readonly number[])[],
  ): Promise<Examined>;
  readonly touching: TouchingPass;
}

let machine: Machine | undefined;

/** The CPU machine has no limit to how far a body may reach, or to how many layers there are. */
export const host: Host = {
  gather(atlas, request) {
    machine ??= createCpuMachine();
    return machine.run(atlas, async (frame) => {
      frame.lists(drawnOf(request));
      return { lists: await frame.read('lists'), unsettled: frame.unsettled() };
    });
  },
  examine(atlas, request, map, kernel, parameters) {
    machine ??= createCpuMachine();
    return machine.run(atlas, async (frame) => {
      if (request) frame.lists(drawnOf(request));
      await frame.examine(copyOf(map));
      const tallies = await frame.examine(kernel, parameters);
      const marks = kernel.marks ? await frame.read('marks') : [];
      const best = kernel.best ? await frame.read('best') : [];
      return { tallies, marks: async () => marks, best: async () => best };
    });
  },
  touching: createTouchingPass('auto'),
};

const drawnOf = ({ tiles }: ListRequest): Drawn[] =>
  tiles.flatMap((bodies, tile) => bodies.map((body) => ({ body, tile })));

/** A kernel that writes a map that is there already. */
const copyOf = (source: Float32Array): Kernel => ({
  name: 'copy',
  reads: [],
  tally: {},
  map: true,
  cpu({ columns, rows, offset, stride, map }) {
    for (let y = 0, at = offset; y < rows; y++, at += stride) map.set(source.subarray(at, at + columns), at);
  },
  wgsl: '',
});
