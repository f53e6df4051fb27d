import type { Positions } from '../../../mesh/mesh.js';
import type { SceneProblem } from '../../scene.js';
import type { Polygons } from './polygons.js';

/** How a format speaks of its faces and vertices. */
export interface PolygonWords {
  /** What `Polygons.places` counts. */
  readonly place: 'line' | 'byte';
  /** The number of the first vertex. */
  readonly firstVertex: 0 | 1;
}

/** What is wrong with a face whose vertex is not there or not finite. */
export function unsoundFact(
  { places }: Polygons,
  { polygon, vertex }: { polygon: number; vertex: number },
  vertexCount: number,
  { place, firstVertex }: PolygonWords,
): string {
  const face = `the face at ${place} ${places.values[polygon]}`;
  const number = vertex + firstVertex;
  return vertex < vertexCount
    ? `${face} uses vertex ${number}, whose coordinates are not finite`
    : `${face} names vertex ${number}, but there are only ${vertexCount} vertices, counted from ${firstVertex}`;
}

export const intricateFact = ({ places }: Polygons, polygon: number, cornerCount: number, place: string): string =>
  `the face at ${place} ${places.values[polygon]} has ${cornerCount} corners and is too intricate to be divided into triangles`;

/** Says that faces with too few corners were left out, where there are any. */
export function shortFaces({ shortCount, firstShortPlace }: Polygons, place: string): SceneProblem[] {
  if (shortCount === 0) return [];
  const fact =
    shortCount === 1
      ? `a face has fewer than three corners (${place} ${firstShortPlace}) and is left out`
      : `${shortCount} faces have fewer than three corners (the first at ${place} ${firstShortPlace}) and are left out`;
  return [{ code: 'repaired', message: `${fact}. Points and lines bound no solid: remove them from the model.` }];
}

/** Says that vertices were left out that are not finite, where there are any; of no face, or the file would be refused. */
export function unusedNotFinite(positions: Positions, { firstVertex }: PolygonWords): SceneProblem[] {
  const first = positions.findIndex((x) => !Number.isFinite(x));
  if (first < 0) return [];
  const message = `vertices that no face uses are not finite (the first is vertex ${Math.floor(first / 3) + firstVertex}) and are left out. Remove them from the model.`;
  return [{ code: 'repaired', message }];
}
