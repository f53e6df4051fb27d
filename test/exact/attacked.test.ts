import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { distance } from '../../src/distance.js';
import { cellJoin } from '../../src/exact/candidates/cellJoin.js';
import { worldMesh } from '../../src/exact/worldMesh.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { scaling, translation } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { inspect } from '../../src/mesh/inspect.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { weld } from '../../src/mesh/weld.js';
import { selfIntersections } from '../../src/selfIntersections.js';
import { watch } from '../../src/watch.js';
import { facesExpected, facesReported } from './support/contactsOf.js';
import { latticeBox, tetrahedron } from './support/latticeBodies.js';
import { insideOut, joined, shifted } from './support/latticeMaps.js';

const machine = createCpuMachine();
const box = (min: Vec3, max: Vec3): Mesh => latticeBox({ min, max });

/** What `contacts` says of two solids, and of the same two in the other order. */
async function kinds(a: Mesh, b: Mesh): Promise<[string, string]> {
  const words = async (one: Mesh, other: Mesh): Promise<string> => {
    const { kind, inner, areSolids } = await contacts(body(one), body(other), { machine });
    return `${kind}${inner ? `: ${inner}` : ''}${areSolids ? '' : ', no solids'}`;
  };
  return [await words(a, b), await words(b, a)];
}

const CONTAINED_B = ['contained: b', 'contained: a'];

describe('solids whose shells touch each other', () => {
  const twoBoxes = joined(box([0, 0, 0], [2, 2, 2]), box([2, 0, 0], [4, 2, 2]));

  it.each([
    ['across the wall between two boxes', twoBoxes, box([1, 0.5, 0.5], [3, 1.5, 1.5])],
    ['on that wall', twoBoxes, box([2, 0.5, 0.5], [3, 1.5, 1.5])],
    ['one of the two', twoBoxes, box([2, 0, 0], [4, 2, 2])],
    ['across the wall, the boxes welded', weld(twoBoxes).mesh, box([1, 0.5, 0.5], [3, 1.5, 1.5])],
    [
      'around a shell in a shell',
      joined(box([0, 0, 0], [9, 9, 9]), box([3, 3, 3], [6, 6, 6])),
      box([2, 2, 2], [7, 7, 7]),
    ],
    [
      'across a shell in a shell',
      joined(box([0, 0, 0], [9, 9, 9]), box([3, 3, 3], [6, 6, 6])),
      box([4, 4, 4], [7, 7, 7]),
    ],
    [
      'in a shell that is there twice',
      joined(box([0, 0, 0], [6, 6, 6]), box([0, 0, 0], [6, 6, 6])),
      box([0, 1, 1], [2, 2, 2]),
    ],
  ])('hold what lies %s', async (_, a, b) => {
    expect(await kinds(a, b)).toEqual(CONTAINED_B);
  });

  it('are the same as one box around them', async () => {
    expect(await kinds(twoBoxes, box([0, 0, 0], [4, 2, 2]))).toEqual(['duplicate', 'duplicate']);
  });

  it('leave a notch free that is given as a cavity at the wall', async () => {
    const notched = joined(box([0, 0, 0], [4, 4, 4]), insideOut(box([0, 1, 1], [2, 3, 3])));
    expect(await kinds(notched, box([-1, 1.5, 1.5], [1, 2.5, 2.5]))).toEqual(['touch', 'touch']);
  });

  // One face of A goes through B's, and an edge of another shell of A lies on the same line.
  it('hold what crosses a face of one where an edge of the other ends', async () => {
    const stairs = joined(box([3, 2, 3], [4, 4, 4]), box([3, 3, 1], [4, 4, 3]));
    expect(await kinds(stairs, box([3, 3, 2], [4, 4, 4]))).toEqual(CONTAINED_B);
  });

  it('and a ring that is cut and closed again holds what touches the cut', async () => {
    expect(await kinds(cutRing(), box([4.5, 2.5, 0.5], [5.5, 3.5, 1.5]))).toEqual(CONTAINED_B);
    expect(await kinds(cutRing(), box([4.5, 3, 0.5], [5.5, 3.5, 1.5]))).toEqual(CONTAINED_B);
  });
});

describe('bodies without thickness', () => {
  it('a sheet of two faces back to back touches what it lies on', async () => {
    const sheet = mesh([0, 0, 1, 1, 0, 1, 0, 0.5, 1], [0, 1, 2, 0, 2, 1]);
    const [there, back] = await kinds(sheet, box([-1, -1, -1], [2, 2, 1]));
    expect([there, back].map((words) => words.split(',')[0])).toEqual(['touch', 'touch']);
  });

  it('a tetrahedron thinner than an ulp with all corners on the walls around it is in them', async () => {
    const sliver = mesh(
      [
        ...[0, 0.6138649465516209, 0.6636459639761596, 1, 0.33185780616477134, 0.5739072933327407],
        ...[0.25108232074417175, 0, 0.5552989641204477, 0.6320613474119454, 1, 0.6961103207855956],
      ],
      [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
    );
    expect(await kinds(sliver, box([0, 0, 0], [1, 1, 1]))).toEqual(['contained: a', 'contained: b']);
  });

  it('wedges of a few ulps on one edge, there twice, lie in each other', async () => {
    const edge = [
      9.326683673076332, 9.739647912792861, 7.575116761960089, 8.788138443604112, 6.089988648891449, 7.552289989776909,
    ];
    const faces = [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0];
    const outer = mesh(
      [
        ...edge,
        9.417950238939373,
        5.740286265034229,
        8.746928760781884,
        9.364095715992155,
        5.375320338644087,
        8.744646083563566,
      ],
      faces,
    );
    const inner = mesh(
      [
        ...edge,
        9.264607910113408,
        7.0100352361332625,
        8.15645740693435,
        9.259222457818687,
        6.973538643494248,
        8.156229139212519,
      ],
      faces,
    );
    const twice = (shape: Mesh): Mesh =>
      joined(
        shape,
        insideOut(
          mesh(
            Array.from(shape.positions, (x) => -x),
            shape.indices,
          ),
        ),
      );
    expect(await kinds(outer, inner)).toEqual(CONTAINED_B);
    expect(await kinds(twice(outer), twice(inner))).toEqual(CONTAINED_B);
  });
});

describe('coordinates beyond what predicates can do', () => {
  const pair = (size: number): [Mesh, Mesh] => [
    box([0, 0, 0], [3 * size, 3 * size, 3 * size]),
    box([size, size, size], [4 * size, 4 * size, 4 * size]),
  ];

  it.each([1e-85, 1e90])('are not those of size %d', async (size) => {
    const [a, b] = pair(size);
    expect(await kinds(a, b)).toEqual(['hard', 'hard']);
    expect((await distance(body(a), body(b))).kind).toBe('meeting');
  });

  it.each([1e-150, 1e110, 1e150])('are refused at size %d', async (size) => {
    const [a, b] = pair(size).map((shape) => body(shape));
    await expect(contacts(a, b, { machine })).rejects.toMatchObject({ name: 'InputError' });
  });

  it('are refused where a pose makes them infinite', async () => {
    const far = body(box([0, 0, 0], [1e300, 1e300, 1e300]), { pose: scaling(1e20) });
    await expect(distance(far, body(box([0, 0, 0], [1, 1, 1])))).rejects.toMatchObject({ name: 'InputError' });
  });

  it('do not matter for vertices that no face uses', async () => {
    const unused = (shape: Mesh): Mesh => mesh([...shape.positions, 1e308, -1e308, 1e150], shape.indices);
    const [a, b] = pair(1);
    expect(await kinds(unused(a), b)).toEqual(['hard', 'hard']);
    expect(await kinds(unused(box([0, 0, 0], [9, 9, 9])), unused(b))).toEqual(CONTAINED_B);
    expect((await distance(body(unused(a)), body(shifted(a, [4, 0, 0])))).distance).toBe(1);
  });
});

describe('what is reported', () => {
  it('faces that are there twice meet what they meet, each of them', async () => {
    const cube = box([0, 0, 0], [4, 4, 4]);
    const doubled = mesh(cube.positions, [...cube.indices, ...cube.indices.subarray(21, 24)]);
    const other = box([2, 2, 2], [6, 6, 6]);
    const { contacts: found } = await contacts(body(doubled), body(other), { machine });
    expect(facesReported(found)).toBe(facesExpected(doubled, other));
  });

  it('bodies that are apart are not at distance 0', async () => {
    // The tip is below the plane z = (x + y) / 3 by 2^-54 / 3.
    const above = tetrahedron([0, 0, 0], [3, 0, 1], [0, 3, 1], [0, 0, 5]);
    const below = tetrahedron([1, 1, 2 / 3], [1, 0, -3], [0, 1, -3], [2, 2, -3]);
    expect((await kinds(above, below))[0]).toBe('none');
    const { kind, distance: gap } = await distance(body(above), body(below));
    expect(kind).toBe('apart');
    expect(gap).toBeGreaterThan(0);
  });

  it('a kind that a tolerance has changed is not said to be exact', async () => {
    const bodies = [body(box([0, 0, 0], [2, 2, 2])), body(box([1.99, 0.5, 0.5], [3, 1.5, 1.5]))];
    const { pairs } = await interference(bodies, { machine, precision: 'exact', tolerance: 0.1 });
    expect(pairs[0].kind).toBe('touch');
    expect(pairs[0].measured.limit).not.toContain('Kind and contacts are exact');
  });

  it('a volume that is worked out is not said to be sampled', async () => {
    const bodies = [body(box([0, 0, 0], [2, 2, 2])), body(box([1, 1, 1], [3, 3, 3]))];
    const { pairs } = await interference(bodies, { machine, precision: 'exact', volume: 'exact' });
    expect(pairs[0].measured.volumeBy).toBe('intersection');
    expect(pairs[0].measured.limit).not.toContain('Volume and depth are sampled');
  });
});

describe('options that make no sense', () => {
  const cube = body(box([0, 0, 0], [1, 1, 1]));
  const near = body(box([2, 0, 0], [3, 1, 1]));

  it('lengths as strings are refused', async () => {
    const length = '1' as unknown as number;
    await expect(distance(cube, near, { limit: length })).rejects.toThrow('not a length');
    await expect(interference([cube, near], { machine, clearance: length })).rejects.toThrow('not a length');
  });

  it('kinds that are no list are refused with a sentence', () => {
    expect(() => selfIntersections(cube, { kinds: 3 as never })).toThrow('selfIntersections:');
  });
});

describe('work that stays in proportion', () => {
  it('where a detailed part stands among a few huge faces', () => {
    const detailed = shifted(bumpySphere({ segments: 40 }), [3333, 1234, 777]);
    const shape = joined(detailed, box([-1e4, -1e4, -2e4], [1e4, 1e4, -1e4]), box([-1e4, -1e4, 1e4], [1e4, 1e4, 2e4]));
    const faces = Uint32Array.from({ length: shape.indices.length / 3 }, (_, f) => f);
    const side = { mesh: worldMesh(body(shape)), faces, reach: 0 };
    const { comparisons, references } = cellJoin(side, side, () => {});
    expect(comparisons + references).toBeLessThan(200 * faces.length);
  });
});

/** A square ring of sides 6 and 2 about (3, 3), cut at y = 3: its two ends lie on each other and share no vertices. */
function cutRing(): Mesh {
  const outer = [6, 3, 6, 6, 0, 6, 0, 0, 6, 0, 6, 3];
  const inner = [4, 3, 4, 4, 2, 4, 2, 2, 4, 2, 4, 3];
  const positions: number[] = [];
  for (const z of [0, 2])
    for (const rim of [outer, inner]) for (let k = 0; k < 12; k += 2) positions.push(rim[k], rim[k + 1], z);
  const indices: number[] = [];
  const quad = (p: number, q: number, r: number, s: number): void => void indices.push(p, q, r, p, r, s);
  for (let k = 0; k < 5; k++) {
    quad(12 + k, 13 + k, 19 + k, 18 + k);
    quad(k, 6 + k, 7 + k, 1 + k);
    quad(k, 1 + k, 13 + k, 12 + k);
    quad(7 + k, 6 + k, 18 + k, 19 + k);
  }
  quad(0, 12, 18, 6);
  quad(5, 11, 23, 17);
  return mesh(positions, indices);
}

describe('what was known of a mesh before', () => {
  /** A C closed to a ring: its ends lie on each other at x = 6, and share no corner. */
  const RING = [0, 0, 12, 0, 12, 13, 6, 13, 6, 8, 10, 8, 10, 2, 2, 2, 2, 9, 6, 9, 6, 12, 0, 12];
  const ring = (): Mesh => {
    const outline = Array.from({ length: RING.length / 2 }, (_, k) => [RING[2 * k], RING[2 * k + 1]] as const);
    const n = outline.length;
    const positions = [0, 4].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
    // The outline, cut into quadrilaterals that are convex.
    const quads = [
      ...[
        [0, 1, 6, 7],
        [1, 2, 5, 6],
        [2, 3, 4, 5],
        [0, 7, 8, 11],
        [8, 9, 10, 11],
      ],
    ] as const;
    const caps = quads.flatMap(([i, j, k, l]) => [
      ...[i, k, j, i, l, k],
      ...[n + i, n + j, n + k, n + i, n + k, n + l],
    ]);
    const walls = outline.flatMap((_, k) => {
      const next = (k + 1) % n;
      return [k, next, n + next, k, n + next, n + k];
    });
    return mesh(positions, [...caps, ...walls]);
  };

  it('does not change the answer: a ring that lies on itself holds what goes through the seam', async () => {
    const shape = ring();
    expect(inspect(shape)).toMatchObject({ closed: true, signedVolume: expect.closeTo(392, 9) });
    const a = body(shape);
    for (const [low, high] of [
      [
        [5, 10, 1],
        [7, 11, 2],
      ],
      [
        [5, 10, 1],
        [6, 11, 2],
      ],
      [
        [6, 10, 1],
        [7, 11, 2],
      ],
    ] as const) {
      const b = body(box([...low], [...high]));
      const pair = watch(a, b, { machine });
      for (let k = 0; k < 4; k++) {
        expect(await contacts(a, b, { machine })).toMatchObject({ kind: 'contained', inner: 'b' });
        b.pose = translation(0, k / 16, 0);
        expect(await pair.ask()).toMatchObject({ kind: 'contained', inner: 'b' });
        b.pose = translation(0, 0, 0);
      }
    }
  });

  it('is not taken for what comes in the same array later', async () => {
    const positions = Float64Array.from(icoSphere({ subdivisions: 2 }).positions);
    const a = body({ positions, indices: icoSphere({ subdivisions: 2 }).indices });
    const b = body(icoSphere({ subdivisions: 2 }));
    const pair = watch(a, b, { machine });
    for (let step = 0; step < 40; step++) {
      if (step === 6) {
        for (let k = 0; k < positions.length; k++) positions[k] *= 1.3;
        a.update(positions);
      }
      const x = step < 6 ? 1.5 + step / 100 : 1.75 - (step - 6) / 120;
      b.pose = translation(x, x, 0);
      expect((await pair.ask()).kind, `step ${step}`).toBe((await contacts(a, b, { machine })).kind);
    }
  });

  it('is held fast when a question is asked', async () => {
    const [a, b] = [body(box([0, 0, 0], [2, 2, 2])), body(box([1, 1, 1], [3, 3, 3]))];
    const asked = contacts(a, b, { machine });
    (b.pose as Float64Array)[3] = 50;
    expect((await asked).kind).toBe('hard');
  });
});
