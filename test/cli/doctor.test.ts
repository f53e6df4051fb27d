import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { adviceOn } from '../../src/cli/doctor/adviceOn.js';
import type { Diagnosis } from '../../src/cli/doctor/diagnosis.js';
import { probeWebgpu } from '../../src/cli/doctor/probeWebgpu.js';
import { selfTest } from '../../src/cli/doctor/selfTest.js';
import { vulkanDrivers } from '../../src/cli/doctor/vulkanDrivers.js';
import { open } from '../../src/machine/open.js';
import { describeGpu } from '../support/gpu.js';
import { runZclash, temporaryFolder } from './support/runZclash.js';

/** A process that tells what it is given and then does as it is told. */
async function program(script: string): Promise<URL> {
  const file = join(await temporaryFolder(), 'probe.mjs');
  await writeFile(file, `const tell = (message) => new Promise((r) => process.send(message, r));\n${script}`);
  return pathToFileURL(file);
}

describe('the probing process may end in any way', () => {
  const adapter = { asked: 'default', name: 'Acme X1', software: false, canTime: true, canDraw: true };

  test('a driver that crashes while adapters are looked for', async () => {
    const facts = await probeWebgpu(
      await program("await tell({ step: 'loading' }); process.kill(process.pid, 'SIGSEGV')"),
    );
    expect(facts).toMatchObject({ adapters: [], selfTest: null });
    expect(facts.fault).toBe('WebGPU failed while adapters were looked for: it ended by itself (SIGSEGV).');
  });

  test('what was told before is known', async () => {
    const script = `await tell({ step: 'adapters', adapters: [${JSON.stringify(adapter)}] });
      await tell({ step: 'auto', adapter: 'Acme X1' }); await tell({ step: 'testing' }); process.exit(9)`;
    const facts = await probeWebgpu(await program(script));
    expect(facts).toMatchObject({ adapters: [adapter], autoAdapter: 'Acme X1' });
    expect(facts.fault).toBe('WebGPU failed while the machine was tested: it ended by itself (9).');
  });

  test('one that hangs', async () => {
    const facts = await probeWebgpu(await program("await tell({ step: 'loading' }); setInterval(() => {}, 1000)"), 500);
    expect(facts.fault).toBe('WebGPU failed while adapters were looked for: it did not answer within 0.5 s.');
  });

  test('one that ends well', async () => {
    const test = { machine: 'Acme X1', isRight: true, says: 'hard', ms: 1 };
    const facts = await probeWebgpu(
      await program(`await tell({ step: 'tested', test: ${JSON.stringify(test)} }); process.exit()`),
    );
    expect(facts).toMatchObject({ selfTest: test, fault: null });
  });
});

describe('advice', () => {
  const none = { adapters: [], autoAdapter: null, refusal: null, selfTest: null, fault: null };
  const adapter = {
    asked: 'default',
    name: 'x',
    canTime: true,
    canDraw: true,
    maxBufferSize: 1,
    maxStorageBufferBindingSize: 1,
  } as const;
  const linux = { named: [], installed: [] };

  test('the package, a driver, a stale variable, a software driver, nothing', () => {
    expect(adviceOn(null, linux, 'linux')[0]).toMatch(/npm install webgpu/);
    expect(adviceOn(none, linux, 'linux').join(' ')).toMatch(
      /apt install libvulkan1 mesa-vulkan-drivers.*VK_ICD_FILENAMES/,
    );
    expect(adviceOn(none, { ...linux, installed: ['x.json'] }, 'linux')[0]).toMatch(/none gives an adapter/);
    expect(adviceOn(none, { ...linux, named: [{ file: '/no.json', exists: false }] }, 'linux')[0]).toMatch(
      /names a driver that does not exist \(\/no\.json\)/,
    );
    expect(adviceOn(none, null, 'darwin')[0]).toMatch(/Metal/);
    expect(adviceOn({ ...none, adapters: [{ ...adapter, software: true }] }, linux, 'linux')[0]).toMatch(
      /software driver/,
    );
    expect(adviceOn({ ...none, adapters: [{ ...adapter, software: false }] }, linux, 'linux')).toEqual([]);
  });

  test('drivers are found as the loader finds them', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'vulkan/icd.d'), { recursive: true });
    await writeFile(join(folder, 'vulkan/icd.d/acme_icd.json'), '{}');
    const here = { XDG_DATA_DIRS: folder, VK_ICD_FILENAMES: `/none.json:${folder}` };
    const { named, installed } = await vulkanDrivers(here);
    expect(installed).toContain(join(folder, 'vulkan/icd.d/acme_icd.json'));
    expect(named).toEqual([
      { file: '/none.json', exists: false },
      { file: folder, exists: true },
    ]);
  });
});

test('the self-test finds the CPU machine right, and a machine that is not wrong', async () => {
  using machine = await open({ backend: 'cpu' });
  expect(await selfTest(machine)).toMatchObject({ isRight: true, says: expect.stringMatching(/^hard, volume 0\.37/) });
  // A machine whose lists hold nothing finds nothing.
  const blind = {
    ...machine,
    run: (atlas, query) => machine.run(atlas, (frame) => query({ ...frame, lists: () => {} })),
  } as typeof machine;
  const { isRight } = await selfTest(blind).catch(() => ({ isRight: false }));
  expect(isRight).toBe(false);
});

describe('zclash doctor', () => {
  test('in words, without a driver', async () => {
    const env = { VK_ICD_FILENAMES: '/none_icd.json', VK_DRIVER_FILES: undefined };
    const { stdout, stderr, code } = await runZclash(['doctor', '-q'], { env });
    expect(stdout).toMatch(/CPU\n {2}processor .*\n {2}machine +CPU \(.*\n {2}self-test +right /);
    expect(stdout).toMatch(/auto takes +the CPU: /);
    expect(stdout).toMatch(/occt-import-js +\S/);
    expect(stdout).toContain('names a driver that does not exist (/none_icd.json)');
    expect([stderr, code]).toEqual(['', 0]);
  });
});

describeGpu('zclash doctor, with a driver', () => {
  test('as JSON: the adapter, its self-test, and why auto takes it or not', async () => {
    const { stdout, code } = await runZclash(['doctor', '--json']);
    const { webgpu, auto, cpu } = JSON.parse(stdout) as Diagnosis;
    expect([code, cpu.selfTest.isRight, webgpu?.selfTest?.isRight]).toEqual([0, true, true]);
    const { software } = webgpu!.adapters.find(({ asked }) => asked === 'high-performance')!;
    expect(auto.backend).toBe(software ? 'cpu' : 'webgpu');
    if (software) expect(auto.why).toMatch(/the only adapter is a software driver/);
  });
});
