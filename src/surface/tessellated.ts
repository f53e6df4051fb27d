import { casterOf, sidesOf } from './casterOf.js';
import { tapeOf } from './formula/tape.js';
import { kindOf } from './kinds.js';
import { tessellateNurbs } from './nurbs/tessellateNurbs.js';
import type { RaySurface, Side, Surface } from './surface.js';
import { sharpSides } from './tessellate/sharpSides.js';
import { type Tessellation, tessellateSides } from './tessellate/tessellateSides.js';
import type { SolidFacts } from './tessellate/witnesses.js';

/** By the surface, then by the chord error asked. */
const known = new WeakMap<Surface, Map<number, Tessellation>>();

/** Creases of a formula become sharp edges where its parts are sides of their own. */
const sidesFor = (surface: RaySurface): readonly Side[] =>
  surface.kind === 'implicit' ? sharpSides(surface) : sidesOf(surface);

/** What tells parts that a tessellation lost. */
function factsOf(surface: RaySurface): SolidFacts {
  const kind = kindOf(surface);
  const caster = casterOf(surface);
  if (surface.kind === 'implicit') return { caster, operations: tapeOf(surface.formula).steps.length };
  return kind.reach ? { caster, reach: (u, v, w) => kind.reach!(surface, u, v, w) } : { caster };
}

/** Faces in a surface's place, as near to it as asked, made once; `chordError` in what comes back says how near they are. */
export function tessellated(surface: Surface, chordError: number): Tessellation {
  let made = known.get(surface);
  if (!made) known.set(surface, (made = new Map()));
  let tessellation = made.get(chordError);
  if (!tessellation) {
    tessellation =
      surface.kind === 'nurbs'
        ? tessellateNurbs(surface, chordError)
        : tessellateSides(sidesFor(surface), surface.bounds, chordError, factsOf(surface));
    made.set(chordError, tessellation);
  }
  return tessellation;
}
