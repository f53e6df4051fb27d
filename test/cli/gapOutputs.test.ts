import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { worldBounds } from '../../src/body.js';
import { gapBodies } from '../../src/cli/job/gapBodies.js';
import type { LoadedFiles } from '../../src/cli/job/loadFiles.js';
import { planGapOutputs, wantedFor } from '../../src/cli/outputs/gapOutputs.js';
import { identity, translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { temporaryFolder } from './support/runZclash.js';

describe('files of a gap map', () => {
  const quiet = () => {};

  test('each by its ending; a .ply stands for one of each body, and that is said', async () => {
    const folder = await temporaryFolder();
    const notes: string[] = [];
    const names = ['map.png', 'r.json', 'regions.csv', 'all.rays.csv', 'jaws.ply'].map((name) => join(folder, name));
    const planned = await planGapOutputs(names, (note) => notes.push(note), []);
    expect(planned.map(({ path, holds }) => [basename(path), holds])).toEqual([
      ['map.png', 'picture'],
      ['r.json', 'report'],
      ['regions.csv', 'regions'],
      ['all.rays.csv', 'rays'],
      ['jaws-a.ply', 'a'],
      ['jaws-b.ply', 'b'],
    ]);
    expect(notes).toEqual([
      expect.stringMatching(/jaws\.ply: each body has a file of its own: .*jaws-a\.ply and .*jaws-b\.ply\.$/),
    ]);
    expect(wantedFor(planned)).toEqual({ picture: true, painted: true, rays: true });
    expect(wantedFor(planned.slice(1, 3))).toEqual({ picture: false, painted: false, rays: false });
    expect(await readdir(folder)).toEqual([]);
  });

  test('no file that is read is written over, by the names that files get', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'jaws-b.ply'), 'ply');
    await expect(planGapOutputs([join(folder, 'jaws.ply')], quiet, [join(folder, 'jaws-b.ply')])).rejects.toThrow(
      /jaws-b\.ply: the report would go over a file that is read/,
    );
  });

  test('other endings are refused', async () => {
    await expect(planGapOutputs(['map.html'], quiet, [])).rejects.toThrow(
      'map.html: there is no report with the ending .html. Choose one of: .json .csv .png .ply.',
    );
  });
});

describe('the two bodies', () => {
  const part = (name: string, x: number) => ({ name, path: [], mesh: box(), pose: translation(x, 0, 0) });
  const scene = (...parts: ReturnType<typeof part>[]) => ({ units: undefined, parts, problems: [], animations: [] });
  const chosen = (scenes: Record<string, ReturnType<typeof scene>>, a: string[] = [], b: string[] = []) => {
    const loaded = {
      scenes: Object.entries(scenes).map(([file, one]) => ({ file, scene: one })),
    } as unknown as LoadedFiles;
    const files = Object.keys(scenes).map((path) => ({ path }));
    return gapBodies(loaded, { a, b, files, units: undefined }).bodies;
  };
  const names = (bodies: ReturnType<typeof chosen>) => bodies.map(({ name }) => name);
  const press = scene(part('punch', 0), part('die', 4), part('bolt', 8));

  test('two files are two bodies, whatever they hold', () => {
    const bodies = chosen({ 'one.glb': press, 'two.stl': scene(part('lid', 0)) });
    expect(bodies.map(({ body }) => body.mesh.indices.length / 3)).toEqual([36, 12]);
  });

  test('two parts of one file', () => {
    expect(names(chosen({ 'p.glb': scene(part('upper', 0), part('lower', 0)) }))).toEqual(['upper', 'lower']);
  });

  test('by patterns: parts of one file; several become one body, where they stand', () => {
    expect(names(chosen({ 'p.glb': press }, ['die'], ['punch']))).toEqual(['die', 'punch']);
    const [a, b] = chosen({ 'p.glb': press }, ['punch']);
    expect([a.name, b.name]).toEqual(['punch', 'die and 1 more']);
    expect(worldBounds(b.body)).toEqual({ min: [3.5, -0.5, -0.5], max: [8.5, 0.5, 0.5] });
    expect(b.body.pose).toEqual(identity());
  });

  test('by patterns in two files: the other file is the other body', () => {
    const files = { 'p.glb': press, 'scan.stl': scene(part('scan', 0)) };
    expect(names(chosen(files, ['die']))).toEqual(['die', 'scan']);
    expect(names(chosen(files, ['scan'], ['bolt']))).toEqual(['scan', 'bolt']);
  });

  test.each([
    [[], [], 'gap: p.glb has 3 bodies. Say with --a and --b between which of them, or give two files.'],
    [['*'], [], 'gap: --a matches all parts, and none is left for the other body.'],
    [['p*'], ['punch'], "gap: 'punch' is part of A and of B. Give --a and --b that do not match the same part."],
    [['lid'], [], "--a: no body matches 'lid'. There are 'punch', 'die', 'bolt'."],
  ])('%j and %j of one file: %s', (a, b, message) => {
    expect(() => chosen({ 'p.glb': press }, a, b)).toThrow(message);
  });

  test('one body alone', () => {
    expect(() => chosen({ 'p.stl': scene(part('lid', 0)) })).toThrow(
      "gap: there is one body only ('lid'). Give a second file.",
    );
  });
});
