import { edgeTable } from '../edges.js';
import type { Mesh } from '../mesh.js';
import { demandCount, demandPositive } from './demand.js';
import { type ProfilePoint, revolve, revolveVolume } from './revolve.js';

export interface UvSphereOptions {
  radius?: number;
  /** Meridians. */
  segments?: number;
  /** Bands from pole to pole. */
  rings?: number;
}

export const UV_SPHERE_DEFAULTS: Required<UvSphereOptions> = { radius: 1, segments: 48, rings: 24 };

/** A sphere about the origin with poles on the z axis: 2 × segments × (rings - 1) triangles, vertices on the sphere. */
export function uvSphere(options: UvSphereOptions = {}): Mesh {
  const { radius, segments, rings } = checkUvSphere(options);
  return revolve(meridian(radius, rings), segments);
}

export interface IcoSphereOptions {
  radius?: number;
  /** How often every triangle of the icosahedron is cut into four. */
  subdivisions?: number;
}

export const ICO_SPHERE_DEFAULTS: Required<IcoSphereOptions> = { radius: 1, subdivisions: 3 };

/** A sphere about the origin of nearly equal triangles, 20 × 4^subdivisions of them, vertices on the sphere. */
export function icoSphere(options: IcoSphereOptions = {}): Mesh {
  const { radius, subdivisions } = { ...ICO_SPHERE_DEFAULTS, ...options };
  demandPositive('sphere', 'radius', radius);
  demandCount('sphere', 'subdivisions', subdivisions, 0);
  let directions: number[] = ICOSAHEDRON_CORNERS.flatMap(([x, y, z]) => toUnit(x, y, z));
  let indices = Uint32Array.from(ICOSAHEDRON_FACES);
  for (let k = 0; k < subdivisions; k++) [directions, indices] = subdivide(directions, indices);
  return { positions: Float32Array.from(directions, (x) => radius * x), indices };
}

export const sphereVolume = (radius: number): number => (4 / 3) * Math.PI * radius ** 3;

/** The volume of the mesh that {@link uvSphere} gives for the same options, before rounding. */
export function uvSphereVolume(options: UvSphereOptions = {}): number {
  const { radius, segments, rings } = checkUvSphere(options);
  return revolveVolume(meridian(radius, rings), segments);
}

/** The volume of {@link icoSphere} without subdivisions: the icosahedron in a sphere of that radius. */
export const icosahedronVolume = (radius: number): number =>
  ((5 * (3 + Math.sqrt(5))) / 12) * (radius / Math.sin((2 * Math.PI) / 5)) ** 3;

function checkUvSphere(options: UvSphereOptions): Required<UvSphereOptions> {
  const all = { ...UV_SPHERE_DEFAULTS, ...options };
  demandPositive('sphere', 'radius', all.radius);
  demandCount('sphere', 'segments', all.segments, 3);
  demandCount('sphere', 'rings', all.rings, 2);
  return all;
}

function meridian(radius: number, rings: number): ProfilePoint[] {
  const profile: ProfilePoint[] = [[0, radius]];
  for (let k = 1; k < rings; k++) {
    const angle = (Math.PI * k) / rings;
    profile.push([radius * Math.sin(angle), radius * Math.cos(angle)]);
  }
  profile.push([0, -radius]);
  return profile;
}

const GOLDEN = (1 + Math.sqrt(5)) / 2;
// biome-ignore format: three golden rectangles
const ICOSAHEDRON_CORNERS = [
  [-1, GOLDEN, 0], [1, GOLDEN, 0], [-1, -GOLDEN, 0], [1, -GOLDEN, 0],
  [0, -1, GOLDEN], [0, 1, GOLDEN], [0, -1, -GOLDEN], [0, 1, -GOLDEN],
  [GOLDEN, 0, -1], [GOLDEN, 0, 1], [-GOLDEN, 0, -1], [-GOLDEN, 0, 1],
] as const;
// biome-ignore format: five faces per line
const ICOSAHEDRON_FACES = [
  0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11,
  1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8,
  3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9,
  4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
];

function toUnit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Cuts every face into four at the middles of its edges, and pushes those onto the unit sphere. */
function subdivide(directions: number[], indices: Uint32Array): [number[], Uint32Array<ArrayBuffer>] {
  const { edges, edgeOfSide } = edgeTable(indices);
  const count = directions.length / 3;
  const out = directions.slice();
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [3 * edges[e], 3 * edges[e + 1]];
    out.push(
      ...toUnit(
        directions[a] + directions[b],
        directions[a + 1] + directions[b + 1],
        directions[a + 2] + directions[b + 2],
      ),
    );
  }
  const faces = new Uint32Array(4 * indices.length);
  for (let f = 0; f < indices.length; f += 3) {
    const [a, b, c] = [indices[f], indices[f + 1], indices[f + 2]];
    const [ab, bc, ca] = [count + edgeOfSide[f], count + edgeOfSide[f + 1], count + edgeOfSide[f + 2]];
    faces.set([a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca], 4 * f);
  }
  return [out, faces];
}
