import { expect, it, onTestFinished } from 'vitest';
import { describeBrowser } from '../support/chromium.js';
import { type OpenPage, openPage } from '../support/page.js';
import { type Rgb, shareOf } from '../support/shareOf.js';

/** Opens an example. It is closed with its test: pages that move keep drawing, in software. */
async function show(entry: string, search = ''): Promise<OpenPage> {
  const tab = await openPage(new URL(`../../${entry}`, import.meta.url), search, { width: 200, height: 150 });
  onTestFinished(() => tab.close());
  return tab;
}

describeBrowser('examples in a page', () => {
  const isOverlap = ([r, g, b]: Rgb): boolean => r > 150 && r > 1.6 * g && r > 1.3 * b;

  it.each([
    ['WebGPURenderer', ''],
    ['WebGLRenderer', '?webgl'],
  ])(
    'examples/threePage.ts shows the overlap while a mesh moves: %s',
    async (_, search) => {
      const { page, errors, picture } = await show('examples/threePage.ts', search);
      await page.waitForSelector('canvas', { timeout: 60_000 });
      // The overlap comes and goes with the motion, and its share of the picture changes.
      const shares = new Set<string>();
      for (let look = 0; look < 40 && shares.size < 2; look++) {
        await page.waitForTimeout(150);
        const share = shareOf(await picture(), isOverlap);
        if (share > 0.003) shares.add(share.toFixed(4));
      }
      expect(errors).toEqual([]);
      expect(shares.size).toBeGreaterThanOrEqual(2);
    },
    300_000,
  ); // WebGPU in software, beside other tests

  it('examples/reactHook.tsx tells of the overlap, frame by frame', async () => {
    const { page, errors } = await show('examples/reactHook.tsx');
    const words = new Set<string>();
    for (let look = 0; look < 80 && !(words.has('apart') && words.size >= 3); look++) {
      await page.waitForTimeout(100);
      words.add((await page.textContent('output')) ?? '');
    }
    expect(errors).toEqual([]);
    expect(words).toContain('apart');
    const volumes = [...words].flatMap((text) => /^hard, ([\d.]+) in common$/.exec(text)?.slice(1).map(Number) ?? []);
    expect(volumes.length).toBeGreaterThanOrEqual(2);
    // No more than the whole box lies in the ball.
    for (const volume of volumes) expect(volume > 0 && volume < (4 / 3) * Math.PI).toBe(true);
  });
});
