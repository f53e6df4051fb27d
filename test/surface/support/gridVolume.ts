import { createCrossings } from '../../../src/surface/crossings.js';
import type { CastSubject } from './castSubject.js';

/** The volume by parallel rays through the middles of a grid of cells over the solid's bounds, `count` times `count`, along an axis. */
export function gridVolume({ surface, caster }: CastSubject, axis: 0 | 1 | 2, count: number): number {
  const { min, max } = surface.bounds;
  const found = createCrossings();
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const [du, dv] = [(max[u] - min[u]) / count, (max[v] - min[v]) / count];
  const p = [0, 0, 0];
  const d = [0, 0, 0];
  p[axis] = min[axis] - 1;
  d[axis] = 1;
  let sum = 0;
  for (let j = 0; j < count; j++)
    for (let i = 0; i < count; i++) {
      p[u] = min[u] + (i + 0.5) * du;
      p[v] = min[v] + (j + 0.5) * dv;
      caster.cast(p[0], p[1], p[2], d[0], d[1], d[2], 0, Infinity, found);
      for (let k = 0; k < found.count; k += 2) sum += found.t[k + 1] - found.t[k];
    }
  return sum * du * dv;
}
