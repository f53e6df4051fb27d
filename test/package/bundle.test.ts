import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeBrowser, launchChromium } from '../support/chromium.js';
import { buildPage, gzippedBytes, servePage } from './builtPage.js';

/** As the page tells it. */
const answerOf = () => (globalThis as unknown as { answer: Promise<unknown> }).answer;

/** What a query of meshes by sampled z-lists on the CPU has no use for. */
const ELSEWHERE =
  /src\/(machine\/gpu|exact|detect\/(exact|solids)|surface\/(formula|nurbs|tessellate|quadric|torus|convex)|io|report|three)\//;

const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'";
const WITH_WASM = STRICT.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

describeBrowser('bundled for the browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Opens a page, and says what it answers and what went wrong. */
  async function visit(url: string, before?: () => void) {
    const tab = await browser.newPage();
    const errors: string[] = [];
    tab.on('pageerror', (error) => errors.push(error.message));
    if (before) await tab.addInitScript(before);
    await tab.goto(url);
    const answer = await tab.evaluate(answerOf);
    await tab.close();
    expect(errors).toEqual([]);
    return answer;
  }

  it('a page that asks for interference on the CPU downloads less than 60 kB, gzipped, and gets the right answer', async () => {
    const page = await buildPage('meshes');
    await using served = await servePage(page);
    const found = (await visit(served.url)) as { volume: number; volumeError: number };
    expect(found).toMatchObject({ machine: 'CPU (WebAssembly loops, 1 thread)', kind: 'hard', diagnostics: 0 });
    expect(Math.abs(found.volume - 0.125)).toBeLessThanOrEqual(found.volumeError);
    expect(found.volumeError).toBeLessThan(0.02);

    const modules = [...served.fetched].flatMap((file) => page.modules.get(file) ?? []);
    expect(modules.filter((id) => ELSEWHERE.test(id))).toEqual([]);
    expect(gzippedBytes(page, served.fetched)).toBeLessThan(60_000);
    expect(gzippedBytes(page, page.atOnce)).toBeLessThan(60_000);
    expect([...served.fetched].sort()).toEqual([...page.atOnce].sort());

    // Without WebGPU a machine of its own choice costs no more.
    await using again = await servePage(page);
    const withoutGpu = () => Object.defineProperty(navigator, 'gpu', { value: undefined });
    expect(await visit(`${again.url}?backend=auto`, withoutGpu)).toEqual(found);
    expect(again.fetched).toEqual(served.fetched);
  });

  it('under a strict policy answers are the same, with WebAssembly and without', async () => {
    const page = await buildPage('policy');
    for (const [file, text] of page.files)
      expect(`${file} ${/\beval\(|new Function\(|blob:|data:(text|application)\//.exec(text)?.[0] ?? ''}`).toBe(
        `${file} `,
      );
    const answers = [];
    for (const policy of [STRICT, WITH_WASM]) {
      await using served = await servePage(page, policy);
      answers.push(await visit(served.url));
      expect([...served.fetched].filter((file) => file.includes('cpuWorker'))).toHaveLength(1);
    }
    const [plain, wasm] = answers as { found: Record<string, { name: string; pairs: unknown }>; refused: string[] }[];
    // Nothing is refused but what was tried, to know whether it may be done.
    expect([plain.refused, wasm.refused]).toEqual([['wasm-eval'], []]);
    const names = ({ found }: typeof plain) => Object.values(found).map(({ name }) => name);
    expect(names(plain)).toEqual(['CPU (plain loops, 1 thread)', 'CPU (plain loops, 2 threads)']);
    expect(names(wasm)).toEqual(['CPU (WebAssembly loops, 1 thread)', 'CPU (WebAssembly loops, 2 threads)']);
    for (const { found } of [plain, wasm])
      for (const { pairs } of Object.values(found)) expect(pairs).toEqual(plain.found.one.pairs);
    expect(plain.found.one.pairs).toMatchObject(Array(4).fill([{ kind: 'hard' }]));
  });
});

describe('the sources', () => {
  it('make no code of texts', () => {
    const folder = new URL('../../src/', import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    expect(names.length).toBeGreaterThan(300);
    const wrong = names.filter((name) =>
      /\beval\(|new Function\(|createObjectURL|setTimeout\(\s*['"`]/.test(readFileSync(new URL(name, folder), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});
