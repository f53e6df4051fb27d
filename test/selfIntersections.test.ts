import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { body } from '../src/body.js';
import type { ContactCurve } from '../src/exact/contact/contactCurves.js';
import { multiply, rotation, translation } from '../src/math/affine.js';
import { randomRotation, seeded } from '../src/math/random.js';
import { length, subtract, type Vec3 } from '../src/math/vector.js';
import { inspect } from '../src/mesh/inspect.js';
import { type Mesh, mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { bumpySphere } from '../src/mesh/shapes/bumpySphere.js';
import { heightField } from '../src/mesh/shapes/heightField.js';
import { icoSphere, uvSphere } from '../src/mesh/shapes/sphere.js';
import { torus } from '../src/mesh/shapes/torus.js';
import { torusKnot } from '../src/mesh/shapes/torusKnot.js';
import { type MeetingKind, type SelfIntersections, selfIntersections } from '../src/selfIntersections.js';
import type { FaceContact } from './exact/support/facesThatMeet.js';
import { joined, mapped } from './exact/support/latticeMaps.js';
import { selfMeetings, selfMeetingsBothWays } from './exact/support/selfMeetings.js';
import { readOff } from './support/readOff.js';
import { readStl } from './support/readStl.js';

const ALL: readonly MeetingKind[] = ['point', 'edge', 'crossing', 'coplanar'];
const NOTHING = {
  contacts: { a: [], b: [], kinds: [] },
  counts: { point: 0, edge: 0, crossing: 0, coplanar: 0 },
  curves: [],
};

const lengthOf = ({ closed, points }: ContactCurve): number =>
  points.reduce((sum, point, k) => (k > 0 || closed ? sum + length(subtract(point, points.at(k - 1)!)) : sum), 0);

/** What the oracle finds, as counts, and as it is reported by default. */
function countsOf(found: readonly FaceContact[]): SelfIntersections['counts'] {
  const counts = { point: 0, edge: 0, crossing: 0, coplanar: 0 };
  for (const { contact } of found) counts[contact]++;
  return counts;
}

function contactsOf(found: readonly FaceContact[]): SelfIntersections['contacts'] {
  const listed = found.filter(({ contact }) => contact === 'crossing' || contact === 'coplanar');
  return { a: listed.map(({ a }) => a), b: listed.map(({ b }) => b), kinds: listed.map(({ contact }) => contact) };
}

describe('selfIntersections, of what does not meet itself', () => {
  const tilted = multiply(translation(0.3, -7, 20), rotation([1, 2, 3], 0.7));
  const shapes: [name: string, shape: Mesh][] = [
    ['sphere', icoSphere({ subdivisions: 3 })],
    ['sphere with poles', uvSphere()],
    ['torus', torus()],
    ['knot', torusKnot()],
    ['bumpy sphere', bumpySphere({ segments: 60 })],
    ['box, finely cut', box({ segments: 20 })],
    ['flat slab, with a fan of faces', heightField({ segments: [20, 20], height: () => 0 })],
    ['two boxes side by side', joined(box(), mapped(box(), translation(2, 0, 0)))],
  ];
  it.each(shapes)('%s', (_, shape) => {
    for (const neighbours of [false, true]) {
      expect(selfIntersections(shape, { kinds: ALL, neighbours })).toEqual(NOTHING);
      expect(selfIntersections(body(shape, { pose: tilted }), { kinds: ALL, neighbours })).toEqual(NOTHING);
    }
  });
});

describe('selfIntersections, of what goes through itself', () => {
  // Two strands run around one middle, 0.3 off it.
  const THICK = { swing: 0.3, tubeRadius: 0.35, segments: 96, sides: 12 };
  const thickKnot = torusKnot(THICK);

  it('two boxes in one mesh: one closed curve around the overlap, as long as six of its edges', () => {
    const shape = joined(box(), mapped(box({ segments: 3 }), translation(0.5, 0.625, 0.8125)));
    const { contacts, counts, curves } = selfIntersections(shape);
    expect(counts).toEqual(countsOf(selfMeetings(shape)));
    expect(contacts.a.length).toBe(counts.crossing);
    expect(contacts.kinds.every((kind) => kind === 'crossing')).toBe(true);
    expect(contacts.a.every((face, k) => face < 12 && contacts.b[k] >= 12)).toBe(true);
    expect(curves.map(({ closed }) => closed)).toEqual([true]);
    expect(lengthOf(curves[0])).toBeCloseTo(2 * (0.5 + 0.375 + 0.1875), 12);
  });

  it('a knot whose tube is too thick: one closed curve, all along between the strands', () => {
    const { contacts, curves } = selfIntersections(thickKnot);
    expect(contacts).toEqual(contactsOf(selfMeetings(thickKnot)));
    expect(curves.map(({ closed }) => closed)).toEqual([true]);
    expect(selfIntersections(torusKnot({ ...THICK, tubeRadius: 0.25 }), { kinds: ALL })).toEqual(NOTHING);
  });

  it('a Klein bottle: one closed curve near a circle', () => {
    const { counts, curves } = selfIntersections(kleinBottle(90, 31));
    // Two edges of the first ring, which lies in a plane, cross in a point: so do faces before it with faces behind it.
    expect(counts).toMatchObject({ point: 2, edge: 0, coplanar: 0 });
    expect(curves.map(({ closed }) => closed)).toEqual([true]);
    for (const [x, y, z] of curves[0].points) expect(Math.hypot(Math.hypot(x, y) - 3, z)).toBeLessThan(0.1);
    expect(lengthOf(curves[0])).toBeCloseTo(6 * Math.PI, 0);
  });

  it('a band that crosses itself all along, and changes sides with itself in one turn: one closed curve', () => {
    const { counts, curves } = selfIntersections(crossedBand(101));
    expect(counts).toMatchObject({ point: 0, edge: 0, coplanar: 0 });
    expect(curves.map(({ closed }) => closed)).toEqual([true]);
    for (const [x, y, z] of curves[0].points) expect(Math.hypot(Math.hypot(x, y) - 1, z)).toBeLessThan(0.01);
    expect(lengthOf(curves[0])).toBeCloseTo(2 * Math.PI, 1);
  });

  it('two closed surfaces in general position: closed curves, one segment for each two faces (40, seed 41)', () => {
    const random = seeded(41);
    for (let k = 0; k < 40; k++) {
      const pose = multiply(translation(random(), random(), random()), randomRotation(random));
      const { counts, curves } = selfIntersections(joined(torus({ segments: 24, sides: 12 }), mapped(torus(), pose)));
      expect(counts).toEqual({ point: 0, edge: 0, crossing: expect.any(Number), coplanar: 0 });
      expect(curves.every(({ closed }) => closed)).toBe(true);
      expect(curves.reduce((sum, { points }) => sum + points.length, 0)).toBe(counts.crossing);
    }
  });

  it('where bodies stand does not matter in general position', () => {
    const pose = multiply(translation(5, 6, 7), rotation([3, 1, 2], 1));
    expect(selfIntersections(body(thickKnot, { pose })).contacts).toEqual(selfIntersections(thickKnot).contacts);
  });
});

describe('selfIntersections, of what touches itself', () => {
  it('a T-junction is a contact in a point or along an edge, listed where asked', () => {
    // Left of the long edge one face; right of it five, with three vertices on it.
    const shape = mesh(
      [0, 0, 0, 0, 4, 0, -3, 2, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 3, 0, 0, 3, 4, 0],
      [0, 1, 2, 0, 6, 3, 3, 6, 4, 4, 6, 7, 4, 7, 5, 5, 7, 1],
    );
    const report = selfIntersections(shape);
    expect(report).toEqual({ ...NOTHING, counts: { point: 1, edge: 2, crossing: 0, coplanar: 0 } });
    const { contacts, curves } = selfIntersections(shape, { kinds: ['edge', 'point'] });
    expect(contacts).toEqual({ a: [0, 0, 0], b: [2, 3, 4], kinds: ['edge', 'point', 'edge'] });
    expect(curves).toEqual([
      {
        closed: false,
        points: expect.arrayContaining([
          [0, 1, 0],
          [0, 2, 0],
          [0, 3, 0],
        ]),
      },
    ]);
    // The faces at both ends share a corner with the long edge.
    expect(selfIntersections(shape, { neighbours: true }).counts).toEqual({
      point: 1,
      edge: 4,
      crossing: 0,
      coplanar: 0,
    });
  });

  it('boxes with a wall in common, cut differently: coplanar; cut alike: their faces share corners', () => {
    const apart = joined(box({ segments: 2 }), mapped(box({ segments: 3 }), translation(1, 0.25, 0.125)));
    expect(selfIntersections(apart).counts).toEqual(countsOf(selfMeetings(apart)));
    expect(selfIntersections(apart).counts.coplanar).toBeGreaterThan(0);
    const alike = joined(box(), mapped(box(), translation(1, 0, 0)));
    expect(selfIntersections(alike, { kinds: ALL })).toEqual(NOTHING);
  });

  it('a face given twice shares its corners with itself: not listed, but as a neighbour, and by inspect', () => {
    const shape = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 2, 1, 0]);
    expect(selfIntersections(shape, { kinds: ALL })).toEqual(NOTHING);
    expect(selfIntersections(shape, { neighbours: true }).contacts).toEqual({ a: [0], b: [1], kinds: ['coplanar'] });
    expect(inspect(shape).duplicateFaces).toEqual([1]);
  });
});

describe('selfIntersections refuses', () => {
  it('what is no shape', () => {
    const message = (what: string) =>
      `selfIntersections: this is neither a body nor a mesh (${what}). Give a body, or what mesh(positions, indices) returns.`;
    for (const [shape, what] of [
      [undefined, 'undefined'],
      [null, 'null'],
      [7, 'number'],
      [{}, 'object'],
    ] as const)
      expect(() => selfIntersections(shape as unknown as Mesh)).toThrow(message(what));
  });

  it('a mesh that is none', () => {
    const nowhere = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, NaN, 0), indices: Uint32Array.of(0, 1, 2) };
    expect(() => selfIntersections(nowhere)).toThrow('mesh: a coordinate is not finite (vertex 2, y = NaN).');
  });

  it('kinds that there are not', () => {
    expect(() => selfIntersections(box(), { kinds: ['none' as MeetingKind] })).toThrow(
      'selfIntersections: unknown kind of contact (none). Give some of point, edge, crossing, coplanar.',
    );
  });
});

/** A figure of eight that turns by half a turn on its way around the z axis, and so goes over into its mirror image. */
function kleinBottle(rings: number, sides: number): Mesh {
  return strip(rings, sides, (ring, side) => {
    const u = (2 * Math.PI * ring) / rings;
    const v = (2 * Math.PI * side) / sides;
    const out = Math.cos(u / 2) * Math.sin(v) - Math.sin(u / 2) * Math.sin(2 * v);
    const up = Math.sin(u / 2) * Math.sin(v) + Math.cos(u / 2) * Math.sin(2 * v);
    // Moved a little across, so that corners do not lie on the curve.
    const far = 3 + out + 0.02 * Math.cos(v);
    return [far * Math.cos(u), far * Math.sin(u), up];
  });
}

/** A band that goes around the z axis twice and turns by a quarter turn each time: it crosses itself in the middle. */
function crossedBand(rings: number): Mesh {
  const points: Vec3[] = [];
  for (let ring = 0; ring < rings; ring++)
    for (const half of [-0.2, 0.2]) {
      const u = (4 * Math.PI * ring) / rings;
      const out = 1 + half * Math.cos(u / 4);
      points.push([out * Math.cos(u), out * Math.sin(u), half * Math.sin(u / 4)]);
    }
  const indices: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
    // After two turns the band comes back the other way up.
    const [p, q] = [2 * ring, 2 * ring + 1];
    const [r, s] = ring + 1 < rings ? [p + 2, q + 2] : [1, 0];
    indices.push(p, q, r, r, q, s);
  }
  return mesh(points.flat(), indices);
}

/** A grid of rings of vertices; the last goes over into the first, run the other way. */
function strip(rings: number, sides: number, at: (ring: number, side: number) => Vec3): Mesh {
  const points: Vec3[] = [];
  for (let ring = 0; ring < rings; ring++) for (let side = 0; side < sides; side++) points.push(at(ring, side));
  const vertex = (ring: number, side: number): number =>
    ring < rings ? ring * sides + (side % sides) : (sides - (side % sides)) % sides;
  const indices: number[] = [];
  for (let ring = 0; ring < rings; ring++)
    for (let side = 0; side < sides; side++) {
      const [p, q] = [vertex(ring, side), vertex(ring, side + 1)];
      const [r, s] = [vertex(ring + 1, side), vertex(ring + 1, side + 1)];
      indices.push(p, q, r, r, q, s);
    }
  return mesh(points.flat(), indices);
}

interface Entry {
  file: string;
  format: string;
  triangles: number;
  strictlyClean: boolean;
  selfIntersectingPairs?: number;
}

const folder = new URL('../../shared/models/', import.meta.url);
const index = new URL('INDEX.json', folder);
// Promises more facets than it has.
const UNREADABLE = ['defective/npm_stl-models_incorrectFaceCounter.bin.stl'];
const MOST_TO_COMPARE = 6000;

if (!existsSync(index)) {
  it.skip('selfIntersections, models: skipped, the folder ../shared/models is not beside the repository', () => {});
} else {
  const entries = (JSON.parse(readFileSync(index, 'utf8')).files as Entry[]).filter(
    ({ file, format, triangles }) =>
      triangles > 0 && (format === 'off' || format === 'stl-binary') && !UNREADABLE.includes(file),
  );
  const read = ({ file, format }: Entry): Mesh => (format === 'off' ? readOff : readStl)(new URL(file, folder));

  describe('selfIntersections, of real and defective models', () => {
    const small = entries.filter(({ triangles }) => triangles <= MOST_TO_COMPARE);
    it.each(small.map((entry) => [entry.file, entry] as const))('%s: as all faces with all', (_, entry) => {
      const shape = read(entry);
      const { apart, all } = selfMeetingsBothWays(shape);
      for (const neighbours of [false, true]) {
        const { contacts, counts } = selfIntersections(shape, { neighbours });
        const expected = neighbours ? all : apart;
        expect(contacts).toEqual(contactsOf(expected));
        expect(counts).toEqual(countsOf(expected));
      }
    });

    const clean = entries.filter(
      ({ strictlyClean, selfIntersectingPairs }) => strictlyClean && selfIntersectingPairs === 0,
    );
    it.each(clean.map((entry) => [entry.file, entry] as const))('%s: nothing goes through itself', (_, entry) => {
      const { contacts, curves } = selfIntersections(read(entry));
      expect({ contacts, curves }).toEqual({ contacts: NOTHING.contacts, curves: [] });
    });
  });
}
