/**
 * Appends the triangles of a rectangular cell whose sides have further vertices on them, where neighbours have corners.
 * The sides run counter-clockwise: each begins with the corner that the one before ends with. No triangle has all its
 * corners on one side, so that none lies flat along it. Triangles that have lost a corner, where a side has shrunk to a
 * point, are left out: what is left of them is an edge there and back.
 *
 * @param middle gives a new vertex in the middle of the cell, where one is needed.
 */
export function cellTriangles(
  sides: readonly (readonly number[])[],
  positions: readonly number[],
  middle: () => number,
  out: number[],
): void {
  let crowded = 0; // sides with vertices between their corners
  let last = -1;
  for (let k = 0; k < 4; k++)
    if (sides[k].length > 2) {
      crowded++;
      last = k;
    }
  if (crowded === 2 && sides[(last + 2) % 4].length > 2) {
    zip(sides[last], sides[(last + 2) % 4], positions, out);
    return;
  }
  // From one corner to the two sides that it is not on: corner k + 3 sees sides k and k + 1, and its diagonal leads to
  // corner k + 1. The shorter diagonal, where there is a choice.
  const parity = square(positions, sides[0][0], sides[2][0]) <= square(positions, sides[1][0], sides[3][0]) ? 1 : 0;
  let from = -1;
  for (let k = 0; k < 4 && crowded < 3; k++) {
    if (sides[(k + 2) % 4].length > 2 || sides[(k + 3) % 4].length > 2) continue;
    if (sees(sides, k) && (from < 0 || k % 2 === parity)) from = k;
  }
  if (from < 0) {
    const center = middle();
    for (const side of sides) fan(center, side, out);
    return;
  }
  const apex = sides[(from + 3) % 4][0];
  fan(apex, sides[from], out);
  fan(apex, sides[(from + 1) % 4], out);
}

/** Whether corner k + 3 is on neither of sides k and k + 1, also where a side between them has shrunk to a point. */
function sees(sides: readonly (readonly number[])[], k: number): boolean {
  const apex = sides[(k + 3) % 4][0];
  const [one, two] = [sides[k], sides[(k + 1) % 4]];
  return !((one.length > 2 && apex === one[0]) || (two.length > 2 && apex === two[two.length - 1]));
}

function fan(apex: number, side: readonly number[], out: number[]): void {
  for (let i = 1; i < side.length; i++) triangle(apex, side[i - 1], side[i], out);
}

/**
 * Between two opposite sides, always along the shorter of the two next diagonals. Where they begin or end in one point,
 * the first or last triangle takes both, lest one lies flat along a side.
 */
function zip(side: readonly number[], opposite: readonly number[], positions: readonly number[], out: number[]): void {
  let i = 0;
  let j = opposite.length - 1;
  let iEnd = side.length - 1;
  let jEnd = 0;
  if (side[i] === opposite[j]) triangle(side[i], side[++i], opposite[--j], out);
  if (side[iEnd] === opposite[jEnd]) triangle(side[--iEnd], opposite[jEnd], opposite[++jEnd], out);
  while (i < iEnd || j > jEnd) {
    const ahead = i < iEnd ? square(positions, side[i + 1], opposite[j]) : Infinity;
    const across = j > jEnd ? square(positions, side[i], opposite[j - 1]) : Infinity;
    if (ahead <= across) {
      triangle(side[i], side[i + 1], opposite[j], out);
      i++;
    } else {
      triangle(side[i], opposite[j - 1], opposite[j], out);
      j--;
    }
  }
}

function triangle(a: number, b: number, c: number, out: number[]): void {
  if (a !== b && b !== c && c !== a) out.push(a, b, c);
}

function square(positions: readonly number[], a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return x * x + y * y + z * z;
}
