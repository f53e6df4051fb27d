import { describe, expect, test } from 'vitest';
import { FRAME, ITEM, TILE } from '../../src/machine/gpu/layout.js';
import { frameWgsl } from '../../src/machine/gpu/wgsl/frame.wgsl.js';
import { kernelWgsl } from '../../src/machine/gpu/wgsl/kernel.wgsl.js';
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

describe('layouts are those of the WGSL structs', () => {
  const kernel = kernelWgsl(insideLength, 'slots', 8);

  for (const [name, wgsl, layout] of [
    ['Item', frameWgsl, ITEM],
    ['Frame', frameWgsl, FRAME],
    ['Tile', kernel, TILE],
  ] as const)
    test(name, () => {
      const { members, words } = layoutOf(wgsl, name);
      expect(withoutPads(members)).toEqual(named(layout));
      expect(layout.words).toBe(words);
    });

  test('a uniform buffer can hold Frame, and the parameters are four vec4f', () => {
    expect((4 * FRAME.words) % 16).toBe(0);
    expect(kernel).toContain('struct Parameters { values: array<vec4f, 4> }');
  });

  test('the rules: a vec3 is aligned like a vec4, and the next scalar follows it at once', () => {
    const wgsl = 'struct A { a: f32, b: vec3f, c: u32, d: vec2u, e: f32 }';
    expect(layoutOf(wgsl, 'A')).toEqual({ members: { a: 0, b: 4, c: 7, d: 8, e: 10 }, words: 12 });
    expect(() => layoutOf(wgsl, 'B')).toThrow('There is no struct B in the shader.');
  });
});
