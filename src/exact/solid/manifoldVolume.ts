import type { BodyState } from '../../body.js';
import { InputError } from '../../errors.js';
import { importOptional } from '../../importOptional.js';
import type { Affine } from '../../math/affine.js';

/** The volume of an intersection, and how wrong it can be. */
export interface ExactVolume {
  readonly volume: number;
  readonly volumeError: number;
}

/** Measures intersections of solids; `undefined` where one is not accepted as a solid. */
export type MeasureVolume = (a: BodyState, b: BodyState) => ExactVolume | undefined;

/** What is used of manifold-3d. */
interface Solid {
  transform(columns: readonly number[]): Solid;
  intersect(other: Solid): Solid;
  volume(): number;
  surfaceArea(): number;
  tolerance(): number;
  status(): string;
  delete(): void;
}
interface Manifold3d {
  setup(): void;
  Manifold: new (mesh: object) => Solid;
  Mesh: new (options: { numProp: number; vertProperties: Float32Array; triVerts: Uint32Array }) => object;
}

let loading: Promise<Manifold3d> | undefined;

async function load(): Promise<Manifold3d> {
  const { default: initialize } = (await importOptional('manifold-3d')) as {
    default(): Promise<Manifold3d>;
  };
  const library = await initialize();
  library.setup();
  return library;
}

/**
 * Opens manifold-3d, which works out the mesh of an intersection, where that package is installed. It takes coordinates in
 * f32, and takes for one what is nearer than its tolerance: the error told is by how much that can change the volume.
 */
export async function openManifold(): Promise<MeasureVolume> {
  loading ??= load();
  const library = await loading.catch(() => {
    loading = undefined;
    throw new InputError(
      "interference: exact volumes need the package manifold-3d (it cannot be imported). Install it, or ask for volume: 'sampled'.",
    );
  });
  return (a, b) => {
    const made: Solid[] = [];
    const keep = (solid: Solid): Solid => {
      made.push(solid);
      return solid;
    };
    const solidOf = ({ mesh: { positions, indices }, pose }: BodyState): Solid => {
      const vertProperties = Float32Array.from(positions);
      const own = keep(new library.Manifold(new library.Mesh({ numProp: 3, vertProperties, triVerts: indices })));
      return keep(own.transform(columnsOf(pose)));
    };
    try {
      const [one, other] = [solidOf(a), solidOf(b)];
      // Inside out, a body is no solid to it.
      if (one.volume() <= 0 || other.volume() <= 0) return undefined;
      const common = keep(one.intersect(other));
      if (common.status() !== 'NoError') return undefined;
      const moved = common.tolerance() + rounding(a) + rounding(b);
      return { volume: common.volume(), volumeError: 2 * moved * common.surfaceArea() };
    } catch {
      return undefined; // not a solid, in its eyes
    } finally {
      for (const solid of made) solid.delete();
    }
  };
}

// biome-ignore format: a matrix, column by column
const columnsOf = (m: Affine): number[] => [
  m[0], m[4], m[8], 0,
  m[1], m[5], m[9], 0,
  m[2], m[6], m[10], 0,
  m[3], m[7], m[11], 1,
];

/** By how much f32 moves a vertex of the body at most, where it stands. */
function rounding({ mesh: { positions }, bounds: { min, max }, pose }: BodyState): number {
  if (positions instanceof Float32Array) return 0;
  const most = Math.max(...min.map(Math.abs), ...max.map(Math.abs));
  const stretch = Math.hypot(pose[0], pose[1], pose[2], pose[4], pose[5], pose[6], pose[8], pose[9], pose[10]);
  return most * 2 ** -24 * Math.sqrt(3) * stretch;
}
