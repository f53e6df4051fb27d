import { capsuleCaster } from './convex/capsuleCaster.js';
import { roundedBoxCaster } from './convex/roundedBoxCaster.js';
import { superellipsoidCaster } from './convex/superellipsoidCaster.js';
import { implicitCaster } from './implicit/implicitCaster.js';
import { type KnownKind, learn } from './kinds.js';
import { quadricCaster } from './quadric/quadricCaster.js';
import type { RayKind, RaySurface } from './surface.js';
import { torusCaster } from './torus/torusCaster.js';

/** What is asked for nothing but a caster need not have the rest. */
const onlyCasting = <S extends RaySurface>(caster: RayKind<S>['caster']) => ({ kind: { caster } }) as KnownKind<S>;

/**
 * Makes known how rays are cast at every kind that can be sent to another thread, and no more: for workers, which load quickly and get
 * surfaces that were checked before.
 */
export function learnEveryCaster(): void {
  learn('quadric', onlyCasting(quadricCaster));
  learn('torus', onlyCasting(torusCaster));
  learn('superellipsoid', onlyCasting(superellipsoidCaster));
  learn('roundedBox', onlyCasting(roundedBoxCaster));
  learn('capsule', onlyCasting(capsuleCaster));
  learn('implicit', onlyCasting(implicitCaster));
}
