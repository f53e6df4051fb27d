import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { InputError } from '../../src/errors.js';
import type { InterferenceOptions } from '../../src/interference.js';
import { box } from '../../src/mesh/shapes/box.js';
import { ask, at, cube } from './bodies.js';

/** Scenes with a pair to look at, with none, and with nothing at all: a wrong call is wrong for each of them. */
const SCENES: readonly (readonly [string, () => Body[]])[] = [
  ['two bodies that overlap', () => [cube(2), cube(2, at(1))]],
  ['two bodies apart', () => [cube(2), cube(2, at(9))]],
  ['one body', () => [cube(2)]],
  ['no body', () => []],
];

/** What a call says, as an `InputError`. */
async function refusal(bodies: readonly Body[], options: Partial<Record<keyof InterferenceOptions, unknown>>) {
  const error = await ask(bodies, options as InterferenceOptions).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message;
}

describe.each(SCENES)('interference of %s refuses', (_, bodies) => {
  it.each([Number.NaN, -1, -1e-9, -Infinity])('a tolerance of %f', async (tolerance) => {
    expect(await refusal(bodies(), { tolerance })).toBe(
      `interference: the tolerance is not a length (${tolerance}). Give a number from 0 up, in model units.`,
    );
  });

  it.each([Number.NaN, -1, -1e-9])('a clearance of %f', async (clearance) => {
    expect(await refusal(bodies(), { clearance })).toBe(
      `interference: the clearance is not a length (${clearance}). Give a number from 0 up, in model units.`,
    );
  });

  it.each([0, 2, 4, 1.5])('%f views', async (views) => {
    expect(await refusal(bodies(), { views })).toBe(
      `interference: there are 1 or 3 views (${views} asked). Choose one of these.`,
    );
  });

  it('a way to look that there is not', async () => {
    expect(await refusal(bodies(), { view: 'sideways' })).toBe(
      "interference: there is no view 'sideways'. Choose one of: pairs, scene.",
    );
  });
});

const FITTING = SCENES.slice(0, 1);
const OTHERS = SCENES.slice(1);
const NO_RESOLUTION =
  /: the resolution is not a whole number from 1 to 8192 \(.+\)\. Give the number of rays across a view\.$/;
const NO_DIRECTION = /: the direction is (zero|not finite) \(.+\)\. Give .+\.$/;

describe('interference refuses', () => {
  const wrong: readonly [Partial<Record<keyof InterferenceOptions, unknown>>, RegExp][] = [
    [{ resolution: Number.NaN }, NO_RESOLUTION],
    [{ resolution: 0 }, NO_RESOLUTION],
    [{ resolution: -64 }, NO_RESOLUTION],
    [{ resolution: 1.5 }, NO_RESOLUTION],
    [{ resolution: Infinity }, NO_RESOLUTION],
    [{ resolution: 100_000 }, NO_RESOLUTION],
    [{ direction: [0, 0, 0] }, NO_DIRECTION],
    [{ direction: [Number.NaN, 0, 1] }, NO_DIRECTION],
    [{ direction: [0, Infinity, 1] }, NO_DIRECTION],
  ];

  it.each(wrong)('%j, with the fact and a remedy', async (options, text) => {
    for (const [, bodies] of FITTING) expect(await refusal(bodies(), options)).toMatch(text);
  });

  it('the same where there is nothing to look at', async () => {
    for (const [, bodies] of OTHERS)
      for (const [options, text] of wrong) expect(await refusal(bodies(), options)).toMatch(text);
  });

  it.each([
    [null, 'null'],
    [undefined, 'undefined'],
    [3, 'number'],
    ['cube', 'string'],
    [{}, 'object'],
    [box(), 'object'],
    [[cube(1)], 'object'],
  ])('something that is no body: %o', async (thing, word) => {
    const text = `body: this is no body (${word}). Make one with body(mesh).`;
    expect(await refusal([thing as never], {})).toBe(text);
    expect(await refusal([cube(1), thing as never, cube(1)], {})).toBe(text);
  });

  it('what is no list of bodies', async () => {
    for (const thing of [null, undefined, cube(1), 'cube', {}]) await refusal(thing as never, {});
  });

  it('nothing where an option is undefined', async () => {
    const unset = { resolution: undefined, tolerance: undefined, views: undefined, view: undefined };
    const { pairs } = await ask([cube(2), cube(2, at(1))], unset as unknown as InterferenceOptions);
    expect(pairs).toHaveLength(1);
  });

  it('nothing of what the types allow', async () => {
    const options = { clearance: undefined, direction: undefined, tolerance: 0, resolution: 1, views: 1 } as const;
    expect((await ask([cube(2), cube(2, at(1))], options)).pairs).toHaveLength(1);
    expect((await ask([cube(2), cube(2, at(1))], { tolerance: Infinity })).pairs).toMatchObject([{ kind: 'touch' }]);
  });
});

describe('few bodies', () => {
  it('none, and one: nothing to report', async () => {
    for (const bodies of [[], [cube(1)], [body(box({ size: 3, segments: 4 }))]])
      expect(await ask(bodies)).toMatchObject({ pairs: [], cleared: [], groups: [], diagnostics: [] });
  });

  it('the same one twice, or three times: duplicates of each other', async () => {
    const one = cube(2, at(1, 2, 3), 'one');
    const twice = await ask([one, one]);
    expect(twice.pairs).toMatchObject([{ kind: 'duplicate', a: 'one', b: 'one', indices: [0, 1] }]);
    expect(twice.pairs[0].volume).toBeCloseTo(8, 5);
    const { pairs } = await ask([one, one, one]);
    expect(pairs.map(({ indices }) => indices)).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(pairs.every(({ kind }) => kind === 'duplicate')).toBe(true);
  });

  it('questions asked together are answered for the poses of their time', async () => {
    const [a, b] = [cube(2), cube(2)];
    const answers = [0.5, 1, 1.5, 2, 3].map((x) => {
      b.pose = at(x);
      return ask([a, b]);
    });
    b.pose = at(0);
    const kinds = (await Promise.all(answers)).map(({ pairs }) => pairs[0]?.kind ?? 'none');
    expect(kinds).toEqual(['hard', 'hard', 'hard', 'touch', 'none']);
  });

  it('a body that deforms: each answer is for its vertices of then, its soundness too', async () => {
    const soft = cube(2);
    const block = cube(2, at(1.75));
    expect((await ask([soft, block])).pairs[0].volume).toBeCloseTo(1, 5);
    soft.update(soft.mesh.positions.map((v) => v / 2));
    expect((await ask([soft, block])).pairs).toEqual([]);
    soft.update(soft.mesh.positions.map((v) => -4 * v)); // through the origin: inside out
    const report = await ask([soft, block]);
    expect(report.pairs[0].kind).toBe('hard');
    expect(report.diagnostics).toMatchObject([{ code: 'inside-out' }]);
  });
});
