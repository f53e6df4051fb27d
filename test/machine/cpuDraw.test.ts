import { describe, expect, test } from 'vitest';
import { draw } from '../../src/machine/cpu/draw.js';
import { fill } from '../../src/machine/cpu/fill.js';
import { createPlanes, type Planes } from '../../src/machine/cpu/planes.js';
import { DEPTH_SLACK } from '../../src/machine/raster.js';
import type { Compare, DrawState, StencilOperation, StencilSide } from '../../src/machine/state.js';
import { scaling } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { type Atlas, single } from '../../src/view/atlas.js';
import { pixelView, sheet } from './cpuDrawScenes.js';

const COMPARES: Compare[] = [
  ...(['never', 'less', 'equal', 'less-equal'] as const),
  ...(['greater', 'not-equal', 'greater-equal', 'always'] as const),
];
const OPERATIONS: StencilOperation[] = [
  ...(['keep', 'zero', 'replace', 'invert'] as const),
  ...(['increment-clamp', 'decrement-clamp', 'increment-wrap', 'decrement-wrap'] as const),
];

// The reference: WebGPU's rules once more, pixel by pixel and without tables.
function holds(compare: Compare, a: number, b: number): boolean {
  switch (compare) {
    case 'never':
      return false;
    case 'less':
      return a < b;
    case 'equal':
      return a === b;
    case 'less-equal':
      return a <= b;
    case 'greater':
      return a > b;
    case 'not-equal':
      return a !== b;
    case 'greater-equal':
      return a >= b;
    case 'always':
      return true;
  }
}

function operate(operation: StencilOperation, value: number, reference: number): number {
  switch (operation) {
    case 'keep':
      return value;
    case 'zero':
      return 0;
    case 'replace':
      return reference;
    case 'invert':
      return 255 - value;
    case 'increment-clamp':
      return value === 255 ? 255 : value + 1;
    case 'decrement-clamp':
      return value === 0 ? 0 : value - 1;
    case 'increment-wrap':
      return (value + 1) % 256;
    case 'decrement-wrap':
      return (value + 255) % 256;
  }
}

interface Pixel {
  depth: number;
  stencil: number;
  id: number;
}

function reference(pixel: Pixel, kept: number, z: number, id: number, state: DrawState): Pixel & { passed: boolean } {
  const { reference: ref = 0, readMask = 255, writeMask = 255, entries = {} } = state.stencil ?? {};
  const { compare = 'always', pass = 'keep', depthFail = 'keep', fail = 'keep' } = entries;
  if (state.beyondKept && !(z > kept)) return { ...pixel, passed: false };
  const stencilPassed = holds(compare, ref & readMask, pixel.stencil & readMask);
  const passed = stencilPassed && holds(state.depth ?? 'always', z, pixel.depth);
  const operation = passed ? pass : stencilPassed ? depthFail : fail;
  const stencil = (pixel.stencil & (255 - writeMask)) | (operate(operation, pixel.stencil, ref) & writeMask);
  if (!passed) return { ...pixel, stencil, passed };
  return { depth: state.writeDepth ? z : pixel.depth, stencil, id: state.id ? id : pixel.id, passed };
}

/** Planes of few different values, so that all outcomes of all tests occur. */
function randomPlanes(seed: number, size: number): Planes {
  const random = seeded(seed);
  const planes = createPlanes(size, size);
  const few = [0, 1, 2, 127, 128, 129, 254, 255];
  for (let at = 0; at < size * size; at++) {
    planes.depth[at] = Math.floor(random() * 17) / 16;
    planes.kept[at] = Math.floor(random() * 17) / 16;
    planes.stencil[at] = few[Math.floor(random() * 8)];
    planes.id[at] = 77;
  }
  return planes;
}

function expectLikeReference(planes: Planes, state: DrawState, atlas: Atlas, size: number): void {
  const { depth, stencil, id, kept } = planes;
  const wanted = Array.from(depth, (d, at) => {
    const z = (Math.floor(at % size) + 0.5) / 16;
    return reference({ depth: d, stencil: stencil[at], id: id[at] }, kept[at], z, 1, state);
  });
  const body = sheet(0, 0, size, size, 0, 1 / 16);
  const passed = draw(planes, atlas, 'faces', [{ body }], state.id ? { ...state, id: 'body' } : state);
  expect(passed).toBe(wanted.some((w) => w.passed));
  expect(Array.from(planes.depth)).toEqual(wanted.map((w) => w.depth));
  expect(Array.from(planes.stencil)).toEqual(wanted.map((w) => w.stencil));
  expect(Array.from(planes.id)).toEqual(wanted.map((w) => w.id));
}

describe('draw follows the rules pixel by pixel', () => {
  const size = 16;
  const atlas = single(pixelView(size));

  for (const depth of COMPARES)
    for (const compare of COMPARES)
      test(`depth ${depth}, stencil ${compare}, all operations, seed 1`, () => {
        const random = seeded(1 + COMPARES.indexOf(depth) * 8 + COMPARES.indexOf(compare));
        const byte = () => Math.floor(random() * 256);
        OPERATIONS.forEach((pass, k) => {
          const [depthFail, fail] = [OPERATIONS[(k + 3) % 8], OPERATIONS[(k + 5) % 8]];
          const entries: StencilSide = { compare, pass, depthFail, fail };
          const masks = k % 2 ? { readMask: byte(), writeMask: byte() } : {};
          const stencil = { reference: k < 4 ? 128 : byte(), ...masks, entries };
          const more = { writeDepth: k % 3 === 0, beyondKept: k % 4 === 1, ...(k % 2 ? { id: 'body' as const } : {}) };
          expectLikeReference(randomPlanes(byte(), size), { depth, stencil, ...more }, atlas, size);
        });
      });

  test('without a state: everything passes and nothing is written', () => {
    const planes = randomPlanes(2, size);
    expectLikeReference(planes, {}, atlas, size);
  });

  test('entries and exits have their own side; a body turned inside out by a mirror stays the right way round', () => {
    const sides = { entries: { pass: 'increment-wrap' }, exits: { pass: 'decrement-wrap' } } as const;
    const seen = (flip: boolean, mirror: boolean, cull: DrawState['cull'] = 'none') => {
      const body = sheet(0, 0, 4, 4, 0.5);
      if (flip) body.mesh.indices.reverse();
      const planes = createPlanes(8, 8);
      if (mirror) body.pose = Float64Array.of(-1, 0, 0, 4, 0, 1, 0, 0, 0, 0, 1, 0);
      draw(planes, single(pixelView(8)), 'faces', [{ body }], { stencil: sides, cull });
      return planes.stencil[0];
    };
    // A mirror reverses the turn of a face on the screen, but the side that is its outside still faces the eye.
    expect([seen(false, false), seen(true, false), seen(false, true), seen(true, true)]).toEqual([1, 255, 1, 255]);
    expect([seen(false, false, 'entries'), seen(true, false, 'entries')]).toEqual([0, 255]);
    expect([seen(false, false, 'exits'), seen(true, false, 'exits')]).toEqual([1, 0]);
    expect([seen(false, true, 'entries'), seen(false, true, 'exits')]).toEqual([0, 1]);
  });

  test('ids: the face’s number + 1, or the place among the drawn + 1; the nearest wins under a depth test', () => {
    const planes = createPlanes(4, 4);
    const far = sheet(0, 0, 4, 4, 0.75);
    const near = sheet(2, 0, 4, 4, 0.25);
    const drawn = [{ body: near }, { body: far }];
    draw(planes, single(pixelView(4)), 'faces', drawn, { depth: 'less', writeDepth: true, id: 'body' });
    expect(Array.from(planes.id.subarray(0, 4))).toEqual([2, 2, 1, 1]);
    draw(planes, single(pixelView(4)), 'faces', [{ body: far }], { id: 'face' });
    expect(planes.id[4 * 3]).toBe(1);
    expect(planes.id[3]).toBe(2);
  });
});

describe('clipping', () => {
  test('to the depth range, with a slack that counts as on the border', () => {
    const depthOf = (z: number) => {
      const planes = createPlanes(2, 2);
      planes.depth.fill(0.5);
      const state = { writeDepth: true } as const;
      const passed = draw(planes, single(pixelView(2)), 'faces', [{ body: sheet(0, 0, 2, 2, z) }], state);
      return passed ? planes.depth[0] : undefined;
    };
    expect([depthOf(0), depthOf(1), depthOf(0.3)]).toEqual([0, 1, Math.fround(0.3)]);
    expect([depthOf(-DEPTH_SLACK / 2), depthOf(1 + DEPTH_SLACK / 2)]).toEqual([0, 1]);
    expect([depthOf(-2 * DEPTH_SLACK), depthOf(1 + 2 * DEPTH_SLACK)]).toEqual([undefined, undefined]);
  });

  test('a slanted face is cut where it leaves the range', () => {
    const planes = createPlanes(8, 1);
    const state = { stencil: { entries: { pass: 'increment-wrap' } } } as const;
    draw(planes, single(pixelView(8, 1)), 'faces', [{ body: sheet(0, 0, 8, 1, -0.5, 0.25) }], state);
    expect(Array.from(planes.stencil)).toEqual([0, 0, 1, 1, 1, 1, 0, 0]);
  });

  test('to the tiles: each body is drawn into its own, and none beyond its border', () => {
    const atlas: Atlas = {
      width: 6,
      height: 3,
      tiles: [
        { view: pixelView(2), x: 0, y: 0 },
        { view: pixelView(3), x: 3, y: 0 },
      ],
    };
    const planes = createPlanes(6, 3);
    const large = sheet(-9, -9, 9, 9, 0.5);
    const count = { stencil: { entries: { pass: 'increment-wrap' } } } as const;
    draw(planes, atlas, 'faces', [{ body: large }, { body: sheet(1, 1, 9, 9, 0.5), tile: 1 }], count);
    draw(planes, atlas, 'faces', [{ body: sheet(20, 20, 30, 30, 0.5) }], count);
    const rows = (plane: Uint8Array) => [0, 6, 12].map((at) => plane.subarray(at, at + 6).join(''));
    expect(rows(planes.stencil)).toEqual(['110000', '110011', '000011']);
    fill(planes, atlas, { stencil: { reference: 1, entries: { compare: 'equal', pass: 'replace', fail: 'invert' } } });
    expect(rows(planes.stencil).map((row) => row.replaceAll('255', '#'))).toEqual(['110###', '110#11', '000#11']);
    expect(() => draw(planes, atlas, 'faces', [{ body: large, tile: 2 }], count)).toThrow(
      'machine: there is no tile 2 (the frame has 2). Count them from 0.',
    );
  });

  test('a body turned over along the rays is drawn the same', () => {
    const planes = createPlanes(2, 2);
    const body = sheet(0, 0, 2, 2, -0.25);
    body.pose = scaling(1, 1, -1);
    expect(draw(planes, single(pixelView(2)), 'faces', [{ body }], { writeDepth: true })).toBe(true);
    expect(planes.depth[0]).toBe(0.25);
  });
});

describe('fill', () => {
  test('applies the test and the operation to all pixels, under masks, seed 3', () => {
    const random = seeded(3);
    const byte = () => Math.floor(random() * 256);
    for (const compare of COMPARES)
      for (const pass of OPERATIONS) {
        const fail = OPERATIONS[byte() % 8];
        const stencil = { reference: byte(), readMask: byte(), writeMask: byte(), entries: { compare, pass, fail } };
        const planes = randomPlanes(byte(), 16);
        const wanted = Array.from(
          planes.stencil,
          (value) => reference({ depth: 0, stencil: value, id: 0 }, 0, 0, 0, { stencil }).stencil,
        );
        fill(planes, single(pixelView(16)), { stencil });
        expect(Array.from(planes.stencil)).toEqual(wanted);
      }
  });
});
