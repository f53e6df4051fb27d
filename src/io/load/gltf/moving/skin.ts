import { InputError } from '../../../../errors.js';
import { type Affine, multiply } from '../../../../math/affine.js';
import { readFloats } from '../bytes/accessor.js';
import { once, type Store } from '../bytes/store.js';
import { called, fault, shown, within } from '../fault.js';
import { isWhole, listOf, nameOf, referred } from '../json.js';
import { fromColumns } from '../transform.js';

/** Joints that hold vertices. */
export interface Skin {
  /** Numbers of nodes. */
  readonly joints: readonly number[];
  /** From the mesh's frame to that of each joint, as they were when the skin was put on; undefined where they coincide. */
  readonly inverseBinds: readonly Affine[] | undefined;
}

export function readSkin(store: Store, index: number, nodeCount: number): Skin {
  const json = referred(store.json, 'skins', index);
  return once(store, `skin ${index}`, () =>
    within(called('skin', index, nameOf(json)), () => {
      const joints = listOf(json, 'joints', 'it');
      for (const joint of joints)
        if (!isWhole(joint) || joint >= nodeCount)
          throw fault(`it has a joint that does not exist (node ${shown(joint)} of ${nodeCount})`);
      if (json.inverseBindMatrices === undefined) return { joints: joints as number[], inverseBinds: undefined };
      const inverseBinds = within('inverseBindMatrices', () => {
        const { values, count } = readFloats(store, json.inverseBindMatrices, 'MAT4');
        if (count < joints.length) throw fault(`there are ${count} matrices for ${joints.length} joints`);
        return joints.map((_, k) => within(`matrix ${k}`, () => fromColumns(values, 16 * k)));
      });
      return { joints: joints as number[], inverseBinds };
    }),
  );
}

/** The maps from the mesh's frame to the world that the joints stand for, given where nodes stand. */
export const jointMaps = ({ joints, inverseBinds }: Skin, worldOf: (node: number) => Affine | InputError): Affine[] =>
  joints.map((joint, k) => {
    const world = worldOf(joint);
    if (world instanceof InputError) throw world;
    return inverseBinds ? multiply(world, inverseBinds[k]) : world;
  });
