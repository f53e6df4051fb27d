import { describeAdapters, openDevice } from '../../machine/gpu/device.js';
import { open } from '../../machine/open.js';
import type { ProbeMessage } from './probeMessage.js';
import { selfTest } from './selfTest.js';

// Runs in a process of its own: a driver's fault can end it, and then only this one. What is known is told at once, step by
// step, so that whoever listens knows how far it came.

const tell = (message: ProbeMessage): Promise<void> =>
  new Promise((resolve) => process.send!(message, () => resolve()));
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function probe(): Promise<void> {
  await tell({ step: 'loading' });
  const name = 'webgpu'; // a variable: the package need not be there when this is compiled
  try {
    await import(name);
  } catch (error) {
    return tell({ step: 'failed', reason: `the package webgpu cannot be loaded: ${wordsOf(error)}` });
  }
  const adapters = await describeAdapters();
  await tell({ step: 'adapters', adapters });
  try {
    const { device, name: adapter } = await openDevice(false);
    device.destroy();
    await tell({ step: 'auto', adapter, refusal: undefined });
  } catch (error) {
    await tell({ step: 'auto', adapter: undefined, refusal: wordsOf(error) });
  }
  if (adapters.length === 0) return tell({ step: 'nothing' });
  await tell({ step: 'testing' });
  try {
    await tell({ step: 'tested', test: await selfTest(await open({ backend: 'webgpu' })) });
  } catch (error) {
    await tell({ step: 'failed', reason: wordsOf(error) });
  }
}

await probe().catch((error) => tell({ step: 'failed', reason: wordsOf(error) }));
process.exit();
