import type { BufferAttribute, InterleavedBufferAttribute, TypedArray } from 'three';
import { InputError } from '../errors.js';

export type Attribute = BufferAttribute | InterleavedBufferAttribute;

interface Layout {
  readonly array: TypedArray;
  /** In numbers, from one vertex to the next, and to the first one. */
  readonly stride: number;
  readonly offset: number;
}

/** What compute shaders wrote to attributes, as it was last brought to the host. */
const fetched = new WeakMap<object, Float32Array>();

/** Takes what a device holds of an attribute in place of its array. */
export const keepFetched = (attribute: Attribute, array: Float32Array): void => void fetched.set(attribute, array);

/** What was brought last; undefined where nothing was. */
export const fetchedOf = (attribute: object): Float32Array | undefined => fetched.get(attribute);

function layoutOf(attribute: Attribute): Layout {
  const array = fetched.get(attribute);
  if (array) return { array, stride: attribute.itemSize, offset: 0 }; // three widens storage of three numbers to four
  if ('isInterleavedBufferAttribute' in attribute) {
    const { data, offset } = attribute;
    // An interleaved attribute may be a view of one that is not.
    const stride = data.stride ?? (data as unknown as BufferAttribute).itemSize;
    return { array: data.array, stride, offset };
  }
  return { array: attribute.array, stride: attribute.itemSize, offset: 0 };
}

/**
 * Adds what changes with the attribute's content, as far as its owner tells of it with `needsUpdate`, and with the array, in whose
 * place the renderer may put another one.
 */
export function addStamp(stamp: unknown[], attribute: Attribute | null | undefined): void {
  const data =
    (attribute as InterleavedBufferAttribute | undefined)?.data ?? (attribute as BufferAttribute | undefined);
  stamp.push(attribute, data?.array, data?.version, attribute && fetched.get(attribute));
}

/** `size` numbers for each of the vertices, as the renderers read them; without `vertices`, for the first `count`. */
export function readAttribute(
  attribute: Attribute,
  size: number,
  count: number,
  vertices?: Uint32Array | undefined,
): Float32Array {
  const { array, stride, offset } = layoutOf(attribute);
  if (!array)
    throw new InputError(
      `bodyFrom: an attribute has no array (${attribute.name || 'GLBufferAttribute'}). Keep its data on the CPU, too.`,
    );
  const given = Math.min(size, attribute.itemSize);
  const values = new Float32Array(size * count);
  for (let k = 0; k < count; k++) {
    const from = offset + stride * (vertices ? vertices[k] : k);
    for (let c = 0; c < given; c++) values[size * k + c] = array[from + c];
  }
  if ('isFloat16BufferAttribute' in attribute && attribute.isFloat16BufferAttribute)
    for (let i = 0; i < values.length; i++) values[i] = halfToNumber(values[i]);
  else if (attribute.normalized) denormalize(values, array);
  return values;
}

/** Whole numbers stand for 0 to 1, or -1 to 1. Floats are not scaled, whatever the attribute says. */
function denormalize(values: Float32Array, array: TypedArray): void {
  const isSigned = array instanceof Int8Array || array instanceof Int16Array || array instanceof Int32Array;
  const isUnsigned =
    array instanceof Uint8Array ||
    array instanceof Uint8ClampedArray ||
    array instanceof Uint16Array ||
    array instanceof Uint32Array;
  if (!isSigned && !isUnsigned) return;
  const most = 2 ** (8 * array.BYTES_PER_ELEMENT - (isSigned ? 1 : 0)) - 1;
  for (let i = 0; i < values.length; i++) values[i] = Math.max(values[i] / most, -1);
}

/** A float of 16 bits (IEEE 754 binary16). */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
