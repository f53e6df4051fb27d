import { seeded } from '../src/math/random.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { demandCount } from '../src/mesh/shapes/demand.js';
import { polarGrid } from '../src/mesh/shapes/polarGrid.js';
import { monotoneCubic } from './monotoneCubic.js';
import { type Relief, reliefAt } from './toothRelief.js';

/**
 * The crown from the middle of the occlusal side (first row) over the edge down to the neck (last row). All are shares: of the
 * surface's rows, of half the mesiodistal and buccolingual sizes, and of the height over the neck.
 */
export type Profile = readonly (readonly [
  row: number,
  width: number,
  buccal: number,
  lingual: number,
  level: number,
])[];

/** A crown in mm. The frame is x mesial, y buccal, z occlusal; the neck's middle is the origin. */
export interface ToothShape {
  /** Along x, along y, and from the neck to the floor of the fossa, or to the edge where there is none. */
  readonly size: readonly [mesiodistal: number, buccolingual: number, height: number];
  readonly profile: Profile;
  readonly relief: Relief;
  /** Of the superellipse that the outline is: 2 for an ellipse, more for a squarer one. */
  readonly squareness: number;
  /** By how much the lingual side is narrower, as a share; and how far buccal goes mesial, as a slope. */
  readonly taper: number;
  readonly skew: number;
}

export interface ToothOptions {
  /** Around the crown, and from the middle of its top down to the neck: 2 × segments × rows triangles. */
  segments?: number;
  rows?: number;
  /** Turns mesial and distal about: for the other side of the mouth. */
  mirrored?: boolean;
  /** Of the unevenness that keeps one tooth from being like another. */
  seed?: number;
}

export const TOOTH_DEFAULTS: Required<ToothOptions> = { segments: 64, rows: 32, mirrored: false, seed: 1 };

/** mm: the enamel's unevenness, in waves of 2 to 6 mm. */
const UNEVENNESS = 0.03;
/** A groove that leaves the occlusal side goes on down the wall: so much of the radius, over so much of an angle. */
const DENT = { depth: 0.07, angle: 0.16 };

/** A crown, closed at the neck by a flat bottom. */
export function tooth(shape: ToothShape, options: ToothOptions = {}): Mesh {
  const { segments, rows, mirrored, seed } = { ...TOOTH_DEFAULTS, ...options };
  demandCount('tooth', 'segments', segments, 3);
  demandCount('tooth', 'rows', rows, 2);
  const { size, profile, relief, squareness, taper, skew } = shape;
  const [halfWidth, halfDepth, height] = [size[0] / 2, size[1] / 2, size[2]];
  const column = (k: 1 | 2 | 3 | 4) =>
    monotoneCubic(
      profile.map((key) => key[0]),
      profile.map((key) => key[k]),
    );
  const [width, buccal, lingual, level] = [column(1), column(2), column(3), column(4)];
  const uneven = unevenness(seed);
  const side = mirrored ? -1 : 1;
  const dents = dentAngles(shape);

  const positions = new Float32Array(3 * (segments * rows + 2));
  const place = (vertex: number, x: number, y: number, share: number): void => {
    const z = share * (height + reliefAt(relief, x, y) + UNEVENNESS * uneven(x, y));
    const narrowed = x * (1 - (taper * (1 - y / halfDepth)) / 2) + skew * y;
    positions.set([side * narrowed, y, z], 3 * vertex);
  };
  for (let row = 0; row < rows; row++) {
    const at = (row + 1) / rows;
    const [front, back, share] = [halfDepth * buccal(at), halfDepth * lingual(at), level(at)];
    const rim = Math.max(0, Math.min(1, 2 * at - 0.5)) * Math.min(1, 2 * share);
    for (let i = 0; i < segments; i++) {
      // A mirrored tooth runs around the other way, so that its outside stays outside.
      const angle = (side * 2 * Math.PI * i) / segments;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const r = (Math.abs(c) ** squareness + Math.abs(s) ** squareness) ** (-1 / squareness);
      let inward = 0;
      for (const dent of dents) inward += Math.exp(-((turnBetween(angle, dent) / DENT.angle) ** 2));
      const radius = r * (1 - DENT.depth * inward * rim);
      place(
        row * segments + i,
        halfWidth * width(at) * radius * c,
        (front + back) / 2 + ((front - back) / 2) * radius * s,
        share,
      );
    }
  }
  place(segments * rows, 0, (halfDepth * (buccal(0) + lingual(0))) / 2, 1);
  positions.set([0, (halfDepth * (buccal(1) + lingual(1))) / 2, 0], 3 * (segments * rows + 1));
  return { positions, indices: polarGrid(segments, rows) };
}

/** Where grooves end beyond the outline, seen from the middle. */
function dentAngles({ size, relief, squareness }: ToothShape): number[] {
  return relief.grooves.flatMap((line) => {
    const [x, y] = [(2 * line[line.length - 1][0]) / size[0], (2 * line[line.length - 1][1]) / size[1]];
    return Math.abs(x) ** squareness + Math.abs(y) ** squareness >= 1 ? [Math.atan2(y, x)] : [];
  });
}

const turnBetween = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

/** Four waves in random directions, -1 to 1 in all. */
function unevenness(seed: number): (x: number, y: number) => number {
  const random = seeded(seed);
  const waves = Array.from({ length: 4 }, () => {
    const angle = 2 * Math.PI * random();
    const length = 2 + 4 * random();
    const k = (2 * Math.PI) / length;
    return [k * Math.cos(angle), k * Math.sin(angle), 2 * Math.PI * random()] as const;
  });
  return (x, y) => waves.reduce((sum, [kx, ky, phase]) => sum + Math.sin(kx * x + ky * y + phase), 0) / waves.length;
}
