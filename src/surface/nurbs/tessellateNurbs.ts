import { InputError } from '../../errors.js';
import { extent } from '../../math/box.js';
import { length } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { NurbsSolid } from '../surface.js';
import type { Tessellation } from '../tessellate/tessellateSides.js';
import { type BezierPatch, bezierPatch } from './bezierPatch.js';
import { fillPatch } from './fillPatch.js';
import { type FlatCells, flattenPatch } from './flattenPatch.js';
import { seamVertices } from './seamVertices.js';
import { type Sewing, sewBorders } from './sewBorders.js';
import { toleranceOf } from './tolerance.js';

/** Of the chord error, what cells may have, and what vertices on seams may be moved by to be one. */
const CELL_SHARE = 0.98;
const SNAP_SHARE = 0.01;
/** In sizes of the solid: coarser than this it would fall flat; finer, rounding would count. */
const COARSEST = 1 / 20;
const FINEST = 1e-12;
/** Twice as many triangles take about 1 GB while they are made. */
const MOST_CELLS = 4_000_000;

/**
 * Triangles within `chordError` of a solid of B-spline patches, with every vertex on it. The mesh is closed: along a
 * border that patches share, each has the vertices of all, and they are the same vertices. The chord error that comes
 * back is a bound, both ways, not an estimate: most often somewhat below the one asked for, and above it only where
 * borders do not quite meet.
 */
export function tessellateNurbs(surface: NurbsSolid, chordError: number): Tessellation {
  const size = length(extent(surface.bounds));
  if (!(typeof chordError === 'number' && chordError >= FINEST * size && chordError < Infinity))
    throw new InputError(
      `nurbs: the chord error must be positive and above rounding (${chordError}, with a size of ${size}). Give a length from ${FINEST * size} up.`,
    );
  const patches = surface.surfaces.map(bezierPatch);
  const sewing = sewBorders(patches, surface.patches, toleranceOf(surface), size);
  for (let limit = Math.min(chordError, COARSEST * size); ; limit /= 4) {
    const tessellation = atLimit(patches, sewing, limit);
    if (tessellation.patchOf.length > 0) return tessellation;
  }
}

function atLimit(patches: readonly BezierPatch[], sewing: Sewing, limit: number): Tessellation {
  const seamOf = new Map(sewing.seams.flatMap((seam, k) => seam.map((stretch) => [stretch, k])));
  const haveSeam = (a: number, b: number): boolean => {
    const seams = new Set(sewing.borders[a].stretches.map((stretch) => seamOf.get(stretch)));
    return sewing.borders[b].stretches.some((stretch) => seams.has(seamOf.get(stretch)));
  };
  let bound = 0;
  let room = MOST_CELLS;
  const flat = patches.map((patch, k) => {
    const isClosed = [haveSeam(4 * k + 1, 4 * k + 3), haveSeam(4 * k, 4 * k + 2)] as const;
    const flattened = flattenPatch(patch, CELL_SHARE * limit, isClosed, room);
    bound = Math.max(bound, flattened.bound);
    room -= flattened.cells.length / 2;
    return flattened;
  });
  const corners = flat.flatMap(cornersOnBorders);
  const positions = Array.from(sewing.nodes);
  const borders = seamVertices(sewing, corners, SNAP_SHARE * limit, positions);
  const indices: number[] = [];
  const patchOf: number[] = [];
  patches.forEach((patch, k) => {
    fillPatch(patch, flat[k], borders.slice(4 * k, 4 * k + 4), positions, indices);
    while (3 * patchOf.length < indices.length) patchOf.push(k);
  });
  return {
    mesh: compact(positions, indices),
    patchOf: Uint32Array.from(patchOf),
    chordError: bound + SNAP_SHARE * limit + sewing.gap,
  };
}

/** The parameters of cell corners on the four borders of a patch, ascending. */
function cornersOnBorders({ us, vs, cells }: FlatCells): number[][] {
  const right = us.values.length - 1;
  const top = vs.values.length - 1;
  const found = [right, top, right, top].map((last) => new Uint8Array(last + 1));
  for (let c = 0; c < cells.length; c += 2) {
    const [i0, i1] = [us.low[cells[c]], us.high[cells[c]]];
    const [j0, j1] = [vs.low[cells[c + 1]], vs.high[cells[c + 1]]];
    if (j0 === 0) found[0][i0] = found[0][i1] = 1;
    if (i1 === right) found[1][j0] = found[1][j1] = 1;
    if (j1 === top) found[2][i0] = found[2][i1] = 1;
    if (i0 === 0) found[3][j0] = found[3][j1] = 1;
  }
  return found.map((marks, side) => (side % 2 === 0 ? us : vs).values.filter((_, k) => marks[k] === 1));
}

/** Without the vertices that no triangle has. */
function compact(positions: readonly number[], indices: readonly number[]): Mesh {
  const numbers = new Int32Array(positions.length / 3).fill(-1);
  const kept: number[] = [];
  const faces = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i];
    if (numbers[vertex] < 0) {
      numbers[vertex] = kept.length / 3;
      kept.push(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
    }
    faces[i] = numbers[vertex];
  }
  return { positions: Float64Array.from(kept), indices: faces };
}
