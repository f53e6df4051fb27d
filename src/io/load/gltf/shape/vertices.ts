import { readFloats, readWholes, toFloats } from '../bytes/accessor.js';
import type { Store } from '../bytes/store.js';
import { fault, within } from '../fault.js';
import { referred } from '../json.js';
import type { DracoValues } from '../packed/draco.js';
import { dracoMeshOf } from '../packed/dracoMeshes.js';
import type { Primitive } from './primitive.js';
import { type Triangles, trianglesOf } from './triangles.js';

/** A primitive's triangles, on its own vertices. */
export interface PrimitiveData extends Triangles {
  readonly vertexCount: number;
  readonly positions: Float32Array;
  /** Shifts of the vertices, for every morph target that moves any. */
  readonly targets: readonly (Float32Array | undefined)[];
  /** Four joints per vertex and set, and as many weights. */
  readonly joints: readonly ArrayLike<number>[];
  readonly weights: readonly Float32Array[];
}

/** Whether vertices move against each other: by morph targets, or by morph targets and joints. */
export type Motion = 'rigid' | 'morphing' | 'skinned';

/** Reads a primitive: its triangles and, where they deform, what moves their vertices. */
export function readPrimitive(store: Store, primitive: Primitive, motion: Motion): PrimitiveData {
  const unpacked = dracoMeshOf(store, primitive);
  const packedFloats = (name: string, accessor: number): Float32Array | undefined => {
    const values = unpacked?.attributes.get(name);
    return values && toFloats(store, values, referred(store.json, 'accessors', accessor));
  };
  const positions = within(
    'POSITION',
    () => packedFloats('POSITION', primitive.position) ?? readFloats(store, primitive.position, 'VEC3').values,
  );
  const vertexCount = positions.length / 3;
  const { mode, indices } = primitive;
  const triangles = unpacked
    ? trianglesOf('triangles', unpacked.mesh.indices, vertexCount) // Draco has unrolled strips
    : within('its indices', () => {
        const list = indices === undefined ? undefined : readWholes(store, indices, 'SCALAR').values;
        const count = list?.length ?? vertexCount;
        store.budget.spend(mode === 'triangles' ? count : 3 * count);
        return trianglesOf(mode, list, vertexCount);
      });
  const data = { ...triangles, vertexCount, positions };
  if (motion === 'rigid') return { ...data, targets: [], joints: [], weights: [] };

  const checked = <A extends ArrayLike<number>>(name: string, size: number, read: () => A): A =>
    within(name, () => {
      const values = read();
      if (values.length !== size * vertexCount)
        throw fault(`it has ${values.length / size} elements for ${vertexCount} vertices`);
      return values;
    });
  const targets = primitive.targets.map((accessor, k) =>
    accessor === undefined
      ? undefined
      : checked(`morph target ${k}`, 3, () => readFloats(store, accessor, 'VEC3').values),
  );
  if (motion === 'morphing') return { ...data, targets, joints: [], weights: [] };

  const { joints, weights } = primitive;
  if (joints.length === 0 || joints.length !== weights.length)
    throw fault(`it has ${joints.length} sets of JOINTS and ${weights.length} of WEIGHTS, and its node has a skin`);
  return {
    ...data,
    targets,
    joints: joints.map((accessor, k) =>
      checked<ArrayLike<number>>(
        `JOINTS_${k}`,
        4,
        () => wholes(unpacked?.attributes.get(`JOINTS_${k}`)) ?? readWholes(store, accessor, 'VEC4').values,
      ),
    ),
    weights: weights.map((accessor, k) =>
      checked(
        `WEIGHTS_${k}`,
        4,
        () => packedFloats(`WEIGHTS_${k}`, accessor) ?? readFloats(store, accessor, 'VEC4').values,
      ),
    ),
  };
}

function wholes(values: DracoValues | undefined): DracoValues | undefined {
  if (values instanceof Float32Array || values instanceof Int8Array || values instanceof Int16Array)
    throw fault('its component type must be an unsigned integer');
  return values;
}
