import { fault, shown, within } from '../fault.js';
import { type Json, objectOf, referred, wholeOf } from '../json.js';
import { readBufferView } from './bufferView.js';
import { once, type Store } from './store.js';

/** How many numbers an element has, of those types that geometry uses. */
const SIZES = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 } as const;

export type ElementType = keyof typeof SIZES;

type Values = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;
type Whole = Uint8Array | Uint16Array | Uint32Array;

/** What the numbers of component types stand for; `divisor` is what a normalized one is divided by. */
const COMPONENTS = {
  5120: { array: Int8Array, divisor: 127 },
  5121: { array: Uint8Array, divisor: 255 },
  5122: { array: Int16Array, divisor: 32767 },
  5123: { array: Uint16Array, divisor: 65535 },
  5125: { array: Uint32Array, divisor: 4294967295 },
  5126: { array: Float32Array, divisor: 1 },
} as const;

export type ComponentType = keyof typeof COMPONENTS;

/** Elements one after the other, without gaps. */
export interface Elements<A> {
  readonly values: A;
  readonly count: number;
}

/** An accessor as real numbers: 32-bit floats, or small integers taken as they are or as shares of one. */
export function readFloats(store: Store, index: unknown, type: ElementType): Elements<Float32Array> {
  return once(store, `floats ${shown(index)} ${type}`, () =>
    within(`accessor ${shown(index)}`, () => {
      const json = referred(store.json, 'accessors', index);
      const { values, count } = readElements(store, json, type);
      if (values instanceof Uint32Array) throw fault('its component type must be no 32-bit integer (5125)');
      return { values: toFloats(store, values, json), count };
    }),
  );
}

/** An accessor as whole numbers from 0: indices. */
export function readWholes(store: Store, index: unknown, type: ElementType): Elements<Whole> {
  return once(store, `wholes ${shown(index)} ${type}`, () =>
    within(`accessor ${shown(index)}`, () => {
      const { values, count } = readElements(store, referred(store.json, 'accessors', index), type);
      if (!(values instanceof Uint8Array || values instanceof Uint16Array || values instanceof Uint32Array))
        throw fault('its component type must be an unsigned integer (5121, 5123 or 5125)');
      return { values, count };
    }),
  );
}

/** Numbers of an accessor's component type as real numbers. */
export function toFloats({ budget }: Store, values: Values, accessor: Json): Float32Array {
  if (values instanceof Float32Array) return values;
  const divisor = accessor.normalized === true ? componentsOf(accessor).divisor : 1;
  budget.spend(values.length);
  const floats = new Float32Array(values.length);
  // The least of signed ones would come out below -1.
  for (let i = 0; i < values.length; i++) floats[i] = divisor === 1 ? values[i] : Math.max(values[i] / divisor, -1);
  return floats;
}

export function componentsOf(json: Json): (typeof COMPONENTS)[ComponentType] {
  const { componentType } = json;
  if (typeof componentType !== 'number' || !Object.hasOwn(COMPONENTS, componentType))
    throw fault(`its component type is none that exists (${shown(componentType)})`);
  return COMPONENTS[componentType as ComponentType];
}

function readElements(store: Store, json: Json, type: ElementType): Elements<Values> {
  if (json.type !== type) throw fault(`it must be of type ${type} (it is ${shown(json.type)})`);
  const count = wholeOf(json, 'count', 'it');
  const components = componentsOf(json);
  const size = SIZES[type];
  store.budget.spend(count * size);
  let values: Values =
    json.bufferView === undefined
      ? new components.array(count * size)
      : readBytes(store, json, json.bufferView, components.array, count, size);
  if (json.sparse !== undefined) values = withSparse(store, values, objectOf(json.sparse, 'sparse'), json, count, size);
  return { values, count };
}

/** Elements out of a buffer view: as a view of the bytes where they lie close and aligned, else gathered. */
function readBytes(
  store: Store,
  place: Json,
  viewIndex: unknown,
  array: (typeof COMPONENTS)[ComponentType]['array'],
  count: number,
  size: number,
): Values {
  const { bytes, byteStride } = readBufferView(store, viewIndex);
  const width = array.BYTES_PER_ELEMENT;
  const stride = byteStride ?? size * width;
  const start = wholeOf(place, 'byteOffset', 'it', 0);
  if (stride < size * width || stride % width !== 0)
    throw fault(`its elements of ${size * width} bytes cannot stand ${stride} bytes apart (buffer view ${viewIndex})`);
  const end = count === 0 ? start : start + (count - 1) * stride + size * width;
  if (end > bytes.length) throw fault(`it ends at byte ${end} of buffer view ${viewIndex}, which has ${bytes.length}`);
  const range = bytes.subarray(start, end);
  const aligned = range.byteOffset % width === 0 ? range : range.slice();
  const close = new array(aligned.buffer as ArrayBuffer, aligned.byteOffset, Math.floor(aligned.length / width));
  const step = stride / width;
  if (step === size) return close;
  const values = new array(count * size);
  for (let i = 0; i < count; i++) for (let k = 0; k < size; k++) values[i * size + k] = close[i * step + k];
  return values;
}

function withSparse(store: Store, values: Values, sparse: Json, accessor: Json, count: number, size: number): Values {
  const changed = wholeOf(sparse, 'count', 'its sparse part');
  if (changed > count) throw fault(`its sparse part has ${changed} elements of ${count}`);
  const indices = objectOf(sparse.indices, 'sparse.indices');
  const replacements = objectOf(sparse.values, 'sparse.values');
  store.budget.spend(changed * (size + 1) + values.length);
  const where = readBytes(store, indices, indices.bufferView, componentsOf(indices).array, changed, 1);
  const what = readBytes(store, replacements, replacements.bufferView, componentsOf(accessor).array, changed, size);
  const result = values.slice();
  for (let i = 0; i < changed; i++) {
    const element = where[i];
    if (!(element >= 0 && element < count && Number.isInteger(element)))
      throw fault(`its sparse part changes element ${element} of ${count}`);
    for (let k = 0; k < size; k++) result[element * size + k] = what[i * size + k];
  }
  return result;
}
