/** Numbers in a row, as many as come. */
export interface NumberList<Values extends Float64Array | Uint32Array> {
  values: Values;
  length: number;
}

const FIRST_CAPACITY = 1024;

export const floatList = (): NumberList<Float64Array> => ({ values: new Float64Array(FIRST_CAPACITY), length: 0 });
export const indexList = (): NumberList<Uint32Array> => ({ values: new Uint32Array(FIRST_CAPACITY), length: 0 });

export function pushFloat(list: NumberList<Float64Array>, value: number): void {
  if (list.length === list.values.length) list.values = enlarge(new Float64Array(2 * list.length), list.values);
  list.values[list.length++] = value;
}

export function pushIndex(list: NumberList<Uint32Array>, value: number): void {
  if (list.length === list.values.length) list.values = enlarge(new Uint32Array(2 * list.length), list.values);
  list.values[list.length++] = value;
}

/** The numbers alone; the room behind them is given up. */
export const numbersOf = <Values extends Float64Array | Uint32Array>({ values, length }: NumberList<Values>): Values =>
  values.slice(0, length) as Values;

function enlarge<Values extends Float64Array | Uint32Array>(larger: Values, values: Values): Values {
  larger.set(values);
  return larger;
}
