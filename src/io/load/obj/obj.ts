import { identity } from '../../../math/affine.js';
import type { ScenePart } from '../../scene.js';
import { compactMesh } from '../polygons/compactMesh.js';
import {
  intricateFact,
  type PolygonWords,
  shortFaces,
  unsoundFact,
  unusedNotFinite,
} from '../polygons/polygonProblems.js';
import { firstUnsoundPolygon } from '../polygons/polygons.js';
import { triangulate } from '../polygons/triangulate.js';
import { problemList } from '../problemList.js';
import { type Reader, unreadable } from '../reader.js';
import { decodeText } from '../text/decodeText.js';
import { objParts } from './objParts.js';
import { type ObjStatements, readObjStatements } from './objStatements.js';

const WORDS: PolygonWords = { place: 'line', firstVertex: 1 };
const REMEDY = 'Repair the model or export it again.';

/**
 * Reads an OBJ file: the polygons of its objects or groups as parts, see {@link objParts}. Faces with more than three
 * corners are divided into triangles. Points, lines, textures, materials and normals are passed over.
 */
export const readObj: Reader = (bytes, source) => {
  const obj = readObjStatements(decodeText(bytes), source);
  const { positions, faces, pieces } = obj;
  const vertexCount = positions.length / 3;
  if (faces.ends.length === 0) {
    const fault = pieces.find((piece) => piece.fault !== undefined)?.fault ?? obj.notRead[0];
    throw unreadable(
      source,
      `there are no faces with three corners or more (${fault ?? `${vertexCount} vertices`})`,
      'Export a mesh of polygons: points and lines alone bound no solid.',
    );
  }
  noteUnsoundFaces(obj);
  const indices = triangulate(faces, positions, (polygon, cornerCount) =>
    unreadable(source, intricateFact(faces, polygon, cornerCount, 'line'), 'Export triangles instead.'),
  );
  const drafts = objParts(obj, indices, source.stem);
  const sound = drafts.filter(({ fault }) => fault === undefined);
  if (sound.length === 0) throw unreadable(source, drafts[0].fault!, REMEDY);

  const faulty = problemList();
  for (const { name, fault } of drafts)
    if (fault !== undefined)
      faulty.add(`parts that cannot be read. ${REMEDY}`, () => ({
        code: 'unreadable',
        part: name,
        message: `${fault}. ${REMEDY}`,
      }));
  const problems = [...obj.problems, ...shortFaces(faces, 'line'), ...faulty.all()];
  const notFinite = sound.length === drafts.length ? unusedNotFinite(positions, WORDS) : [];
  problems.push(...notFinite);
  const isWhole = drafts.length === 1 && notFinite.length === 0;
  const numbers = new Uint32Array(vertexCount);
  const parts = sound.map(
    ({ name, path, indices: own }): ScenePart => ({
      name,
      path,
      mesh: isWhole ? { positions, indices } : compactMesh(positions, own, numbers),
      pose: identity(),
    }),
  );
  return { units: undefined, parts, problems, animations: [] };
};

/** Marks the pieces with a face on a vertex that is not there or not finite. */
function noteUnsoundFaces({ positions, faces, pieces, runs }: ObjStatements): void {
  let run = 0;
  for (let from = 0; from < faces.ends.length; ) {
    const unsound = firstUnsoundPolygon(faces, positions, from);
    if (!unsound) return;
    while (run + 1 < runs.length && runs[run + 1][0] <= unsound.polygon) run++;
    pieces[runs[run][1]].fault ??= unsoundFact(faces, unsound, positions.length / 3, WORDS);
    // One fault spoils the piece: on to the next run.
    from = runs[run + 1]?.[0] ?? faces.ends.length;
  }
}
