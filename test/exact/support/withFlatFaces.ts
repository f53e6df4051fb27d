import type { Random } from '../../../src/math/random.js';
import { type Mesh, mesh } from '../../../src/mesh/mesh.js';
import { pick } from '../../support/randomPose.js';
import { whole } from './latticeMaps.js';

/**
 * The same solid with up to four edges opened, and the gaps, which have no width, filled with faces without area: the mesh
 * stays closed. The sixths of its edges must be whole points; of those that come about here, only such are opened again.
 */
export function withFlatFaces({ positions, indices }: Mesh, random: Random): Mesh {
  const work: Work = { points: Array.from(positions), faces: [] };
  for (let i = 0; i < indices.length; i += 3) work.faces.push([indices[i], indices[i + 1], indices[i + 2]]);
  for (let count = whole(random, 1, 4); count > 0; count--) {
    const face = whole(random, 0, work.faces.length - 1);
    const side = whole(random, 0, 2);
    const [u, v, w] = [0, 1, 2].map((k) => work.faces[face][(side + k) % 3]);
    pick(random, OPENINGS)(work, face, [u, v, w], random);
  }
  return mesh(work.points, work.faces.flat());
}

type Face = readonly [number, number, number];

interface Work {
  readonly points: number[];
  readonly faces: Face[];
}

/** Opens the side from u to v of a face with the corners u, v, w. */
type Opening = (work: Work, face: number, corners: Face, random: Random) => void;

/** A corner of this face alone, in the same place, and two faces that join it to the others. */
const ownCorner: Opening = (work, face, [u, v, w]) => {
  const own = sixthOf(work, u, u, 0);
  work.faces[face] = [own, v, w];
  work.faces.push([u, v, own], [own, w, u]);
};

/** A vertex named twice by one face. */
const pointless: Opening = ({ faces }, _, [u, v]) => {
  faces.push([u, u, v], [v, u, v]);
};

/** This face gets a vertex on its side, which the other one does not have. */
const oneSide: Opening = (work, face, [u, v, w], random) => {
  const m = sixthOf(work, u, v, whole(random, 1, 5));
  if (m === undefined) return;
  work.faces[face] = [u, m, w];
  work.faces.push([m, v, w], [u, v, m]);
};

/** Both faces get a vertex on the side between them, each its own. */
const bothSides: Opening = (work, face, [u, v, w], random) => {
  const other = work.faces.findIndex((corners) =>
    corners.some((corner, k) => corner === v && corners[(k + 1) % 3] === u),
  );
  const z = work.faces[other]?.find((corner) => corner !== u && corner !== v);
  const m = sixthOf(work, u, v, whole(random, 1, 5));
  const x = sixthOf(work, u, v, whole(random, 1, 5));
  if (z === undefined || m === undefined || x === undefined) return;
  work.faces[face] = [u, m, w];
  work.faces[other] = [v, x, z];
  work.faces.push([m, v, w], [x, u, z], [u, x, m], [x, v, m]);
};

const OPENINGS: readonly Opening[] = [ownCorner, pointless, oneSide, bothSides];

/** A new vertex some sixths of the way from one to another; `undefined` where that is no whole point. */
function sixthOf({ points }: Work, from: number, to: number, sixths: 0): number;
function sixthOf({ points }: Work, from: number, to: number, sixths: number): number | undefined;
function sixthOf({ points }: Work, from: number, to: number, sixths: number): number | undefined {
  const place = [0, 1, 2].map((k) => points[3 * from + k] + (sixths * (points[3 * to + k] - points[3 * from + k])) / 6);
  if (!place.every(Number.isInteger)) return undefined;
  return points.push(...place) / 3 - 1;
}
