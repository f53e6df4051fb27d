import { casterOf, sidesOf } from '../casterOf.js';
import { kindOf } from '../kinds.js';
import type { RaySurface } from '../surface.js';
import { type Tessellation, tessellateSides } from './tessellateSides.js';

/** Faces in the place of a solid that rays are cast at. What casts rays, and how far it reaches, tell parts that would be lost. */
export function tessellateSolid(surface: RaySurface, chordError: number): Tessellation {
  const kind = kindOf(surface);
  const caster = casterOf(surface);
  const facts = kind.reach
    ? { caster, reach: (u: number, v: number, w: number) => kind.reach!(surface, u, v, w) }
    : { caster };
  return tessellateSides(sidesOf(surface), surface.bounds, chordError, facts);
}
