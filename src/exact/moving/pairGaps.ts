import type { Mesh } from '../../mesh/mesh.js';
import { triangleDistance } from '../distance/triangleDistance.js';
import { DISC, type DiscTree } from './discTree.js';
import type { Reach, RelativeMap } from './relativeMap.js';

/** One of two bodies that move: its mesh, and a box, a ball and a tree of it, all in its own frame. */
export interface TreeSide extends Reach {
  readonly mesh: Mesh;
  readonly tree: DiscTree;
}

/** How far apart pieces of two bodies are, at least, in the frame of one of them: the ground's. */
export interface PairGaps {
  /** Says how the mover stands now. */
  place(now: RelativeMap): void;
  /** The gap between a cluster of the mover and one of the ground; 0 or less where they may meet. */
  ofClusters(i: number, j: number): number;
  /** The gap between two faces; where it is more than is wanted, not much more is looked for. */
  ofFaces(f: number, g: number, want: number): number;
  /** Which of two clusters is the larger one: whether the mover's. */
  isMoverLarger(i: number, j: number): boolean;
}

export function pairGaps(mover: TreeSide, ground: TreeSide): PairGaps {
  const { positions: pm, indices: im } = mover.mesh;
  const { positions: pg, indices: ig } = ground.mesh;
  const { discs: dm, makeDisc: makeMoverDisc } = mover.tree;
  const { discs: dg, makeDisc: makeGroundDisc } = ground.tree;
  const m = new Float64Array(12);
  const n = new Float64Array(9);
  let stretch = 1;
  let rounding = 0;
  /** The corners of a face of the mover and of one of the ground, and the points where they are nearest. */
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const points = new Float64Array(6);

  return { place, ofClusters, ofFaces, isMoverLarger };

  function place(now: RelativeMap): void {
    m.set(now.map);
    n.set(now.normals);
    ({ stretch, rounding } = now);
  }

  function isMoverLarger(i: number, j: number): boolean {
    return stretch * dm[DISC * i + 8] >= dg[DISC * j + 8];
  }

  function ofClusters(i: number, j: number): number {
    const a = DISC * i;
    const b = DISC * j;
    if (dm[a + 8] === 0) makeMoverDisc(i);
    if (dg[b + 8] === 0) makeGroundDisc(j);
    const x = dm[a];
    const y = dm[a + 1];
    const z = dm[a + 2];
    const dx = m[0] * x + m[1] * y + m[2] * z + m[3] - dg[b];
    const dy = m[4] * x + m[5] * y + m[6] * z + m[7] - dg[b + 1];
    const dz = m[8] * x + m[9] * y + m[10] * z + m[11] - dg[b + 2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const ofBalls = distance - stretch * dm[a + 8] - dg[b + 8] - rounding;
    // Discs tell little more where the balls are far apart.
    if (ofBalls > distance / 2) return ofBalls;
    const mx = dm[a + 3];
    const my = dm[a + 4];
    const mz = dm[a + 5];
    const nx = dg[b + 3];
    const ny = dg[b + 4];
    const nz = dg[b + 5];
    // Along the axis of the ground's disc.
    const across = Math.abs(nx * dx + ny * dy + nz * dz) - dg[b + 7] - moverReach(a, mx, my, mz, nx, ny, nz);
    // Along the axis of the mover's disc.
    const ux = n[0] * mx + n[1] * my + n[2] * mz;
    const uy = n[3] * mx + n[4] * my + n[5] * mz;
    const uz = n[6] * mx + n[7] * my + n[8] * mz;
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const vx = ux / length;
    const vy = uy / length;
    const vz = uz / length;
    const cx = vy * nz - vz * ny;
    const cy = vz * nx - vx * nz;
    const cz = vx * ny - vy * nx;
    const groundReach =
      dg[b + 6] * Math.sqrt(cx * cx + cy * cy + cz * cz) + dg[b + 7] * Math.abs(vx * nx + vy * ny + vz * nz);
    const along = Math.abs(vx * dx + vy * dy + vz * dz) - groundReach - moverReach(a, mx, my, mz, vx, vy, vz);
    const most = across > along ? across - rounding : along - rounding;
    return most > ofBalls ? most : ofBalls;
  }

  /**
   * How far a disc of the mover reaches from its middle along a unit vector on the ground: seen from the mover's frame, as
   * far as its radius across the axis, and as its half height along it.
   */
  function moverReach(a: number, mx: number, my: number, mz: number, ux: number, uy: number, uz: number): number {
    const wx = m[0] * ux + m[4] * uy + m[8] * uz;
    const wy = m[1] * ux + m[5] * uy + m[9] * uz;
    const wz = m[2] * ux + m[6] * uy + m[10] * uz;
    const cx = wy * mz - wz * my;
    const cy = wz * mx - wx * mz;
    const cz = wx * my - wy * mx;
    return dm[a + 6] * Math.sqrt(cx * cx + cy * cy + cz * cz) + dm[a + 7] * Math.abs(wx * mx + wy * my + wz * mz);
  }

  function ofFaces(f: number, g: number, want: number): number {
    for (let k = 0; k < 3; k++) {
      const v = 3 * im[3 * f + k];
      const x = pm[v];
      const y = pm[v + 1];
      const z = pm[v + 2];
      p[3 * k] = m[0] * x + m[1] * y + m[2] * z + m[3];
      p[3 * k + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
      p[3 * k + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
      const w = 3 * ig[3 * g + k];
      q[3 * k] = pg[w];
      q[3 * k + 1] = pg[w + 1];
      q[3 * k + 2] = pg[w + 2];
    }
    const acrossGround = gapAcross(q);
    if (acrossGround > want) return acrossGround;
    const acrossMover = gapAcross(p);
    if (acrossMover > want) return acrossMover;
    // Along the way between the nearest points the gap is the distance; along any other way it is less, not wrong.
    triangleDistance(p, 0, 3, 6, q, 0, 3, 6, points);
    const between = gapAlong(points[3] - points[0], points[4] - points[1], points[5] - points[2]);
    return Math.max(acrossGround, acrossMover, between);
  }

  /** The gap between the two faces along the normal of one of them. */
  function gapAcross(t: Float64Array): number {
    const ux = t[3] - t[0];
    const uy = t[4] - t[1];
    const uz = t[5] - t[2];
    const vx = t[6] - t[0];
    const vy = t[7] - t[1];
    const vz = t[8] - t[2];
    return gapAlong(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  }

  /** The gap between the two faces along any direction. */
  function gapAlong(ux: number, uy: number, uz: number): number {
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    if (!(length > 0 && length < Infinity)) return -Infinity;
    const x = ux / length;
    const y = uy / length;
    const z = uz / length;
    const p0 = x * p[0] + y * p[1] + z * p[2];
    const p1 = x * p[3] + y * p[4] + z * p[5];
    const p2 = x * p[6] + y * p[7] + z * p[8];
    const q0 = x * q[0] + y * q[1] + z * q[2];
    const q1 = x * q[3] + y * q[4] + z * q[5];
    const q2 = x * q[6] + y * q[7] + z * q[8];
    const ahead = Math.min(p0, p1, p2) - Math.max(q0, q1, q2);
    const behind = Math.min(q0, q1, q2) - Math.max(p0, p1, p2);
    return Math.max(ahead, behind) - rounding;
  }
}
