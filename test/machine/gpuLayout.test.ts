import { describe, expect, test } from 'vitest';
import {
  BEST,
  CELL_CALL,
  CELL_ITEM,
  FRAME,
  givenWords,
  ITEM,
  KERNEL_GROUP,
  MARKS_PER_WORD,
  TILE,
} from '../../src/machine/gpu/layout.js';
import { cellsWgsl } from '../../src/machine/gpu/wgsl/cells.wgsl.js';
import { frameWgsl } from '../../src/machine/gpu/wgsl/frame.wgsl.js';
import { kernelWgsl } from '../../src/machine/gpu/wgsl/kernel.wgsl.js';
import { BEST_WORDS, BLOCK_PX, type Kernel } from '../../src/machine/kernel.js';
import { insideLength } from '../support/listKernels.js';

/** Alignment and size in bytes of the types that our structs use (WGSL, section "Alignment and Size"). */
const TYPES: Readonly<Record<string, readonly [align: number, size: number]>> = {
  u32: [4, 4],
  i32: [4, 4],
  f32: [4, 4],
  vec2u: [8, 8],
  vec2i: [8, 8],
  vec2f: [8, 8],
  vec3u: [16, 12],
  vec3i: [16, 12],
  vec3f: [16, 12],
  vec4u: [16, 16],
  vec4i: [16, 16],
  vec4f: [16, 16],
};

/** The members of a struct with their offsets, and its size, all in words of four bytes, by WGSL's rules. */
function layoutOf(wgsl: string, name: string): { members: Record<string, number>; words: number } {
  const body = new RegExp(`struct ${name} \\{([^}]*)\\}`).exec(wgsl)?.[1];
  if (body === undefined) throw new Error(`There is no struct ${name} in the shader.`);
  const members: Record<string, number> = {};
  let end = 0;
  let greatest = 4;
  for (const [, member, type] of body.matchAll(/(\w+)\s*:\s*(\w+)/g)) {
    const [align, size] = TYPES[type];
    const offset = Math.ceil(end / align) * align;
    members[member] = offset / 4;
    end = offset + size;
    greatest = Math.max(greatest, align);
  }
  return { members, words: (Math.ceil(end / greatest) * greatest) / 4 };
}

const withoutPads = (members: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !/^pad\d*$/.test(name)));

/** What a layout says of the members, without the size. */
function named({ words, ...members }: Readonly<Record<string, number>>): Record<string, number> {
  expect(words).toBeGreaterThan(0);
  return members;
}

const readsMap: Kernel = { name: 'readsMap', reads: ['map'], tally: {}, cpu() {}, wgsl: 'fn examine() {}' };
const allOutputs: Kernel = {
  ...insideLength,
  name: 'allOutputs',
  reads: ['lists', 'depth', 'kept', 'stencil', 'id'],
  parameterCount: 16,
  map: true,
  marks: true,
  best: true,
};

describe('layouts are those of the WGSL structs', () => {
  const kernel = kernelWgsl(insideLength, 'slots', 8);

  for (const [name, wgsl, layout] of [
    ['Item', frameWgsl, ITEM],
    ['Frame', frameWgsl, FRAME],
    ['Tile', kernel, TILE],
    ['CellItem', cellsWgsl, CELL_ITEM],
    ['CellCall', cellsWgsl, CELL_CALL],
  ] as const)
    test(name, () => {
      const { members, words } = layoutOf(wgsl, name);
      expect(withoutPads(members)).toEqual(named(layout));
      expect(layout.words).toBe(words);
    });

  test('a uniform buffer can hold Frame and CellCall', () => {
    expect((4 * FRAME.words) % 16).toBe(0);
    expect((4 * CELL_CALL.words) % 16).toBe(0);
  });

  test('a CellItem begins like an Item: one function writes the maps of both', () => {
    for (const name of ['toX', 'toY', 'toDepth', 'centre'] as const) expect(CELL_ITEM[name]).toBe(ITEM[name]);
  });

  test('the record of a tile has its parameters first, then where its list of marks begins', () => {
    const everything = kernelWgsl(allOutputs, 'packed', 0);
    const { marksAt, words } = givenWords(allOutputs);
    expect([marksAt, words]).toEqual([16, 17]);
    expect(everything).toContain('bitcast<f32>(given[record + i])');
    expect(everything).toContain(`given[given[record + ${marksAt}u] + slotOf(layer)]`);
    expect(everything).toContain(`record = number * ${words}u;`);
  });

  test('best pixels are what the host decodes, a workgroup is a block, and marks are 32 to a word', () => {
    expect(BEST).toEqual({ value: 0, pixel: 1, payload: 2, words: BEST_WORDS });
    expect(KERNEL_GROUP).toBe(BLOCK_PX);
    expect(MARKS_PER_WORD).toBe(32);
  });

  test('a kernel that reads and leaves everything takes no more buffers than every device has', () => {
    const everything = kernelWgsl(allOutputs, 'packed', 0);
    expect(everything.match(/var<storage/g)!.length).toBeLessThanOrEqual(8);
  });

  test('a kernel has nothing that it does not ask for', () => {
    for (const name of ['given', 'record', 'mapPlane', 'mapAt', 'bestValue', 'fn mark']) {
      expect(kernel).not.toContain(name);
      expect(kernelWgsl(allOutputs, 'slots', 8) + kernelWgsl(readsMap, 'none', 0)).toContain(name);
    }
  });

  test('a kernel that writes the map can read its own pixel, and no other', () => {
    const both = kernelWgsl({ ...readsMap, name: 'goesOn', map: true }, 'none', 0);
    expect(both).toContain('fn mapHere()');
    expect(both).toContain('fn map(value: f32)');
    expect(both).not.toContain('mapAt');
    const reader = kernelWgsl(readsMap, 'none', 0);
    expect(reader).toContain('fn mapHere()');
    expect(reader).not.toContain('fn map(');
  });

  test('the rules: a vec3 is aligned like a vec4, and the next scalar follows it at once', () => {
    const wgsl = 'struct A { a: f32, b: vec3f, c: u32, d: vec2u, e: f32 }';
    expect(layoutOf(wgsl, 'A')).toEqual({ members: { a: 0, b: 4, c: 7, d: 8, e: 10 }, words: 12 });
    expect(() => layoutOf(wgsl, 'B')).toThrow('There is no struct B in the shader.');
  });
});
