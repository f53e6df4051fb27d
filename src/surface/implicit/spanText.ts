import type { Tape, TapeStep } from '../formula/tape.js';
import { constantOf } from './tapeText.js';
import { wholeExponent, wholePower } from './wholePower.js';

/** The WGSL of an interval, and of that of its slope; no slope where it does not change along the ray. */
interface Span {
  readonly value: string;
  readonly slope?: string;
}

/**
 * `fn span_(x: vec2f, y: vec2f, z: vec2f, d: vec3f) -> vec4f`: intervals of the formula, and of its slope by t, over a box
 * that the ray runs through in the direction d (forward mode of Moore's interval arithmetic, 1966).
 */
export function spanText(tape: Tape): string {
  const lines: string[] = [];
  const hasSlope: boolean[] = [];
  const turns = new Set<number>();
  tape.steps.forEach((step, i) => {
    const needsTurn = (step.op === 'sin' || step.op === 'cos') && !turns.has(step.a);
    if (needsTurn) {
      turns.add(step.a);
      lines.push(`  let w${step.a} = turnSpan_(v${step.a});`);
    }
    if (step.op === 'div') lines.push(`  let r${i} = inverseSpan_(v${step.b});`);
    const { value, slope } = spanOf(tape, step, i, hasSlope[step.a] ?? false, hasSlope[step.b] ?? false);
    lines.push(`  let v${i} = ${value};`);
    if (slope !== undefined) lines.push(`  let g${i} = ${slope};`);
    hasSlope.push(slope !== undefined);
  });
  const last = tape.steps.length - 1;
  const slope = hasSlope[last] ? `g${last}` : 'vec2f(0.0)';
  return (
    `fn span_(x: vec2f, y: vec2f, z: vec2f, d: vec3f) -> vec4f {\n${lines.join('\n')}\n` +
    `  return vec4f(v${last} + vec2f(-1e-30, 1e-30), ${slope});\n}\n`
  );
}

function spanOf(tape: Tape, step: TapeStep, i: number, movesA: boolean, movesB: boolean): Span {
  const { op } = step;
  const [a, b, da, db] = [`v${step.a}`, `v${step.b}`, `g${step.a}`, `g${step.b}`];
  /** Slopes of both arguments, where one that does not move has slope 0. */
  const [sa, sb] = [movesA ? da : 'vec2f(0.0)', movesB ? db : 'vec2f(0.0)'];
  const isFlat = !movesA && !movesB;
  const of = (value: string, slope: string): Span => (isFlat ? { value } : { value, slope });
  const sum = (first: string, second: string): string =>
    movesA && movesB ? `addSpan_(${first}, ${second})` : movesA ? first : second;
  switch (op) {
    case 'x':
    case 'y':
    case 'z':
      return { value: op, slope: `vec2f(d.${op})` };
    case 'constant':
      return { value: `widen_(vec2f(${constantOf(step)}), 6e-8)` };
    case 'neg':
      return of(`negSpan_(${a})`, `negSpan_(${da})`);
    case 'add':
      return of(`addSpan_(${a}, ${b})`, sum(da, db));
    case 'sub':
      return of(`subSpan_(${a}, ${b})`, movesA && movesB ? `subSpan_(${da}, ${db})` : movesA ? da : `negSpan_(${db})`);
    case 'mul':
      return of(`mulSpan_(${a}, ${b})`, sum(`mulSpan_(${da}, ${b})`, `mulSpan_(${a}, ${db})`));
    case 'div': {
      // (a / b)' = (a' − (a / b) b') / b
      const bent = `mulSpan_(v${i}, ${db})`;
      const rest = !movesB ? da : movesA ? `subSpan_(${da}, ${bent})` : `negSpan_(${bent})`;
      return of(`mulSpan_(${a}, r${i})`, `mulSpan_(${rest}, r${i})`);
    }
    case 'square':
      return of(`squareSpan_(${a})`, `mulSpan_(2.0 * ${a}, ${da})`);
    case 'abs':
      return of(`absSpan_(${a})`, `absSlope_(${a}, ${da})`);
    case 'sqrt':
      return of(`sqrtSpan_(${a})`, `sqrtSlope_(v${i}, ${da})`);
    case 'hypot': {
      const share = (part: string, slope: string): string => `mulSpan_(shareOf_(${part}, v${i}), ${slope})`;
      return of(`hypotSpan_(${a}, ${b})`, sum(share(a, da), share(b, db)));
    }
    case 'exp':
      return of(`expSpan_(${a})`, `mulSpan_(v${i}, ${da})`);
    case 'log':
      return of(`logSpan_(${a})`, `mulSpan_(inverseSpan_(max(${a}, vec2f(0.0))), ${da})`);
    case 'sin':
      return of(`w${step.a}.xy`, `mulSpan_(w${step.a}.zw, ${da})`);
    case 'cos':
      return of(`w${step.a}.zw`, `mulSpan_(-w${step.a}.yx, ${da})`);
    case 'tan':
      return of(`tanSpan_(${a})`, `mulSpan_(addSpan_(vec2f(1.0), squareSpan_(v${i})), ${da})`);
    case 'atan':
      return of(`atanSpan_(${a})`, `mulSpan_(inverseSpan_(addSpan_(vec2f(1.0), squareSpan_(${a}))), ${da})`);
    case 'atan2':
      return of(`atan2Span_(${a}, ${b})`, `atan2Slope_(${a}, ${b}, ${sa}, ${sb})`);
    case 'min':
      return of(`min(${a}, ${b})`, `minSlope_(${a}, ${b}, ${sa}, ${sb})`);
    case 'max':
      return of(`max(${a}, ${b})`, `minSlope_(-${a}.yx, -${b}.yx, ${sa}, ${sb})`);
    case 'smin': {
      const radius = constantOf(step);
      return of(`sminSpan_(${a}, ${b}, ${radius})`, `sminSlope_(${a}, ${b}, ${sa}, ${sb}, ${radius})`);
    }
    case 'smax': {
      const args = `-${a}.yx, -${b}.yx`;
      const radius = constantOf(step);
      return of(`negSpan_(sminSpan_(${args}, ${radius}))`, `sminSlope_(${args}, ${sa}, ${sb}, ${radius})`);
    }
    case 'pow':
      return powerOf(tape, step, of);
  }
}

function powerOf(tape: Tape, step: TapeStep, of: (value: string, slope: string) => Span): Span {
  const [a, da] = [`v${step.a}`, `g${step.a}`];
  const whole = wholeExponent(tape, step);
  if (whole === undefined) {
    const exponent = constantOf(step);
    return of(`powerSpan_(${a}, ${exponent})`, `powerSlope_(${a}, ${da}, ${exponent})`);
  }
  if (whole === 0) return { value: 'vec2f(1.0)' };
  const power = (exponent: number): string => {
    if (exponent === 0) return 'vec2f(1.0)';
    const n = Math.abs(exponent);
    const ends = `vec2f(${wholePower(`${a}.x`, n)}, ${wholePower(`${a}.y`, n)})`;
    const span = n % 2 === 0 ? `evenSpan_(${a}, ${ends}, ${n}.0)` : `oddSpan_(${ends}, ${n}.0)`;
    return exponent < 0 ? `inverseSpan_(${span})` : span;
  };
  return of(power(whole), `mulSpan_(scaleSpan_(${power(whole - 1)}, ${whole}.0), ${da})`);
}
