/** Pixels in connected regions: region r has the pixels `pixels[starts[r]]` to `pixels[starts[r + 1] - 1]`. */
export interface Regions {
  readonly pixels: Uint32Array;
  readonly starts: readonly number[];
}

/** The connected regions, by eight neighbours, of the pixels that are meant: not 0. */
export function connectedRegions(isMeant: Uint8Array, columns: number): Regions {
  let count = 0;
  for (let p = 0; p < isMeant.length; p++) if (isMeant[p] !== 0) count++;
  // A region grows at the end of the list and is looked through from its start: the list needs no stack beside it.
  const pixels = new Uint32Array(count);
  const isLeft = isMeant.slice();
  const starts: number[] = [0];
  let end = 0;
  for (let seed = 0; seed < isLeft.length; seed++) {
    if (isLeft[seed] === 0) continue;
    let next = end;
    isLeft[seed] = 0;
    pixels[end++] = seed;
    while (next < end) {
      const p = pixels[next++];
      const x = p % columns;
      const left = x > 0 ? -1 : 0;
      const right = x < columns - 1 ? 1 : 0;
      for (let row = p - columns; row <= p + columns; row += columns) {
        if (row < 0 || row >= isLeft.length) continue;
        for (let q = row + left; q <= row + right; q++)
          if (isLeft[q] !== 0) {
            isLeft[q] = 0;
            pixels[end++] = q;
          }
      }
    }
    starts.push(end);
  }
  return { pixels, starts };
}
