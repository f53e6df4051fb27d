/**
 * A polynomial in one unknown without rounding: the sum of `c[k]` · 2^`e` · t^k. Every f64 is a whole number times a power of two, and so
 * is whatever adding and multiplying makes of them; to divide, multiply the equation through. The last of `c` is not 0; 0 has none.
 */
export interface Polynomial {
  readonly c: readonly bigint[];
  readonly e: number;
}

/** Of coefficients in ascending order: `polynomial([p, d])` is a coordinate along a ray, `polynomial([s])` is a constant. */
export function polynomial(coefficients: readonly number[]): Polynomial {
  const parts = coefficients.map(toParts);
  const e = Math.min(...parts.map((part) => (part.n === 0n ? Infinity : part.e)));
  if (e === Infinity) return { c: [], e: 0 };
  return trimmed(
    parts.map((part) => (part.n === 0n ? 0n : part.n << BigInt(part.e - e))),
    e,
  );
}

export function plus(a: Polynomial, b: Polynomial): Polynomial {
  if (a.c.length === 0) return b;
  if (b.c.length === 0) return a;
  const e = Math.min(a.e, b.e);
  const c = new Array<bigint>(Math.max(a.c.length, b.c.length)).fill(0n);
  for (let k = 0; k < a.c.length; k++) c[k] += a.c[k] << BigInt(a.e - e);
  for (let k = 0; k < b.c.length; k++) c[k] += b.c[k] << BigInt(b.e - e);
  return trimmed(c, e);
}

export const minus = (a: Polynomial, b: Polynomial): Polynomial => plus(a, { c: b.c.map((x) => -x), e: b.e });

export function times(a: Polynomial, b: Polynomial): Polynomial {
  if (a.c.length === 0 || b.c.length === 0) return { c: [], e: 0 };
  const c = new Array<bigint>(a.c.length + b.c.length - 1).fill(0n);
  for (let i = 0; i < a.c.length; i++) for (let k = 0; k < b.c.length; k++) c[i + k] += a.c[i] * b.c[k];
  return { c, e: a.e + b.e };
}

export const square = (a: Polynomial): Polynomial => times(a, a);

/** −1, 0 or 1: the exact sign at `t`. */
export function signAt(p: Polynomial, t: number): number {
  const { n, e } = toParts(t);
  const value = e < 0 ? valueAt(p.c, n, -e) : valueAt(p.c, n << BigInt(e), 0);
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** The polynomial at m / 2^bits, times 2^(bits · degree), less its own power of two. */
export function valueAt(c: readonly bigint[], m: bigint, bits: number): bigint {
  let value = 0n;
  for (let k = c.length - 1, shift = 0; k >= 0; k--, shift += bits) value = value * m + (c[k] << BigInt(shift));
  return value;
}

const view = new DataView(new ArrayBuffer(8));

/** The number as n · 2^e. */
export function toParts(x: number): { n: bigint; e: number } {
  if (!Number.isFinite(x)) throw new Error(`toParts: not finite (${x}).`);
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const n = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { n: x < 0 ? -n : n, e: Math.max(exponent, 1) - 1075 };
}

/** How many bits the number takes, or one more. */
export function bitCount(n: bigint): number {
  let dropped = 0;
  let x = Number(n);
  while (!Number.isFinite(x)) {
    n >>= 900n;
    dropped += 900;
    x = Number(n);
  }
  return dropped + Math.ceil(Math.log2(Math.abs(x) + 1)) + 1;
}

/** The f64 next to n · 2^e; a last bit may be off. */
export function toNumber(n: bigint, e: number): number {
  const drop = Math.max(0, bitCount(n) - 66);
  return Number(n >> BigInt(drop)) * 2 ** (e + drop);
}

function trimmed(c: bigint[], e: number): Polynomial {
  let length = c.length;
  while (length > 0 && c[length - 1] === 0n) length--;
  c.length = length;
  return { c, e: length === 0 ? 0 : e };
}
