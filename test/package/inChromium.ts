import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build, createLogger, createServer, preview } from 'vite';

export interface Ran {
  /** What Vite warned of. */
  readonly warnings: readonly string[];
  /** What each module printed: the arguments of each call. */
  readonly printed: readonly (readonly unknown[][])[];
}

/**
 * Bundles modules of a project with Vite, which is told nothing of the package, and runs each in a page of its own; or serves them as it
 * does while a project is developed.
 */
export async function inChromium(
  browser: Browser,
  project: string,
  modules: readonly string[],
  served: 'built' | 'in development' = 'built',
): Promise<Ran> {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const customLogger = { ...createLogger('silent'), warn, warnOnce: warn, error: warn };
  const pages = modules.map((name) => `${name}.html`);
  for (const [i, name] of modules.entries())
    await writeFile(
      join(project, pages[i]),
      `<!doctype html><script type="module">import './${name}'; globalThis.finished = true;</script>`,
    );
  const settings = { root: project, configFile: false, logLevel: 'warn', customLogger } as const;
  const open = async () => {
    if (served === 'in development')
      return (await createServer({ ...settings, server: { host: '127.0.0.1', port: 0, ws: false } })).listen();
    const checks = { bundlerTimings: false }; // on a busy machine it tells how long it takes
    await build({ ...settings, build: { rolldownOptions: { input: pages, checks } } });
    return preview({ ...settings, preview: { host: '127.0.0.1', port: 0 } });
  };
  const server = await open();
  try {
    const printed: unknown[][][] = [];
    for (const path of pages) {
      const tab = await browser.newPage();
      const failed = new Promise<never>((_, fail) => tab.on('pageerror', fail));
      await tab.addInitScript(() => {
        const lines: unknown[][] = [];
        Object.assign(globalThis, { lines });
        console.log = (...words: unknown[]) => lines.push(structuredClone(words));
      });
      await tab.goto(`${server.resolvedUrls?.local[0]}${path}`);
      await Promise.race([tab.waitForFunction('globalThis.finished', null, { timeout: 100_000 }), failed]);
      printed.push(await tab.evaluate<unknown[][]>('globalThis.lines'));
      await tab.close();
    }
    return { warnings, printed };
  } finally {
    await server.close();
  }
}
