import { describe, expect, it } from 'vitest';
import { SOLIDS, solid } from '../../scenes/solids.js';
import { body, still } from '../../src/body.js';
import { soundness } from '../../src/detect/soundness.js';
import { inspect } from '../../src/mesh/inspect.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { at, hollowCube, insideOut, joined } from '../interference/bodies.js';

const SOUND = { mayBeOpen: false, oddInside: false, diagnostics: [] };
const cube = box({ size: 2 });
const faces = [...Array(12).keys()];

const faceOf = ({ indices }: Mesh, f: number): number[] => Array.from(indices.slice(3 * f, 3 * f + 3));
const withFaces = ({ positions, indices }: Mesh, ...more: number[]): Mesh => mesh(positions, [...indices, ...more]);
const without = ({ positions, indices }: Mesh, f: number): Mesh =>
  mesh(
    positions,
    indices.filter((_, i) => Math.floor(i / 3) !== f),
  );
const turned = ({ positions, indices }: Mesh, f: number): Mesh => {
  const out = indices.slice();
  out.set(faceOf({ positions, indices }, f).reverse(), 3 * f);
  return { positions, indices: out };
};
const soup = ({ positions, indices }: Mesh): Mesh =>
  mesh(Array.from(indices).flatMap((v) => Array.from(positions.slice(3 * v, 3 * v + 3))));

const of = (shape: Mesh) => soundness(body(shape));
const codes = (shape: Mesh): string[] => of(shape).diagnostics.map(({ code }) => code);

describe('soundness', () => {
  it.each(SOLIDS.map(({ name, coarse }) => [name, coarse] as const))('%s is sound', (_, shape) => {
    expect(of(shape)).toEqual(SOUND);
  });

  it('a solid with a cavity is sound, and one whose faces share no vertices, or that has vertices to spare', () => {
    expect(of(hollowCube(4, 2))).toEqual(SOUND);
    expect(of(soup(cube))).toEqual(SOUND);
    const spare = [...cube.positions, 9, 9, 9];
    expect(of(mesh(spare, cube.indices))).toEqual(SOUND);
    expect(codes(mesh(spare, insideOut(cube).indices))).toEqual(['inside-out']);
  });

  it.each(faces)('without its triangle %i a cube may be open', (f) => {
    expect(of(without(cube, f))).toMatchObject({
      mayBeOpen: true,
      oddInside: false,
      diagnostics: [{ code: 'open', count: 3 }],
    });
    expect(of(soup(without(cube, f)))).toMatchObject({ mayBeOpen: true, oddInside: false });
    expect(codes(soup(without(cube, f)))).toEqual(['open']);
    expect(of(without(cube, f)).mended).toBeUndefined();
  });

  it.each(faces)('with its triangle %i turned round a cube has its inside by parity', (f) => {
    for (const shape of [turned(cube, f), soup(turned(cube, f))]) {
      const found = of(shape);
      expect(found).toMatchObject({ oddInside: true, diagnostics: [{ code: 'flipped', count: 3 }] });
      expect(found.diagnostics).toHaveLength(1);
      expect(found.mended).toBeUndefined();
    }
  });

  it('a solid turned inside out is closed and told', () => {
    for (const { coarse } of SOLIDS) {
      const { diagnostics, ...rest } = of(insideOut(coarse));
      expect(rest).toEqual({ mayBeOpen: false, oddInside: false });
      expect(diagnostics.map(({ code, count }) => [code, count])).toEqual([['inside-out', coarse.indices.length / 3]]);
    }
    expect(codes(soup(insideOut(cube)))).toEqual(['inside-out']);
  });

  it('a solid without volume is no fault', () => {
    const sheet = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 2, 1, 0]);
    expect(of(sheet)).toMatchObject({ mayBeOpen: false, oddInside: false });
  });

  it('flat faces are counted, and harm nothing', () => {
    const shape = withFaces(cube, 0, 0, 1, 5, 5, 5);
    expect(of(shape)).toEqual({
      ...SOUND,
      diagnostics: [
        {
          code: 'degenerate',
          count: 2,
          message: 'degenerate: faces have no area (2). They bound nothing, and no ray meets them.',
        },
      ],
    });
    expect(codes(soup(shape))).toEqual(['degenerate']);
  });

  describe('a face given twice', () => {
    it.each(faces)('triangle %i: mended, with the same faces by number', (f) => {
      const twice = withFaces(cube, ...faceOf(cube, f));
      for (const shape of [twice, soup(twice)]) {
        const { mayBeOpen, oddInside, diagnostics, mended } = soundness(body(shape, { name: 'part', pose: at(5) }));
        expect({ mayBeOpen, oddInside }).toEqual({ mayBeOpen: false, oddInside: false });
        expect(diagnostics.map(({ code }) => code)).toContain('duplicate');
        expect(mended!.name).toBe('part');
        expect(mended!.mesh.positions).toEqual(shape.positions);
        expect(mended!.mesh.indices.slice(0, 36)).toEqual(shape.indices.slice(0, 36));
        expect(mended!.mesh.indices).toHaveLength(39);
        expect(inspect(mended!.mesh)).toMatchObject({ closed: true, signedVolume: 8 });
        expect(soundness(mended!)).toMatchObject({ mayBeOpen: false, oddInside: false });
      }
    });

    it('in a mesh that is open besides: not mended', () => {
      const shape = withFaces(without(cube, 0), ...faceOf(cube, 5));
      const { mayBeOpen, mended, diagnostics } = of(shape);
      expect({ mayBeOpen, mended }).toEqual({ mayBeOpen: true, mended: undefined });
      expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['open', 'duplicate']));
    });

    it('and once reversed: closed as it is', () => {
      const [a, b, c] = faceOf(cube, 3);
      const { mayBeOpen, oddInside, mended } = of(withFaces(cube, a, b, c, a, c, b));
      expect({ mayBeOpen, oddInside, mended }).toEqual({ mayBeOpen: false, oddInside: false, mended: undefined });
      // A sheet with two sides, on vertices of its own.
      expect(of(soup(withFaces(cube, a, b, c, a, c, b))).mended).toBeUndefined();
      expect(of(joined(soup(cube), mesh([3, 0, 0, 4, 0, 0, 3, 1, 0], [0, 1, 2, 2, 1, 0]))).mended).toBeUndefined();
    });
  });

  describe('is found once per revision', () => {
    /** Vertices of the cube, mirrored: the faces look inwards. */
    const mirrored = cube.positions.map((c, i) => (i % 3 === 0 ? -c : c));

    it('wherever the body stands, and from its state at a moment', () => {
      const one = body(without(cube, 4));
      const first = soundness(one);
      expect(first.mayBeOpen).toBe(true);
      one.pose = at(3, 4, 5);
      expect(soundness(one)).toBe(first);
      expect(soundness(still(one))).toBe(first);
      const twice = body(withFaces(cube, ...faceOf(cube, 1)));
      expect(soundness(twice).mended).toBe(soundness(twice).mended);
    });

    it('a body that deforms is looked at again', () => {
      const one = body(cube);
      expect(soundness(one)).toEqual(SOUND);
      one.update(mirrored);
      expect(soundness(one).diagnostics.map(({ code }) => code)).toEqual(['inside-out']);
      one.update(cube.positions);
      expect(soundness(one)).toEqual(SOUND);
    });

    it('a mended body that deforms is mended again, where it is now', () => {
      const one = body(withFaces(cube, ...faceOf(cube, 1)));
      const before = soundness(one).mended!;
      const larger = one.mesh.positions.map((c) => 3 * c);
      one.update(larger);
      const after = soundness(one).mended!;
      expect(after).not.toBe(before);
      expect(after.mesh.positions).toEqual(larger);
      expect(after.bounds).toEqual(one.bounds);
    });

    it('an earlier state is told of as it was', () => {
      const one = body(cube);
      const before = still(one);
      one.update(mirrored);
      expect(soundness(one).diagnostics).toHaveLength(1);
      expect(soundness(before)).toEqual(SOUND);
      expect(soundness(one).diagnostics).toHaveLength(1);
    });

    it('bodies of one mesh that deform differently are told apart', () => {
      const shape = solid('wedge').coarse;
      const [one, other] = [body(shape), body(shape)];
      other.update(shape.positions.map((c, i) => (i % 3 === 1 ? -c : c)));
      expect(soundness(one)).toEqual(SOUND);
      expect(soundness(other).diagnostics.map(({ code }) => code)).toEqual(['inside-out']);
    });
  });
});
