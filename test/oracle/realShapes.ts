import { existsSync, readFileSync } from 'node:fs';
import { boundsOf, center, extent } from '../../src/math/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { readOff } from '../support/readOff.js';
import { readStl } from '../support/readStl.js';
import type { Shape } from './placements.js';

const folder = new URL('../../../shared/models/', import.meta.url);
const index = new URL('INDEX.json', folder);

/** What INDEX.json says of a model, as far as it matters here. */
interface Entry {
  file: string;
  category: string;
  format: string;
  triangles: number;
  volume: number;
  euler: number;
  strictlyClean: boolean;
  selfIntersectingPairs: number;
}

const CATEGORIES = ['bench', 'cad', 'robot', 'pairs'];
const MOST_TRIANGLES = 7000;

/** Clean closed models of others, moved to the origin and scaled to one unit in radius; `undefined` where there are none. */
export function realShapes(): Shape[] | undefined {
  if (!existsSync(index)) return undefined;
  return (JSON.parse(readFileSync(index, 'utf8')).files as Entry[])
    .filter(({ category, triangles }) => CATEGORIES.includes(category) && triangles <= MOST_TRIANGLES)
    .filter(({ format }) => format === 'off' || format === 'stl-binary')
    .filter(
      ({ strictlyClean, selfIntersectingPairs, volume }) => strictlyClean && selfIntersectingPairs === 0 && volume > 0,
    )
    .map(({ file, format, euler }) => {
      const model = (format === 'off' ? readOff : readStl)(new URL(file, folder));
      return { name: file.replace(/^.*\/|\..*$/g, ''), mesh: toUnit(model), hasHole: euler <= 0 };
    });
}

function toUnit({ positions, indices }: Mesh): Mesh {
  const box = boundsOf(positions);
  const middle = center(box);
  const radius = Math.hypot(...extent(box)) / 2;
  return { positions: Float32Array.from(positions, (x, i) => (x - middle[i % 3]) / radius), indices };
}
