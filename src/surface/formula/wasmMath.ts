import {
  COSINE,
  EXPONENTIAL,
  LARGEST_ANGLE,
  LARGEST_EXPONENT,
  LN2,
  QUARTER_TURN,
  SINE,
  TWO_OVER_PI,
  WHOLE,
} from './elementary.js';
import {
  abs,
  add,
  addDigits,
  allTrue,
  type Code,
  call,
  choose,
  constant,
  createLocals,
  F64,
  first,
  get,
  giveBack,
  isZero,
  less,
  load,
  loadPair,
  mul,
  pairAbs,
  pairAdd,
  pairAnd,
  pairLess,
  pairMul,
  pairSub,
  pairXor,
  second,
  shiftDigits,
  shiftSign,
  splat,
  sub,
  swap,
  V128,
  when,
  withSecond,
} from './wasmCode.js';

/** Functions of the host, by their numbers in a module: these come first. */
export const HOST = {
  sin: 0,
  cos: 1,
  tan: 2,
  exp: 3,
  log: 4,
  atan: 5,
  atan2: 6,
  pow: 7,
  hypot: 8,
  interpret: 9,
  repair: 10,
} as const;
/** Then come those of the module itself. */
export const OWN = {
  sineAndCosine: 11,
  exponential: 12,
  value: 13,
  ranges: 14,
  refine: 15,
  settle: 16,
  cast: 17,
} as const;

/** Numbers of these functions lie in memory: engines take four instructions for a pair that stands in the code, and one for this. */
export interface NumberTable {
  readonly numbers: number[];
  readonly at: number;
}

const inTable = ({ numbers, at }: NumberTable, a: number, b: number): number => at + 8 * (numbers.push(a, b) - 2);

/** An angle's sine and cosine as a pair, as `sineAndCosine` does: the two polynomials side by side. */
export function sineAndCosineCode(table: NumberTable): Code {
  const w = createLocals(1);
  const keep = (value: Code): Code => w.keep(F64, value);
  const keepPair = (value: Code): Code => w.keep(V128, value);
  const number = (value: number): Code => load(inTable(table, value, value));
  const numbers = (a: number, b: number): Code => loadPair(inTable(table, a, b));
  const angle = get(0);
  w.body.push(
    when(
      isZero(less(abs(angle), number(LARGEST_ANGLE))),
      giveBack(withSecond(splat(call(HOST.sin, angle)), call(HOST.cos, angle))),
    ),
  );
  const whole = keep(number(WHOLE));
  const shifted = keep(add(mul(angle, number(TWO_OVER_PI)), whole));
  const n = keep(sub(shifted, whole));
  const r = keep(QUARTER_TURN.reduce((left: Code, part) => sub(left, mul(n, number(part))), angle));
  const z = keep(mul(r, r));
  const zz = keepPair(splat(z));
  const y = keepPair(pairMul(zz, zz));
  const term = (k: number): Code =>
    pairAdd(numbers(SINE[k], COSINE[k]), pairMul(numbers(SINE[k + 1], COSINE[k + 1]), zz));
  const polynomial = pairAdd(term(0), pairMul(y, pairAdd(term(2), pairMul(y, term(4)))));
  const one = keep(number(1));
  const half = keep(mul(number(0.5), z));
  const cosine = keep(sub(one, half));
  const cubes = pairMul(pairMul(withSecond(splat(r), z), zz), polynomial);
  const lost = withSecond(numbers(0, 0), sub(sub(one, cosine), half));
  const pair = keepPair(pairAdd(withSecond(splat(r), cosine), pairAdd(lost, cubes)));
  // The last digits of the shifted number are those of n.
  const digits = keepPair(splat(shifted));
  const turned = choose(swap(pair), pair, shiftSign(shiftDigits(digits, 63), 63));
  const signs = pairAnd(shiftDigits(addDigits(digits, numbers(0, 2 ** -1074)), 62), numbers(-0, -0));
  return [w.declare(), w.body, pairXor(turned, signs)];
}

/** The exponentials of a pair, as `exponential` does. */
export function exponentialCode(table: NumberTable): Code {
  const w = createLocals(1);
  const keep = (value: Code): Code => w.keep(V128, value);
  const same = (value: number): Code => loadPair(inTable(table, value, value));
  const x = get(0);
  const lone = (value: Code): Code =>
    when(
      less(abs(value), constant(LARGEST_EXPONENT)),
      first(call(OWN.exponential, splat(value))),
      call(HOST.exp, value),
      F64,
    );
  w.body.push(
    when(
      isZero(allTrue(pairLess(pairAbs(x), same(LARGEST_EXPONENT)))),
      giveBack(withSecond(splat(lone(first(x))), lone(second(x)))),
    ),
  );
  const whole = keep(same(WHOLE));
  const shifted = keep(pairAdd(pairMul(x, same(Math.LOG2E)), whole));
  const n = keep(pairSub(shifted, whole));
  const r = keep(LN2.reduce((left: Code, part) => pairSub(left, pairMul(n, same(part))), x));
  const p = keep(pairMul(r, r));
  const q = keep(pairMul(p, p));
  const term = (k: number): Code => pairAdd(same(EXPONENTIAL[k]), pairMul(same(EXPONENTIAL[k + 1]), r));
  const low = pairAdd(term(0), pairMul(p, term(2)));
  const high = pairAdd(pairAdd(term(4), pairMul(p, term(6))), pairMul(q, term(8)));
  const power = pairAdd(same(1), pairAdd(r, pairMul(p, pairAdd(low, pairMul(q, high)))));
  // Two to the power of n goes to the exponent's digits.
  return [w.declare(), w.body, addDigits(power, shiftDigits(shifted, 52))];
}
