/**
 * Sine, cosine and exponential in plain arithmetic: both at once cost little more than one, WebAssembly does the same steps inline, and every
 * engine comes to the same bits. Each is off by less than 2 units in the last place. Ranges are reduced after Cody and Waite (1980); the polynomials
 * are minimax ones (Remez), relative to what they are added to.
 */

/** Adding and taking it away again rounds to the nearest whole number. */
export const WHOLE = 1.5 * 2 ** 52;

/** Larger angles go to Math: whole multiples of the parts of π/2 are exact up to here. */
export const LARGEST_ANGLE = 1e5;
export const TWO_OVER_PI = 2 / Math.PI;
/** π/2 in parts: 33 digits, 33 more, the rest. */
export const QUARTER_TURN: readonly number[] = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];
/** sin r = r + r³ S(r²) and cos r = 1 − r²/2 + r⁴ C(r²) for |r| ≤ π/4, the highest power last. */
export const SINE: readonly number[] = [
  -0.16666666666666632, 0.008333333333322425, -0.00019841269829816947, 2.75573136952186e-6, -2.505075865122854e-8,
  1.5896827772490113e-10,
];
export const COSINE: readonly number[] = [
  0.0416666666666666, -0.001388888888887414, 2.4801587289492362e-5, -2.755731435537534e-7, 2.0875723700368522e-9,
  -1.1359670600484599e-11,
];

/** Larger exponents go to Math: results leave the range of numbers. */
export const LARGEST_EXPONENT = 700;
/** ln 2 in parts: 42 digits, and the rest. */
export const LN2: readonly number[] = [0.6931471805598903, 5.497923018708371e-14];
/** exp r = 1 + r + r² E(r) for |r| ≤ ln 2 / 2. */
export const EXPONENTIAL: readonly number[] = [
  0.5000000000000012, 0.166666666666667, 0.04166666666651619, 0.008333333333307304, 0.0013888888946836742,
  0.00019841269917188857, 2.4801490112766085e-5, 2.7557216462836045e-6, 2.7631223270694504e-7, 2.511781251227569e-8,
];

const [Q1, Q2, Q3] = QUARTER_TURN;
const [S0, S1, S2, S3, S4, S5] = SINE;
const [C0, C1, C2, C3, C4, C5] = COSINE;
const [L1, L2] = LN2;
const [E0, E1, E2, E3, E4, E5, E6, E7, E8, E9] = EXPONENTIAL;

/** The sine and the cosine, in this order. */
export function sineAndCosine(angle: number, out: Float64Array): void {
  if (!(Math.abs(angle) < LARGEST_ANGLE)) {
    out[0] = Math.sin(angle);
    out[1] = Math.cos(angle);
    return;
  }
  const n = angle * TWO_OVER_PI + WHOLE - WHOLE;
  const r = angle - n * Q1 - n * Q2 - n * Q3;
  const z = r * r;
  // Terms in pairs (Estrin 1960): fewer of them wait for each other.
  const y = z * z;
  const s = S0 + S1 * z + y * (S2 + S3 * z + y * (S4 + S5 * z));
  const c = C0 + C1 * z + y * (C2 + C3 * z + y * (C4 + C5 * z));
  const half = 0.5 * z;
  const w = 1 - half;
  const sine = r + r * z * s;
  const cosine = w + (1 - w - half + y * c);
  // A quarter turn makes the sine a cosine, and half a turn changes the signs.
  const quarter = n & 3;
  const isOdd = (quarter & 1) === 1;
  const p = isOdd ? cosine : sine;
  const q = isOdd ? sine : cosine;
  out[0] = quarter > 1 ? -p : p;
  out[1] = quarter === 1 || quarter === 2 ? -q : q;
}

const scale = new Float64Array(1);
/** The upper half of the number: all machines that we know put it second. */
const scaleHalves = new Int32Array(scale.buffer);

export function exponential(x: number): number {
  if (!(Math.abs(x) < LARGEST_EXPONENT)) return Math.exp(x);
  const n = x * Math.LOG2E + WHOLE - WHOLE;
  const r = x - n * L1 - n * L2;
  const p = r * r;
  const q = p * p;
  const low = E0 + E1 * r + p * (E2 + E3 * r);
  const high = E4 + E5 * r + p * (E6 + E7 * r) + q * (E8 + E9 * r);
  scaleHalves[1] = (n + 1023) << 20;
  return (1 + (r + p * (low + q * high))) * scale[0];
}
