/** Comparisons, in WebGPU's words. For depth: the fragment against the plane. For the stencil: the reference against the plane. */
export type Compare = 'never' | 'less' | 'equal' | 'less-equal' | 'greater' | 'not-equal' | 'greater-equal' | 'always';

export type StencilOperation =
  | 'keep'
  | 'zero'
  | 'replace'
  | 'invert'
  | 'increment-clamp'
  | 'decrement-clamp'
  | 'increment-wrap'
  | 'decrement-wrap';

/** What happens to the stencil under one facing. Absent: compare always, keep. */
export interface StencilSide {
  readonly compare?: Compare;
  /** Stencil and depth test passed. */
  readonly pass?: StencilOperation;
  readonly depthFail?: StencilOperation;
  /** Stencil test failed. */
  readonly fail?: StencilOperation;
}

export interface StencilState {
  readonly reference?: number;
  readonly readMask?: number;
  readonly writeMask?: number;
  /** Faces through which a ray enters the body (their outside is seen), and edges. */
  readonly entries?: StencilSide;
  /** Faces through which a ray leaves it. */
  readonly exits?: StencilSide;
}

export interface DrawState {
  /** Which faces are left out. Default: none. */
  readonly cull?: 'none' | 'entries' | 'exits';
  /** Default: always. */
  readonly depth?: Compare;
  readonly writeDepth?: boolean;
  readonly stencil?: StencilState;
  /** Writes this into the id plane: the face's (edge's) number + 1, or the body's place in `drawn` + 1; 0 is "nothing". */
  readonly id?: 'face' | 'body';
  /** Only fragments truly behind the kept depth plane: the next layer of a depth peeling. */
  readonly beyondKept?: boolean;
  /** Added to every fragment's depth before all tests, as a share of the depth range; positive is farther. Default: 0. */
  readonly offset?: number;
  /**
   * What becomes of fragments outside the depth range: they are dropped, or drawn on its near or far plane: a layer before
   * the near plane then counts as one at depth 0. Default: drop.
   */
  readonly outside?: 'drop' | 'clamp';
}

/** A full pass over all pixels: the stencil test of `entries`, its operation, and nothing else. */
export interface FillState {
  readonly stencil: Omit<StencilState, 'exits'>;
}

/** Values for whole planes. */
export interface Values {
  readonly depth?: number;
  readonly stencil?: number;
  readonly id?: number;
}
