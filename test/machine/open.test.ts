import { afterEach, expect, test, vi } from 'vitest';
import { DeviceError, InputError } from '../../src/errors.js';
import { open, sharedMachine } from '../../src/machine/open.js';
import { describeGpu } from '../support/gpu.js';
import { listsOf } from '../support/lists.js';
import { ownDevice, stubGpu } from '../support/stubGpu.js';
import { block, pixelView } from './cpuDrawScenes.js';

const SOFTWARE = [
  { description: 'SwiftShader Device (Subzero)' },
  { description: 'llvmpipe (LLVM 15.0.6, 256 bits)' },
  { description: 'Microsoft Basic Render Driver' },
  { vendor: 'google', architecture: 'swiftshader', device: '', description: '' },
  { description: 'some adapter', isFallbackAdapter: true },
];
const HARDWARE = {
  vendor: 'acme',
  architecture: 'fast',
  device: 'x1',
  description: 'Acme X1',
  isFallbackAdapter: false,
};

describeGpu('open', () => {
  afterEach(() => vi.unstubAllGlobals());

  for (const claims of SOFTWARE)
    test(`auto does not take a software driver: ${Object.values(claims).join(' ')}`, async () => {
      const devices = stubGpu({ ...HARDWARE, ...claims });
      using machine = await open({ backend: 'auto' });
      expect(machine.kind).toBe('cpu');
      expect(devices).toHaveLength(0);
    });

  test('auto takes hardware, and it is the default', async () => {
    const devices = stubGpu(HARDWARE);
    using machine = await open();
    expect([machine.kind, machine.name, devices.length]).toEqual(['webgpu', 'Acme X1', 1]);
  });

  test('the driver of these tests is never taken unasked, if it is a software driver', async () => {
    using asked = await open({ backend: 'webgpu' });
    expect(asked.kind).toBe('webgpu');
    using unasked = await open();
    expect(unasked.kind).toBe(/swiftshader|llvmpipe/i.test(asked.name) ? 'cpu' : 'webgpu');
  });

  test('webgpu by name takes a software driver', async () => {
    stubGpu({ ...HARDWARE, ...SOFTWARE[0] });
    using machine = await open({ backend: 'webgpu' });
    expect([machine.kind, machine.name]).toEqual(['webgpu', 'SwiftShader Device (Subzero)']);
  });

  test('without an adapter auto is the CPU, and webgpu says what to do', async () => {
    stubGpu(null);
    using machine = await open();
    expect(machine.kind).toBe('cpu');
    await expect(open({ backend: 'webgpu' })).rejects.toThrow(
      new DeviceError(
        'webgpu: no adapter was found. Install a Vulkan driver (or name one in VK_ICD_FILENAMES), or use the backend `cpu`.',
      ),
    );
  });

  test('cpu is the CPU, and asks for no adapter', async () => {
    const devices = stubGpu(HARDWARE);
    using machine = await open({ backend: 'cpu' });
    expect([machine.kind, devices.length]).toEqual(['cpu', 0]);
    expect(machine.name).toMatch(/^CPU \(/);
  });

  test('a device that is passed in is used, and left alone', async () => {
    const device = await ownDevice();
    const machine = await open({ device });
    expect(machine.kind).toBe('webgpu');
    expect((await listsOf(machine, pixelView(4), [block([0, 0, 0.2], [4, 4, 0.4])])).first[16]).toBe(32);
    machine.close();
    device.createBuffer({ size: 16, usage: 8 }).destroy();
    const state = await Promise.race([device.lost.then(() => 'lost'), new Promise((r) => setTimeout(r, 50, 'alive'))]);
    expect(state).toBe('alive');
    device.destroy();
  });

  test('a backend that does not exist says so', async () => {
    await expect(open({ backend: 'opengl' as 'cpu' })).rejects.toThrow(
      new InputError("open: there is no backend 'opengl'. Use 'auto', 'webgpu' or 'cpu'."),
    );
  });

  test('the shared machine is one for all', async () => {
    stubGpu({ ...HARDWARE, ...SOFTWARE[0] });
    const [one, other] = await Promise.all([sharedMachine(), sharedMachine()]);
    expect(other).toBe(one);
    expect(one.kind).toBe('cpu');
  });
});
