import { type Body, body } from '../src/body.js';
import { InputError } from '../src/errors.js';
import { transformPoint } from '../src/math/affine.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { type Jaw, type PlacedTooth, placeTeeth } from './jawsArch.js';
import { mandibleMotion } from './mandibleMotion.js';
import { TOOTH_DEFAULTS, type ToothOptions, tooth } from './tooth.js';

// The jaws of K. Myszkowski, O. Okunev and T. Kunii, "Fast collision detection between complex solids using rasterizing graphics
// hardware", 1995, figure 4. Theirs were scanned; these are generated.

export interface JawsOptions extends Pick<ToothOptions, 'segments' | 'rows'> {
  /** In each jaw: 16 with the wisdom teeth. */
  teeth?: 14 | 16;
  /** Where the lower jaw is, see {@link mandibleMotion}: 0 is open, 1 where the molars begin to touch. */
  time?: number;
}

export const JAWS_DEFAULTS: Required<JawsOptions> = {
  ...{ segments: TOOTH_DEFAULTS.segments, rows: TOOTH_DEFAULTS.rows },
  ...{ teeth: 14, time: 0 },
};

export interface Jaws {
  /** A closed body for each tooth, named as dentists do: 11 to 18 and 21 to 28. */
  readonly upper: Body[];
  /** 41 to 48 and 31 to 38, all in one pose. */
  readonly lower: Body[];
}

/**
 * An upper and a lower jaw, in mm: x to the patient's right, y to the front, z up.
 *
 * @example const { upper, lower } = jaws({ teeth: 16, time: 2 })
 */
export function jaws(options: JawsOptions = {}): Jaws {
  const { teeth, time, segments, rows } = { ...JAWS_DEFAULTS, ...options };
  if (teeth !== 14 && teeth !== 16)
    throw new InputError(`jaws: there is no jaw with so many teeth (${teeth}). Give 14 or 16.`);
  const pose = mandibleMotion(time);
  const of = (jaw: Jaw) => placeTeeth(jaw, teeth === 16 ? 8 : 7);
  return {
    upper: of('upper').map((t) => body(toothInJaw(t, segments, rows), { name: t.name })),
    lower: of('lower').map((t) => body(toothInJaw(t, segments, rows), { name: t.name, pose })),
  };
}

/** A tooth's mesh where it stands in its jaw. */
export function toothInJaw({ shape, mirrored, seed, frame }: PlacedTooth, segments: number, rows: number): Mesh {
  const { positions, indices } = tooth(shape, { segments, rows, mirrored, seed });
  const out = new Float32Array(positions.length);
  for (let i = 0; i < out.length; i += 3)
    out.set(transformPoint(frame, [positions[i], positions[i + 1], positions[i + 2]]), i);
  return { positions: out, indices };
}
