/** Some of the corners of a polygon, each with the next and the previous of them around it. */
export function cornerRing(cornerCount: number) {
  const nexts = new Uint32Array(cornerCount);
  const previouses = new Uint32Array(cornerCount);
  let first = 0;
  let size = 0;
  const addBehind = (corner: number, place: number): void => {
    if (size++ === 0) {
      first = nexts[corner] = previouses[corner] = corner;
      return;
    }
    nexts[corner] = nexts[place];
    previouses[corner] = place;
    previouses[nexts[place]] = corner;
    nexts[place] = corner;
  };
  return {
    size: () => size,
    /** The first that was added. */
    first: () => first,
    next: (corner: number): number => nexts[corner],
    previous: (corner: number): number => previouses[corner],
    addLast: (corner: number): void => addBehind(corner, previouses[first]),
    addBehind,
    remove(corner: number): void {
      nexts[previouses[corner]] = nexts[corner];
      previouses[nexts[corner]] = previouses[corner];
      size--;
    },
  };
}
