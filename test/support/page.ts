import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { canvasInMemory } from './canvasInMemory.js';
import { launchChromium, SOFTWARE_GPU } from './chromium.js';

/** A page with one bundled script, open in a browser of its own. */
export interface OpenPage {
  readonly page: Page;
  /** What the page said of errors so far. */
  readonly errors: readonly string[];
  /** What is to be seen of it, as a PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

const source = (path: string): string => new URL(`../../src/${path}`, import.meta.url).pathname;

/** Bundles a script as an application would, with `zclash` by its name. */
export async function bundle(entry: URL): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } }, // tests run as neither development nor production
    resolve: {
      alias: [
        { find: /^zclash$/, replacement: source('index.ts') },
        { find: /^zclash\/(three|node)$/, replacement: source('$1.ts') },
      ],
    },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      rollupOptions: { input: entry.pathname, output: { entryFileNames: 'main.js' } },
    },
  });
  const { output } = built as Rollup.RollupOutput;
  return new Map(output.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : String(file.source)]));
}

/** Opens the script in Chromium, where WebGPU and WebGL run in software. `search` is the part of the address behind the `?`. */
export async function openPage(entry: URL, search = '', size = { width: 640, height: 480 }): Promise<OpenPage> {
  const files = await bundle(entry);
  const server = createServer(({ url = '/' }, response) => {
    const code = files.get(url);
    response.statusCode = code === undefined && !url.startsWith('/?') && url !== '/' ? 204 : 200; // browsers ask for an icon
    response.setHeader('Content-Type', code === undefined ? 'text/html' : 'text/javascript');
    response.end(
      code ??
        '<!doctype html><style>body{margin:0}</style><body><div id="root"></div><script type="module" src="/main.js"></script>',
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  };
  try {
    browser = await launchChromium(
      ...SOFTWARE_GPU,
      '--disable-gpu-watchdog', // a busy machine is slow to answer, and its device would be taken for hung
    );
    const page = await browser.newPage({ viewport: size });
    await page.addInitScript(canvasInMemory);
    const picture = async () => {
      await page.evaluate(() => (globalThis as unknown as { present(): Promise<void> }).present());
      return page.screenshot();
    };
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') errors.push(line.text());
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${search}`);
    return { page, errors, picture, close };
  } catch (error) {
    await close();
    throw error;
  }
}
