import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser } from '../support/chromium.js';
import { type OpenPage, openPage } from '../support/page.js';
import { type Rgb, shareOf } from '../support/shareOf.js';
import type { Computed } from './page/compareComputed.js';
import type { Comparisons, RendererName } from './page/compareDrawn.js';
import type { showOverlays } from './page/showOverlays.js';

describeBrowser('bodies are where three.js draws them', () => {
  let tab: OpenPage;
  beforeAll(async () => {
    tab = await openPage(new URL('./page/main.ts', import.meta.url));
    await tab.page.waitForFunction('globalThis.compareDrawn');
  });
  afterAll(() => tab?.close());

  it('positions that a compute shader writes are read where they are', async () => {
    const seen = await tab.page.evaluate(() =>
      (globalThis as unknown as { compareComputed(): Promise<Computed> }).compareComputed(),
    );
    expect(tab.errors).toEqual([]);
    expect(seen.refused).toContain('Bring them to the host with `await fetchPositions(object, renderer)`');
    expect(seen.steps.map(({ isShared }) => isShared)).toEqual([true, true, true]);
    expect(seen.steps.map(({ uploads }) => uploads)).toEqual([0, 0, 0]);
    // A ball that a shader blows up, step by step, and one beside it that stays: lenses of two balls.
    for (const { radius, volume, volumeError } of seen.steps) {
      const d = 2;
      const lens =
        (Math.PI * (radius + 1 - d) ** 2 * (d * d + 2 * d * (radius + 1) - 3 * (radius - 1) ** 2)) / (12 * d);
      expect(Math.abs(volume - lens)).toBeLessThan(volumeError + 0.01 * lens);
    }
  });

  it.each(['WebGPURenderer', 'WebGLRenderer'] as const)(
    'overlays show, and go without a trace: %s',
    async (renderer) => {
      const { page, errors } = tab;
      const shown = await page.evaluate(
        (name) => (globalThis as unknown as { showOverlays: typeof showOverlays }).showOverlays(name),
        renderer,
      );
      const picture = await tab.picture();
      if (process.env.ZCLASH_KEEP_PICTURES) {
        await mkdir('out', { recursive: true });
        await writeFile(`out/overlays-${renderer}.png`, picture);
      }
      await page.evaluate(() => (globalThis as unknown as { clearOverlays(): Promise<void> }).clearOverlays());
      const cleared = await tab.picture();
      expect(errors).toEqual([]);
      // A knot of 240 × 40 × 2 faces and a ball of 20 × 21², twice; nothing of the overlays.
      expect(shown).toEqual({ overlays: 3, left: 2 * (19_200 + 8_820) });
      const isRed = ([r, g, b]: Rgb): boolean => r > 170 && r > 1.8 * g && r > 1.4 * b;
      expect(shareOf(picture, isRed)).toBeGreaterThan(0.01);
      expect(shareOf(cleared, isRed)).toBe(0);
      // The bodies are as they were.
      const isPaper = ([r, g, b]: Rgb): boolean => r === 0xf4 && g === 0xf4 && b === 0xf2;
      expect(Math.abs(shareOf(cleared, isPaper) - shareOf(picture, isPaper))).toBeLessThan(0.005);
      expect(shareOf(cleared, isPaper)).toBeLessThan(0.9);
    },
  );

  it.each(['WebGPURenderer', 'WebGLRenderer'] as const)('%s', async (renderer) => {
    const { found: seen, changedAfterClose } = await tab.page.evaluate(
      (name: RendererName) =>
        (globalThis as unknown as { compareDrawn(name: RendererName): Promise<Comparisons> }).compareDrawn(name),
      renderer,
    );
    expect(tab.errors).toEqual([]);
    expect(seen.length).toBe(13);
    expect(changedAfterClose).toBe(0);
    for (const one of seen) {
      const {
        name,
        machine,
        isShared,
        drawn,
        met,
        differing,
        differingInside,
        otherLayers,
        depthDifference,
        found,
        baked,
      } = one;
      expect(drawn, name).toBeGreaterThan(500);
      expect(differingInside, name).toBe(0);
      expect(differing, name).toBeLessThan(0.05 * met);
      // Baked in f32 and in f64, vertices differ in their last bits: rays through edges may pass on either side.
      expect(otherLayers, name).toBeLessThan(8);
      expect(depthDifference, name).toBeLessThan(2e-5);
      expect(found.kind, name).toBe(baked.kind);
      const apart = Math.abs(found.volume - baked.volume);
      expect(apart, name).toBeLessThanOrEqual(found.volumeError + baked.volumeError);
      // Parts of a surface are open, and which rays can be used depends on the view.
      if (name !== 'drawRange' && name !== 'groups') {
        expect(found.kind, name).toBe('hard');
        expect(apart, name).toBeLessThanOrEqual(0.01 * baked.volume);
      }
      expect(machine.startsWith('CPU'), name).toBe(renderer === 'WebGLRenderer');
      const canBeShared = ['mesh', 'negative scale', 'groups'].includes(name);
      expect(isShared, name).toBe(renderer === 'WebGPURenderer' && canBeShared);
    }
  });
});
