import { identity } from '../../../math/affine.js';
import type { Positions } from '../../../mesh/mesh.js';
import type { Scene, SceneProblem } from '../../scene.js';
import { type Source, unreadable } from '../reader.js';
import { compactMesh } from './compactMesh.js';
import { intricateFact, type PolygonWords, shortFaces, unsoundFact, unusedNotFinite } from './polygonProblems.js';
import { firstUnsoundPolygon, type Polygons } from './polygons.js';
import { triangulate } from './triangulate.js';

/** The scene of a file that is one part without a name, from its vertices and faces. */
export function polygonScene(
  source: Source,
  positions: Positions,
  faces: Polygons,
  words: PolygonWords,
  problems: readonly SceneProblem[],
): Scene {
  const vertexCount = positions.length / 3;
  if (faces.ends.length === 0)
    throw unreadable(
      source,
      `there are no faces with three corners or more (${vertexCount} vertices)`,
      'Export a mesh: points and lines alone bound no solid.',
    );
  const unsound = firstUnsoundPolygon(faces, positions);
  if (unsound)
    throw unreadable(source, unsoundFact(faces, unsound, vertexCount, words), 'Repair the model or export it again.');
  const indices = triangulate(faces, positions, (polygon, cornerCount) =>
    unreadable(source, intricateFact(faces, polygon, cornerCount, words.place), 'Export triangles instead.'),
  );
  const notFinite = unusedNotFinite(positions, words);
  const mesh =
    notFinite.length === 0 ? { positions, indices } : compactMesh(positions, indices, new Uint32Array(vertexCount));
  return {
    units: undefined,
    parts: [{ name: source.stem, path: [], mesh, pose: identity() }],
    problems: [...problems, ...shortFaces(faces, words.place), ...notFinite],
    animations: [],
  };
}
