import type { Tape, TapeStep } from '../formula/tape.js';

/** The exponent of `pow`, where it is whole: it is part of the text. */
export function wholeExponent(tape: Tape, step: TapeStep): number | undefined {
  const exponent = tape.constants[step.constant];
  return Number.isInteger(exponent) && Math.abs(exponent) < 2 ** 24 ? exponent : undefined;
}

/** The WGSL of a power, by the functions of `wholePowersText`. */
export function wholePower(base: string, exponent: number): string {
  if (exponent === 0) return '1.0';
  return exponent === 1 ? base : `whole${exponent}_(${base})`;
}

/**
 * `fn whole5_(x: f32) -> f32` and the like for all powers that a tape, its errors and its slopes need: by squaring, without
 * loops.
 */
export function wholePowersText(tape: Tape): string {
  const needed = new Set<number>();
  for (const step of tape.steps) {
    const exponent = step.op === 'pow' ? wholeExponent(tape, step) : undefined;
    if (exponent === undefined) continue;
    for (const n of [Math.abs(exponent), Math.abs(exponent) - 1, Math.abs(exponent - 1)]) if (n > 1) needed.add(n);
  }
  return [...needed]
    .sort((a, b) => a - b)
    .map((n) => {
      const lines: string[] = ['  let x1 = x;'];
      const factors: string[] = [];
      for (let bit = 1; bit <= n; bit *= 2) {
        if (bit > 1) lines.push(`  let x${bit} = x${bit / 2} * x${bit / 2};`);
        if (n & bit) factors.push(`x${bit}`);
      }
      return `fn whole${n}_(x: f32) -> f32 {\n${lines.join('\n')}\n  return ${factors.join(' * ')};\n}\n`;
    })
    .join('');
}
