import type { Compare, StencilOperation, StencilSide, StencilState } from '../state.js';

/** How two numbers can compare, as bits. A comparison is the set of outcomes that it takes for true. */
export const LESS = 1;
export const EQUAL = 2;
export const GREATER = 4;
export const ALWAYS = LESS | EQUAL | GREATER;

export const OUTCOMES: Readonly<Record<Compare, number>> = {
  never: 0,
  less: LESS,
  equal: EQUAL,
  'less-equal': LESS | EQUAL,
  greater: GREATER,
  'not-equal': LESS | GREATER,
  'greater-equal': GREATER | EQUAL,
  always: ALWAYS,
};

/** The outcome of `a` against `b`. */
export const outcome = (a: number, b: number): number => (a < b ? LESS : a > b ? GREATER : EQUAL);

/**
 * The stencil's test and operations under one facing, tabulated: a stencil value is a byte, so all that can happen to it
 * is said by four tables of 256. Masks and the reference are worked in.
 */
export interface StencilTables {
  /** 1 where the value passes the stencil test. */
  readonly holds: Uint8Array;
  /** What the value becomes when the stencil test fails, when only the depth test fails, and when both pass. */
  readonly onFail: Uint8Array;
  readonly onDepthFail: Uint8Array;
  readonly onPass: Uint8Array;
}

/** Queries use the same few states over and over, and a small frame is drawn faster than tables are made. */
const known = new Map<string, StencilTables>();
const MOST_KNOWN = 256;

/** Tabulates one side of a stencil state, by WebGPU's rules. */
export function stencilTables(state: StencilState = {}, side: StencilSide = {}): StencilTables {
  const { reference = 0, readMask = 0xff, writeMask = 0xff } = state;
  const { compare = 'always', fail = 'keep', depthFail = 'keep', pass = 'keep' } = side;
  const key = `${reference} ${readMask} ${writeMask} ${compare} ${fail} ${depthFail} ${pass}`;
  let tables = known.get(key);
  if (!tables) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, (tables = tabulate({ reference, readMask, writeMask }, { compare, fail, depthFail, pass })));
  }
  return tables;
}

function tabulate(
  { reference, readMask, writeMask }: Required<Omit<StencilState, 'entries' | 'exits'>>,
  { compare, fail, depthFail, pass }: Required<StencilSide>,
): StencilTables {
  const operationTable = (operation: StencilOperation) =>
    Uint8Array.from({ length: 256 }, (_, value) => {
      // The operation works on the whole value, the mask says which bits of its result are written. So a counter clamps
      // at its greatest value only when all bits above it are set, and at zero only when they are not.
      const result = OPERATIONS[operation](value, reference);
      return (value & ~writeMask) | (result & writeMask);
    });
  const taken = OUTCOMES[compare];
  return {
    holds: Uint8Array.from({ length: 256 }, (_, value) =>
      taken & outcome(reference & readMask & 0xff, value & readMask) ? 1 : 0,
    ),
    onFail: operationTable(fail),
    onDepthFail: operationTable(depthFail),
    onPass: operationTable(pass),
  };
}

/** Results are taken modulo 256. */
const OPERATIONS: Readonly<Record<StencilOperation, (value: number, reference: number) => number>> = {
  keep: (value) => value,
  zero: () => 0,
  replace: (_, reference) => reference,
  invert: (value) => ~value,
  'increment-clamp': (value) => Math.min(value + 1, 255),
  'decrement-clamp': (value) => Math.max(value - 1, 0),
  'increment-wrap': (value) => value + 1,
  'decrement-wrap': (value) => value - 1,
};
