import type { BodyState } from '../body.js';
import { InputError } from '../errors.js';
import { determinant, transformPoint } from '../math/affine.js';
import { coloursOn, type GapScale } from './gapColours.js';

const VERTEX_BYTES = 3 * 8 + 3 + 4;
const FACE_BYTES = 1 + 3 * 4;

/**
 * A body as a PLY file (little-endian) where it stands, with a colour and the number `gap` for each vertex; NaN and grey where there
 * is none. MeshLab, CloudCompare, Blender and ParaView show either. Colours are those of `shown`, where that has a value: there gaps that
 * may be 0 but for their error can be 0.
 */
export function gapPly({ mesh, pose }: BodyState, gaps: Float32Array, scale: GapScale, shown = gaps): Uint8Array {
  const { positions, indices } = mesh;
  const vertexCount = positions.length / 3;
  const faceCount = indices.length / 3;
  if (gaps.length !== vertexCount)
    throw new InputError(
      `gapPly: there are ${gaps.length} gaps for ${vertexCount} vertices. Give what paintGap says of this body.`,
    );
  const header = new TextEncoder().encode(headerOf(vertexCount, faceCount));
  const bytes = new Uint8Array(header.length + VERTEX_BYTES * vertexCount + FACE_BYTES * faceCount);
  bytes.set(header);
  const out = new DataView(bytes.buffer);
  const rgb = coloursOn(
    gaps.map((gap, v) => (Number.isNaN(shown[v]) ? gap : shown[v])),
    scale,
  );
  let at = header.length;
  for (let v = 0; v < vertexCount; v++, at += VERTEX_BYTES) {
    const p = transformPoint(pose, [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
    for (let k = 0; k < 3; k++) {
      out.setFloat64(at + 8 * k, p[k], true);
      out.setUint8(at + 24 + k, rgb[3 * v + k]);
    }
    out.setFloat32(at + 27, gaps[v], true);
  }
  // A pose that mirrors would turn the outside in.
  const corners = determinant(pose) < 0 ? [0, 2, 1] : [0, 1, 2];
  for (let f = 0; f < faceCount; f++, at += FACE_BYTES) {
    out.setUint8(at, 3);
    for (let k = 0; k < 3; k++) out.setUint32(at + 1 + 4 * k, indices[3 * f + corners[k]], true);
  }
  return bytes;
}

const headerOf = (vertexCount: number, faceCount: number): string =>
  [
    'ply',
    'format binary_little_endian 1.0',
    'comment gap: signed distance to the other body along the view, NaN where no gap begins or ends at the vertex',
    `element vertex ${vertexCount}`,
    ...['x', 'y', 'z'].map((axis) => `property double ${axis}`),
    ...['red', 'green', 'blue'].map((colour) => `property uchar ${colour}`),
    'property float gap',
    `element face ${faceCount}`,
    'property list uchar uint vertex_indices',
    'end_header\n',
  ].join('\n');
