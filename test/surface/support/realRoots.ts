import { type Polynomial, polynomial, toNumber, toParts, valueAt } from './exactPolynomial.js';

export interface RealRoot {
  /** To the last bit or two of an f64. */
  readonly t: number;
  readonly multiplicity: number;
}

/**
 * The distinct real roots with `from` ≤ t ≤ `to`, ascending. Coefficients, ascending too, are taken as they are, or as a {@link Polynomial} without
 * rounding. How many there are, and how often each counts, is decided in whole numbers (Sturm 1829, by subresultants: Brown and
 * Traub 1971); where they are, by refining intervals (Abbott 2006). A polynomial that is 0 everywhere has no roots to tell: it
 * throws.
 */
export function realRoots(of: Polynomial | readonly number[], from = -Infinity, to = Infinity): RealRoot[] {
  const { c } = 'c' in of ? of : polynomial(of);
  if (c.length === 0) throw new Error('realRoots: the polynomial is 0 everywhere.');
  if (c.length === 1 || !(from <= to)) return [];
  const chain = sturmChain(c);
  const common = primitive(chain[chain.length - 1]);
  // What every root is left with once: the multiples are in the common divisor of the polynomial and its derivative.
  const once = common.length > 1 ? primitive(quotient(c, common)) : c;
  const simple = common.length > 1 ? sturmChain(once) : chain;
  const [lo, hi] = interval(c, from, to);
  const roots: RealRoot[] = [];
  const tell = (a: bigint, b: bigint, bits: number): void => {
    roots.push({ t: refine(once, a, b, bits), multiplicity: 1 + multiplicityIn(common, a, b, bits) });
  };
  if (valueAt(once, lo.n, lo.bits) === 0n) tell(lo.n, lo.n, lo.bits);
  const bits = Math.max(lo.bits, hi.bits);
  const a = lo.n << BigInt(bits - lo.bits);
  const b = hi.n << BigInt(bits - hi.bits);
  if (a < b) isolate(simple, a, changes(simple, a, bits), b, changes(simple, b, bits), bits, tell);
  return roots;
}

/** Where roots are counted: m / 2^bits. */
interface Place {
  readonly n: bigint;
  readonly bits: number;
}

function interval(c: readonly bigint[], from: number, to: number): [Place, Place] {
  const bound = cauchyBound(c);
  const place = (t: number): Place => {
    if (t === Infinity) return { n: bound, bits: 0 };
    if (t === -Infinity) return { n: -bound, bits: 0 };
    const { n, e } = toParts(t);
    return e < 0 ? { n, bits: -e } : { n: n << BigInt(e), bits: 0 };
  };
  return [place(from), place(to)];
}

const absolute = (x: bigint): bigint => (x < 0n ? -x : x);

/** No root is farther from 0. */
function cauchyBound(c: readonly bigint[]): bigint {
  const largest = c.slice(0, -1).reduce((most, x) => (absolute(x) > most ? absolute(x) : most), 0n);
  return largest / absolute(c[c.length - 1]) + 2n;
}

/** Calls back for each root in (a, b]: with an interval that holds it alone, or with the root itself twice. */
function isolate(
  chain: readonly (readonly bigint[])[],
  a: bigint,
  changesA: number,
  b: bigint,
  changesB: number,
  bits: number,
  tell: (a: bigint, b: bigint, bits: number) => void,
): void {
  if (changesA === changesB) return;
  if (changesA - changesB === 1) {
    if (valueAt(chain[0], b, bits) === 0n) tell(b, b, bits);
    else if (valueAt(chain[0], a, bits) !== 0n) tell(a, b, bits);
    // At `a` is a root that was told already: the other one is looked for to the right of it.
    else halve(chain, a, changesA, b, changesB, bits, tell);
    return;
  }
  halve(chain, a, changesA, b, changesB, bits, tell);
}

function halve(
  chain: readonly (readonly bigint[])[],
  a: bigint,
  changesA: number,
  b: bigint,
  changesB: number,
  bits: number,
  tell: (a: bigint, b: bigint, bits: number) => void,
): void {
  const middle = a < 0n && b > 0n ? 0n : a + b;
  const changesM = changes(chain, middle, bits + 1);
  isolate(chain, 2n * a, changesA, middle, changesM, bits + 1, tell);
  isolate(chain, middle, changesM, 2n * b, changesB, bits + 1, tell);
}

/** How often the signs along the chain change at m / 2^bits. */
function changes(chain: readonly (readonly bigint[])[], m: bigint, bits: number): number {
  let count = 0;
  let last = 0;
  for (const c of chain) {
    const value = valueAt(c, m, bits);
    if (value === 0n) continue;
    const sign = value > 0n ? 1 : -1;
    if (sign === -last) count++;
    last = sign;
  }
  return count;
}

/** The multiplicity in `c` of the one root that the interval holds, which may be no root of `c`. */
function multiplicityIn(c: readonly bigint[], a: bigint, b: bigint, bits: number): number {
  if (c.length < 2) return 0;
  const chain = sturmChain(c);
  const isThere = a === b ? valueAt(c, a, bits) === 0n : changes(chain, a, bits) > changes(chain, b, bits);
  return isThere ? 1 + multiplicityIn(primitive(chain[chain.length - 1]), a, b, bits) : 0;
}

/** The root between a and b, at whose ends the signs differ. */
function refine(c: readonly bigint[], a: bigint, b: bigint, bits: number): number {
  if (a === b) return toNumber(a, -bits);
  let valueA = valueAt(c, a, bits);
  if (a < 0n && b > 0n) {
    const value = valueAt(c, 0n, bits);
    if (value === 0n) return 0;
    if (value > 0n === valueA > 0n) [a, valueA] = [0n, value];
    else b = 0n;
  }
  let cells = 1;
  let valueB = valueAt(c, b, bits);
  for (;;) {
    const least = absolute(a) < absolute(b) ? absolute(a) : absolute(b);
    if ((b - a) << 64n <= least) return toNumber(a + b, -bits - 1);
    // 2^cells cells: the one that the chord points to, or, if it is not that one, one half.
    const width = b - a;
    const guess = ((absolute(valueA) << BigInt(cells)) / (absolute(valueA) + absolute(valueB))) * width;
    bits += cells;
    const left = (a << BigInt(cells)) + guess;
    const right = left + width;
    const valueL = valueAt(c, left, bits);
    const valueR = valueAt(c, right, bits);
    if (valueL === 0n) return toNumber(left, -bits);
    if (valueR === 0n) return toNumber(right, -bits);
    const grown = BigInt(cells * (c.length - 1));
    if (valueL > 0n === valueA > 0n && valueR > 0n !== valueA > 0n) {
      [a, b, valueA, valueB] = [left, right, valueL, valueR];
      cells *= 2;
    } else {
      if (valueL > 0n === valueA > 0n) {
        [a, valueA, b, valueB] = [right, valueR, b << BigInt(cells), valueB << grown];
      } else {
        [b, valueB, a, valueA] = [left, valueL, a << BigInt(cells), valueA << grown];
      }
      cells = Math.max(1, cells >> 1);
    }
  }
}

/** Sturm's chain of a polynomial and its derivative, each element but for a positive factor. The last is their common divisor. */
function sturmChain(c: readonly bigint[]): bigint[][] {
  const chain = [c.slice(), derivative(c)];
  // Subresultants do not keep Sturm's signs: `signs` holds what they are to be multiplied by.
  const signs = [1, 1];
  let g = 1n;
  let h = 1n;
  for (;;) {
    const a = chain[chain.length - 2];
    const b = chain[chain.length - 1];
    if (b.length < 2) break;
    const drop = a.length - b.length;
    const lead = b[b.length - 1];
    const rest = pseudoRemainder(a, b);
    if (rest.length === 0) break;
    const divisor = g * h ** BigInt(drop);
    const isNegative = (lead < 0n && drop % 2 === 0) !== divisor < 0n;
    chain.push(rest.map((x) => x / divisor));
    signs.push(isNegative ? signs[signs.length - 2] : -signs[signs.length - 2]);
    g = lead;
    h = drop === 0 ? h : g ** BigInt(drop) / h ** BigInt(drop - 1);
  }
  return chain.map((q, k) => (signs[k] > 0 ? q : q.map((x) => -x)));
}

const derivative = (c: readonly bigint[]): bigint[] => c.slice(1).map((x, k) => x * BigInt(k + 1));

/** What is left of a · lead(b)^(drop + 1) when b is taken out of it. */
function pseudoRemainder(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  const r = a.slice();
  const lead = b[b.length - 1];
  for (let top = a.length - 1; top >= b.length - 1; top--) {
    const factor = r[top];
    for (let k = 0; k < top; k++) r[k] *= lead;
    for (let k = 0; k < b.length - 1; k++) r[top - b.length + 1 + k] -= factor * b[k];
    r.length = top;
  }
  while (r.length > 0 && r[r.length - 1] === 0n) r.length--;
  return r;
}

/** a / b but for a constant factor, where b divides a. */
function quotient(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  const lead = b[b.length - 1];
  const scale = lead ** BigInt(a.length - b.length + 1);
  const r = a.map((x) => x * scale);
  const q: bigint[] = new Array(a.length - b.length + 1);
  for (let top = a.length - b.length; top >= 0; top--) {
    q[top] = r[top + b.length - 1] / lead;
    for (let k = 0; k < b.length; k++) r[top + k] -= q[top] * b[k];
  }
  return q;
}

/** Without the largest whole number that divides all of them. */
function primitive(c: readonly bigint[]): readonly bigint[] {
  if (c.length < 2) return c;
  let divisor = 0n;
  for (const x of c) {
    let rest = absolute(x);
    while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  }
  return c.map((x) => x / divisor);
}
