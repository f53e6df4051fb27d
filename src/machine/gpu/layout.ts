/** Byte and word layouts that TypeScript writes and WGSL reads. A test holds these against the WGSL structs. */
import { BEST_WORDS, BLOCK_PX as KERNEL_BLOCK_PX, type Kernel } from '../kernel.js';

/** struct Item: one body in one tile. Words of 4 bytes. */
export const ITEM = {
  /** Rows of the map from the lattice to pixels and depth: three vec4f. */
  toX: 0,
  toY: 4,
  toDepth: 8,
  /** A lattice point near the view's centre, which the map above starts from: vec3i. */
  centre: 12,
  /** Added to the depths of draws: f32. */
  depthOffset: 15,
  /** The ray through the middle of pixel (0, 0) at the near plane, in lattice units, whole part and rest. */
  originWhole: 16,
  firstVertex: 19,
  originRest: 20,
  firstIndex: 23,
  /** One pixel to the right. */
  rightWhole: 24,
  vertexCount: 27,
  rightRest: 28,
  faceCount: 31,
  /** One pixel down. */
  downWhole: 32,
  firstProjected: 35,
  downRest: 36,
  firstVertexGroup: 39,
  /** 2^-20 of the depth range along the ray. */
  stepWhole: 40,
  firstFaceGroup: 43,
  stepRest: 44,
  nameBase: 47,
  /** The whole depth range along the ray: vec3f. */
  along: 48,
  /** +1, or -1 where the map mirrors: i32. */
  entrySign: 51,
  /** The tile's rectangle in the frame: x, y, columns, rows. */
  tile: 52,
  /** Where the winding at the near plane is kept, in words of the counters; 0xffffffff: nothing lies before it. */
  before: 56,
  /** The ray's pieces again, undivided, as vec3f: too coarse to measure with, but not modulo 2^32. */
  origin: 60,
  right: 64,
  down: 68,
  words: 72,
} as const;

/** struct CastItem: one solid that rays are cast at, in one tile. */
export const CAST_ITEM = {
  /** The ray through the middle of the pixel `reference`, at its depth, in the body's frame: vec3f. */
  origin: 0,
  firstGroup: 3,
  /** One pixel to the right, one down, and the whole depth range along the ray: vec3f each. */
  right: 4,
  nameBase: 7,
  down: 8,
  before: 11,
  along: 12,
  /** The first of the words that the solid's program reads. */
  parameters: 15,
  /** The tile's rectangle in the frame: x, y, columns, rows. */
  tile: 16,
  /** The pixels to cast at, in the tile: x, y, columns, rows. */
  pixels: 20,
  /** A pixel, column and row, and a depth near the body: vec3f. */
  reference: 24,
  words: 28,
} as const;

/** A workgroup casts at a block of this many pixels across and down. */
export const CAST_GROUP = 8;

/** struct Frame: what all passes of one frame share. */
export const FRAME = {
  width: 0,
  pixelCount: 1,
  /** Layers per pixel; 0: the counters hold each list's next place in `layers`. */
  slotCount: 2,
  firstItem: 3,
  endItem: 4,
  queueRoom: 5,
  tileCount: 6,
  faceBits: 7,
  layerRoom: 8,
  /** Blocks of all tiles. */
  blockCount: 9,
  words: 12,
} as const;

/** struct Tile, as the kernels see it. */
export const TILE = {
  x: 0,
  y: 1,
  columns: 2,
  rows: 3,
  slotCount: 4,
  before: 5,
  /** The number of the tile's first block of KERNEL_GROUP × KERNEL_GROUP pixels. */
  firstBlock: 6,
  /** The depth range in model units: f32. */
  depthSize: 7,
  /** Where the tile is a band of another's rows: which row of that one is its first. */
  firstRow: 8,
  words: 9,
} as const;

/** A kernel's workgroup takes a block of this many pixels across and down: the blocks that best pixels are told of. */
export const KERNEL_GROUP = KERNEL_BLOCK_PX;

/** The counters begin with these words; then one word per pixel, then the windings before the near plane. */
export const COUNTERS = { queued: 0, gaveUp: 1, pixels: 16 } as const;

/**
 * The tally begins with these words; then the kernel's words, tile after tile; then the best pixels, block after block;
 * then the marks: for each body of each tile a bit per face, beginning with a whole word.
 */
export const TALLY = { overflowed: 0, queued: 1, gaveUp: 2, tiles: 4 } as const;

/** The best pixel of a block. */
export const BEST = { value: 0, pixel: 1, payload: 2, words: BEST_WORDS } as const;

/** Faces per word of the marks. */
export const MARKS_PER_WORD = 32;

/**
 * What a kernel is given: for each tile its parameters (f32) and, where it marks, which word of this buffer is the first of
 * the tile's list of marks. That list says for each slot with which word of the tally the body's marks begin.
 */
export const givenWords = ({ parameterCount = 0, marks }: Kernel): { marksAt: number; words: number } => ({
  marksAt: parameterCount,
  words: parameterCount + (marks ? 1 : 0),
});

/** Words per entry of the queue of blocks: item, face, block. */
export const QUEUE_ENTRY_WORDS = 3;

/** Faces and vertices per workgroup. */
export const GROUP = 128;

/** Faces that one invocation looks at where a body has so many that invocations are not scarce. */
export const FACES_EACH = 3;
export const MANY_FACES = 1 << 20;

/** Large faces are cut into blocks this many pixels across and down; a team of so many invocations shares a block. */
export const BLOCK_PX = 16;
export const TEAM = 16;
export const TEAMS = 4;

/** struct CellItem: one body of a pair that is asked where it touches. It begins like an Item. */
export const CELL_ITEM = {
  /** Rows of the map from the lattice to cells and slabs: three vec4f. */
  toX: 0,
  toY: 4,
  toDepth: 8,
  centre: 12,
  firstVertex: 15,
  /** By how much faces are grown, in cells and slabs, what the lattice rounds among it: vec3f. */
  reach: 16,
  firstIndex: 19,
  vertexCount: 20,
  faceCount: 21,
  firstProjected: 22,
  firstVertexGroup: 23,
  firstFaceGroup: 24,
  /** The cells across and down. */
  columns: 25,
  rows: 26,
  /** The words of A's marks and of B's, a word per cell. */
  marksA: 27,
  marksB: 28,
  /** Among the words that come back: the first of the faces that are kept, a bit each, and the pair's two counters. */
  kept: 29,
  pair: 30,
  /** The cells that the pair's large faces may lie over. */
  mostCells: 31,
  words: 32,
} as const;

/** struct CellCall: what one dispatch of the touching passes works on, and in which of their steps. */
export const CELL_CALL = { firstItem: 0, endItem: 1, step: 2, queueRoom: 3, words: 4 } as const;

/** What A's and B's faces do, one step after the other. */
export const CELL_STEP = { markA: 0, testB: 1, markB: 2, testA: 3 } as const;

/**
 * What comes back begins with these words: how many runs of cells of A's and of B's faces were queued. Then for each pair the number of
 * cells that its queued faces lie over, low and high word; then the faces that are kept.
 */
export const TOUCHED = { queuedA: 0, queuedB: 1, pairs: 2 } as const;

/** Words per entry of the queues of faces: item, face, its vertices among the projected ones, and which run of its cells. */
export const CELL_QUEUE_WORDS = 6;

/** The cells of large faces' boxes are cut into runs of so many; a team of invocations shares a run. */
export const CELL_RUN = 512;
export const CELL_TEAM = 16;
export const CELL_TEAMS = 4;
