import type { Mesh } from '../../../../mesh/mesh.js';
import { weldMap } from '../../../../mesh/weld.js';
import type { Shifts } from '../shape/geometry.js';

/** Merges vertices that stand at the same place at rest and at every moment: same shifts, same joints, same weights. */
export function weldDeforming(
  { positions, indices }: Mesh,
  { targets, influenceCount, joints, weights }: Shifts,
): { mesh: Mesh; shifts: Shifts } {
  let { map, vertexCount } = weldMap(positions);
  // Vertices are alike in two respects where the pair of their numbers in each is the same.
  const pairs = new Float64Array(positions.length);
  const refine = (numbers: (vertex: number) => number): void => {
    for (let i = 0; i < map.length; i++) {
      pairs[3 * i] = map[i];
      pairs[3 * i + 1] = numbers(i);
    }
    ({ map, vertexCount } = weldMap(pairs));
  };
  for (const target of targets) {
    const { map: alike } = weldMap(target);
    refine((vertex) => alike[vertex]);
  }
  for (let k = 0; k < influenceCount; k++) {
    refine((vertex) => joints[vertex * influenceCount + k]);
    refine((vertex) => weights[vertex * influenceCount + k]);
  }
  const kept = new Uint32Array(vertexCount);
  for (let i = 0, next = 0; i < map.length; i++) if (map[i] === next) kept[next++] = i;
  const rows = <A extends Float32Array | Uint32Array>(values: A, width: number): A => {
    const out = new (values.constructor as new (length: number) => A)(width * vertexCount);
    for (let i = 0; i < vertexCount; i++)
      for (let k = 0; k < width; k++) out[width * i + k] = values[width * kept[i] + k];
    return out;
  };
  return {
    mesh: { positions: rows(positions as Float32Array, 3), indices: indices.map((vertex) => map[vertex]) },
    shifts: {
      targets: targets.map((target) => rows(target, 3)),
      influenceCount,
      joints: rows(joints, influenceCount),
      weights: rows(weights, influenceCount),
    },
  };
}
