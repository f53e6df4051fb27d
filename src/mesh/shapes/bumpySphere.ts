import { InputError } from '../../errors.js';
import type { Mesh } from '../mesh.js';
import { demandCount, demandFinite } from './demand.js';
import { polarGrid } from './polarGrid.js';

export interface BumpySphereOptions {
  /** n: meridians; there are n + 2 bands from pole to pole. */
  segments?: number;
  /** a: the height of the bumps, between -1 and 1. */
  amplitude?: number;
  /** k: a whole number, so that the bumps meet where the turn closes. */
  frequency?: number;
  /** φ, in radians. */
  phase?: number;
}

export const BUMPY_SPHERE_DEFAULTS: Required<BumpySphereOptions> = {
  segments: 200,
  amplitude: 0.15,
  frequency: 9,
  phase: 0,
};

/**
 * The sphere of radius r(u, v) = 1 + a sin(ku + φ) sin(v) sin(kv) about the origin, of 2n(n + 1) triangles: the body that
 * this project's figures are measured on.
 *
 * @example const [a, b] = [bumpySphere(), bumpySphere({ frequency: 7, phase: 1 })]
 */
export function bumpySphere(options: BumpySphereOptions = {}): Mesh {
  const { segments: n, amplitude, frequency: k, phase } = check(options);
  const bands = n + 2;
  const positions = new Float32Array(3 * ((bands - 1) * n + 2));
  let p = 0;
  for (let j = 1; j < bands; j++) {
    const v = (Math.PI * j) / bands;
    for (let i = 0; i < n; i++) {
      const u = (2 * Math.PI * i) / n;
      const r = 1 + amplitude * Math.sin(k * u + phase) * Math.sin(v) * Math.sin(k * v);
      positions[p++] = r * Math.sin(v) * Math.cos(u);
      positions[p++] = r * Math.sin(v) * Math.sin(u);
      positions[p++] = r * Math.cos(v);
    }
  }
  positions[p + 2] = 1;
  positions[p + 5] = -1;
  return { positions, indices: polarGrid(n, bands - 1) };
}

/**
 * The volume of the smooth body, ∫∫ r³/3 sin v du dv: odd powers of the bumps cancel over a turn, and what remains is
 * (2π/3) (2 + 3/2 a² ∫ sin³v sin²kv dv).
 */
export function bumpySphereVolume(options: BumpySphereOptions = {}): number {
  const { amplitude, frequency } = check(options);
  const k2 = 4 * frequency * frequency;
  return ((2 * Math.PI) / 3) * (2 + 1.5 * amplitude * amplitude * (2 / 3 - 6 / ((k2 - 1) * (k2 - 9))));
}

function check(options: BumpySphereOptions): Required<BumpySphereOptions> {
  const all = { ...BUMPY_SPHERE_DEFAULTS, ...options };
  demandCount('bumpySphere', 'segments', all.segments, 3);
  demandCount('bumpySphere', 'waves (frequency)', all.frequency, 0);
  demandFinite('bumpySphere', 'phase', all.phase);
  if (!(Math.abs(all.amplitude) < 1))
    throw new InputError(
      `bumpySphere: the amplitude must be between -1 and 1 (${all.amplitude}). Give less than the radius, which is 1.`,
    );
  return all;
}
