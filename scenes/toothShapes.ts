import type { Profile, ToothShape } from './tooth.js';
import type { Cusp, Place, Relief, Ridge } from './toothRelief.js';

// Sizes are the means that textbooks of dental anatomy give for crowns (after G. V. Black and R. Wheeler), rounded; cusps,
// ridges and grooves are set by hand as these describe them.

/** Row, width, buccal, lingual, level: see {@link Profile}. A table with a wall around it, widest two thirds up. */
const MOLAR: Profile = [
  [0, 0, 0, 0, 1],
  [0.5, 0.78, 0.74, -0.76, 1],
  [0.62, 0.93, 0.88, -0.9, 0.9],
  [0.73, 1, 0.97, -0.99, 0.68],
  [0.85, 0.97, 1, -1, 0.35],
  [1, 0.84, 0.92, -0.92, 0],
];
/** A blade, thick and lingually bulged above the neck only. */
const INCISOR: Profile = [
  [0, 0, 0.06, 0.06, 1],
  [0.12, 0.86, 0.17, -0.07, 1],
  [0.2, 0.97, 0.25, -0.14, 0.94],
  [0.35, 1, 0.45, -0.2, 0.78],
  [0.6, 0.93, 0.82, -0.42, 0.45],
  [0.8, 0.82, 0.98, -0.88, 0.2],
  [1, 0.7, 0.94, -0.96, 0],
];
const CANINE: Profile = [
  [0, 0, 0.1, 0.1, 1],
  [0.16, 0.6, 0.32, -0.16, 0.99],
  [0.28, 0.92, 0.52, -0.3, 0.88],
  [0.4, 1, 0.7, -0.42, 0.74],
  [0.65, 0.9, 0.97, -0.66, 0.4],
  [0.82, 0.8, 1, -0.95, 0.18],
  [1, 0.68, 0.93, -0.95, 0],
];

type Point = readonly [x: number, y: number, height: number];

const cusps = (...points: Point[]): Cusp[] => points.map(([x, y, height]) => ({ at: [x, y], height }));
/** Crests at the mesial and the distal border, across the middle. */
const margins = (mesial: number, distal: number, half: number, height: number): Ridge[] => [
  { from: [mesial, half], to: [mesial, -half], height },
  { from: [distal, half], to: [distal, -half], height: 0.9 * height },
];

const posterior = (
  size: ToothShape['size'],
  relief: Omit<Relief, 'slope'>,
  more: Partial<Pick<ToothShape, 'squareness' | 'taper' | 'skew'>> = {},
): ToothShape => ({
  ...{ size, profile: MOLAR, relief: { slope: 0.85, ...relief } },
  ...{ squareness: 2.8, taper: 0.12, skew: 0, ...more },
});

const anterior = (
  profile: Profile,
  size: ToothShape['size'],
  tip: readonly Cusp[],
  slope: number,
  taper: number,
): ToothShape => ({
  ...{ size, profile, relief: { cusps: tip, ridges: [], grooves: [], slope } },
  ...{ squareness: 2.3, taper, skew: 0 },
});

const line = (...places: Place[]): Place[] => places;

function upperMolar(width: number, depth: number, height: number, distal: number): ToothShape {
  const [x, y] = [width / 10.3, depth / 11.2];
  const at = (u: number, v: number): Place => [u * x, v * y];
  return posterior(
    [width, depth, height],
    {
      cusps: cusps(
        [2.5 * x, 3.4 * y, 2.2],
        [-2.4 * x, 3.2 * y, 1.95 * distal],
        [1.8 * x, -3 * y, 2.3],
        [-2.9 * x, -3.2 * y, 1.5 * distal],
      ),
      // The oblique ridge, from the mesiopalatal to the distobuccal cusp.
      ridges: [...margins(4 * x, -4.1 * x, 1.8 * y, 0.95), { from: at(1.2, -1.9), to: at(-1.7, 2), height: 0.85 }],
      grooves: [
        line(at(3.3, 0.1), at(1.6, 0.6), at(0.1, 1.4)),
        line(at(0.1, 1.4), at(0, 5.8)),
        line(at(-3.2, 0.5), at(-1.3, -2.2), at(-1, -5.8)),
      ],
    },
    { taper: 0.06, skew: 0.07 },
  );
}

function lowerMolar(width: number, depth: number, height: number, fifth: boolean): ToothShape {
  const [x, y] = [width / 11.2, depth / 10.3];
  const at = (u: number, v: number): Place => [u * x, v * y];
  const tip = (u: number, v: number, h: number): Point => [u * x, v * y, h];
  const buccal = fifth
    ? [tip(3, 2.8, 1.9), tip(-0.7, 3.1, 1.85), tip(-3.8, 1.9, 1.4)]
    : [tip(2.8, 2.9, 1.9), tip(-2.6, 2.9, 1.75)];
  const mid = fifth ? 1.2 : 0.1;
  return posterior(
    [width, depth, height],
    {
      cusps: cusps(...buccal, tip(2.7, -2.9, 2.2), tip(-2.4, -2.9, 2.05)),
      ridges: margins(4.5 * x, -4.6 * x, 1.5 * y, 0.9),
      grooves: [
        line(at(3.8, 0), at(mid, 0.2), at(-0.8, -0.1), at(-3.5, 0.1)),
        line(at(mid, 0.2), at(mid, 5.4)),
        ...(fifth ? [line(at(-2.2, 0.2), at(-2.6, 5.3))] : []),
        line(at(0.1, 0), at(0.1, -5.4)),
      ],
    },
    { taper: 0.1, squareness: 3 },
  );
}

const premolar = (size: ToothShape['size'], tips: Point[], half: number, margin: number): ToothShape =>
  posterior(
    size,
    {
      cusps: cusps(...tips),
      ridges: margins(half, -half, 1.1, margin),
      grooves: [line([half - 0.6, 0], [0.6 - half, 0])],
    },
    { squareness: 2.3, taper: 0.14 },
  );

const incisor = (width: number, depth: number, height: number): ToothShape =>
  anterior(INCISOR, [width, depth, height], cusps([0.1 * width, 0, 0.5]), 0.22, 0.12);
const canine = (width: number, depth: number, height: number): ToothShape =>
  anterior(CANINE, [width, depth, height - 1.9], cusps([0.05 * width, 0.4, 1.9]), 0.75, 0.16);

/** The crowns of half a jaw, from the midline back: FDI positions 1 to 8. */
export const TOOTH_SHAPES: Readonly<Record<'upper' | 'lower', readonly ToothShape[]>> = {
  upper: [
    incisor(8.5, 7.1, 10),
    incisor(6.6, 6.2, 8.6),
    canine(7.6, 8.1, 10),
    premolar(
      [7.1, 9.1, 6],
      [
        [0, 2.5, 2.5],
        [0.3, -2.4, 1.8],
      ],
      2.75,
      0.8,
    ),
    premolar(
      [6.8, 9, 5.8],
      [
        [0, 2.4, 2.2],
        [0.2, -2.4, 2],
      ],
      2.65,
      0.8,
    ),
    upperMolar(10.3, 11.2, 5.4, 1),
    upperMolar(9.6, 11, 5.2, 0.85),
    upperMolar(8.7, 10.3, 4.9, 0.7),
  ],
  lower: [
    incisor(5.3, 5.8, 8.6),
    incisor(5.8, 6.2, 9),
    canine(6.8, 7.7, 10.4),
    premolar(
      [7, 7.7, 6],
      [
        [0, 1, 2.7],
        [0.2, -2.4, 0.9],
      ],
      2.75,
      0.6,
    ),
    premolar(
      [7.2, 8.2, 5.8],
      [
        [0.1, 1.8, 2.2],
        [0.9, -2.3, 1.7],
        [-1.7, -2.2, 1.3],
      ],
      2.8,
      0.7,
    ),
    lowerMolar(11.2, 10.3, 5.5, true),
    lowerMolar(10.5, 10, 5.3, false),
    lowerMolar(9.8, 9.4, 5, false),
  ],
};
