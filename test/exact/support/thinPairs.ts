import { rotation, scaling } from '../../../src/math/affine.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { type Mesh, mesh } from '../../../src/mesh/mesh.js';
import { icoSphere } from '../../../src/mesh/shapes/sphere.js';
import { latticeBox, tetrahedron } from './latticeBodies.js';
import { mapped, shifted } from './latticeMaps.js';

/** Two bodies that meet in less than a pixel. */
export interface ThinPair {
  readonly name: string;
  readonly a: Mesh;
  readonly b: Mesh;
  /** No ball that fits into what they have in common is wider. */
  readonly thickness: number;
}

const box = (min: Vec3, max: Vec3): Mesh => latticeBox({ min, max });

/** A wedge above z = `low`, its knife edge along x there. */
const knife = (low: number): Mesh =>
  mesh(
    [-1, 0, low, 1, 0, low, -1, -0.3, low + 1, 1, -0.3, low + 1, -1, 0.3, low + 1, 1, 0.3, low + 1],
    [0, 1, 2, 1, 3, 2, 0, 4, 1, 1, 4, 5, 2, 3, 4, 3, 5, 4, 0, 2, 4, 1, 5, 3],
  );

const SIDES = 12;
const around = (k: number, radius: number): readonly [number, number] => {
  const angle = (2 * Math.PI * (k % SIDES)) / SIDES;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
};

/** A regular prism about z. */
function pin(radius: number, height: number): Mesh {
  const positions = [-height, height].flatMap((z) => [0, 0, z, ...rim(radius, z)]);
  const top = SIDES + 1;
  const indices: number[] = [];
  for (let k = 0; k < SIDES; k++) {
    const [i, j] = [1 + k, 1 + ((k + 1) % SIDES)];
    indices.push(0, j, i, top, top + i, top + j, i, j, top + i, j, top + j, top + i);
  }
  return mesh(positions, indices);
}

/** A plate with a hole for such a prism. */
function washer(radius: number, outer: number, height: number): Mesh {
  const positions = [-height, height].flatMap((z) => [...rim(radius, z), ...rim(outer, z)]);
  const indices: number[] = [];
  const quad = (p: number, q: number, r: number, s: number): void => void indices.push(p, q, r, p, r, s);
  for (let k = 0; k < SIDES; k++) {
    const [i, j] = [k, (k + 1) % SIDES];
    const [n, m] = [SIDES, 2 * SIDES];
    quad(n + i, i, j, n + j);
    quad(m + i, m + n + i, m + n + j, m + j);
    quad(n + i, n + j, m + n + j, m + n + i);
    quad(j, i, m + i, m + j);
  }
  return mesh(positions, indices);
}

const rim = (radius: number, z: number): number[] =>
  Array.from({ length: SIDES }, (_, k) => [...around(k, radius), z]).flat();

const plate = box([-1, -1, -0.05], [1, 1, 0.05]);
const needle = (width: number): Mesh => box([0.3, 0.2, -1], [0.3 + width, 0.2 + width, 1]);
const slanted = rotation([1, 2, 3], 0.7);

export const THIN_PAIRS: readonly ThinPair[] = [
  ...[1e-3, 1e-6, 1e-9, 1e-12].map((width) => ({
    name: `a needle ${width} wide through a plate`,
    ...{ a: needle(width), b: plate, thickness: width },
  })),
  {
    name: 'a slanted needle through a plate',
    ...{ a: mapped(needle(1e-9), slanted), b: plate, thickness: 1e-9 },
  },
  {
    name: 'a needle along a plate, in it',
    ...{ a: mapped(box([-2, 0, 0], [2, 1e-9, 1e-9]), rotation([0, 0, 1], 0.4)), b: plate, thickness: 1e-9 },
  },
  {
    name: 'a tip as sharp as 1e-8 in a plate',
    ...{ a: tetrahedron([0, 0, 0], [1e-8, 0, 2], [0, 1e-8, 2], [-1e-8, -1e-8, 2]), b: plate, thickness: 1e-9 },
  },
  {
    name: 'slivers of aspect 1e8, one across the other',
    ...{ a: box([-1, -1e-8, -1e-8], [1, 1e-8, 1e-8]), b: box([-1e-8, -1, -0.7e-8], [1e-8, 1, 2e-8]), thickness: 2e-8 },
  },
  {
    name: 'wires that cross 1e-10 deep',
    ...{
      a: box([-1, -1e-9, -1e-9], [1, 1e-9, 1e-9]),
      b: shifted(box([-1e-9, -1, -1e-9], [1e-9, 1, 1e-9]), [0.1, 0, 1.9e-9]),
      thickness: 1e-10,
    },
  },
  {
    name: 'wires that pass 1e-10 apart',
    ...{
      a: box([-1, -1e-9, -1e-9], [1, 1e-9, 1e-9]),
      b: shifted(box([-1e-9, -1, -1e-9], [1e-9, 1, 1e-9]), [0.1, 0, 2.1e-9]),
      thickness: 0,
    },
  },
  ...[-1e-12, 0, 1e-12].map((low) => ({
    name: `a knife edge ${low < 0 ? 'in' : low > 0 ? 'above' : 'on'} a plate, by 1e-12`,
    ...{ a: shifted(knife(0), [0, 0, low]), b: box([-2, -2, -1], [2, 2, 0]), thickness: Math.max(-low, 0) },
  })),
  {
    name: 'knife edges one across the other, 1e-12 deep',
    ...{
      a: knife(-1e-12),
      b: mapped(knife(0), Float64Array.of(0, 1, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0)),
      thickness: 1e-12,
    },
  },
  ...[1e-10, 0, -1e-10].map((more) => ({
    name: `a pin in a hole, ${more > 0 ? '1e-10 too thick' : more < 0 ? '1e-10 too thin' : 'of its size'}`,
    ...{ a: pin(0.5 + more, 1), b: washer(0.5, 1, 0.4), thickness: Math.max(more, 0) },
  })),
  {
    name: 'a pin askew in a hole',
    ...{ a: mapped(pin(0.5 - 1e-10, 1), rotation([1, 1, 0], 4e-10)), b: washer(0.5, 1, 0.4), thickness: 1e-9 },
  },
  {
    name: 'a sheet 1e-9 thick through a ball',
    ...{ a: mapped(box([-2, -2, 0], [2, 2, 1e-9]), slanted), b: icoSphere({ subdivisions: 1 }), thickness: 1e-9 },
  },
  {
    name: 'balls 1e-12 deep in each other, corner to corner',
    ...{
      a: icoSphere({ subdivisions: 1 }),
      b: mapped(icoSphere({ subdivisions: 1 }), touchingFrom(1e-12)),
      thickness: 1e-12,
    },
  },
  {
    name: 'boxes of one size shifted by 1e-12',
    ...{ a: box([0, 0, 0], [1, 1, 1]), b: shifted(box([0, 0, 0], [1, 1, 1]), [1e-12, 1e-12, 1e-12]), thickness: 1 },
  },
  {
    name: 'a shell 1e-9 thick around a box, 1e-9 away',
    ...{ a: mapped(box([-1, -1, -1], [1, 1, 1]), scaling(1 + 1e-9)), b: box([-1, -1, -1], [1, 1, 1]), thickness: 2 },
  },
];

/** The map that mirrors a ball at the plane before its first corner, this deep in it. */
function touchingFrom(depth: number): Float64Array {
  const [x, y, z] = icoSphere({ subdivisions: 1 }).positions;
  const far = (2 - depth) / Math.hypot(x, y, z) ** 2;
  return Float64Array.of(-1, 0, 0, far * x, 0, -1, 0, far * y, 0, 0, -1, far * z);
}
