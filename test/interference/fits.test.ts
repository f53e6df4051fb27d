import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { type Affine, identity, multiply, scaling } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { polygonArea } from '../../src/mesh/shapes/revolve.js';
import { icoSphere, uvSphere } from '../../src/mesh/shapes/sphere.js';
import { wedge } from '../../src/mesh/shapes/wedge.js';
import { randomRigid } from '../support/randomPose.js';
import { ask, at, baked, insideOut, joined, kindOf, moved, pairOf } from './bodies.js';

/** A ring of quadrilaterals about the z axis, for an outline of (radius, z) that goes round counter-clockwise. */
function turned(outline: readonly (readonly [number, number])[], sides: number): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < sides; i++)
    for (const [radius, z] of outline) {
      const angle = (2 * Math.PI * i) / sides;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }
  const count = outline.length;
  for (let i = 0; i < sides; i++)
    for (let k = 0; k < count; k++) {
      const [here, there] = [count * i, count * ((i + 1) % sides)];
      const next = (k + 1) % count;
      indices.push(here + k, there + k, there + next, here + k, there + next, here + next);
    }
  return mesh(positions, indices);
}

/** A bush with a bore of radius 1, 1 high. */
const bush = (sides: number): Mesh =>
  turned(
    [
      [1, -0.5],
      [2, -0.5],
      [2, 0.5],
      [1, 0.5],
    ],
    sides,
  );

/** A prism about the z axis. On the axis the ring's vertices fall together, and faces there have no area. */
const shaft = (radius: number, height: number, sides: number): Mesh =>
  turned(
    [
      [0, -height / 2],
      [radius, -height / 2],
      [radius, height / 2],
      [0, height / 2],
    ],
    sides,
  );

/** Each way that a scene may stand: as made, and turned and shifted, by poses and with all vertices mapped. */
async function kindsOf(make: () => Body[], seed: number, resolution: number): Promise<string[]> {
  const random = seeded(seed);
  const motions: Affine[] = [identity(), ...Array.from({ length: 6 }, () => randomRigid(random, 3))];
  const kinds = new Set<string>();
  for (const motion of motions) {
    const bodies = make().map((one) => moved(one, motion));
    kinds.add(kindOf(await ask(bodies, { resolution })));
    kinds.add(kindOf(await ask(bodies.map(baked), { resolution })));
  }
  return [...kinds];
}

describe('a shaft in a bore of as many sides', () => {
  const fits = [
    [1, 'touch'],
    [0.9, 'none'],
    [0.99, 'none'],
    [1.1, 'hard'],
    [1.01, 'hard'],
  ] as const;

  describe.each([4, 6, 24])('%i', (sides) => {
    it.each(fits)('of radius %f for a bore of 1: %s (seed 81)', async (radius, kind) => {
      for (const height of [0.3, 1, 3]) {
        const pair = () => [body(bush(sides)), body(shaft(radius, height, sides))];
        expect(await kindsOf(pair, 81, 64)).toEqual([kind]);
      }
    });
  });

  it('a press fit: the volume of the ring between the two', async () => {
    const found = pairOf(await ask([body(bush(24)), body(shaft(1.05, 3, 24))], { resolution: 256 }))!;
    const volume = polygonArea(24) * (1.05 ** 2 - 1);
    expect(Math.abs(found.volume - volume)).toBeLessThan(found.volumeError);
    expect(Math.abs(found.volume / volume - 1)).toBeLessThan(0.05);
  });
});

describe('a ball in its socket', () => {
  it.each([
    ['icoSphere', icoSphere({ subdivisions: 2 })],
    ['uvSphere', uvSphere({ segments: 16, rings: 8 })],
  ])('%s (seed 82)', async (_, ball) => {
    const socket = joined(box({ size: 3 }), insideOut(ball));
    const inSocket = (scale: number) => () => [body(socket), body(ball, { pose: scaling(scale) })];
    expect(await kindsOf(inSocket(1), 82, 64)).toEqual(['touch']);
    expect(await kindsOf(inSocket(0.97), 82, 64)).toEqual(['none']);
    expect(await kindsOf(inSocket(1.03), 82, 64)).toEqual(['hard']);
  });
});

describe('wedges that make a box', () => {
  const size = [1.6, 1.2, 1] as const;
  /** Half a turn about y maps a wedge on the other half of its box. */
  const otherHalf = Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0);
  const halves = (push: Affine) => (): Body[] => [
    body(wedge({ size })),
    body(wedge({ size }), { pose: multiply(push, otherHalf) }),
  ];
  /** Along the normal of the slant, from z = 0.5 at x = -0.8 to z = -0.5 at x = 0.8. */
  const along = (distance: number): Affine => {
    const length = Math.hypot(1, 1.6);
    return at((1 * distance) / length, 0, (1.6 * distance) / length);
  };

  it('touch along their slant, shifted along it, too (seed 83)', async () => {
    expect(await kindsOf(halves(at(0)), 83, 64)).toEqual(['touch']);
    expect(await kindsOf(halves(at(0.4, 0.3, -0.25)), 83, 64)).toEqual(['touch']);
  });

  it('pushed together or apart by 0.02 across it (seed 84)', async () => {
    expect(await kindsOf(halves(along(-0.02)), 84, 64)).toEqual(['hard']);
    expect(await kindsOf(halves(along(0.02)), 84, 64)).toEqual(['none']);
  });

  it('in a box of their size: contained, both', async () => {
    const block = body(box({ size }));
    const report = await ask([...halves(at(0))(), block]);
    expect([kindOf(report, 0, 1), kindOf(report, 0, 2), kindOf(report, 1, 2)]).toEqual([
      'touch',
      'contained a',
      'contained a',
    ]);
  });
});
