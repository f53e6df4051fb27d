import { boundLeaf, boundParts, CYLINDER, LEAST_NORMAL, PAD } from './clusterBounds.js';
import { type ClusterTree, clusterTree } from './clusterTree.js';
import type { PlacedMesh } from './commonFrame.js';

/** Faces in clusters within clusters, made on the fly. Positions are in a common frame, up to 1. */
export interface FaceClusters {
  readonly mesh: PlacedMesh;
  readonly tree: ClusterTree;
  /** The faces' numbers, cluster by cluster. */
  readonly faces: Uint32Array;
  /** The slab that each of them lies in: see {@link SLAB}. */
  readonly slabs: Float64Array;
  /** Least x y z and largest x y z of each cluster. */
  readonly boxes: Float64Array;
  /** The cylinder around each cluster: see {@link CYLINDER}. */
  readonly cylinders: Float64Array;
  /** The corners of leaves, each once, and where those of each leaf begin and end. */
  readonly corners: Float64Array;
  readonly firstCorner: Uint32Array;
  readonly endCorner: Uint32Array;
}

/** Numbers a slab has: a unit normal, and from where to where along it. */
export const SLAB = 5;

/** Puts faces of a mesh into clusters. */
export function faceClusters(mesh: PlacedMesh, some: Uint32Array): FaceClusters {
  const faces = some.slice();
  const tree = clusterTree(mesh, faces);
  const { count, childCount } = tree;
  const clusters: FaceClusters = {
    mesh,
    tree,
    faces,
    slabs: new Float64Array(SLAB * faces.length),
    boxes: new Float64Array(6 * count),
    cylinders: new Float64Array(CYLINDER * count),
    ...cornersOf(tree, faces, mesh),
  };
  /** Of each cluster, the sum of its faces' normals, as long as their areas. */
  const normals = new Float64Array(3 * count);
  for (let node = count - 1; node >= 0; node--)
    if (childCount[node] === 0) {
      placeSlabs(clusters, mesh, node, normals);
      boundLeaf(clusters, normals, node);
    } else boundParts(clusters, normals, node);
  return clusters;
}

/** Gathers the corners of leaves. */
function cornersOf(
  { count, from, to, childCount }: ClusterTree,
  faces: Uint32Array,
  { positions, indices }: PlacedMesh,
): Pick<FaceClusters, 'corners' | 'firstCorner' | 'endCorner'> {
  const firstCorner = new Uint32Array(count);
  const endCorner = new Uint32Array(count);
  const vertices = new Uint32Array(3 * faces.length);
  /** The last leaf that a vertex was put into, plus one. */
  const leafOf = new Uint32Array(positions.length / 3);
  let n = 0;
  for (let node = 0; node < count; node++) {
    if (childCount[node] > 0) continue;
    firstCorner[node] = n;
    const end = to[node];
    for (let i = from[node]; i < end; i++) {
      const first = 3 * faces[i];
      for (let c = first; c < first + 3; c++) {
        const vertex = indices[c];
        if (leafOf[vertex] === node + 1) continue;
        leafOf[vertex] = node + 1;
        vertices[n++] = vertex;
      }
    }
    endCorner[node] = n;
  }
  const corners = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const k = 3 * vertices[i];
    corners[3 * i] = positions[k];
    corners[3 * i + 1] = positions[k + 1];
    corners[3 * i + 2] = positions[k + 2];
  }
  return { corners, firstCorner, endCorner };
}

/** The slabs of a leaf's faces, and the sum of their normals. */
function placeSlabs(
  { tree, faces, slabs }: FaceClusters,
  { positions, indices }: PlacedMesh,
  node: number,
  normals: Float64Array,
): void {
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  const to = tree.to[node];
  for (let i = tree.from[node]; i < to; i++) {
    const p = 3 * indices[3 * faces[i]];
    const q = 3 * indices[3 * faces[i] + 1];
    const r = 3 * indices[3 * faces[i] + 2];
    const ax = positions[p];
    const ay = positions[p + 1];
    const az = positions[p + 2];
    const ux = positions[q] - ax;
    const uy = positions[q + 1] - ay;
    const uz = positions[q + 2] - az;
    const vx = positions[r] - ax;
    const vy = positions[r + 1] - ay;
    const vz = positions[r + 2] - az;
    let nx = uy * vz - uz * vy;
    let ny = uz * vx - ux * vz;
    let nz = ux * vy - uy * vx;
    sumX += nx;
    sumY += ny;
    sumZ += nz;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const unit = length > LEAST_NORMAL ? 1 / length : 0;
    nx = unit > 0 ? nx * unit : 1;
    ny *= unit;
    nz *= unit;
    const ha = nx * ax + ny * ay + nz * az;
    const hb = nx * ux + ny * uy + nz * uz;
    const hc = nx * vx + ny * vy + nz * vz;
    const s = SLAB * i;
    slabs[s] = nx;
    slabs[s + 1] = ny;
    slabs[s + 2] = nz;
    slabs[s + 3] = ha + (hb < hc ? (hb < 0 ? hb : 0) : hc < 0 ? hc : 0) - PAD;
    slabs[s + 4] = ha + (hb > hc ? (hb > 0 ? hb : 0) : hc > 0 ? hc : 0) + PAD;
  }
  normals[3 * node] = sumX;
  normals[3 * node + 1] = sumY;
  normals[3 * node + 2] = sumZ;
}
