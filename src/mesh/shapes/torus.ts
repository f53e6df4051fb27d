import { InputError } from '../../errors.js';
import type { Mesh } from '../mesh.js';
import { demandCount, demandPositive } from './demand.js';
import { polygonArea } from './revolve.js';
import { tubeGrid } from './tubeGrid.js';

export interface TorusOptions {
  /** From the z axis to the middle of the tube. */
  radius?: number;
  /** Of the tube; less than `radius`. */
  tubeRadius?: number;
  /** Around the z axis. */
  segments?: number;
  /** Around the tube. */
  sides?: number;
}

export const TORUS_DEFAULTS: Required<TorusOptions> = { radius: 1, tubeRadius: 0.4, segments: 64, sides: 32 };

/** A ring about the z axis: 2 × segments × sides triangles. */
export function torus(options: TorusOptions = {}): Mesh {
  const { radius, tubeRadius, segments, sides } = check(options);
  const positions = new Float32Array(3 * segments * sides);
  for (let s = 0; s < segments; s++) {
    const u = (2 * Math.PI * s) / segments;
    for (let i = 0; i < sides; i++) {
      const v = (2 * Math.PI * i) / sides;
      const p = 3 * (s * sides + i);
      // Turning from the outside downwards runs counter-clockwise seen from the next ring.
      const distance = radius + tubeRadius * Math.cos(v);
      positions[p] = distance * Math.cos(u);
      positions[p + 1] = distance * Math.sin(u);
      positions[p + 2] = -tubeRadius * Math.sin(v);
    }
  }
  return { positions, indices: tubeGrid(segments, sides) };
}

export const torusVolume = (radius: number, tubeRadius: number): number => 2 * Math.PI ** 2 * radius * tubeRadius ** 2;

/** The volume of the mesh that {@link torus} gives for the same options, before rounding: by Pappus, on polygons. */
export function torusMeshVolume(options: TorusOptions = {}): number {
  const { radius, tubeRadius, segments, sides } = check(options);
  return 2 * polygonArea(segments) * radius * polygonArea(sides) * tubeRadius ** 2;
}

function check(options: TorusOptions): Required<TorusOptions> {
  const all = { ...TORUS_DEFAULTS, ...options };
  demandPositive('torus', 'radius', all.radius);
  demandPositive('torus', 'tubeRadius', all.tubeRadius);
  demandCount('torus', 'segments', all.segments, 3);
  demandCount('torus', 'sides', all.sides, 3);
  if (all.tubeRadius >= all.radius)
    throw new InputError(
      `torus: the tube meets itself in the middle (tubeRadius ${all.tubeRadius}, radius ${all.radius}). Give a tubeRadius below the radius.`,
    );
  return all;
}
