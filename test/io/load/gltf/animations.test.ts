import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../../src/io/load/gltf/gltf.js';
import type { Scene } from '../../../../src/io/scene.js';
import { multiply, rotation, scaling, translation } from '../../../../src/math/affine.js';
import { seeded } from '../../../../src/math/random.js';
import { cornersOf, farthest } from './corners.js';
import { cubeDraft, type Draft } from './glb.js';
import { sourceOf } from './source.js';
import { readByThree } from './threeReading.js';

const read = (file: Draft): Promise<Scene> => Promise.resolve(readGltf(file.glb(), sourceOf('moving.glb')));

/** Adds an animation that moves properties of nodes. */
function animate(
  file: Draft,
  name: string | undefined,
  tracks: readonly { node: number; path: string; times: number[]; values: number[]; interpolation?: string }[],
): void {
  const types: Record<string, string> = { rotation: 'VEC4', weights: 'SCALAR' };
  file.json.animations ??= [];
  file.json.animations.push({
    name,
    samplers: tracks.map(({ path, times, values, interpolation }) => ({
      input: file.accessor(Float32Array.from(times), 'SCALAR'),
      output: file.accessor(Float32Array.from(values), types[path] ?? 'VEC3'),
      interpolation,
    })),
    channels: tracks.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
  });
}

/** The quaternion of a turn about z. */
const aboutZ = (angle: number): number[] => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

describe('animations', () => {
  test('LINEAR: a shift in steps of its own, clamped before the first key and after the last', async () => {
    const file = cubeDraft([
      { mesh: 0, name: 'slide' },
      { mesh: 0, name: 'still', translation: [9, 0, 0] },
    ]);
    animate(file, 'push', [{ node: 0, path: 'translation', times: [1, 2, 4], values: [0, 0, 0, 2, 0, 0, 2, 6, 0] }]);
    const { parts, animations, problems } = await read(file);
    expect(problems).toEqual([]);
    expect(animations.map(({ name, durationS }) => ({ name, durationS }))).toEqual([{ name: 'push', durationS: 4 }]);
    const shiftAt = (timeS: number): number[] => [3, 7, 11].map((k) => animations[0].at(timeS)[0].pose[k]);
    expect([0, 1, 1.25, 2, 3, 4, 99].map(shiftAt)).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0.5, 0, 0],
      [2, 0, 0],
      [2, 3, 0],
      [2, 6, 0],
      [2, 6, 0],
    ]);
    expect(animations[0].at(3)[1]).toEqual({ pose: parts[1].pose });
  });

  test('LINEAR: a turn at an even pace, the short way even where the file writes the quaternion the other way round', async () => {
    const file = cubeDraft();
    const flipped = aboutZ(2).map((x) => -x);
    animate(file, undefined, [{ node: 0, path: 'rotation', times: [0, 2], values: [...aboutZ(0), ...flipped] }]);
    const { animations } = await read(file);
    expect(animations[0].name).toBe('animation 0');
    for (const timeS of [0, 0.1, 0.7, 1, 1.9, 2])
      expect(farthest(animations[0].at(timeS)[0].pose, rotation([0, 0, 1], timeS))).toBeLessThan(1e-7);
  });

  test('STEP: each key holds until the next', async () => {
    const file = cubeDraft();
    animate(file, 'jump', [
      { node: 0, path: 'scale', times: [0, 1, 2], values: [1, 1, 1, 2, 2, 2, 3, 3, 3], interpolation: 'STEP' },
    ]);
    const { animations } = await read(file);
    expect([0, 0.999, 1, 1.999, 2, 3].map((timeS) => animations[0].at(timeS)[0].pose[0])).toEqual([1, 1, 2, 2, 3, 3]);
  });

  test('CUBICSPLINE: a cubic comes out as itself', async () => {
    const file = cubeDraft();
    // x(t) = t³ - 2t, with its slopes, at 0, 1 and 3: Hermite's form of a cubic is that cubic.
    const keys = [0, 1, 3].map((t) => ({ value: t ** 3 - 2 * t, slope: 3 * t * t - 2 }));
    const values = keys
      .flatMap(({ value, slope }) => [
        [slope, 0, 0],
        [value, 0, 0],
        [slope, 0, 0],
      ])
      .flat();
    animate(file, 'curve', [{ node: 0, path: 'translation', times: [0, 1, 3], values, interpolation: 'CUBICSPLINE' }]);
    const { animations } = await read(file);
    for (const t of [0, 0.3, 1, 1.7, 2.9, 3]) expect(animations[0].at(t)[0].pose[3]).toBeCloseTo(t ** 3 - 2 * t, 6);
  });

  test('what stands in a moved node moves with it: an arm of two links', async () => {
    const file = cubeDraft([
      { name: 'shoulder', children: [1], translation: [0, 0, 1] },
      { name: 'upper', mesh: 0, children: [2], scale: [1, 1, 1] },
      { name: 'elbow', children: [3], translation: [3, 0, 0] },
      { name: 'lower', mesh: 0, translation: [1, 0, 0], scale: [2, 1, 1] },
    ]);
    animate(file, 'wave', [
      { node: 0, path: 'rotation', times: [0, 1], values: [...aboutZ(0), ...aboutZ(1)] },
      { node: 2, path: 'rotation', times: [0, 1], values: [...aboutZ(0), ...aboutZ(-2)] },
    ]);
    const { parts, animations } = await read(file);
    expect(parts.map(({ name, path }) => [...path, name])).toEqual([
      ['shoulder', 'upper'],
      ['shoulder', 'upper', 'elbow', 'lower'],
    ]);
    for (const t of [0, 0.25, 1]) {
      const shoulder = multiply(translation(0, 0, 1), rotation([0, 0, 1], t));
      const elbow = multiply(shoulder, multiply(translation(3, 0, 0), rotation([0, 0, 1], -2 * t)));
      const [upper, lower] = animations[0].at(t);
      expect(farthest(upper.pose, shoulder)).toBeLessThan(1e-6);
      expect(farthest(lower.pose, multiply(elbow, multiply(translation(1, 0, 0), scaling(2, 1, 1))))).toBeLessThan(
        1e-6,
      );
    }
    const atRest = animations[0].at(0);
    parts.forEach((part, k) => {
      expect(farthest(part.pose, atRest[k].pose)).toBeLessThan(1e-12);
    });
  });

  test('a part that is scaled to nothing stays as a speck that can be placed', async () => {
    const file = cubeDraft();
    animate(file, 'hide', [
      { node: 0, path: 'scale', times: [0, 1], values: [1, 1, 1, 0, 0, 0], interpolation: 'STEP' },
    ]);
    const { animations } = await read(file);
    expect(farthest(animations[0].at(1)[0].pose, scaling(1e-6))).toBe(0);
  });

  test('a time that is no number is refused', async () => {
    const file = cubeDraft();
    animate(file, 'push', [{ node: 0, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] }]);
    const [push] = (await read(file)).animations;
    expect(() => push.at(Number.NaN)).toThrow(
      "animation 'push': the time must be a number (NaN). Give seconds from 0 to 1.",
    );
  });

  test('channels of extensions are passed over', async () => {
    const file = cubeDraft();
    animate(file, 'glow', [{ node: 0, path: 'pointer', times: [0], values: [0, 0, 0] }]);
    const { animations, problems } = await read(file);
    expect(animations).toEqual([]);
    expect(problems).toEqual([]);
  });

  test.each([
    {
      fault: 'times that do not grow',
      track: { node: 0, path: 'translation', times: [0, 0], values: [0, 0, 0, 1, 0, 0] },
      text: "a motion was left out: animation 0 'bad': channel 0: sampler 0: its times do not grow (0 s at key 1). Export the file again.",
    },
    {
      fault: 'too few values',
      track: { node: 0, path: 'translation', times: [0, 1], values: [0, 0, 0] },
      text: "a motion was left out: animation 0 'bad': channel 0: sampler 0: it has 3 numbers for 2 keys of 3. Export the file again.",
    },
    {
      fault: 'a value that is not finite',
      track: { node: 0, path: 'translation', times: [0], values: [0, Number.NaN, 0] },
      text: "a motion was left out: animation 0 'bad': channel 0: sampler 0: its values are not finite. Export the file again.",
    },
    {
      fault: 'a node that does not exist',
      track: { node: 7, path: 'translation', times: [0], values: [0, 0, 0] },
      text: "a motion was left out: animation 0 'bad': channel 0: it moves node 7 of 1. Export the file again.",
    },
    {
      fault: 'an unknown interpolation',
      track: { node: 0, path: 'translation', times: [0], values: [0, 0, 0], interpolation: 'BOUNCE' },
      text: "a motion was left out: animation 0 'bad': channel 0: sampler 0: its interpolation is none that exists ('BOUNCE'). Export the file again.",
    },
    {
      fault: 'no turn',
      track: { node: 0, path: 'rotation', times: [0], values: [0, 0, 0, 0] },
      text: "a motion was left out: animation 0 'bad': channel 0: sampler 0: key 0 is no turn (a quaternion of length 0). Export the file again.",
    },
  ])('a faulty one is left out and said: $fault', async ({ track, text }) => {
    const file = cubeDraft();
    animate(file, 'bad', [track]);
    const { parts, animations, problems } = await read(file);
    expect(parts).toHaveLength(1);
    expect(animations).toEqual([]);
    expect(problems).toEqual([{ code: 'repaired', message: text }]);
  });

  test.each([1, 2, 3, 4])('random tracks on a random tree as three.js plays them (seed %i)', async (seed) => {
    const random = seeded(seed);
    const numbers = (count: number, low: number, high: number) =>
      Array.from({ length: count }, () => Math.fround(low + (high - low) * random()));
    const count = 6;
    const nodes = Array.from({ length: count }, (_, k) => ({
      mesh: 0,
      name: `node${k}`,
      translation: numbers(3, -2, 2),
      rotation: unit(numbers(4, -1, 1)),
      scale: numbers(3, 0.5, 1.5),
      children: [2 * k + 1, 2 * k + 2].filter((child) => child < count),
    })).map(({ children, ...node }) => (children.length > 0 ? { ...node, children } : node));
    const file = cubeDraft(nodes, { scenes: [{ nodes: [0] }], scene: 0 });
    const tracks = nodes.flatMap((_, node) =>
      ['translation', 'rotation', 'scale'].flatMap((path) => {
        if (random() < 0.4) return [];
        const interpolation = ['LINEAR', 'STEP', 'CUBICSPLINE'][Math.floor(3 * random())];
        const times = numbers(4, 0, 3).sort((a, b) => a - b);
        const width = path === 'rotation' ? 4 : 3;
        const key = () => (path === 'rotation' ? unit(numbers(4, -1, 1)) : numbers(3, 0.5, 2));
        const values = times.flatMap(() =>
          interpolation === 'CUBICSPLINE' ? [...numbers(width, -1, 1), ...key(), ...numbers(width, -1, 1)] : key(),
        );
        return [{ node, path, times, values, interpolation }];
      }),
    );
    animate(file, 'all', tracks);
    const { parts, animations } = await read(file);
    const three = await readByThree(file.glb());
    // Three ends its own clips with the last key of all.
    for (const timeS of numbers(10, 0, 0.999 * animations[0].durationS)) {
      const states = animations[0].at(timeS);
      const corners = three.cornersAt(timeS);
      expect(corners).toHaveLength(parts.length);
      parts.forEach((part, k) => {
        expect(farthest(cornersOf(part, states[k]), corners[k])).toBeLessThan(1e-4);
      });
    }
  });
});

const unit = (q: number[]): number[] => q.map((x) => x / Math.hypot(...q));
