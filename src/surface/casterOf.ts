import { kindOf } from './kinds.js';
import type { Caster, CastProgram, RaySurface, Side } from './surface.js';

const casters = new WeakMap<RaySurface, Caster>();
const sides = new WeakMap<RaySurface, readonly Side[]>();
const programs = new WeakMap<RaySurface, { readonly program: CastProgram | undefined }>();

const remembered = <T extends object>(known: WeakMap<RaySurface, T>, surface: RaySurface, make: () => T): T => {
  let made = known.get(surface);
  if (!made) known.set(surface, (made = make()));
  return made;
};

/** What casts rays at a solid, made once. */
export const casterOf = (surface: RaySurface): Caster =>
  remembered(casters, surface, () => kindOf(surface).caster(surface));

/** The functions that bound a solid, made once. */
export const sidesOf = (surface: RaySurface): readonly Side[] =>
  remembered(sides, surface, () => kindOf(surface).sides(surface));

/** What casts rays at a solid on the WebGPU machine; undefined where only the host can. */
export const programOf = (surface: RaySurface): CastProgram | undefined =>
  remembered(programs, surface, () => ({ program: kindOf(surface).program?.(surface) })).program;
