/** 2^27 + 1 cuts an f64 into two halves whose products are exact (Dekker 1971). */
const SPLIT = 134217729;

/** What rounding takes from a · b, itself without rounding. */
function lostInProduct(a: number, b: number, product: number): number {
  const [ta, tb] = [SPLIT * a, SPLIT * b];
  const [a1, b1] = [ta - (ta - a), tb - (tb - b)];
  const [a2, b2] = [a - a1, b - b1];
  return a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2);
}

/** A number with twice the digits: the nearest f64, and the rest. */
export type Long = readonly [high: number, low: number];

/** The sum of products of up to three factors, with twice the digits (Neumaier 1974; Ogita, Rump and Oishi 2005). */
export function longSum(products: readonly (readonly number[])[]): Long {
  let sum = 0;
  let lost = 0;
  const add = (x: number): void => {
    const next = sum + x;
    lost += Math.abs(sum) >= Math.abs(x) ? sum - next + x : x - next + sum;
    sum = next;
  };
  for (const [a, b = 1, c = 1] of products) {
    const ab = a * b;
    const abc = ab * c;
    add(abc);
    add(lostInProduct(ab, c, abc));
    add(lostInProduct(a, b, ab) * c);
  }
  const high = sum + lost;
  return [high, sum - high + lost];
}
