import { type BodyState, castAt } from '../../body.js';
import { blocksToDraw } from '../../bodyBlocks.js';
import { type Affine, determinant, multiply, transformBox } from '../../math/affine.js';
import type { Box } from '../../math/box.js';
import { isKnownBalanced } from '../../mesh/balancedEdges.js';
import type { FaceBlocks } from '../../mesh/faceBlocks.js';
import { createMeshParts, findParts } from '../../mesh/meshParts.js';
import type { RaySurface } from '../../surface/surface.js';
import { screenFromWorld, type View } from '../../view/view.js';
import { DEPTH_SLACK, GUARD_PX } from '../raster.js';
import { castLayers } from './castLayers.js';
import { bytesFor, FACES_AT_ONCE, grow, layOut } from './layerMemory.js';
import type { Band, LayerRasterizer, LayerSource } from './layerRasterizer.js';
import { projectVertices } from './projectVertices.js';
import { rasterizeCarefully } from './rasterizeCarefully.js';

/** A body as the rasterizer sees it: faces to draw, or a surface to cast rays at and no faces. */
export interface LayerBody {
  readonly surface?: RaySurface | undefined;
  readonly positions: Float32Array | Float64Array;
  readonly indices: Uint32Array;
  readonly screenFromBody: Affine;
  /** Around the body, in pixels and depth. */
  readonly box: Box;
  /** Boxes around its faces, where they are known. */
  readonly blocks?: FaceBlocks | undefined;
  /** Whether it is known that each edge is run equally often both ways. */
  readonly isBalanced?: boolean | undefined;
}

/** What to gather: a band of a tile's rows. A body's slot is its place in `bodies`. */
export interface LayerJob {
  readonly band: Band;
  readonly bodies: readonly LayerBody[];
  readonly faceBits: number;
  /**
   * Whether the lists matter only where all bodies show in the tile. Of a whole tile they are left empty then, and bodies behind the first
   * that does not show are not drawn; of a part of one it is told which do not.
   */
  readonly onlyTogether?: 'whole' | 'part' | undefined;
}

/** The sorted lists of a band, pixel (0, firstRow) first. The arrays are good until the next band is gathered. */
export interface GatheredLayers {
  readonly band: Band;
  readonly first: Uint32Array;
  /** Layer k is `layerName[2 * k]` and `layerDepth[2 * k + 1]`: the same bytes as two arrays. */
  readonly layerName: Uint32Array;
  readonly layerDepth: Float32Array;
  /** A plane per body: the winding at the near plane. */
  readonly before: Int32Array;
  /** Per body: rays on which not all crossings of its surface could be told apart. */
  readonly unsettled: readonly number[];
  /** Bodies that do not show in this part of a tile, by their slots, where that was asked for. */
  readonly absent: readonly number[];
}

const NO_FACES = { positions: new Float64Array(0), indices: new Uint32Array(0) };

export function layerBody(view: View, body: BodyState): LayerBody {
  const screenFromBody = multiply(screenFromWorld(view), body.pose);
  const seen = { screenFromBody, box: transformBox(screenFromBody, body.bounds) };
  const surface = castAt(body);
  if (surface) return { ...NO_FACES, ...seen, surface };
  const { positions, indices } = body.mesh;
  return { positions, indices, ...seen, blocks: blocksToDraw(body), isBalanced: isKnownBalanced(indices) };
}

/** Draws all bodies of a band and sorts the lists. */
export function gatherLayers(
  rasterizer: LayerRasterizer,
  { band, bodies, faceBits, onlyTogether }: LayerJob,
): GatheredLayers {
  const { memory } = rasterizer;
  const needs = {
    vertexCount: bodies.reduce((most, { positions }) => Math.max(most, positions.length / 3), 0),
    columns: band.columns,
    rows: band.endRow - band.firstRow,
    slotCount: needsWindings(bodies) ? bodies.length : 0,
  };
  let m = layOut(memory, needs);
  const clear = (): void => {
    rasterizer.start(m, band);
    m.counts.fill(0);
    m.before.fill(0);
  };
  clear();

  /** Room for so many more bytes behind the stream. Nothing is lost when it has to be made: the stream goes on. */
  function makeRoom(bytes: number): void {
    const { buffer } = memory;
    grow(memory, m.at.stream + rasterizer.streamBytes() + bytes);
    if (memory.buffer === buffer) return;
    m = layOut(memory, needs);
    rasterizer.rebind(m);
  }

  function makeRoomFor(layers: number): void {
    if (!rasterizer.hasRoomFor(layers)) makeRoom(Math.max(STREAM_STEP, bytesFor(layers)));
  }

  const unsettled: number[] = new Array(bodies.length).fill(0);
  const absent: number[] = [];
  const room = {
    before: () => m.before,
    pixelCount: m.pixelCount,
    makeRoomFor,
  };

  function drawBody(body: LayerBody, slot: number): void {
    const { surface, positions, indices, screenFromBody, box } = body;
    if (box.min[0] > band.columns || box.max[0] < 0 || box.min[1] > band.endRow || box.max[1] < band.firstRow) return;
    const fromBehind = body.isBalanced === true && isRatherBefore(box);
    const mirrored = determinant(screenFromBody) < 0;
    const source: LayerSource = { nameBase: slot * 2 ** faceBits, slot, mirrored, fromBehind };
    if (surface) {
      unsettled[slot] = castLayers({ surface, screenFromBody, box }, source, band, rasterizer, room);
      return;
    }
    const careful = (face: number) => {
      makeRoomFor(m.pixelCount);
      const corners = [indices[3 * face], indices[3 * face + 1], indices[3 * face + 2]] as const;
      rasterizeCarefully(corners, face, source, band, m, rasterizer.append);
    };
    findParts(parts, body, screenFromBody, zoneOf(band, fromBehind));
    for (let run = 0; run < parts.vertexRuns; run++)
      projectVertices(positions, screenFromBody, m, parts.vertices[2 * run], parts.vertices[2 * run + 1]);
    const isFar = Math.min(parts.reach, reachOf(box)) > GUARD_PX;
    for (let run = 0; run < parts.faceRuns; run++) {
      const [first, end] = [parts.faces[2 * run], parts.faces[2 * run + 1]];
      if (isFar) for (let face = first; face < end; face++) careful(face);
      else
        for (let at = first; at < end; at += FACES_AT_ONCE)
          drawFaces(at, Math.min(at + FACES_AT_ONCE, end), indices, source);
    }
  }

  function drawFaces(first: number, end: number, indices: Uint32Array, source: LayerSource): void {
    const faceCount = end - first;
    m.indices.set(indices.subarray(3 * first, 3 * end));
    for (let from = 0; from < faceCount; ) {
      const next = rasterizer.rasterize(from, faceCount, first, source);
      // A step may not be enough for a large face, which takes a whole frame at most.
      if (next < faceCount) makeRoom(next > from ? STREAM_STEP : Math.max(STREAM_STEP, bytesFor(1.1 * m.pixelCount)));
      from = next;
    }
  }

  /** Whether a body that left no layer left no winding either. */
  function isAbsent(slot: number): boolean {
    const end = (slot + 1) * m.pixelCount;
    for (let p = slot * m.pixelCount; p < end; p++) if (m.before[p] !== 0) return false;
    return true;
  }

  for (const [slot, body] of bodies.entries()) {
    const layers = rasterizer.layerCount();
    drawBody(body, slot);
    if (!onlyTogether || rasterizer.layerCount() !== layers || !isAbsent(slot)) continue;
    if (onlyTogether === 'whole') {
      clear();
      break;
    }
    absent.push(slot);
  }

  const layerCount = rasterizer.layerCount();
  const out = Math.ceil((m.at.stream + rasterizer.streamBytes()) / 64) * 64;
  makeRoom(64 + 8 * layerCount);
  rasterizer.sortLists(out);
  return {
    band,
    first: m.first,
    layerName: new Uint32Array(memory.buffer, out, 2 * layerCount),
    layerDepth: new Float32Array(memory.buffer, out, 2 * layerCount),
    before: needs.slotCount > 0 ? m.before : NO_WINDINGS,
    unsettled,
    absent,
  };
}

const NO_WINDINGS = new Int32Array(0);

/** One for all bodies, so that none is made for each. */
const parts = createMeshParts();

/** Where faces can cover a pixel of the band, with a pixel to spare for snapping; also before or behind it, where they turn windings. */
const zoneOf = ({ columns, firstRow, endRow }: Band, fromBehind: boolean): Box => ({
  min: [-1, firstRow - 1, fromBehind ? -2 * DEPTH_SLACK : -Infinity],
  max: [columns + 1, endRow + 1, fromBehind ? Infinity : 1 + 2 * DEPTH_SLACK],
});

/**
 * Whether so much more of a box lies before the depth range than behind it that less is to be done from behind: what lies in it costs
 * more then. Not where numbers may overflow, since then layers need not add up to 0.
 */
const isRatherBefore = (box: Box): boolean =>
  -box.min[2] > Math.max(1, box.max[2]) - 0.5 && -box.min[2] < HUGE && reachOf(box) < HUGE;

/** In pixels, and depth ranges: products of three such lengths are far from overflow. */
const HUGE = 2 ** 200;

/** How far from the first pixel a box reaches. */
const reachOf = ({ min, max }: Box): number => Math.max(-min[0], max[0], -min[1], max[1]);

/** A plane of windings per body is too much for thousands of them; a scene wholly in view needs none. */
const MANY = 16;

const needsWindings = (bodies: readonly LayerBody[]): boolean =>
  bodies.length <= MANY || bodies.some(({ box }) => box.min[2] < -DEPTH_SLACK / 2);

/** By how much the stream grows at least. */
const STREAM_STEP = 1 << 22;
