/** Lengths that files and people measure in. */
export type LengthUnit = 'um' | 'mm' | 'cm' | 'm' | 'km' | 'in' | 'ft' | 'yd';

/** By international definition: an inch is 25.4 mm. */
export const METRES_PER_UNIT: Readonly<Record<LengthUnit, number>> = {
  um: 1e-6,
  mm: 1e-3,
  cm: 1e-2,
  m: 1,
  km: 1e3,
  in: 0.0254,
  ft: 0.3048,
  yd: 0.9144,
};

export const LENGTH_UNITS = Object.keys(METRES_PER_UNIT) as readonly LengthUnit[];

export const isLengthUnit = (word: string): word is LengthUnit => Object.hasOwn(METRES_PER_UNIT, word);

/** How many of `to` make one of `from`. Quotients of short decimals are rounded once, so that 1 m is 1000 mm and no less. */
export const unitRatio = (from: LengthUnit, to: LengthUnit): number =>
  from === to ? 1 : Number((METRES_PER_UNIT[from] / METRES_PER_UNIT[to]).toPrecision(15));

/** The same for units that need not be known: NaN where one is not, so that nothing is taken for comparable. */
export function knownRatio(from: LengthUnit | null, to: LengthUnit | null): number {
  if (from === to) return 1;
  return from && to ? unitRatio(from, to) : Number.NaN;
}
