/** Triangles on the vertices that they use. */
export interface Compacted {
  /** New vertex number → old vertex number, in the order of first use. */
  readonly used: Uint32Array;
  readonly corners: Uint32Array;
}

/** Below this share of used vertices, a table of all of them would cost more than the triangles. */
const SPARSE_SHARE = 1 / 8;

/** Leaves out the vertices that no triangle uses: pieces of a model often share the vertices of the whole. */
export function compact(oldCorners: Uint32Array, vertexCount: number): Compacted {
  const corners = new Uint32Array(oldCorners.length);
  const used = new Uint32Array(Math.min(oldCorners.length, vertexCount));
  let count = 0;
  if (oldCorners.length < SPARSE_SHARE * vertexCount) {
    const numbers = new Map<number, number>();
    for (let i = 0; i < corners.length; i++) {
      let number = numbers.get(oldCorners[i]);
      if (number === undefined) {
        number = count++;
        numbers.set(oldCorners[i], number);
        used[number] = oldCorners[i];
      }
      corners[i] = number;
    }
  } else {
    const numbers = new Uint32Array(vertexCount); // new number + 1, 0 where not met yet
    for (let i = 0; i < corners.length; i++) {
      const old = oldCorners[i];
      if (numbers[old] === 0) {
        used[count] = old;
        numbers[old] = ++count;
      }
      corners[i] = numbers[old] - 1;
    }
  }
  return { used: used.subarray(0, count), corners };
}
