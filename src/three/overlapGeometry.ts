import { BufferAttribute, BufferGeometry, Color } from 'three';
import { boundsOf, center } from '../math/box.js';
import type { Vec3 } from '../math/vector.js';
import type { Mesh } from '../mesh/mesh.js';
import { vertexNormals } from '../mesh/normals.js';
import type { OverlapMesh } from '../overlapMesh.js';
import { shadeOf } from './overlayShade.js';

/** How much lighter than the colour A's side is, and how much darker B's: shares of the way to white and to black. */
const LIGHTER = 0.14;
const DARKER = 0.4;
/** How dark what looks away from the light is, see {@link shadeOf}. */
const CONTRAST = 0.6;

/** A geometry, and the point that its positions are relative to: f32 would blur those of a scene far from the origin. */
export interface OverlapGeometry {
  readonly geometry: BufferGeometry;
  readonly at: Vec3;
}

/** An overlap with normals and shaded colours. A's and B's sides share no vertices, so that they meet in a sharp line. */
export function overlapGeometry({ mesh, side }: Pick<OverlapMesh, 'mesh' | 'side'>, color: Color): OverlapGeometry {
  const geometry = new BufferGeometry();
  if (!mesh) return { geometry, at: [0, 0, 0] };
  const { positions, indices, sides } = bySide(mesh, side);
  const at = center(boundsOf(positions));
  const near = new Float32Array(positions.length);
  for (let i = 0; i < near.length; i++) near[i] = positions[i] - at[i % 3];
  const normals = smoothed(vertexNormals({ positions, indices }), indices);
  const tones = [
    color.clone().lerp(new Color('white'), LIGHTER),
    color.clone().lerp(new Color('black'), DARKER),
    color,
  ].map(({ r, g, b }) => [r, g, b]);
  const colors = new Float32Array(positions.length);
  for (let v = 0; v < sides.length; v++) {
    const bright = shadeOf(normals[3 * v], normals[3 * v + 1], normals[3 * v + 2], CONTRAST);
    for (let c = 0; c < 3; c++) colors[3 * v + c] = bright * tones[sides[v]][c];
  }
  geometry.setAttribute('position', new BufferAttribute(near, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('color', new BufferAttribute(colors, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return { geometry, at };
}

/** The mesh with a vertex for each side that uses it. */
function bySide({ positions, indices }: Mesh, side: Uint8Array) {
  const count = positions.length / 3;
  const NONE = 0xffff_ffff;
  const renamed = new Uint32Array(3 * count).fill(NONE);
  const from: number[] = [];
  const sides: number[] = [];
  const out = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    const whose = side[Math.floor(i / 3)];
    const key = whose * count + indices[i];
    if (renamed[key] === NONE) {
      renamed[key] = from.push(indices[i]) - 1;
      sides.push(whose);
    }
    out[i] = renamed[key];
  }
  const places = new Float64Array(3 * from.length);
  for (let v = 0; v < from.length; v++) for (let c = 0; c < 3; c++) places[3 * v + c] = positions[3 * from[v] + c];
  return { positions: places, indices: out, sides };
}

/** Normals as the means of those around: where rays run nearly along a surface, its faces are as coarse as pixels. */
function smoothed(normals: Float32Array, indices: Uint32Array): Float32Array {
  const out = new Float32Array(normals.length);
  for (let i = 0; i < indices.length; i += 3)
    for (let c = 0; c < 3; c++) {
      const sum = normals[3 * indices[i] + c] + normals[3 * indices[i + 1] + c] + normals[3 * indices[i + 2] + c];
      for (let k = i; k < i + 3; k++) out[3 * indices[k] + c] += sum;
    }
  for (let i = 0; i < out.length; i += 3) {
    const length = Math.hypot(out[i], out[i + 1], out[i + 2]) || 1;
    for (let c = i; c < i + 3; c++) out[c] /= length;
  }
  return out;
}
