const CELLS_PER_FACE = 6;
const CELLS_IN_ANY_CASE = 2 ** 12;

/**
 * How many cells the faces of a pair that are in view may lie over together. Where they lie over more, cells are made larger,
 * so that the time stays linear in the number of faces, however large they are. Two bumpy spheres of 80,400 triangles, deep
 * in each other: 3.5 ms and 17,655 faces kept at 3.8 cells a face; 14 ms and 14,528 at 8.5; 3.4 ms and 21,722 at 2.2.
 */
export const mostCellsOver = (faceCount: number): number => CELLS_PER_FACE * faceCount + CELLS_IN_ANY_CASE;
