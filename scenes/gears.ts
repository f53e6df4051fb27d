import { type Body, body } from '../src/body.js';
import { InputError } from '../src/errors.js';
import { multiply, rotation, translation } from '../src/math/affine.js';
import type { Vec3 } from '../src/math/vector.js';
import {
  abs,
  atan,
  atan2,
  cos,
  type Formula,
  hypot,
  max,
  min,
  mul,
  sqrt,
  square,
  sub,
  x,
  y,
  z,
} from '../src/surface/formula/formula.js';
import { implicit } from '../src/surface/implicit/implicit.js';
import type { Implicit } from '../src/surface/surface.js';

export interface GearOptions {
  /** From 2 / sin² of the pressure angle on (17.1 for 20°) no mate touches a flank below the base circle, where it is radial. */
  teeth: number;
  /** The pitch circle's diameter per tooth. */
  module?: number;
  /** Of the flanks at the pitch circle, in degrees. */
  pressureAngle?: number;
  width?: number;
  /** By how much a tooth is narrower at the pitch circle than half of the pitch, as an arc; negative: wider. */
  backlash?: number;
}

const GEAR_DEFAULTS = { module: 1, pressureAngle: 20, width: 2, backlash: 0 };
/** Teeth reach so many modules out of the pitch circle, and gaps so many into it (ISO 53). */
const ADDENDUM = 1;
const DEDENDUM = 1.25;

const AXIS: Vec3 = [0, 0, 1];

/** tan φ − φ. */
const involuteOf = (angle: number): number => Math.tan(angle) - angle;

/** The same as a formula, of the angle whose tangent is given. */
const involute = (tangent: Formula): Formula => sub(tangent, atan(tangent));

/** A gear's circles and teeth. Angles are in radians, from the middle of a tooth. */
export interface GearShape {
  readonly pitchRadius: number;
  /** Flanks are involutes of this circle: they unwind from it. */
  readonly baseRadius: number;
  readonly rootRadius: number;
  readonly tipRadius: number;
  readonly pressureAngle: number;
  /** Half of a tooth at a radius: ψ(r) = ψ(pitch) + inv(α) − inv(φ), with cos φ = base / r; at the base circle and below, as there. */
  halfTooth(radius: number): number;
}

export function gearShape(options: GearOptions): GearShape {
  const { teeth, module, pressureAngle: degrees, backlash } = { ...GEAR_DEFAULTS, ...options };
  if (!(Number.isInteger(teeth) && teeth >= 3))
    throw new InputError(`gear: the number of teeth is no whole number from 3 up (${teeth}). Give one.`);
  if (!(degrees > 0 && degrees < 45))
    throw new InputError(
      `gear: the pressure angle is not between 0 and 45 degrees (${degrees}). Give one, such as 20.`,
    );
  const pressureAngle = (degrees * Math.PI) / 180;
  const pitchRadius = (teeth * module) / 2;
  const baseRadius = pitchRadius * Math.cos(pressureAngle);
  const [rootRadius, tipRadius] = [pitchRadius - DEDENDUM * module, pitchRadius + ADDENDUM * module];
  const atBase = Math.PI / (2 * teeth) - backlash / (2 * pitchRadius) + involuteOf(pressureAngle);
  const halfTooth = (radius: number): number =>
    atBase - involuteOf(Math.acos(Math.min(1, baseRadius / Math.max(radius, baseRadius))));
  if (!(halfTooth(tipRadius) > 0))
    throw new InputError(
      `gear: its flanks cross below the tips (${teeth} teeth, backlash ${backlash}). Give more teeth, or less backlash.`,
    );
  if (!(halfTooth(rootRadius) < Math.PI / teeth))
    throw new InputError(`gear: there is no gap between its teeth (backlash ${backlash}). Make them narrower.`);
  return { pitchRadius, baseRadius, rootRadius, tipRadius, pressureAngle, halfTooth };
}

/**
 * A spur gear with involute flanks as one formula, about the z axis, with the middle of a tooth on the x axis. A point at the radius r
 * is in a tooth where its angle θ from the tooth's middle is no more than {@link GearShape.halfTooth} there. With n teeth that is where
 * cos(n θ) ≥ cos(n ψ).
 */
export function gear(options: GearOptions): Implicit {
  const { baseRadius, rootRadius, tipRadius, halfTooth } = gearShape(options);
  const { teeth, width } = { ...GEAR_DEFAULTS, ...options };
  const r = hypot(x, y);
  const tangent = mul(1 / baseRadius, sqrt(max(sub(square(r), baseRadius * baseRadius), 0)));
  const flank = sub(cos(mul(teeth, sub(halfTooth(baseRadius), involute(tangent)))), cos(mul(teeth, atan2(y, x))));
  const faces = sub(abs(z), width / 2);
  return implicit({ f: max(faces, sub(r, tipRadius), min(sub(r, rootRadius), flank)) });
}

/** Two gears in mesh, the driver's axis at the origin, the driven one's on the x axis. */
export interface GearPair {
  readonly driver: Body;
  readonly driven: Body;
  /**
   * How far flanks are apart along the line of action; negative: how deep they overlap. It is the same at every angle, and on both
   * sides of the teeth: with involutes the angles' ratio is constant at any centre distance (Euler 1765).
   */
  readonly flankGap: number;
  /** Where all flanks that face each other on one side meet the other ones at right angles: a point, and the way from it. */
  readonly lineOfAction: { readonly point: Vec3; readonly direction: Vec3 };
  /** How many flanks of one side are in contact at a time, on average. Above 1 there is always one. */
  readonly contactRatio: number;
  /** Puts the pair where the driver has turned by an angle, in radians. */
  turn(angle: number): void;
}

export interface GearPairOptions extends Omit<GearOptions, 'teeth'> {
  /** By default such that the pitch circles touch. */
  centreDistance?: number;
}

/**
 * A gear pair, ready to be turned. Where the axes are a' apart, the pressure angle α' of the pair is that of cos α' = (base + base) / a',
 * and a flank is (base + base) (inv α' − inv α) + backlash cos α from its mate: unwinding the one thread from both base circles is what
 * turns them, and at α' = α teeth without backlash fill each other's gaps.
 *
 * @example for (let k = 0; k < 20; k++) { pair.turn((k / 20) * pitchAngle); await interference([pair.driver, pair.driven]); }
 */
export function gearPair(teeth: readonly [number, number] = [18, 27], options: GearPairOptions = {}): GearPair {
  const { centreDistance: asked, ...shared } = options;
  const shapes = teeth.map((count) => gearShape({ ...shared, teeth: count }));
  const [one, other] = shapes;
  const centreDistance = asked ?? one.pitchRadius + other.pitchRadius;
  const bases = one.baseRadius + other.baseRadius;
  if (!(centreDistance > bases))
    throw new InputError(
      `gearPair: the base circles overlap (${centreDistance} between their centres). Give more than ${bases}.`,
    );
  const working = Math.acos(bases / centreDistance);
  const { backlash } = { ...GEAR_DEFAULTS, ...shared };
  const flankGap =
    bases * (involuteOf(working) - involuteOf(one.pressureAngle)) + backlash * Math.cos(one.pressureAngle);
  const path = shapes.reduce(
    (sum, { tipRadius: tip, baseRadius: base }) => sum + Math.sqrt(tip * tip - base * base),
    0,
  );
  const basePitch = (2 * Math.PI * one.baseRadius) / teeth[0];

  const surface = gear({ ...shared, teeth: teeth[0] });
  const driver = body(surface, { name: 'driver' });
  const driven = body(teeth[1] === teeth[0] ? surface : gear({ ...shared, teeth: teeth[1] }), { name: 'driven' });
  const turn = (angle: number): void => {
    driver.pose = rotation(AXIS, angle);
    // A gap of the driven gear faces the driver's tooth.
    const facing = Math.PI + Math.PI / teeth[1] - (angle * teeth[0]) / teeth[1];
    driven.pose = multiply(translation(centreDistance, 0, 0), rotation(AXIS, facing));
  };
  turn(0);
  return {
    ...{ driver, driven, flankGap, turn },
    // It touches both base circles, and crosses the line of the centres at the working pitch point.
    lineOfAction: {
      point: [(centreDistance * one.baseRadius) / bases, 0, 0],
      direction: [Math.sin(working), Math.cos(working), 0],
    },
    contactRatio: (path - centreDistance * Math.sin(working)) / basePitch,
  };
}
