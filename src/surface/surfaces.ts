// Everything that makes a solid which is no mesh: exported as `surface`.
export { type CapsuleSurfaceOptions, capsule } from './convex/capsuleSurface.js';
export { type RoundedBoxOptions, roundedBox } from './convex/roundedBoxSurface.js';
export { type SuperellipsoidOptions, superellipsoid } from './convex/superellipsoidSurface.js';
export { from } from './from.js';
export { type FunctionSolidOptions, functionSolid } from './implicit/functionSolid.js';
export {
  type HeightDomain,
  type HeightFunctionOptions,
  type HeightOptions,
  heightFunction,
} from './implicit/heightFunction.js';
export { type ImplicitOptions, implicit } from './implicit/implicit.js';
export { type NurbsSolidOptions, nurbsSolid } from './nurbs/nurbsSolid.js';
export { type ConeOptions, cone, type FrustumOptions, frustum } from './quadric/cone.js';
export { type CylinderOptions, cylinder } from './quadric/cylinder.js';
export {
  type HyperboloidOfOneSheetOptions,
  type HyperboloidOfTwoSheetsOptions,
  hyperboloidOfOneSheet,
  hyperboloidOfTwoSheets,
} from './quadric/hyperboloid.js';
export { type ParaboloidOptions, paraboloid } from './quadric/paraboloid.js';
export { cut, type HalfSpace, type QuadricOptions, quadric } from './quadric/quadric.js';
export { type EllipsoidOptions, ellipsoid, type SphereOptions, sphere } from './quadric/sphere.js';
export { type TorusSurfaceOptions, torus } from './torus/torusSurface.js';
