/**
 * Stretches of one parameter that are halved over and over, from one per piece on. What is halved twice is halved at
 * the same place, so that cells side by side agree on where lines run.
 */
export interface Halvings {
  /** The number of the first half of a stretch; that of the second is one more. */
  halve(stretch: number): number;
  /** All places where stretches begin or end, ascending, and of each stretch which of them it runs between. */
  lines(): Lines;
}

export interface Lines {
  readonly values: readonly number[];
  /** By stretch, where it begins and ends among the values. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** The stretches from break to break have the numbers 0, 1, … */
export function halvings(breaks: Float64Array): Halvings {
  const begin = Array.from(breaks.subarray(0, -1));
  const end = Array.from(breaks.subarray(1));
  const halves = begin.map(() => 0); // the number of the first half; 0 where a stretch is whole
  return {
    halve(stretch) {
      if (halves[stretch] === 0) {
        const middle = (begin[stretch] + end[stretch]) / 2;
        halves[stretch] = halves.push(0, 0) - 2;
        begin.push(begin[stretch], middle);
        end.push(middle, end[stretch]);
      }
      return halves[stretch];
    },
    lines() {
      const values = [breaks[0]];
      const low = new Uint32Array(halves.length);
      const high = new Uint32Array(halves.length);
      const visit = (stretch: number): void => {
        low[stretch] = values.length - 1;
        if (halves[stretch] === 0) values.push(end[stretch]);
        else {
          visit(halves[stretch]);
          visit(halves[stretch] + 1);
        }
        high[stretch] = values.length - 1;
      };
      for (let k = 0; k + 1 < breaks.length; k++) visit(k);
      return { values, low, high };
    },
  };
}
