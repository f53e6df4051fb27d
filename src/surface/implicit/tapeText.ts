import type { Tape, TapeOp, TapeStep } from '../formula/tape.js';
import { wholeExponent, wholePower } from './wholePower.js';

/** Where a tape's first constant is among a program's parameters: behind the box. */
export const FIRST_CONSTANT = 6;

/** The WGSL of a step's number. */
export const constantOf = ({ constant }: TapeStep): string => `parameter(${FIRST_CONSTANT + constant}u)`;

/** Operations whose function has their name: `add` is `addNear_`. */
const PLAIN: ReadonlySet<TapeOp> = new Set<TapeOp>([
  'neg',
  'add',
  'sub',
  'mul',
  'div',
  'square',
  'abs',
  'sqrt',
  'hypot',
  'exp',
  'log',
  'tan',
  'atan',
  'atan2',
  'min',
  'max',
]);

const INFIX: { readonly [op in TapeOp]?: string } = { add: '+', sub: '-', mul: '*', div: '/' };
const BUILT_IN: ReadonlySet<TapeOp> = new Set<TapeOp>(['abs', 'sqrt', 'min', 'max']);

/**
 * The lines of a function that works out step after step as v0, v1 and so on. Sine and cosine of an angle come together, as
 * w and the angle's number.
 */
function linesOf(
  tape: Tape,
  turnOf: (angle: string) => string,
  stepOf: (tape: Tape, step: TapeStep) => string,
): string {
  const lines: string[] = [];
  const turns = new Set<number>();
  tape.steps.forEach((step, i) => {
    if ((step.op === 'sin' || step.op === 'cos') && !turns.has(step.a)) {
      turns.add(step.a);
      lines.push(`  let w${step.a} = ${turnOf(`v${step.a}`)};`);
    }
    lines.push(`  let v${i} = ${stepOf(tape, step)};`);
  });
  return `${lines.join('\n')}\n  return v${tape.steps.length - 1};`;
}

/** `fn value_(p: vec3f) -> f32`: the formula at a point. */
export const valueText = (tape: Tape): string =>
  `fn value_(p: vec3f) -> f32 {\n${linesOf(tape, (angle) => `turn_(${angle})`, valueStep)}\n}\n`;

function valueStep(tape: Tape, step: TapeStep): string {
  const { op } = step;
  const [a, b] = [`v${step.a}`, `v${step.b}`];
  const infix = INFIX[op];
  if (infix !== undefined) return `${a} ${infix} ${b}`;
  switch (op) {
    case 'x':
    case 'y':
    case 'z':
      return `p.${op}`;
    case 'constant':
      return constantOf(step);
    case 'neg':
      return `-${a}`;
    case 'sin':
      return `w${step.a}.x`;
    case 'cos':
      return `w${step.a}.y`;
    case 'square':
      return `${a} * ${a}`;
    case 'smin':
      return `smin_(${a}, ${b}, ${constantOf(step)})`;
    case 'smax':
      return `-smin_(-${a}, -${b}, ${constantOf(step)})`;
    case 'pow': {
      const whole = wholeExponent(tape, step);
      if (whole === undefined) return `power_(${a}, ${constantOf(step)})`;
      const power = wholePower(a, Math.abs(whole));
      return whole < 0 ? `1.0 / (${power})` : power;
    }
  }
  const args = step.b < 0 ? a : `${a}, ${b}`;
  return `${op}${BUILT_IN.has(op) ? '' : '_'}(${args})`;
}

/** `fn near_(p: vec3f, e: vec3f) -> vec2f`: the formula at a point that is wrong by up to `e`, and a bound of its error. */
export const nearText = (tape: Tape): string =>
  `fn near_(p: vec3f, e: vec3f) -> vec2f {\n${linesOf(tape, (angle) => `turn_(${angle}.x)`, nearStep)}\n}\n`;

function nearStep(tape: Tape, step: TapeStep): string {
  const { op } = step;
  const [a, b] = [`v${step.a}`, `v${step.b}`];
  if (PLAIN.has(op)) return `${op}Near_(${step.b < 0 ? a : `${a}, ${b}`})`;
  switch (op) {
    case 'x':
    case 'y':
    case 'z':
      return `vec2f(p.${op}, e.${op})`;
    case 'constant':
      return `constantNear_(${constantOf(step)})`;
    case 'sin':
      return `vec2f(w${step.a}.x, ${a}.y + turnError_(${a}.x))`;
    case 'cos':
      return `vec2f(w${step.a}.y, ${a}.y + turnError_(${a}.x))`;
    case 'smin':
      return `sminNear_(${a}, ${b}, ${constantOf(step)})`;
    case 'smax':
      return `negNear_(sminNear_(negNear_(${a}), negNear_(${b}), ${constantOf(step)}))`;
    default: {
      const whole = wholeExponent(tape, step);
      if (whole === undefined) return `powerNear_(${a}, ${constantOf(step)})`;
      if (whole === 0) return 'vec2f(1.0, 0.0)';
      const n = Math.abs(whole);
      const less = wholePower(`(abs(${a}.x) + ${a}.y)`, n - 1);
      const power = `wholeNear_(${a}, ${n}.0, ${wholePower(`${a}.x`, n)}, ${less})`;
      return whole < 0 ? `divNear_(vec2f(1.0, 0.0), ${power})` : power;
    }
  }
}
