/**
 * The crossings of a solid along a line, of all places where they can be: those between which the inside changes. `isInside` is asked in the
 * middles.
 */
export function csgCrossings(places: readonly number[], isInside: (t: number) => boolean): number[] {
  const sorted = [...places].sort((a, b) => a - b);
  let inside = false;
  return sorted.filter((t, k) => {
    const next = k + 1 < sorted.length && isInside((t + sorted[k + 1]) / 2);
    const changes = next !== inside;
    inside = next;
    return changes;
  });
}
