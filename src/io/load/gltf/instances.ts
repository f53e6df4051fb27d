import type { Affine } from '../../../math/affine.js';
import { readFloats } from './bytes/accessor.js';
import type { Store } from './bytes/store.js';
import { INSTANCING } from './extensions.js';
import { fault, within } from './fault.js';
import { extensionOf, objectOf } from './json.js';
import type { GltfNode } from './nodes.js';
import { checkTurn, fromTrs } from './transform.js';

/** Where the copies of a node's mesh stand in the node's frame. */
export interface Instances {
  readonly count: number;
  at(index: number): Affine;
}

/** The copies that EXT_mesh_gpu_instancing makes of a node's mesh; undefined where it is there once. */
export function readInstances(store: Store, node: GltfNode): Instances | undefined {
  const extension = extensionOf(node.json, INSTANCING);
  if (!extension) return undefined;
  return within(INSTANCING, () => {
    const attributes = objectOf(extension.attributes, 'attributes');
    const read = (
      name: string,
      type: 'VEC3' | 'VEC4',
    ): { name: string; values: Float32Array; count: number } | undefined =>
      attributes[name] === undefined
        ? undefined
        : within(name, () => ({ name, ...readFloats(store, attributes[name], type) }));
    const translations = read('TRANSLATION', 'VEC3');
    const rotations = read('ROTATION', 'VEC4');
    const scales = read('SCALE', 'VEC3');
    const given = [translations, rotations, scales].filter((one) => one !== undefined);
    if (given.length === 0) return undefined; // other attributes move nothing
    const { count } = given[0];
    for (const one of given)
      if (one.count !== count) throw fault(`${one.name} has ${one.count} elements, ${given[0].name} has ${count}`);
    const row = (of: typeof translations, index: number, size: number, fallback: number[]): number[] =>
      of ? [...of.values.subarray(size * index, size * (index + 1))] : fallback;
    return {
      count,
      at: (index) => {
        const rotation = row(rotations, index, 4, [0, 0, 0, 1]);
        checkTurn(rotation);
        return fromTrs({
          translation: row(translations, index, 3, [0, 0, 0]),
          rotation,
          scale: row(scales, index, 3, [1, 1, 1]),
        });
      },
    };
  });
}
