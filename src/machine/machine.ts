// For users whose `lib` ends before ES2026: it brings Symbol.dispose.
/// <reference lib="esnext.disposable" preserve="true" />
import type { Body, BodyState } from '../body.js';
import type { Vec3 } from '../math/vector.js';
import type { Atlas } from '../view/atlas.js';
import type { Best, Kernel, Parameters, Tally } from './kernel.js';
import type { ListSweep } from './listSweep.js';
import type { LayerLists } from './lists.js';
import type { DrawState, FillState, Values } from './state.js';

/**
 * The rasterizer as a computing machine: planes of pixels, and passes that draw bodies into them. Detectors are written
 * against this interface alone; the CPU and WebGPU are two machines behind it.
 *
 * Bodies need no handles: a machine keeps a copy of each body it has drawn, and renews it when the body's revision grows.
 */
export interface Machine {
  readonly kind: 'cpu' | 'webgpu';
  /** What it runs on, in words: for reports. */
  readonly name: string;
  /** By how much positions are rounded on the way in, as a share of a body's size. */
  readonly positionError: number;
  /**
   * By how much points where rays cross a surface may be off, square to it, as a share of the body's size: bodies that are no meshes are
   * cast at in the machine's own arithmetic, unless they are so large that the host does it; see castError.ts.
   */
  readonly castError: number;
  /** Pixels nearer to a drawn edge than this may be wrong in depth, stencil and id planes (never in lists). */
  readonly snapPx: number;
  /**
   * By how much depths in planes may be wrong, as a share of the depth range (lists: see DEPTH_ERROR_SHARE). Two draws of one
   * body under one offset give equal depths all the same. Offsets are rounded like depths.
   */
  readonly drawnDepthError: number;
  /**
   * Lends a cleared frame to `query` and takes it back when the query settles. Where a device is lost on the way, the
   * machine reopens it and runs the query once more from its beginning: a query must not keep state outside itself.
   * Queries of one machine take turns, so a query must not wait for another one on the same machine.
   */
  run<T>(atlas: Atlas, query: (frame: Frame) => Promise<T>): Promise<T>;
  /** Gives back the memory that a body takes here, as soon as no query is under way; drawn again, it is uploaded again. */
  forget(body: BodyState): void;
  close(): void;
  [Symbol.dispose](): void;
}

export interface ListOptions {
  /** Whether a tile matters only where all its bodies show in it; else its lists may be left empty. */
  readonly onlyTogether?: boolean;
}

/** A body, and the tile it is seen in (the first one unless told). */
export interface Drawn {
  readonly body: BodyState;
  readonly tile?: number;
}

/** Two bodies in one tile (the first one unless told), to be asked where they touch. */
export interface TouchingPair {
  readonly a: BodyState;
  readonly b: BodyState;
  readonly tile?: number;
  /**
   * By how much faces are grown on either side along the tile's right, down and direction, in model units. It has to cover
   * what f64 may do to the coordinates, some 2^-40 of them; what a machine itself rounds comes on top.
   */
  readonly reach: Vec3;
}

/** Face numbers of two bodies, ascending, and the grid by which they were found. */
export interface TouchingFaces {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** The cells in use: as many as the tile has pixels, or fewer where there are too many, or faces are large. */
  readonly columns: number;
  readonly rows: number;
}

/**
 * The planes of one query. `clear`, `draw`, `fill`, `keep`, `store`, `recall` and `lists` are recorded in order; they are carried out at the
 * latest when `examine`, `passed` or `read` waits for them.
 *
 * Bodies are taken as they are when they are drawn, listed or asked about.
 *
 * Planes: `depth` f32, 0 at the near plane to 1 at the far; `stencil` 8 bits; `id` face or body numbers; `kept` one depth
 * plane put aside; `map` one f32 per pixel, written by kernels. Nothing outside a tile's depth range is drawn,
 * unless the draw's state clamps it.
 */
export interface Frame {
  readonly atlas: Atlas;
  clear(values: Values): void;
  /** Draws the faces or the edges of bodies under `state`. Returns the number under which `passed` tells of it. */
  draw(what: 'faces' | 'edges', drawn: readonly Drawn[], state: DrawState): number;
  /** Applies a stencil operation to every pixel of every tile: "for all pixels where …". */
  fill(state: FillState): void;
  /** Puts the depth plane aside, for peeling and for comparing two bodies' depths. */
  keep(): void;
  /**
   * Puts the depth and stencil planes aside under a key, for as long as somebody holds the key, beyond the query. What was
   * stored under it before is gone.
   */
  store(key: object): void;
  /**
   * Brings back the depth and stencil planes that were stored under the key into a frame of the same size, and says whether
   * it could: not where nothing was stored under the key on this machine, in a frame of another size, or on a device that
   * was lost since. The planes stay as they are then.
   */
  recall(key: object): boolean;
  /**
   * Gathers every layer of the bodies, per pixel and sorted by depth: the z-list. Meshes are drawn; at other solids rays are cast, and
   * patches of B-splines are flattened as finely as the view needs. A body's slot is its place among the bodies of its tile. Layers before the near plane only change the body's winding there; those behind the far plane
   * are left out.
   */
  lists(drawn: readonly Drawn[], options?: ListOptions): void;
  /**
   * Which faces of two bodies can touch within a tile, for each pair: conservative rasterization. Nothing is sampled. Pixels,
   * or squares of them, are cells, whose depth is cut into slabs; kept are the faces that, grown by `reach`, touch a slab of
   * a cell which a grown face of the other body touches, too. So where a point of the tile's box lies within `reach` of two
   * faces, one of each body, both are kept: no face that touches another there is lost. Which others come along differs
   * from machine to machine. It takes time in proportion to the number of faces, and draws into no plane.
   */
  touching(pairs: readonly TouchingPair[]): Promise<TouchingFaces[]>;
  /** Runs a kernel over all pixels on the machine; one tally per tile comes back. */
  examine(kernel: Kernel, parameters?: Parameters): Promise<Tally[]>;
  /**
   * Runs a sweep over the lists of each tile on the host, with what it is given for the tile. Without bodies before the near plane:
   * a sweep is not told of windings there.
   */
  sweep<Given, Found>(sweep: ListSweep<Given, Found>, given: readonly Given[]): Promise<Found[]>;
  /** For each draw so far: did any fragment pass its tests? */
  passed(): Promise<boolean[]>;
  read(plane: 'stencil'): Promise<Uint8Array>;
  read(plane: 'id'): Promise<Uint32Array>;
  read(plane: 'depth' | 'kept' | 'map'): Promise<Float32Array>;
  read(plane: 'lists'): Promise<LayerLists>;
  /** The faces that the last marking kernel marked, by tile and slot, in ascending order. */
  read(plane: 'marks'): Promise<Uint32Array[][]>;
  /** The best pixels that the last offering kernel was offered, by tile. */
  read(plane: 'best'): Promise<Best[][]>;
  /**
   * On how many rays of the lists that were gathered so far not all crossings of a body's surface could be told apart, within the work
   * that one ray may take: the most in any tile. Bodies without such rays are left out.
   */
  unsettled(): ReadonlyMap<Body, number>;
  /** Time since the frame was lent: wall time, and per stage where the machine can tell. */
  timings(): Timings;
}

/** What a machine says when marks or best pixels are read, and no kernel left any. */
export const NOTHING_LEFT = (what: string): string =>
  `machine: ${what} are asked for, and no kernel left any. Examine with a kernel that does first.`;

/** What a machine says when lists are read that were never asked for. */
export const NO_LISTS = 'machine: lists are asked for, and none were gathered. Call frame.lists() first.';

export interface Timings {
  readonly wallMs: number;
  /** Stages by name. On the GPU device time, on the CPU wall time. */
  readonly stagesMs: Readonly<Record<string, number>>;
}
