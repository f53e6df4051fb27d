import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe, test } from 'vitest';
import { gpuTests } from './gpu.js';

/** Debian's; scripts/install-test-gpu.mjs installs it. */
const CHROMIUM = '/usr/bin/chromium';

/** `describe` for tests that need a browser. Without one they fail in one sentence, they are not passed over. */
export function describeBrowser(name: string, fn: () => void): void {
  if (gpuTests === 'off') describe.skip(`${name} (left out: ZCLASH_TEST_GPU=off)`, fn);
  else if (existsSync(CHROMIUM)) describe(name, fn);
  else
    describe(name, () =>
      test('finds Chromium', () => {
        throw new Error(
          `${CHROMIUM} is missing: install it with "apt-get install chromium", or leave its tests out with ZCLASH_TEST_GPU=off.`,
        );
      }),
    );
}

/** Starts a browser that talks to nobody of its own accord. */
export const launchChromium = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', ...more],
    ],
  });
