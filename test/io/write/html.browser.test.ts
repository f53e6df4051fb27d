import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toHtml } from '../../../src/io/write/html.js';
import type { ClashPicture } from '../../../src/report/clashPicture.js';
import type { ClashReport, ReportPair } from '../../../src/report/clashReport.js';
import { samplePictures, sampleReport } from '../../report/support/sampleReport.js';
import { HOSTILE, pipeRack, plantRoom } from '../../report/support/sampleScenes.js';
import { describeBrowser, launchChromium } from '../../support/chromium.js';

let browser: Browser;
let folder: string;
let room: ClashReport;
let pictures: Map<string, ClashPicture>;
let rack: ClashReport;

/** Opens a report from a file, offline, and notes whatever it asks for or complains about. */
async function show(report: ClashReport, options: BrowserContextOptions = {}) {
  const file = join(folder, 'report.html');
  await writeFile(file, toHtml({ report, pictures }));
  const context = await browser.newContext({ offline: true, viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url());
  });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(pathToFileURL(file).href);
  return { page, requests, complaints, close: () => context.close() };
}

/** What the visible lines say in a column, from top to bottom. */
const column = (page: Page, key: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const head = document.querySelector<HTMLTableCellElement>(`th[data-key=${wanted}]`)!;
    const lines = [...document.querySelectorAll<HTMLTableRowElement>('#clashes tbody:not([hidden]) tr.line')];
    return lines.map((line) => line.cells[head.cellIndex].textContent!.trim());
  }, key);

const sortBy = (page: Page, key: string): Promise<void> => page.click(`th[data-key=${key}] button`);

describeBrowser('the HTML report in Chromium', () => {
  beforeAll(async () => {
    const { bodies, facts, clearance } = plantRoom();
    room = await sampleReport(bodies, { facts, clearance });
    pictures = await samplePictures(room, bodies);
    rack = await sampleReport(pipeRack(200), { resolution: 64 });
    folder = await mkdtemp(join(tmpdir(), 'zclash-html-'));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  test('shows every pair with its picture, asks for nothing and complains of nothing', async () => {
    const { page, requests, complaints, close } = await show(room);
    expect(await page.title()).toBe('Clash report: room.ifc, mep & co.ifc, sample.ifc');
    expect(await page.textContent('h1')).toBe('5 clashes found');
    expect(await column(page, 'kind')).toEqual(['hard', 'contained', 'duplicate', 'clearance', 'touch']);
    expect(await page.locator('tr.more:visible').count()).toBe(0);
    await page.click('#all');
    expect(await page.locator('tr.more:visible').count()).toBe(5);
    const widths = await page.evaluate(async () => {
      const images = [...document.images];
      await Promise.all(images.map((image) => image.decode()));
      return images.map((image) => image.naturalWidth);
    });
    expect(widths).toEqual([640, 640, 640, 640, 640]);
    await page.click('#all');
    expect(await page.locator('tr.more:visible').count()).toBe(0);
    expect(requests.length).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test('shows hostile names as text', async () => {
    const { page, close } = await show(room);
    expect(await page.evaluate(() => (globalThis as { pwned?: number }).pwned)).toBeUndefined();
    expect(await page.evaluate(() => [document.scripts.length, document.images.length])).toEqual([1, 5]);
    expect(await column(page, 'b')).toContain(HOSTILE);
    await close();
  });

  test('opens a pair by click and by key, and by its bar in a plot', async () => {
    const { page, close } = await show(room);
    const button = page.locator('td.open button').nth(1);
    const more = page.locator('tr.more').nth(1);
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await page.locator('tr.line').nth(1).click();
    expect([await button.getAttribute('aria-expanded'), await more.isVisible()]).toEqual(['true', true]);
    await button.focus();
    await page.keyboard.press('Enter');
    expect([await button.getAttribute('aria-expanded'), await more.isVisible()]).toEqual(['false', false]);
    // The deepest overlap is the duplicate's, 400.
    await page.locator('.plots figure').first().locator('a').first().click();
    const opened = page.locator('tbody:has(tr.more:not([hidden]))');
    expect(await opened.getAttribute('data-kind')).toBe('duplicate');
    await close();
  });

  test('sorts 200 pairs by number and by name, both ways, by click and by key', async () => {
    const { page, complaints, close } = await show(rack);
    const byText = new Map(rack.pairs.map((pair) => [pair.b, pair]));
    const values = async (of: (pair: ReportPair) => number) =>
      (await column(page, 'b')).map((name) => of(byText.get(name)!));
    const sorted = (numbers: readonly number[]) => [...numbers].sort((p, q) => p - q);
    for (const [key, of] of [
      ['depth', ({ depthAlongView }: ReportPair) => depthAlongView],
      ['volume', ({ volume }: ReportPair) => volume],
    ] as const) {
      const truth = sorted(rack.pairs.map(of));
      await sortBy(page, key);
      expect(await page.getAttribute(`th[data-key=${key}]`, 'aria-sort')).toBe('descending');
      expect(await values(of)).toEqual([...truth].reverse());
      await page.focus(`th[data-key=${key}] button`);
      await page.keyboard.press('Space');
      expect(await page.getAttribute(`th[data-key=${key}]`, 'aria-sort')).toBe('ascending');
      expect(await values(of)).toEqual(truth);
    }
    await sortBy(page, 'b');
    expect(await page.locator('th[aria-sort]').count()).toBe(1);
    // Pipe 2 comes before Pipe 10.
    expect(await column(page, 'b')).toEqual(Array.from({ length: 200 }, (_, k) => `Pipe ${k + 1}`));
    await sortBy(page, 'b');
    expect((await column(page, 'b'))[0]).toBe('Pipe 200');
    expect(complaints).toEqual([]);
    await close();
  });

  test('pairs without a depth come last, either way', async () => {
    const { page, close } = await show(room);
    await sortBy(page, 'depth');
    expect((await column(page, 'kind')).slice(0, 3)).toEqual(['duplicate', 'hard', 'contained']);
    await sortBy(page, 'depth');
    expect((await column(page, 'kind')).slice(0, 3)).toEqual(['contained', 'hard', 'duplicate']);
    await sortBy(page, 'kind');
    expect(await column(page, 'kind')).toEqual(['hard', 'contained', 'duplicate', 'clearance', 'touch']);
    await close();
  });

  test('filters by text, by kind and by status, and says how many are left', async () => {
    const { page, close } = await show({
      ...room,
      pairs: room.pairs.map((pair) => (pair.kind === 'hard' ? { ...pair, status: 'approved' } : pair)),
    });
    const shown = () => page.textContent('#shown');
    expect(await shown()).toBe('5 of 5 shown');
    await page.fill('#find', 'ifcpipesegment');
    expect(await column(page, 'kind')).toEqual(['hard']);
    await page.fill('#find', 'tank VALVE');
    expect(await column(page, 'kind')).toEqual(['contained']);
    await page.fill('#find', 'no such thing');
    expect([await shown(), await page.isVisible('#nothing')]).toEqual(['0 of 5 shown', true]);
    await page.fill('#find', '');
    await page.uncheck('input[value=touch]');
    await page.uncheck('input[value=clearance]');
    expect(await column(page, 'kind')).toEqual(['hard', 'contained', 'duplicate']);
    await page.selectOption('#status', 'approved');
    expect([await column(page, 'kind'), await shown()]).toEqual([['hard'], '1 of 5 shown']);
    // A link shows its pair whatever the filter says, and it is counted.
    await page.locator('.plots figure').first().locator('a').first().click();
    await page.waitForFunction(() => document.getElementById('shown')!.textContent === '2 of 5 shown');
    await close();
  });

  test.each([
    [1200, 'light'],
    [1200, 'dark'],
    [380, 'light'],
    [380, 'dark'],
  ] as const)('fits a window of %d pixels, in %s', async (width, colorScheme) => {
    const { page, close } = await show(room, { viewport: { width, height: 800 }, colorScheme });
    await page.click('#all');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // The table of clashes needs no scrolling sideways either.
    const [inner, outer] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.getElementById('clashes')!.parentElement!;
      return [scrollWidth, clientWidth];
    });
    expect(inner).toBeLessThanOrEqual(outer);
    const [red] = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number));
    expect(red > 128).toBe(colorScheme === 'light');
    await close();
  });

  test('draws when which pair is in contact', async () => {
    const moving: ClashReport = {
      ...room,
      motion: { stepCount: 101, startTime: 0, endTime: 2.5, longestStep: 0.025 },
      pairs: room.pairs.map((pair, k) => ({
        ...pair,
        times: {
          firstContact: { after: k ? 2 - 0.4 * k : null, at: k ? 2.1 - 0.4 * k : 0 },
          worst: 2.2,
          kinds: [pair.kind],
          intervals: [
            [2.1 - 0.4 * k, 2.2],
            [2.5, 2.5],
          ],
        },
      })),
    };
    const { page, complaints, close } = await show(moving);
    expect(await page.locator('.timeline tbody tr').count()).toBe(5);
    expect(await page.locator('.timeline tbody tr').first().textContent()).toContain('from the beginning');
    const bars = page.locator('.timeline tbody tr').nth(1).locator('rect');
    expect(await bars.count()).toBe(2);
    const [one, other] = [(await bars.nth(0).boundingBox())!, (await bars.nth(1).boundingBox())!];
    expect(one.width).toBeGreaterThan(10 * other.width);
    expect(one.x).toBeLessThan(other.x);
    await sortBy(page, 'first');
    expect((await column(page, 'first')).map(Number)).toEqual([0, 0.5, 0.9, 1.3, 1.7].map((t) => expect.closeTo(t, 6)));
    expect(complaints).toEqual([]);
    for (const width of [1200, 1100, 1041, 1040, 800]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.getElementById('clashes')!.parentElement!;
        return scrollWidth - clientWidth;
      });
      expect([width, cut]).toEqual([width, 0]);
    }
    await close();
  });

  test('shows everything without a script, and prints without controls', async () => {
    const { page, close } = await show(room, { javaScriptEnabled: false });
    expect(await page.locator('tr.more:visible').count()).toBe(5);
    expect(await page.locator('.controls:visible').count()).toBe(0);
    await close();
    const printed = await show(room);
    expect(await printed.page.locator('.controls').isVisible()).toBe(true);
    await printed.page.emulateMedia({ media: 'print' });
    expect(await printed.page.locator('.controls').isVisible()).toBe(false);
    expect((await printed.page.pdf()).length).toBeGreaterThan(10_000);
    await printed.close();
  });

  test('names what can be used: every control, table and picture has a name', async () => {
    const { page, close } = await show(room);
    await page.click('#all');
    const nameless = await page.evaluate(() => {
      const named = (element: Element) =>
        [
          element.textContent,
          element.getAttribute('aria-label'),
          element.getAttribute('alt'),
          (element as HTMLInputElement).labels?.[0]?.textContent,
        ].some((text) => text?.trim());
      return [...document.querySelectorAll('button, a, input, select, img, svg[role=img], th, summary')]
        .filter((one) => !named(one))
        .map((one) => one.outerHTML.slice(0, 80));
    });
    expect(nameless).toEqual([]);
    // Ids are not given twice, and headings do not skip a level.
    const twice = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return ids.filter((id, k) => ids.indexOf(id) !== k);
    });
    expect(twice).toEqual([]);
    expect(
      await page.evaluate(() => [...document.querySelectorAll('h1, h2, h3')].map(({ tagName }) => tagName)[0]),
    ).toBe('H1');
    await close();
  });
});
