import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/**
 * Starts a browser that talks to nobody of its own accord. `close` ends it at once: asked to leave, it waits for its GPU process, which may be
 * busy drawing in software, and is ended after 30 seconds.
 */
export async function launchChromium(...more: string[]): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'zclash-chromium-')); // what it leaves there goes, too
  const server = await chromium.launchServer({
    executablePath: CHROMIUM,
    args: [
      ...['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', ...more],
    ],
    env: { ...process.env, TMPDIR: folder },
  });
  const browser = await chromium.connect(server.wsEndpoint());
  const close = async () => {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  };
  return Object.assign(browser, { close });
}

/** What makes WebGPU and WebGL run in software. */
export const SOFTWARE_GPU = [
  ...['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
  ...['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
] as const;
