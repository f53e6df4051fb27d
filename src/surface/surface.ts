import type { Box } from '../math/box.js';
import type { Formula } from './formula/formula.js';
import type { Tessellation } from './tessellate/tessellateSides.js';

/**
 * Solids that are given by what a ray meets, not by faces (Shinya and Forgue 1991: whatever a ray can be traced against can be
 * tested). All but functions are plain data: they can be sent to workers and written to files.
 *
 * A solid is closed and has an inside. Its pieces are its patches; where a mesh has a face number, it has a patch number.
 */
interface SurfaceFacts {
  /** Around all of it, in its own frame. */
  readonly bounds: Box;
  /** What its patches are called, by number. */
  readonly patches: readonly string[];
}

/** A quadric, cut by planes: inside where the quadratic form is ≤ 0 and every plane has the point behind it. */
export interface Quadric extends SurfaceFacts {
  readonly kind: 'quadric';
  /** Of xx, yy, zz, xy, xz, yz, x, y, z and 1. Patch 0. */
  readonly coefficients: readonly number[];
  /** Unit normal and distance, four numbers each: inside where n · p ≤ d. Plane k is patch k + 1. */
  readonly planes: readonly (readonly [nx: number, ny: number, nz: number, d: number])[];
}

/** About the z axis. One patch. */
export interface Torus extends SurfaceFacts {
  readonly kind: 'torus';
  /** From the axis to the middle of the tube. */
  readonly radius: number;
  readonly tubeRadius: number;
}

/**
 * (|x/a|^(2/e2) + |y/b|^(2/e2))^(e2/e1) + |z/c|^(2/e1) ≤ 1 (Barr 1981), with both exponents above 0 and at most 2: then it is convex.
 * One patch.
 */
export interface Superellipsoid extends SurfaceFacts {
  readonly kind: 'superellipsoid';
  readonly radii: readonly [a: number, b: number, c: number];
  /** e1: north to south. e2: east to west. */
  readonly exponents: readonly [e1: number, e2: number];
}

/** All points within `radius` of a box about the origin. Patches: six faces, twelve edges, eight corners. */
export interface RoundedBox extends SurfaceFacts {
  readonly kind: 'roundedBox';
  /** Half the size of the inner box. */
  readonly inner: readonly [x: number, y: number, z: number];
  readonly radius: number;
}

/** All points within `radius` of a line along z, from −half to half. Patches: the side, the cap at +z, the cap at −z. */
export interface Capsule extends SurfaceFacts {
  readonly kind: 'capsule';
  readonly half: number;
  readonly radius: number;
}

/** Inside where the formula is below 0, and inside `bounds`. Patch 0 is the formula's; 1 to 6 are the box's −x, +x, −y, +y, −z, +z. */
export interface Implicit extends SurfaceFacts {
  readonly kind: 'implicit';
  readonly formula: Formula;
}

/**
 * Inside where the function is below 0, and inside `bounds`. The function changes by no more than `lipschitz` times the
 * distance of two points. It is called on the host, whatever the machine. Patches as of a formula.
 */
export interface FunctionSolid extends SurfaceFacts {
  readonly kind: 'function';
  readonly f: (x: number, y: number, z: number) => number;
  readonly lipschitz: number;
}

/** One rational B-spline patch, seen from outside with u to the right and v up. */
export interface NurbsPatch {
  readonly name?: string;
  readonly degree: readonly [u: number, v: number];
  readonly knots: readonly [u: readonly number[], v: readonly number[]];
  /** How many control points there are in u and in v. */
  readonly size: readonly [u: number, v: number];
  /** Control points, u fastest: x y z each. */
  readonly points: ArrayLike<number>;
  /** A positive weight per point; all 1 where absent. */
  readonly weights?: ArrayLike<number>;
}

/** Rational B-spline patches whose borders meet, so that they enclose a solid. */
export interface NurbsSolid extends SurfaceFacts {
  readonly kind: 'nurbs';
  readonly surfaces: readonly NurbsPatch[];
  /** How far borders that are to meet may lie apart. */
  readonly tolerance: number;
}

/** What rays are cast at. */
export type RaySurface = Quadric | Torus | Superellipsoid | RoundedBox | Capsule | Implicit | FunctionSolid;

/** Every solid that is no mesh. Patches of B-splines are flattened, as finely as each view needs. */
export type Surface = RaySurface | NurbsSolid;

/**
 * Where a line crosses a solid's border: `t` ascending, entries and exits by turns. Arrays grow by being made anew, so they are read
 * from here after every cast.
 */
export interface Crossings {
  count: number;
  t: Float64Array;
  patch: Uint32Array;
  /** Whether the line is inside where it is looked at first: then the first crossing is an exit. */
  startsInside: boolean;
  /** Stretches for which it could not be settled, within the work that one ray may take, whether there are more crossings. */
  unsettled: number;
}

/** Casts lines at one solid. Nothing is allocated per line. */
export interface Caster {
  /**
   * All crossings of the line (px, py, pz) + t (dx, dy, dz) with `from` ≤ t ≤ `to`, in the solid's own frame. The direction need not
   * be of unit length. A line that touches without entering may have no crossing there, or two.
   */
  cast(
    px: number,
    py: number,
    pz: number,
    dx: number,
    dy: number,
    dz: number,
    from: number,
    to: number,
    out: Crossings,
  ): void;
}

/** One of the functions that together bound a solid: it lies where all of them are ≤ 0. For flattening and for normals. */
export interface Side {
  /** Of a plane, the signed distance itself. */
  readonly isFlat: boolean;
  /** Negative inside; zero on the border. It need not be a distance. */
  value(x: number, y: number, z: number): number;
  /** Points outwards, and need not be of unit length. */
  gradient(x: number, y: number, z: number, out: Float64Array): void;
  /** The patch at a point of this side. */
  patchAt(x: number, y: number, z: number): number;
}

/**
 * How the WebGPU machine casts rays at a solid. `wgsl` has `fn castRay(o: vec3f, d: vec3f, first: f32, last: f32, at: u32)`; the ray is o + t d
 * in the solid's own frame, o near the solid and near the view. It calls, in any order,
 * `meet(t: f32, isEntry: bool, piece: u32)` for every crossing (those outside [first, last] may be told, too, entries and exits alike),
 * or, if it looks at [first, last] alone, `startInside()` where the ray is inside at `first`. It calls `giveUp()` where it could not settle
 * a stretch. `parameter(k: u32) -> f32` reads `parameters[k]` of the solid. All its other names end in an underscore and are its own.
 */
export interface CastProgram {
  /** Programs of the same text are one pipeline. */
  readonly wgsl: string;
  readonly parameters: readonly number[];
}

/** Whether a solid has been shown to have nothing in a box. */
export type IsOutside = (x0: number, y0: number, z0: number, x1: number, y1: number, z1: number) => boolean;

/** What is known of any kind of solid. */
export interface SurfaceKind<S extends Surface> {
  /** Faces as near to the solid as asked, or as near as there is room for. */
  tessellate(surface: S, chordError: number): Tessellation;
}

/** All that is known of a kind of solid that rays are cast at. */
export interface RayKind<S extends RaySurface> extends SurfaceKind<S> {
  caster(surface: S): Caster;
  sides(surface: S): readonly Side[];
  /** Absent, or undefined, where only the host can cast. */
  program?(surface: S): CastProgram | undefined;
  /** The greatest u x + v y + w z in the solid: how far it reaches along a direction. Absent where there is no closed form. */
  reach?(surface: S, u: number, v: number, w: number): number;
  /** Where there is none: shows boxes to be outside. */
  isOutside?(surface: S): IsOutside;
}
