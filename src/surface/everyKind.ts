import { CAPSULE } from './convex/capsuleSurface.js';
import { ROUNDED_BOX } from './convex/roundedBoxSurface.js';
import { SUPERELLIPSOID } from './convex/superellipsoidSurface.js';
import { FUNCTION } from './implicit/functionSolid.js';
import { IMPLICIT } from './implicit/implicit.js';
import { learn } from './kinds.js';
import { NURBS } from './nurbs/nurbsSolid.js';
import { QUADRIC } from './quadric/quadric.js';
import { TORUS } from './torus/torusSurface.js';

/** Makes every kind known, for data of which nobody knows what they are. */
export function learnEveryKind(): void {
  learn('quadric', QUADRIC);
  learn('torus', TORUS);
  learn('superellipsoid', SUPERELLIPSOID);
  learn('roundedBox', ROUNDED_BOX);
  learn('capsule', CAPSULE);
  learn('implicit', IMPLICIT);
  learn('function', FUNCTION);
  learn('nurbs', NURBS);
}
