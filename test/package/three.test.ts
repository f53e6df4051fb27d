import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser, launchChromium, SOFTWARE_GPU } from '../support/chromium.js';
import { describeInstalled, freshProject } from './freshProject.js';
import { inChromium } from './inChromium.js';
import { packed } from './packed.js';
import { typeErrors } from './typeErrors.js';

const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
const { version: newest } = JSON.parse(
  await readFile(new URL('../../node_modules/three/package.json', import.meta.url), 'utf8'),
);
const floor = manifest.peerDependencies.three.replace('>=', '');

/** What a page or a process does with test/package/threeObjects.mjs. */
const MODULES = {
  'node.js': `
    import { open } from 'zclash';
    import { collideAll } from './threeObjects.mjs';
    await collideAll(await open({ backend: 'cpu' }));`,
  'webgl.js': `
    import { PerspectiveCamera, WebGLRenderer } from 'three';
    import { machineFor } from 'zclash/three';
    import { collideAll } from './threeObjects.mjs';
    const renderer = new WebGLRenderer();
    const camera = new PerspectiveCamera();
    const machine = await machineFor(renderer, { backend: 'cpu' });
    await collideAll(machine, (scene) => renderer.render(scene, camera));`,
  'webgpu.js': `
    import { PerspectiveCamera, RenderTarget, WebGPURenderer } from 'three/webgpu';
    import { machineFor } from 'zclash/three';
    import { collideAll } from './threeObjects.mjs';
    const renderer = new WebGPURenderer();
    await renderer.init();
    renderer.setRenderTarget(new RenderTarget(64, 64)); // software drivers fail at presenting a canvas
    const { device } = renderer.backend;
    device.onuncapturederror = ({ error }) => reportError(new Error(error.message));
    const camera = new PerspectiveCamera();
    const machine = await machineFor(renderer);
    let drawn;
    await collideAll(machine, (scene) => renderer.render((drawn = scene), camera), renderer);
    machine.close();
    renderer.render(drawn, camera); // the device and its buffers are three's own still
    await device.queue.onSubmittedWorkDone();
    console.log('machine', machine.kind, renderer.backend.isWebGPUBackend);`,
};

const USE = `
import { Mesh, BoxGeometry } from 'three';
import { interference } from 'zclash';
import { bodyFrom } from 'zclash/three';
const { pairs } = await interference([bodyFrom(new Mesh(new BoxGeometry())), bodyFrom(new Mesh())]);
export const volumes: number[] = pairs.map(({ volume }) => volume);
// @ts-expect-error a name is no object
bodyFrom('robot');
`;

/** Three's types are a package of their own. Without it objects are of any type; its own words on that are not for us to fix. */
const USE_WITHOUT_TYPES = `
import { interference } from 'zclash';
import { bodyFrom } from 'zclash/three';
declare const robot: any;
const { pairs } = await interference([bodyFrom(robot)]);
export const volumes: number[] = pairs.map(({ volume }) => volume);
`;

describeInstalled('with three.js', () => {
  let folder: string;
  let tarball: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zclash-three-'));
    tarball = `file:${(await packed()).file}`;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  for (const version of [floor, newest])
    it(`${version}, bodies and overlays are right in Node`, async () => {
      const project = join(folder, version);
      await freshProject(project, {
        zclash: tarball,
        three: version,
        ...(version === newest && { '@types/three': manifest.devDependencies['@types/three'] }),
      });
      await cp(new URL('threeObjects.mjs', import.meta.url), join(project, 'threeObjects.mjs'));
      for (const [name, code] of Object.entries(MODULES)) await writeFile(join(project, name), code);
      await writeFile(
        join(project, 'asJson.js'),
        'console.log = (...words) => process.stdout.write(JSON.stringify(words) + "\\n");',
      );
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', './asJson.js', 'node.js'], {
        cwd: project,
      });
      const lines = stdout.trim().split('\n');
      expectRight(lines.map((line) => JSON.parse(line)));
    });

  for (const compiler of ['5.6', '7'] as const) {
    it(`has types that TypeScript ${compiler} accepts beside three's`, async () => {
      const project = join(folder, newest);
      await writeFile(join(project, 'use.ts'), USE);
      const options = { lib: ['es2022', 'dom'], skipLibCheck: compiler === '5.6' }; // where checking three's takes ten seconds
      expect(await typeErrors(compiler, project, options, ['use.ts'])).toBe('');
    });

    it(`has types that TypeScript ${compiler} accepts without three's`, async () => {
      const project = join(folder, floor);
      await writeFile(join(project, 'use.ts'), USE_WITHOUT_TYPES);
      expect(await typeErrors(compiler, project, { lib: ['es2022', 'dom'], skipLibCheck: true }, ['use.ts'])).toBe('');
    });
  }

  describeBrowser('in Chromium', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium(...SOFTWARE_GPU);
    });
    afterAll(() => browser?.close());

    for (const version of [floor, newest])
      it(`${version}, the same beside WebGLRenderer, and on WebGPURenderer's device`, async () => {
        const { printed } = await inChromium(browser, join(folder, version), ['webgl.js', 'webgpu.js']);
        expectRight(printed[0]);
        expectRight(printed[1].slice(0, -1));
        expect(printed[1].at(-1)).toEqual(['machine', 'webgpu', true]);
      });
  });
});

/** What threeObjects.mjs prints: half of each box is in the block, then all of it. */
function expectRight(lines: readonly (readonly unknown[])[]): void {
  const shown = lines.filter(([name]) => String(name).startsWith('zclash'));
  const found = lines.filter((line) => !shown.includes(line));
  expect(found.map((words) => words.slice(0, 3))).toEqual(
    ['mesh', 'mirrored', 'morphed', 'skinned', 'instanced', 'batched'].flatMap((name) => [
      [name, 1, 'hard'],
      [name, 0, name === 'instanced' || name === 'batched' ? 'hard' : 'contained'],
    ]),
  );
  for (const [name, x, , volume, volumeError] of found as [string, number, string, number, number][]) {
    expect(volumeError, name).toBeLessThan(0.2);
    expect(Math.abs(volume - (x === 1 ? 0.5 : 1)), name).toBeLessThanOrEqual(volumeError + 1e-6);
  }
  // The overlap reaches from the box's side to the block's; there the surfaces meet.
  const near = (x: number) => expect.closeTo(x, 1);
  expect(shown).toEqual([
    ['zclash overlap', true, [near(0.5), near(-0.5), near(-0.5)], [near(1), near(0.5), near(0.5)]],
    ['zclash contact lines', true, [near(1), near(-0.5), near(-0.5)], [near(1), near(0.5), near(0.5)]],
  ]);
}
