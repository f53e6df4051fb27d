import { InputError } from '../src/errors.js';

/**
 * A smooth function through points with ascending x that rises and falls only where they do (F. Fritsch and R. Carlson, "Monotone
 * Piecewise Cubic Interpolation", 1980; the slopes by F. Fritsch and J. Butland, 1984). Beyond the ends it is constant.
 *
 * @example monotoneCubic([0, 1, 3], [0, 2, 2])(2) // 2
 */
export function monotoneCubic(x: readonly number[], y: readonly number[]): (at: number) => number {
  const n = x.length;
  if (n < 2 || y.length !== n || x.some((value, i) => i > 0 && !(value > x[i - 1])))
    throw new InputError(`monotoneCubic: these are no points (x: ${x}; y: ${y}). Give two or more, x ascending.`);
  const secant = x.slice(1).map((next, i) => (y[i + 1] - y[i]) / (next - x[i]));
  const slope = x.map((_, i) => {
    if (i === 0) return secant[0];
    if (i === n - 1) return secant[n - 2];
    const [before, after] = [secant[i - 1], secant[i]];
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  return (at) => {
    if (at <= x[0]) return y[0];
    if (at >= x[n - 1]) return y[n - 1];
    let i = 0;
    while (x[i + 1] <= at) i++;
    const width = x[i + 1] - x[i];
    const t = (at - x[i]) / width;
    const [t2, t3] = [t * t, t * t * t];
    const ends = (2 * t3 - 3 * t2 + 1) * y[i] + (3 * t2 - 2 * t3) * y[i + 1];
    return ends + width * ((t3 - 2 * t2 + t) * slope[i] + (t3 - t2) * slope[i + 1]);
  };
}
