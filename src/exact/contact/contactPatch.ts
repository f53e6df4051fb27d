import { edgeTable } from '../../mesh/edges.js';
import { weldMap } from '../../mesh/weld.js';
import type { WorldMesh } from '../worldMesh.js';
import { type Carrier, FIRST_EDGE, WITHIN } from './contactKind.js';

/**
 * The faces of a body that take part in contacts, with corners in the same place made one, so that what several faces
 * share (a corner, an edge) has one number.
 */
export interface ContactPatch {
  readonly positions: Float64Array;
  /** The body's faces, in the order of the patch. */
  readonly faces: Uint32Array;
  /** Three corners a face, numbered within the patch. */
  readonly indices: Uint32Array;
  /** The two ends of each edge, numbered so; and the edge of each side of each face. */
  readonly edges: Uint32Array;
  readonly edgeOfSide: Uint32Array;
  /** The place in the patch of a face of the body. */
  readonly placeOf: (face: number) => number;
  /** One number for each corner, edge and face of the patch: that of a carrier in a face of the patch. */
  readonly featureOf: (place: number, carrier: Carrier) => number;
  /** Whether a feature is an edge, and which. */
  readonly edgeOf: (feature: number) => number | undefined;
  readonly featureCount: number;
}

export function contactPatch({ positions, indices }: WorldMesh, touched: Uint32Array): ContactPatch {
  const places = new Map<number, number>();
  for (let k = 0; k < touched.length; k++) if (!places.has(touched[k])) places.set(touched[k], places.size);
  const faces = Uint32Array.from(places.keys());
  const corners = new Float64Array(9 * faces.length);
  for (let side = 0; side < 3 * faces.length; side++) {
    const v = 3 * indices[3 * faces[Math.floor(side / 3)] + (side % 3)];
    corners[3 * side] = positions[v];
    corners[3 * side + 1] = positions[v + 1];
    corners[3 * side + 2] = positions[v + 2];
  }
  const { map, vertexCount } = weldMap(corners);
  const at = new Float64Array(3 * vertexCount);
  for (let side = 0; side < map.length; side++)
    for (let k = 0; k < 3; k++) at[3 * map[side] + k] = corners[3 * side + k];
  const { edges, edgeOfSide } = edgeTable(map);
  const edgeCount = edges.length / 2;
  return {
    positions: at,
    faces,
    indices: map,
    edges,
    edgeOfSide,
    placeOf: (face) => places.get(face)!,
    featureOf: (place, carrier) =>
      carrier === WITHIN
        ? vertexCount + edgeCount + place
        : carrier >= FIRST_EDGE
          ? vertexCount + edgeOfSide[3 * place + carrier - FIRST_EDGE]
          : map[3 * place + carrier],
    edgeOf: (feature) =>
      feature >= vertexCount && feature < vertexCount + edgeCount ? feature - vertexCount : undefined,
    featureCount: vertexCount + edgeCount + faces.length,
  };
}
