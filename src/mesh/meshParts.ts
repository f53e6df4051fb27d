import type { Affine } from '../math/affine.js';
import type { Box } from '../math/box.js';
import { BLOCK_FACES, CHUNK_BITS, type FaceBlocks } from './faceBlocks.js';

/** Parts of a mesh: runs of faces, and of vertices, those that the faces name among them. Runs are starts and ends in turn. */
export interface MeshParts {
  faces: Uint32Array;
  faceRuns: number;
  vertices: Uint32Array;
  vertexRuns: number;
  /** How far the faces may reach along the first two axes, whatever the sign. */
  reach: number;
}

/** A mesh of which parts are looked for. */
export interface BlockedMesh {
  readonly positions: { readonly length: number };
  readonly indices: { readonly length: number };
  readonly blocks?: FaceBlocks | undefined;
}

/** Where more of the blocks than this share are found, all vertices are taken. */
const MOST_BLOCKS = 0.8;

/** Rounding moves a coordinate by less than this share of the terms that it is the sum of. */
const ROUNDING = 2 ** -44;

export const createMeshParts = (): MeshParts => ({
  faces: new Uint32Array(2),
  faceRuns: 0,
  vertices: new Uint32Array(2),
  vertexRuns: 0,
  reach: 0,
});

/**
 * Finds the parts of a mesh that may lie in `zone` where `map` puts them: whole blocks of faces, in their order. All corners of any
 * other face lie beyond the same side of it, whatever rounding does to them. Where blocks are not known, that is all of the mesh.
 */
export function findParts(parts: MeshParts, mesh: BlockedMesh, map: Affine, zone: Box): void {
  const { positions, indices, blocks } = mesh;
  if (blocks && findBlocks(parts, blocks, indices.length / 3, positions.length / 3, map, zone)) return;
  parts.faces[0] = parts.vertices[0] = 0;
  parts.faces[1] = indices.length / 3;
  parts.vertices[1] = positions.length / 3;
  parts.faceRuns = parts.vertexRuns = 1;
  parts.reach = Infinity;
}

/** False where numbers overflow, and nothing is found. */
function findBlocks(
  parts: MeshParts,
  blocks: FaceBlocks,
  faceCount: number,
  vertexCount: number,
  map: Affine,
  { min, max }: Box,
): boolean {
  const { boxes, farthest } = blocks;
  const count = boxes.length / 6;
  if (parts.faces.length < count + 1) parts.faces = new Uint32Array(2 * count);
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = map;
  const [a0, a1, a2, a4, a5, a6, a8, a9, a10] = [m0, m1, m2, m4, m5, m6, m8, m9, m10].map(Math.abs);
  const [fx, fy, fz] = farthest;
  const slackX = ROUNDING * (a0 * fx + a1 * fy + a2 * fz + Math.abs(m3));
  const slackY = ROUNDING * (a4 * fx + a5 * fy + a6 * fz + Math.abs(m7));
  const slackZ = ROUNDING * (a8 * fx + a9 * fy + a10 * fz + Math.abs(m11));
  if (!(slackX + slackY + slackZ < Infinity)) return false;
  const [minX, minY, minZ] = [min[0] - slackX, min[1] - slackY, min[2] - slackZ];
  const [maxX, maxY, maxZ] = [max[0] + slackX, max[1] + slackY, max[2] + slackZ];
  const { faces } = parts;
  let found = 0;
  let runs = 0;
  let end = -1;
  let reach = 0;
  for (let block = 0, at = 0; block < count; block++, at += 6) {
    const x = boxes[at];
    const y = boxes[at + 1];
    const z = boxes[at + 2];
    const u = boxes[at + 3];
    const v = boxes[at + 4];
    const w = boxes[at + 5];
    const px = m0 * x + m1 * y + m2 * z + m3;
    const dx = a0 * u + a1 * v + a2 * w;
    if (px - dx > maxX || px + dx < minX) continue;
    const py = m4 * x + m5 * y + m6 * z + m7;
    const dy = a4 * u + a5 * v + a6 * w;
    if (py - dy > maxY || py + dy < minY) continue;
    const pz = m8 * x + m9 * y + m10 * z + m11;
    const dz = a8 * u + a9 * v + a10 * w;
    if (pz - dz > maxZ || pz + dz < minZ) continue;
    if (block !== end) faces[2 * runs++] = block * BLOCK_FACES;
    end = block + 1;
    faces[2 * runs - 1] = end * BLOCK_FACES;
    found++;
    reach = Math.max(reach, Math.abs(px) + dx, Math.abs(py) + dy);
  }
  parts.faceRuns = runs;
  parts.reach = reach;
  if (found > MOST_BLOCKS * count) {
    parts.vertices[0] = 0;
    parts.vertices[1] = vertexCount;
    parts.vertexRuns = 1;
  } else findVertexRuns(parts, blocks, vertexCount);
  if (end === count) faces[2 * runs - 1] = faceCount;
  return true;
}

/** The vertices that the faces name, by chunks. */
function findVertexRuns(parts: MeshParts, { chunks, chunksFrom }: FaceBlocks, vertexCount: number): void {
  const chunkCount = (vertexCount >>> CHUNK_BITS) + 1;
  if (parts.vertices.length < chunkCount + 1) parts.vertices = new Uint32Array(2 * chunkCount);
  const isNamed = noneNamed(chunkCount);
  for (let run = 0; run < parts.faceRuns; run++) {
    const end = chunksFrom[parts.faces[2 * run + 1] / BLOCK_FACES];
    for (let k = chunksFrom[parts.faces[2 * run] / BLOCK_FACES]; k < end; k++) isNamed[chunks[k]] = 1;
  }
  const { vertices } = parts;
  let runs = 0;
  for (let chunk = 0, was = 0; chunk < chunkCount; chunk++) {
    const is = isNamed[chunk];
    if (is > was) vertices[2 * runs++] = chunk << CHUNK_BITS;
    if (is === 1) vertices[2 * runs - 1] = Math.min((chunk + 1) << CHUNK_BITS, vertexCount);
    was = is;
  }
  parts.vertexRuns = runs;
}

/** One for all meshes, so that none is made for each. */
let named = new Uint8Array(0);

function noneNamed(chunkCount: number): Uint8Array {
  if (named.length < chunkCount) named = new Uint8Array(2 * chunkCount);
  else named.fill(0, 0, chunkCount);
  return named;
}
