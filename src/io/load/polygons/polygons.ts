import { indexList, type NumberList, pushIndex } from '../text/numberList.js';

/** Faces with any number of corners, as files have them, in the order of the file. */
export interface Polygons {
  /** Vertex numbers, face after face. */
  readonly corners: NumberList<Uint32Array>;
  /** Behind the last corner of each face. */
  readonly ends: NumberList<Uint32Array>;
  /** Where each face stands in the file: its line or its byte, for messages. */
  readonly places: NumberList<Uint32Array>;
  /** Faces with fewer than three corners: how many were left out, and where the first of them stands. */
  shortCount: number;
  firstShortPlace: number;
}

/** Stands for a vertex that there cannot be. */
export const NO_VERTEX = 0xffffffff;

export const polygons = (): Polygons => ({
  corners: indexList(),
  ends: indexList(),
  places: indexList(),
  shortCount: 0,
  firstShortPlace: 0,
});

/** Closes the face whose corners were pushed since the last one; false, and it is gone, where it has fewer than three. */
export function closePolygon(faces: Polygons, place: number): boolean {
  const { corners, ends, places } = faces;
  const begin = ends.length === 0 ? 0 : ends.values[ends.length - 1];
  if (corners.length - begin < 3) {
    corners.length = begin;
    if (faces.shortCount++ === 0) faces.firstShortPlace = place;
    return false;
  }
  pushIndex(ends, corners.length);
  pushIndex(places, place);
  return true;
}

/** The first face at or after `from` with a corner on a vertex that is not there or not finite. */
export function firstUnsoundPolygon(
  { corners, ends }: Polygons,
  positions: ArrayLike<number>,
  from = 0,
): { polygon: number; vertex: number } | undefined {
  let corner = from === 0 ? 0 : ends.values[from - 1];
  for (let polygon = from; polygon < ends.length; polygon++)
    for (; corner < ends.values[polygon]; corner++) {
      const vertex = corners.values[corner];
      // Beyond the last vertex there is undefined, which is not finite either.
      const x = positions[3 * vertex];
      const y = positions[3 * vertex + 1];
      const z = positions[3 * vertex + 2];
      if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) return { polygon, vertex };
    }
  return undefined;
}

/** Whether every face has three corners or more, all on vertices that are there and finite. */
export const areSound = (faces: Polygons, positions: ArrayLike<number>): boolean =>
  faces.shortCount === 0 && firstUnsoundPolygon(faces, positions) === undefined;
