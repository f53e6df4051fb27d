import { expect, it, vi } from 'vitest';
import { body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';

// As in a browser where a development server has moved the module, and not the worker beside it.
vi.mock('../../src/machine/cpu/threads/workerPort.js', async (original) => {
  const real = await original<typeof import('../../src/machine/cpu/threads/workerPort.js')>();
  const lost = async () => {
    throw new real.NoWorkerFile('its file could not be loaded');
  };
  return { ...real, startWorker: () => ({ ask: lost, hasEnded: () => true, close: () => {} }) };
});

it('where the workers’ file is not found, one thread does the work, and the name says so', async () => {
  const bodies = [body(icoSphere()), body(icoSphere(), { pose: translation(0.5, 0.2, 0.1) })];
  const machine = createCpuMachine({ threads: 2, spreadFrom: 0 });
  expect(machine.name).toContain('2 threads');
  const { pairs } = await interference(bodies, { machine, resolution: 64 });
  const [expected] = (await interference(bodies, { machine: createCpuMachine(), resolution: 64 })).pairs;
  expect(pairs[0].volume).toBe(expected.volume);
  expect(machine.name).toContain('1 thread, since its workers cannot be loaded');
  expect((await interference(bodies, { machine, resolution: 64 })).pairs[0].volume).toBe(expected.volume);
});
