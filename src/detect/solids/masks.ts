// Myszkowski, Okunev, Kunii: Fast collision detection between complex solids using rasterizing graphics hardware, 1995.
import type { StencilSide, StencilState } from '../../machine/state.js';

/** The paper's pixel masks as bits of the stencil: where A is. */
export const SA = 0x80;
/** Where A is π-convex: exactly two of its faces lie above each other. */
export const SCA = 0x40;
/**
 * The counter of faces that pass the depth test. Under SA all bits above it are set, and so it clamps at 127 instead of running
 * over; where SCA has its bit, six bits are left of it.
 */
export const SC = 0x7f;
export const SC_BESIDE_SCA = 0x3f;
/** The simplified algorithm's: B is there; an odd number of its faces passed. */
export const SO = 0x40;
export const SP = 0x01;

/**
 * Counts above this are not trusted with a second rendering: it has six bits for what is no more, but for faces at the very depth of
 * an A without thickness. A clamped counter is far above, so it is noticed; it is odd, which without clamping would mean a collision.
 */
export const MOST_COUNTED = 62;
export const CLAMPED = SC;

/** A stencil state that treats entries and exits alike. */
export const onBothSides = (
  state: Omit<StencilState, 'entries' | 'exits'>,
  side: StencilSide,
): StencilState & { entries: StencilSide } => ({ ...state, entries: side, exits: side });

export const whereSA = { reference: SA, readMask: SA } as const;
