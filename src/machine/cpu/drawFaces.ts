import { GUARD_PX, SUBPIXEL_BITS, SUBPIXELS } from '../raster.js';
import { coverFace, type Run } from './coverFace.js';
import type { DrawTarget, ProjectedVertices } from './draw.js';
import { edgeAt } from './edgeAt.js';
import type { FragmentPass } from './fragmentPass.js';
import { ALWAYS, outcome } from './stencil.js';
import { takeRun } from './takeRun.js';

const HALF = SUBPIXELS >> 1;
/** Faces below this many subpixels across have doubled areas below 2^31. */
const SMALL = 1 << 15;

/** The pixels that a small face covers: row and column from the first ones of its box, a byte each. */
const covered = new Int32Array((SMALL / SUBPIXELS + 1) ** 2 + 1);

/** Some of a body's faces on the screen. */
export interface ScreenFaces {
  readonly screen: ProjectedVertices;
  readonly indices: Uint32Array;
  /** The first face, and the one behind the last. */
  readonly from: number;
  readonly end: number;
  readonly mirrored: boolean;
  /** How far they reach, in pixels from the screen's corner. */
  readonly reachPx: number;
}

/**
 * Takes the covered pixels of the faces through the pass. `cull` leaves out faces of that sign; 0 none. `bodyId` goes into
 * the id plane, 0 for the face's number + 1.
 *
 * Most faces are a few pixels large, so the loop is that of plainRasterizer.ts with the pass written into it; what it cannot
 * draw goes through {@link coverFace} and {@link takeRun}, which do the same to the bit (tested). For 160,800 faces at
 * 512 × 512, depth and stencil, it takes 24 ms where these take 37; with the pass where a pixel is found to be covered it took
 * a third longer.
 */
export function drawFaces(
  { screen, indices, from, end, mirrored, reachPx }: ScreenFaces,
  cull: number,
  { band, offset, stride }: DrawTarget,
  bodyId: number,
  pass: FragmentPass,
): void {
  const { vertices, snapped } = screen;
  const { columns, firstRow, endRow } = band;
  const { near, far, outcomes, writeDepth, beyondKept, hasStencil, hasId, depths, kept, stencil, ids } = pass;
  const testsDepth = outcomes !== ALWAYS;
  const isFar = reachPx > GUARD_PX;
  let id = bodyId;
  let passed = false;

  const take = (run: Run) => takeRun(pass, offset + run.y * stride + run.x, run, id);

  for (let k = 3 * from; k < 3 * end; k += 3) {
    const a = indices[k];
    let b = indices[k + 1];
    let c = indices[k + 2];
    const ax = snapped[8 * a + 6];
    let bx = snapped[8 * b + 6];
    let cx = snapped[8 * c + 6];
    const minX = Math.min(ax, bx, cx);
    const maxX = Math.max(ax, bx, cx);
    const ay = snapped[8 * a + 7];
    let by = snapped[8 * b + 7];
    let cy = snapped[8 * c + 7];
    const minY = Math.min(ay, by, cy);
    const maxY = Math.max(ay, by, cy);
    if (isFar || maxX - minX >= SMALL || maxY - minY >= SMALL) {
      if (bodyId === 0) id = k / 3 + 1;
      coverFace(screen, a, b, c, band, far, mirrored, cull, take);
      continue;
    }
    // From the first centre at or right of minX to the last at or left of maxX.
    const x0 = Math.max((minX + HALF - 1) >> SUBPIXEL_BITS, 0);
    const x1 = Math.min((maxX - HALF) >> SUBPIXEL_BITS, columns - 1);
    if (x0 > x1) continue;
    const y0 = Math.max((minY + HALF - 1) >> SUBPIXEL_BITS, firstRow);
    const y1 = Math.min((maxY - HALF) >> SUBPIXEL_BITS, endRow - 1);
    if (y0 > y1) continue;
    // Doubled area; negative where the outside is seen: y runs down, and the ray away from the eye.
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area === 0) continue;
    const isEntry = area < 0 !== mirrored;
    if (cull !== 0 && isEntry === cull > 0) continue;
    const za = vertices[4 * a + 2];
    const minZ = Math.min(za, vertices[4 * b + 2], vertices[4 * c + 2]);
    const maxZ = Math.max(za, vertices[4 * b + 2], vertices[4 * c + 2]);
    if (minZ > far) continue;
    if (area < 0) {
      let swap = b;
      b = c;
      c = swap;
      swap = bx;
      bx = cx;
      cx = swap;
      swap = by;
      by = cy;
      cy = swap;
    }

    const px = (x0 << SUBPIXEL_BITS) + HALF;
    const py = (y0 << SUBPIXEL_BITS) + HALF;
    const dxA = cx - bx;
    const dyA = cy - by;
    const dxB = ax - cx;
    const dyB = ay - cy;
    const dxC = bx - ax;
    const dyC = by - ay;
    let rowA = edgeAt(dxA, dyA, px - bx, py - by);
    let rowB = edgeAt(dxB, dyB, px - cx, py - cy);
    let rowC = edgeAt(dxC, dyC, px - ax, py - ay);

    // Depth from the plane of the true, unsnapped vertices: faces in one plane get one depth, however they are cut.
    const xa = vertices[4 * a];
    const ya = vertices[4 * a + 1];
    const ux = vertices[4 * b] - xa;
    const uy = vertices[4 * b + 1] - ya;
    const uz = vertices[4 * b + 2] - za;
    const vx = vertices[4 * c] - xa;
    const vy = vertices[4 * c + 1] - ya;
    const vz = vertices[4 * c + 2] - za;
    const det = ux * vy - uy * vx;
    const inv = det > 0 ? 1 / det : 0;
    const dzdx = (uz * vy - vz * uy) * inv;
    const dzdy = (vz * ux - uz * vx) * inv;
    const zLeft = za + dzdx * (x0 + 0.5 - xa);
    const { holds, onFail, onDepthFail, onPass } = isEntry ? pass.entries : pass.exits;
    if (bodyId === 0) id = k / 3 + 1;

    // Which pixels are covered is settled first, without a branch: it is as good as random, and guessing wrong costs most.
    let count = 0;
    for (let y = y0; y <= y1; y++) {
      let eA = rowA;
      let eB = rowB;
      let eC = rowC;
      for (let x = x0; x <= x1; x++) {
        covered[count] = ((y - y0) << 8) | (x - x0);
        count += ((eA | eB | eC) >>> 31) ^ 1;
        eA = (eA - dyA) | 0;
        eB = (eB - dyB) | 0;
        eC = (eC - dyC) | 0;
      }
      rowA = (rowA + dxA) | 0;
      rowB = (rowB + dxB) | 0;
      rowC = (rowC + dxC) | 0;
    }
    for (let n = 0; n < count; n++) {
      const dx = covered[n] & 0xff;
      const y = y0 + (covered[n] >> 8);
      // Snapping may cover a centre just outside the true face; there its plane overshoots.
      const plane = zLeft + dzdy * (y + 0.5 - ya) + dzdx * dx;
      const depth = plane < minZ ? minZ : plane > maxZ ? maxZ : plane;
      if (!(depth >= near && depth <= far)) continue;
      const at = offset + y * stride + x0 + dx;
      const z = Math.fround(depth > 0 ? (depth < 1 ? depth : 1) : 0);
      if (beyondKept && !(z > kept[at])) continue;
      const holdsDepth = !testsDepth || (outcomes & outcome(z, depths[at])) !== 0;
      let holdsStencil = true;
      if (hasStencil) {
        const value = stencil[at];
        holdsStencil = holds[value] !== 0;
        stencil[at] = holdsStencil ? (holdsDepth ? onPass[value] : onDepthFail[value]) : onFail[value];
      }
      if (!holdsDepth || !holdsStencil) continue;
      passed = true;
      if (writeDepth) depths[at] = z;
      if (hasId) ids[at] = id;
    }
  }
  if (passed) pass.passed = true;
}
