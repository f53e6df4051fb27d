import { type Body, body } from '../src/body.js';
import { type Affine, multiply, rotation, translation } from '../src/math/affine.js';
import type { Vec3 } from '../src/math/vector.js';
import { torus } from '../src/surface/torus/torusSurface.js';
import { nurbsTeapot } from './nurbsTeapot.js';

/** From the ring's axis to the middle of its tube. */
export const RING_RADIUS = 7.5;
/** All of the teapot fits into the tube, whichever way it is turned about its middle, and into the hole as well. */
export const TUBE_RADIUS = 3.6;

/** The middle of a ball around the teapot, in its own frame, and a radius that suffices. */
export const TEAPOT_MIDDLE: Vec3 = [0.22, 0, 1.4];
export const TEAPOT_REACH = 3.4;

/** The teapot's middle at a point, turned about a unit axis. */
const put = (x: number, y: number, z: number, axis: Vec3 = [0, 0, 1], angle = 0): Affine =>
  multiply(
    translation(x, y, z),
    multiply(rotation(axis, angle), translation(-TEAPOT_MIDDLE[0], -TEAPOT_MIDDLE[1], -TEAPOT_MIDDLE[2])),
  );

export interface TeapotInTorus {
  readonly teapot: Body;
  /** About the z axis, its middle at the origin. */
  readonly ring: Body;
}

export interface TeapotPlace {
  readonly name: string;
  readonly pose: Affine;
  readonly kind: 'contained' | 'hard' | 'none';
  readonly volume: number;
  /** How the names of all its patches begin that are around the overlap. */
  readonly patches?: string;
}

/** By manifold-3d, on meshes of three finenesses: the limit that their volumes tend to, with the square of their edges. */
const WHOLE = 25.996;

/** Where the teapot may be, and what is so there. Volumes of overlaps as that of the whole. */
export const TEAPOT_PLACES: readonly TeapotPlace[] = [
  { name: 'amid the hole', pose: put(0, 0, 0), kind: 'none', volume: 0 },
  { name: 'in the hole, tilted', pose: put(0.2, -0.1, 0.3, [0.6, 0.8, 0], 1), kind: 'none', volume: 0 },
  { name: 'in the hole, its spout in the tube', pose: put(1.5, 0, 0), kind: 'hard', volume: 0.0829, patches: 'spout' },
  {
    name: 'in the hole, its handle in the tube',
    pose: put(-1.1, 0, 0),
    kind: 'hard',
    volume: 0.1072,
    patches: 'handle',
  },
  { name: 'above the hole', pose: put(0, 0, 4), kind: 'none', volume: 0 },
  { name: 'amid the tube', pose: put(RING_RADIUS, 0, 0), kind: 'contained', volume: WHOLE },
  { name: 'in the tube, tilted', pose: put(0, -RING_RADIUS, 0, [0, 1, 0], 2), kind: 'contained', volume: WHOLE },
  { name: 'half out of the tube', pose: put(RING_RADIUS, 0, 3.6), kind: 'hard', volume: 13.187 },
  { name: 'through the inside of the ring', pose: put(4, 0, 0.3, [0, 0, 1], 0.4), kind: 'hard', volume: 12.725 },
];

/** A teapot of rational B-splines and a ring: neither is a mesh. The teapot starts in the first of {@link TEAPOT_PLACES}. */
export const teapotInTorus = (): TeapotInTorus => ({
  teapot: body(nurbsTeapot(), { name: 'teapot', pose: TEAPOT_PLACES[0].pose }),
  ring: body(torus({ radius: RING_RADIUS, tubeRadius: TUBE_RADIUS }), { name: 'ring' }),
});
