// Which cells and slabs a triangle touches; the twin of src/machine/cpu/coverCells.ts, which says why it is right.
import { across, coordinate, indices, map, marks, padX, padY, padZ, shift } from './cells';
import { least, most } from './order';

const SLABS: i32 = 32;
const AREA_ROUNDING: f64 = 1.0 / (<f64>(1 << 30) * <f64>(1 << 19));
const PLANE_ROUNDING: f64 = AREA_ROUNDING;

// @ts-expect-error: decorator
@inline
function row(k: i32, x: f64, y: f64, z: f64): f64 {
  const at = map + (k << 5);
  return load<f64>(at) * x + load<f64>(at, 8) * y + load<f64>(at, 16) * z + load<f64>(at, 24);
}

// @ts-expect-error: decorator
@inline
function slabAt(z: f64): i32 {
  return <i32>most(0, least(z, SLABS - 1));
}

/** Marks the cells x0…x1, y0…y1 that a face touches, or tells whether it touches one that is marked. */
export function coverCells(face: i32, x0: i32, x1: i32, y0: i32, y1: i32, marking: bool): bool {
  const corner = indices + 12 * <usize>face;
  const a = load<i32>(corner);
  const b = load<i32>(corner, 4);
  const c = load<i32>(corner, 8);
  const pax = coordinate(a, 0);
  const pay = coordinate(a, 1);
  const paz = coordinate(a, 2);
  const pbx = coordinate(b, 0);
  const pby = coordinate(b, 1);
  const pbz = coordinate(b, 2);
  const pcx = coordinate(c, 0);
  const pcy = coordinate(c, 1);
  const pcz = coordinate(c, 2);
  const cell = 1.0 / <f64>(1 << shift);
  const ax = row(0, pax, pay, paz) * cell;
  const ay = row(1, pax, pay, paz) * cell;
  const az = row(2, pax, pay, paz);
  const bx = row(0, pbx, pby, pbz) * cell;
  const by = row(1, pbx, pby, pbz) * cell;
  const bz = row(2, pbx, pby, pbz);
  const cx = row(0, pcx, pcy, pcz) * cell;
  const cy = row(1, pcx, pcy, pcz) * cell;
  const cz = row(2, pcx, pcy, pcz);

  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const wx = cx - bx;
  const wy = cy - by;
  const nearest = least(az, least(bz, cz)) - padZ;
  const farthest = most(az, most(bz, cz)) + padZ;

  const area = ux * vy - uy * vx;
  const areaTerms = abs(ux * vy) + abs(uy * vx);
  const side: f64 = area < 0 ? -1 : 1;
  const isSure = abs(area) > areaTerms * AREA_ROUNDING;
  const halfX = 0.5 + padX;
  const halfY = 0.5 + padY;
  const roomU = abs(ux) * halfY + abs(uy) * halfX;
  const roomV = abs(vx) * halfY + abs(vy) * halfX;
  const roomW = abs(wx) * halfY + abs(wy) * halfX;

  const dzdx = (uz * vy - vz * uy) / area;
  const dzdy = (vz * ux - uz * vx) / area;
  const farX = most(abs(<f64>x0 - ax), abs(<f64>(x1 + 1) - ax));
  const farY = most(abs(<f64>y0 - ay), abs(<f64>(y1 + 1) - ay));
  const doubtX = (abs(uz * vy) + abs(vz * uy) + abs(dzdx) * areaTerms) * farX;
  const doubtY = (abs(vz * ux) + abs(uz * vx) + abs(dzdy) * areaTerms) * farY;
  const doubt = (PLANE_ROUNDING * (doubtX + doubtY)) / abs(area);
  const thick = abs(dzdx) * halfX + abs(dzdy) * halfY + padZ + doubt;
  const hasPlane = isSure && thick < farthest - nearest;

  for (let y = y0; y <= y1; y++) {
    const dy = <f64>y + 0.5 - ay;
    const by5 = <f64>y + 0.5 - by;
    const at = marks + (<usize>(y * across) << 2);
    for (let x = x0; x <= x1; x++) {
      const dx = <f64>x + 0.5 - ax;
      const eU = ux * dy - uy * dx;
      const eV = vy * dx - vx * dy;
      const eW = wx * by5 - wy * (<f64>x + 0.5 - bx);
      if (side * eU < -roomU || side * eV < -roomV || side * eW < -roomW)
        if (isSure || -side * eU < -roomU || -side * eV < -roomV || -side * eW < -roomW) continue;
      let near = nearest;
      let far = farthest;
      if (hasPlane) {
        const z = az + dzdx * dx + dzdy * dy;
        near = most(z - thick, nearest);
        far = least(z + thick, farthest);
      }
      if (near > far || far < -padZ || near > <f64>SLABS + padZ) continue;
      const bits = (-1 << slabAt(near)) & (-1 >>> (SLABS - 1 - slabAt(far)));
      const word = at + (<usize>x << 2);
      const marked = load<i32>(word);
      if (marking) store<i32>(word, marked | bits);
      else if (marked & bits) return true;
    }
  }
  return false;
}
