/** Cuts a Bézier piece in two at the middle of u, by de Casteljau's scheme. Control points of four numbers, u fastest. */
export function halveU(piece: Float64Array, p: number, q: number, low: Float64Array, high: Float64Array): void {
  for (let j = 0; j <= q; j++) halveRow(piece, 4 * j * (p + 1), 4, p, low, high);
}

/** The same at the middle of v. */
export function halveV(piece: Float64Array, p: number, q: number, low: Float64Array, high: Float64Array): void {
  for (let i = 0; i <= p; i++) halveRow(piece, 4 * i, 4 * (p + 1), q, low, high);
}

/** `high` serves as the scheme's triangle: its last point stays, and in the end its first is the middle. */
function halveRow(
  piece: Float64Array,
  at: number,
  step: number,
  degree: number,
  low: Float64Array,
  high: Float64Array,
): void {
  for (let x = at; x < at + 4; x++) {
    for (let i = 0; i <= degree; i++) high[x + i * step] = piece[x + i * step];
    low[x] = high[x];
    for (let level = 1; level <= degree; level++) {
      for (let i = 0; i <= degree - level; i++)
        high[x + i * step] = (high[x + i * step] + high[x + (i + 1) * step]) / 2;
      low[x + level * step] = high[x];
    }
  }
}
