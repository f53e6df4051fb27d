import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { differences, doubtful, randomProgram, runProgram } from './gpuDrawPrograms.js';

/** A software driver compiles the shaders anew for every state, which takes most of the time. */
const PROGRAMS = 24;

describeGpu('both machines fill the same planes', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  let surePixels = 0;
  let besideEdges = 0;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  for (let seed = 1; seed <= PROGRAMS; seed++)
    test(`program of seed ${seed}`, async () => {
      const program = randomProgram(seed);
      const doubt = doubtful(program.bodies, program.view, gpu.snapPx);
      const [one, other] = [await runProgram(cpu, program), await runProgram(gpu, program)];
      const { sure, depth, stencil, id, doubtfulAndDifferent } = differences(one, other, doubt);
      expect({ stencil, id }).toEqual({ stencil: 0, id: 0 });
      expect(depth).toBeLessThan(gpu.drawnDepthError);
      expect(sure).toBeGreaterThan(doubt.length / 3);
      surePixels += sure;
      besideEdges += doubtfulAndDifferent;
    });

  test('the programs had something to compare', () => {
    expect(surePixels).toBeGreaterThan(60_000);
    // A driver that snaps coarsely decides otherwise beside edges: without the bound the comparison would fail.
    if (gpu.snapPx > 2 ** -6) expect(besideEdges).toBeGreaterThan(100);
  });
});
