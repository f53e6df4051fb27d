import type { BodyState } from '../../body.js';
import { blocksToDraw } from '../../bodyBlocks.js';
import { InputError } from '../../errors.js';
import { type Affine, determinant, multiply, transformBox } from '../../math/affine.js';
import { uniqueEdges } from '../../mesh/edges.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createMeshParts, findParts } from '../../mesh/meshParts.js';
import type { Atlas, Tile } from '../../view/atlas.js';
import { screenFromWorld } from '../../view/view.js';
import type { Drawn } from '../machine.js';
import { DEPTH_SLACK } from '../raster.js';
import type { DrawState } from '../state.js';
import type { ScreenVertices } from './coverFace.js';
import { drawEdges } from './drawEdges.js';
import { drawFaces } from './drawFaces.js';
import { createFragmentPass, type FragmentPass } from './fragmentPass.js';
import type { Band } from './layerRasterizer.js';
import type { Planes } from './planes.js';
import { projectVertices } from './projectVertices.js';

/** Where a tile lies in the planes: its pixel (x, y) at `offset + y * stride + x`. */
export interface DrawTarget {
  readonly band: Band;
  readonly offset: number;
  readonly stride: number;
}

/**
 * Draws the faces or the edges of bodies into their tiles, clipped to the tiles' rectangles and depth ranges, in the order
 * given. Returns whether any fragment passed its tests.
 */
export function draw(
  planes: Planes,
  atlas: Atlas,
  what: 'faces' | 'edges',
  drawn: readonly Drawn[],
  state: DrawState,
): boolean {
  const pass = createFragmentPass(planes, state);
  drawn.forEach(({ body, tile = 0 }, place) => {
    if (!(tile in atlas.tiles))
      throw new InputError(
        `machine: there is no tile ${tile} (the frame has ${atlas.tiles.length}). Count them from 0.`,
      );
    drawBody(planes, atlas.tiles[tile], what, body, state, place, pass);
  });
  return pass.passed;
}

function drawBody(
  planes: Planes,
  { view, x, y }: Tile,
  what: 'faces' | 'edges',
  body: BodyState,
  state: DrawState,
  place: number,
  pass: FragmentPass,
): void {
  const { columns, rows } = view;
  const screenFromBody = farther(multiply(screenFromWorld(view), body.pose), state.offset ?? 0);
  const { min, max } = transformBox(screenFromBody, body.bounds);
  if (min[0] > columns || max[0] < 0 || min[1] > rows || max[1] < 0) return;
  if (min[2] > pass.far || max[2] < pass.near) return;

  const { positions, indices } = body.mesh;
  const screen = screenVertices(planes, positions.length / 3);
  const band = { columns, firstRow: 0, endRow: rows };
  const target = { band, offset: y * planes.width + x, stride: planes.width };
  const bodyId = state.id === 'body' ? place + 1 : 0;
  if (what === 'edges') {
    projectVertices(positions, screenFromBody, screen);
    drawEdges(screen, edgesOf(body.mesh), target, bodyId, pass);
    return;
  }
  // With a pixel to spare for snapping, and some depth.
  const zone = {
    min: [-1, -1, pass.near - DEPTH_SLACK],
    max: [columns + 1, rows + 1, pass.far + DEPTH_SLACK],
  } as const;
  findParts(parts, { positions, indices, blocks: blocksToDraw(body) }, screenFromBody, zone);
  for (let run = 0; run < parts.vertexRuns; run++)
    projectVertices(positions, screenFromBody, screen, parts.vertices[2 * run], parts.vertices[2 * run + 1]);
  const cull = state.cull === 'entries' ? 1 : state.cull === 'exits' ? -1 : 0;
  const mirrored = determinant(screenFromBody) < 0;
  const reachPx = Math.min(parts.reach, Math.max(-min[0], max[0], -min[1], max[1]));
  for (let run = 0; run < parts.faceRuns; run++) {
    const [from, end] = [parts.faces[2 * run], parts.faces[2 * run + 1]];
    drawFaces({ screen, indices, from, end, mirrored, reachPx }, cull, target, bodyId, pass);
  }
}

/** One for all bodies, so that none is made for each. */
const parts = createMeshParts();

/** The same map with so much more depth. */
function farther(map: Affine, offset: number): Affine {
  const moved = Float64Array.from(map);
  moved[11] += offset;
  return moved;
}

/** Projected vertices, and in the same bytes where they are snapped to: see {@link projectVertices}. */
export interface ProjectedVertices extends ScreenVertices {
  readonly snapped: Int32Array;
}

/** Room for projected vertices, kept as long as the planes that are drawn into. */
const rooms = new WeakMap<Planes, ProjectedVertices>();

function screenVertices(planes: Planes, count: number): ProjectedVertices {
  const old = rooms.get(planes);
  if (old && old.vertices.length >= 4 * count) return old;
  const vertices = new Float64Array(4 * count);
  const room = { vertices, snapped: new Int32Array(vertices.buffer) };
  rooms.set(planes, room);
  return room;
}

/** Edges by the indices they come from: an update moves vertices and leaves these alone. */
const edgesByIndices = new WeakMap<Uint32Array, Uint32Array>();

function edgesOf(mesh: Mesh): Uint32Array {
  let edges = edgesByIndices.get(mesh.indices);
  if (!edges) {
    edges = uniqueEdges(mesh);
    edgesByIndices.set(mesh.indices, edges);
  }
  return edges;
}
