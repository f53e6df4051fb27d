import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { describe, test } from 'vitest';

/** The software Vulkan driver that Debian's chromium brings along; scripts/install-test-gpu.mjs installs it. */
export const SWIFTSHADER_ICD = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** `ZCLASH_TEST_GPU=off` leaves out what needs WebGPU. */
export const gpuTests: 'on' | 'off' = process.env.ZCLASH_TEST_GPU === 'off' ? 'off' : 'on';

/** `describe` for tests that need WebGPU. Without a driver they fail in one sentence, they are not passed over. */
export function describeGpu(name: string, fn: () => void): void {
  if (gpuTests === 'off') {
    describe.skip(`${name} (left out: ZCLASH_TEST_GPU=off)`, fn);
    return;
  }
  const missing = missingDriver();
  if (missing === undefined) describe(name, fn);
  else
    describe(name, () =>
      test('finds a Vulkan driver', () => {
        throw new Error(missing);
      }),
    );
}

/** What is missing and what to do about it, in one sentence. Only Linux needs a file: elsewhere Dawn uses Metal or D3D12. */
function missingDriver(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const named = process.env.VK_ICD_FILENAMES;
  const absent = (named?.split(delimiter) ?? [SWIFTSHADER_ICD]).filter((file) => !existsSync(file));
  if (absent.length === 0) return undefined;
  const origin = named === undefined ? '' : ', which VK_ICD_FILENAMES names,';
  return (
    `The Vulkan driver ${absent.join(' and ')}${origin} is missing: install it with ` +
    '"apt-get install chromium libvulkan1", name another in VK_ICD_FILENAMES, or leave the GPU tests out with ZCLASH_TEST_GPU=off.'
  );
}
