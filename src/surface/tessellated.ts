import { knownKind } from './kinds.js';
import type { Surface } from './surface.js';
import type { Tessellation } from './tessellate/tessellateSides.js';

/** By the surface, then by the chord error asked. */
const known = new WeakMap<Surface, Map<number, Tessellation>>();

/** Faces in a surface's place, as near to it as asked, made once; `chordError` in what comes back says how near they are. */
export function tessellated(surface: Surface, chordError: number): Tessellation {
  let made = known.get(surface);
  if (!made) known.set(surface, (made = new Map()));
  let tessellation = made.get(chordError);
  if (!tessellation) {
    tessellation = knownKind(surface).kind.tessellate(surface, chordError);
    made.set(chordError, tessellation);
  }
  return tessellation;
}
