import { capsuleKind } from './convex/capsuleKind.js';
import { roundedBoxKind } from './convex/roundedBoxKind.js';
import { superellipsoidKind } from './convex/superellipsoidKind.js';
import { functionKind } from './implicit/functionKind.js';
import { implicitKind } from './implicit/implicitKind.js';
import { quadricKind } from './quadric/quadricKind.js';
import type { RaySurface, SurfaceKind } from './surface.js';
import { torusKind } from './torus/torusKind.js';

/** What is known of every kind of solid that rays are cast at. */
const KINDS: { readonly [K in RaySurface['kind']]: SurfaceKind<Extract<RaySurface, { kind: K }>> } = {
  quadric: quadricKind,
  torus: torusKind,
  superellipsoid: superellipsoidKind,
  roundedBox: roundedBoxKind,
  capsule: capsuleKind,
  implicit: implicitKind,
  function: functionKind,
};

/** The entry that goes with a solid's kind takes that solid: the table's type says so, and TypeScript cannot follow it. */
export const kindOf = (surface: RaySurface): SurfaceKind<RaySurface> =>
  KINDS[surface.kind] as unknown as SurfaceKind<RaySurface>;
