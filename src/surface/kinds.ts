import { InputError } from '../errors.js';
import { shown } from '../mesh/shapes/demand.js';
import type { Due } from './fields.js';
import type { RayKind, RaySurface, Surface, SurfaceKind } from './surface.js';

/** What makes plain data of a kind a solid: throws where the fields make none. They are not typed: nobody knows what is in them. */
export type CheckFields<S extends Surface> = (surface: S) => Due;

/** A kind, and how its plain data are checked. */
export interface KnownKind<S extends Surface> {
  readonly kind: [S] extends [RaySurface] ? RayKind<S> : SurfaceKind<S>;
  readonly check: CheckFields<S>;
}

/** In the order of messages. */
const NAMES: readonly string[] = 'quadric torus superellipsoid roundedBox capsule implicit function nurbs'.split(' ');

/**
 * The kinds of solids that have been made so far. Whoever makes one brings along what is known of its kind; so a program that makes none
 * need not load any of it, and one that makes balls loads no formulas.
 */
const known = new Map<string, KnownKind<Surface>>();

/** Makes a kind known. */
export function learn<S extends Surface>(name: S['kind'], kind: KnownKind<S>): void {
  known.set(name, kind as unknown as KnownKind<Surface>);
}

/** The entry that goes with a solid's kind takes that solid; TypeScript cannot follow that. Throws where none has been made. */
export function knownKind(surface: Surface): KnownKind<Surface> {
  const { kind } = surface;
  const found = known.get(kind);
  if (found) return found;
  if (!NAMES.includes(kind))
    throw new InputError(`surface: the kind is unknown (${shown(kind)}). Choose one of: ${NAMES.join(', ')}.`);
  throw new InputError(
    `surface: this kind is not loaded, since none of it was made here ('${kind}'). Make it with a function of surface, or take plain data with surface.from.`,
  );
}

/** What is known of a solid that rays are cast at. */
export const kindOf = (surface: RaySurface): RayKind<RaySurface> => knownKind(surface).kind as RayKind<RaySurface>;
