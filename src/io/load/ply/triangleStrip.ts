import { closePolygon, type Polygons } from '../polygons/polygons.js';
import { pushIndex } from '../text/numberList.js';

/**
 * Reads `length` vertex numbers as strips: each number makes a triangle with the two before it, every other one of them
 * turned round, and a negative number begins a new strip. Triangles that name a vertex twice only lead the strip on.
 */
export function readTriangleStrip(faces: Polygons, length: number, read: () => number, place: number): void {
  let older = -1;
  let newer = -1;
  let isTurned = false;
  for (let k = 0; k < length; k++) {
    const vertex = read();
    if (vertex < 0) older = newer = -1;
    else {
      if (older < 0) isTurned = false;
      else {
        if (older !== newer && newer !== vertex && vertex !== older) {
          pushIndex(faces.corners, isTurned ? newer : older);
          pushIndex(faces.corners, isTurned ? older : newer);
          pushIndex(faces.corners, vertex);
          closePolygon(faces, place);
        }
        isTurned = !isTurned;
      }
      older = newer;
      newer = vertex;
    }
  }
}
