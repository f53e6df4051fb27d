import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { box } from '../src/mesh/shapes/box.js';
import { animatedGlb } from './cli/endToEnd/animatedGlb.js';
import { describeBrowser, launchChromium } from './support/chromium.js';
import { writeStl } from './support/writeStl.js';

// The build as it is, in a real browser. In place of a bundler the server resolves the bare imports; an import map
// would not do, since workers do not see it.
const root = new URL('..', import.meta.url);
const page = `<!doctype html>
<script type="module">import * as zclash from '/dist/src/index.js'; globalThis.zclash = zclash;</script>`;
const resolved = (code: string) =>
  code
    .replace(`'robust-predicates'`, `'/node_modules/robust-predicates/index.js'`)
    .replace(`'fflate'`, `'/node_modules/fflate/esm/browser.js'`);
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = createServer(async ({ url = '/' }, response) => {
    // Isolated from other origins, so that memory can be shared with workers.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    try {
      const content = url === '/' ? page : resolved(await readFile(new URL(`.${url}`, root), 'utf8'));
      response.setHeader('Content-Type', TYPES[extname(url)] ?? 'text/html');
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

describeBrowser('in Chromium', () => {
  it('the CPU machine, its threads and the GPU machine measure the same overlap', async () => {
    browser = await launchChromium('--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader');
    const tab = await browser.newPage();
    const errors: string[] = [];
    tab.on('pageerror', (error) => errors.push(error.message));
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await tab.waitForFunction('globalThis.zclash');
    const found = await tab.evaluate(async () => {
      const { body, box, icoSphere, interference, open, translation } = (
        globalThis as unknown as { zclash: typeof import('../src/index.js') }
      ).zclash;
      const a = body(box({ size: 2 }));
      const b = body(icoSphere({ radius: 1, subdivisions: 3 }), { pose: translation(0.7, 0.6, 0.5) });
      const answers: Record<string, { name: string; volume: number; pixels: number }> = {};
      const options = {
        cpu: { backend: 'cpu' },
        threads: { backend: 'cpu', threads: 2 },
        gpu: { backend: 'webgpu' },
      } as const;
      for (const [key, option] of Object.entries(options)) {
        const machine = await open(option);
        const { pairs } = await interference([a, b], { machine, resolution: 64 });
        const { volume, pixels } = pairs[0];
        answers[key] = { name: machine.name, volume, pixels };
        machine.close();
      }
      return answers;
    });
    expect(errors).toEqual([]);
    expect(found.threads.name).toContain('2 threads');
    expect(found.threads.volume).toBe(found.cpu.volume);
    expect(found.gpu.pixels).toBe(found.cpu.pixels);
    expect(found.gpu.volume).toBeCloseTo(found.cpu.volume, 6);
    expect(found.cpu.volume).toBeGreaterThan(0.9);

    // Files are read there, too; each reader is fetched when a file asks for it.
    const cube = [...writeStl(box())];
    const ply = `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n`;
    const glb = [...(await animatedGlb())];
    const read = await tab.evaluate(
      async ([cube, ply, glb]) => {
        const { load, inspect } = (globalThis as unknown as { zclash: typeof import('../src/index.js') }).zclash;
        const scenes = [
          await load(Uint8Array.from(cube as number[]), { name: 'cube.stl' }),
          await load(new TextEncoder().encode(ply as string), { name: 'tetrahedron.ply' }),
          await load(Uint8Array.from(glb as number[]), { name: 'moving.glb' }),
        ];
        return scenes.map(({ parts, animations }) => ({
          names: parts.map(({ name }) => name),
          volume: inspect(parts[0].mesh).signedVolume,
          animations: animations.length,
        }));
      },
      [cube, ply, glb] as const,
    );
    expect(errors).toEqual([]);
    expect(read.map(({ names, animations }) => [names, animations])).toEqual([
      [['cube'], 0],
      [['tetrahedron'], 0],
      [['wall', 'rider', 'balloon'], 1],
    ]);
    expect(read.map(({ volume }) => volume)).toEqual([1, expect.closeTo(1 / 6, 12), 1]);
  });
});
