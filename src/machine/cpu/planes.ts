/** The planes of a CPU frame, row by row over the whole atlas. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly depth: Float32Array;
  readonly kept: Float32Array;
  readonly stencil: Uint8Array;
  readonly id: Uint32Array;
  readonly map: Float32Array;
  /** Gives every plane that was used its first values again. */
  reset(): void;
}

/** Planes come into being when first used: a query on lists alone pays for none. The map may lie in memory that threads share. */
export function createPlanes(width: number, height: number, isShared = false): Planes {
  const count = width * height;
  const made: { -readonly [K in 'depth' | 'kept' | 'stencil' | 'id' | 'map']?: Planes[K] } = {};
  return {
    width,
    height,
    get depth() {
      made.depth ??= new Float32Array(count).fill(1);
      return made.depth;
    },
    get kept() {
      made.kept ??= new Float32Array(count).fill(1);
      return made.kept;
    },
    get stencil() {
      made.stencil ??= new Uint8Array(count);
      return made.stencil;
    },
    get id() {
      made.id ??= new Uint32Array(count);
      return made.id;
    },
    get map() {
      made.map ??= new Float32Array(isShared ? new SharedArrayBuffer(4 * count) : new ArrayBuffer(4 * count));
      return made.map;
    },
    reset() {
      made.depth?.fill(1);
      made.kept?.fill(1);
      made.stencil?.fill(0);
      made.id?.fill(0);
      made.map?.fill(0);
    },
  };
}
