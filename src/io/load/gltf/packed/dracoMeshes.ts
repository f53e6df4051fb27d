import { InputError } from '../../../../errors.js';
import { type ComponentType, componentsOf } from '../bytes/accessor.js';
import { readBufferView } from '../bytes/bufferView.js';
import { once, type Store } from '../bytes/store.js';
import { within } from '../fault.js';
import { isObject, listOf, referred } from '../json.js';
import { type Primitive, parsePrimitive } from '../shape/primitive.js';
import type { DracoMesh, DracoValues } from './draco.js';

/** An attribute that a Draco mesh holds: Draco's number for it, and the accessor that tells what its numbers are. */
interface Wanted {
  readonly name: string;
  readonly id: number;
  readonly accessor: number;
}

/** Unpacks all Draco meshes of the file. It is done beforehand since a decoder that fails must be opened anew. */
export async function unpackDraco(store: Store): Promise<void> {
  const { draco } = store;
  if (typeof draco !== 'function') return;
  for (const mesh of listOf(store.json, 'meshes', 'the file'))
    for (const json of isObject(mesh) && Array.isArray(mesh.primitives) ? mesh.primitives : []) {
      const primitive = parsed(json);
      if (!primitive?.draco || store.read.has(keyOf(primitive))) continue;
      const result = await unpack(primitive).catch((error: unknown) => {
        if (error instanceof InputError) return error;
        throw error;
      });
      store.read.set(keyOf(primitive), result);
    }

  async function unpack(primitive: Primitive): Promise<DracoMesh> {
    const { bytes } = readBufferView(store, primitive.draco!.bufferView);
    const attributes = wantedOf(primitive).map(({ name, id, accessor }) => {
      const json = referred(store.json, 'accessors', accessor);
      within(`accessor ${accessor}`, () => componentsOf(json));
      return { id, componentType: json.componentType as ComponentType, size: name === 'POSITION' ? 3 : 4 };
    });
    const mesh = await (draco as Exclude<typeof draco, InputError | undefined>)(bytes, attributes);
    store.budget.spend(mesh.indices.length + mesh.vertexCount * 4 * attributes.length);
    return mesh;
  }
}

/** A primitive's Draco mesh with its attributes by name; undefined where it has none, or where none is needed. */
export function dracoMeshOf(
  store: Store,
  primitive: Primitive,
): { mesh: DracoMesh; attributes: ReadonlyMap<string, DracoValues> } | undefined {
  const { draco, json } = store;
  if (!primitive.draco) return undefined;
  if (draco instanceof InputError) {
    // Without the decoder, the file may still hold the same uncompressed.
    if (referred(json, 'accessors', primitive.position).bufferView !== undefined) return undefined;
    throw draco;
  }
  const mesh = once<DracoMesh>(store, keyOf(primitive), () => {
    throw new Error('gltf: Draco meshes are unpacked before they are used.');
  });
  return { mesh, attributes: new Map(wantedOf(primitive).map(({ name }, k) => [name, mesh.attributes[k]])) };
}

function wantedOf({ draco, position, joints, weights }: Primitive): Wanted[] {
  const accessors: [string, number][] = [
    ['POSITION', position],
    ...joints.map((accessor, k): [string, number] => [`JOINTS_${k}`, accessor]),
    ...weights.map((accessor, k): [string, number] => [`WEIGHTS_${k}`, accessor]),
  ];
  return accessors.flatMap(([name, accessor]) => {
    const id = draco?.ids[name];
    return id === undefined ? [] : [{ name, id, accessor }];
  });
}

const keyOf = (primitive: Primitive): string =>
  `draco ${primitive.draco?.bufferView} ${wantedOf(primitive).map(({ id, accessor }) => `${id}/${accessor}`)}`;

function parsed(json: unknown): Primitive | undefined {
  try {
    return parsePrimitive(json);
  } catch {
    return undefined; // said where it is used
  }
}
