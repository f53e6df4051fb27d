import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadFile } from '../../../src/io/load/loadFile.js';
import { mergeParts } from '../../../src/io/mergeParts.js';
import { determinant } from '../../../src/math/affine.js';
import { type Box, boundsOf, uniteBoxes } from '../../../src/math/box.js';
import { massProperties } from '../../../src/mesh/mass.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { torusKnot } from '../../../src/mesh/shapes/torusKnot.js';
import { describeBrowser, launchChromium } from '../../support/chromium.js';
import { modelBytes, sharedModels } from './support/sharedModels.js';
import { boxObject, modelXml, threeMf } from './support/threeMfPackage.js';

// A second reading of 3MF: three's loader needs a DOM, so it reads in Chromium. Nothing is fetched but files of this project.
const root = new URL('../../../', import.meta.url);
const HOST = 'http://127.0.0.1:9/';
const page = `<!doctype html><script type="importmap">
{ "imports": { "three": "/node_modules/three/build/three.module.js", "three/addons/": "/node_modules/three/examples/jsm/" } }
</script><script type="module">
import * as THREE from 'three';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
globalThis.read = (bytes) => {
  const group = new ThreeMFLoader().parse(Uint8Array.from(bytes).buffer);
  group.updateMatrixWorld(true);
  const parts = [];
  group.traverse((one) => {
    if (!one.isMesh) return;
    const at = one.geometry.attributes.position;
    const index = one.geometry.index?.array ?? Array.from({ length: at.count }, (_, i) => i);
    const point = (i) => new THREE.Vector3().fromBufferAttribute(at, i).applyMatrix4(one.matrixWorld);
    let volume = 0;
    const box = new THREE.Box3();
    for (let i = 0; i < index.length; i += 3) {
      const [p, q, r] = [point(index[i]), point(index[i + 1]), point(index[i + 2])];
      volume += p.dot(q.clone().cross(r)) / 6;
      for (const corner of [p, q, r]) box.expandByPoint(corner);
    }
    parts.push({ triangles: index.length / 3, volume: Math.abs(volume), min: box.min.toArray(), max: box.max.toArray() });
  });
  return parts;
};
</script>`;

interface Reading {
  readonly triangles: number;
  readonly volume: number;
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** A mesh as an object of a package. */
const meshObject = ({ positions, indices }: Mesh, id: number): string => {
  const vertices: string[] = [];
  for (let v = 0; v < positions.length; v += 3)
    vertices.push(`<vertex x="${positions[v]}" y="${positions[v + 1]}" z="${positions[v + 2]}"/>`);
  const triangles: string[] = [];
  for (let i = 0; i < indices.length; i += 3)
    triangles.push(`<triangle v1="${indices[i]}" v2="${indices[i + 1]}" v3="${indices[i + 2]}"/>`);
  return `<object id="${id}" type="model"><mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh></object>`;
};

describeBrowser('3MF, read by three.js in Chromium', () => {
  let browser: Browser;
  let tab: Page;

  beforeAll(async () => {
    browser = await launchChromium();
    tab = await browser.newPage();
    await tab.route(`${HOST}**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: page });
      return route.fulfill({ contentType: 'text/javascript', body: await readFile(new URL(`.${pathname}`, root)) });
    });
    await tab.goto(HOST);
    await tab.waitForFunction('globalThis.read');
  });

  afterAll(() => browser?.close());

  const byThree = (bytes: Uint8Array): Promise<Reading[]> =>
    tab.evaluate((all) => (globalThis as unknown as { read(bytes: number[]): Reading[] }).read(all), [...bytes]);

  const byUs = async (bytes: Uint8Array): Promise<Reading[]> => {
    const { parts } = await loadFile('package.3mf', { data: bytes });
    return parts.map(({ mesh, pose }) => {
      const { min, max } = boundsOf(mergeParts([{ mesh, pose }]).positions);
      return {
        triangles: mesh.indices.length / 3,
        volume: Math.abs(massProperties(mesh).volume * determinant(pose)),
        min,
        max,
      };
    });
  };

  const expectAlike = (ours: readonly Reading[], theirs: readonly Reading[]): void => {
    expect(ours.length).toBe(theirs.length);
    const boxes = ours.map(({ min, max }) => ({ min, max }) as unknown as Box);
    const whole = boxes.reduce(uniteBoxes);
    const size = Math.max(...whole.max.map((x, k) => x - whole.min[k]));
    ours.forEach((one, k) => {
      expect(one.triangles).toBe(theirs[k].triangles);
      expect(Math.abs(one.volume / theirs[k].volume - 1)).toBeLessThan(1e-4); // three has f32 coordinates
      for (const axis of [0, 1, 2]) {
        expect(Math.abs(one.min[axis] - theirs[k].min[axis])).toBeLessThan(1e-5 * size);
        expect(Math.abs(one.max[axis] - theirs[k].max[axis])).toBeLessThan(1e-5 * size);
      }
    });
  };

  it('a mesh, components in components, and items with transforms', async () => {
    const resources = `${boxObject(1)}${meshObject(torusKnot({ segments: 60, sides: 12 }), 2)}
      <object id="3" type="model"><components><component objectid="1" transform="0 1 0 -1 0 0 0 0 1 5 6 7"/><component objectid="2"/></components></object>
      <object id="4" type="model"><components><component objectid="3" transform="2 0 0 0 2 0 0 0 2 0 0 -9"/><component objectid="1"/></components></object>`;
    const build =
      '<item objectid="4" transform="0.6 0.8 0 -0.8 0.6 0 0 0 1 1 2 3"/><item objectid="2" transform="1 0 0 0 1 0 0 0 1 30 0 0"/>';
    const bytes = threeMf(modelXml(resources, build));
    const [ours, theirs] = [await byUs(bytes), await byThree(bytes)];
    const order = (readings: readonly Reading[]) =>
      [...readings].sort((p, q) => p.volume - q.volume || p.min[2] - q.min[2]);
    expect(ours.length).toBe(4);
    expectAlike(order(ours), order(theirs));
  });

  const models = sharedModels('.off')?.filter(({ file }) => /^bench\/cgal_(pinion|couplingdown|knot1)/.test(file));
  it.skipIf(!models)(`real models as packages${models ? '' : ' (skipped: no ../shared/models here)'}`, async () => {
    for (const { file, triangles, volume, bbox } of models!) {
      const { parts } = await loadFile(file, { data: modelBytes(file) });
      const bytes = threeMf(modelXml(meshObject(parts[0].mesh, 1), '<item objectid="1"/>'));
      const ours = await byUs(bytes);
      expectAlike(ours, await byThree(bytes));
      expect(ours[0].triangles).toBe(triangles);
      expect(Math.abs(ours[0].volume / volume - 1)).toBeLessThan(1e-9);
      expect([ours[0].min, ours[0].max]).toEqual(bbox);
    }
  });
});
