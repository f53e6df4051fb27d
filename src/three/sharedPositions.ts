import type { BufferAttribute, InterleavedBufferAttribute } from 'three';
import type { DevicePositions } from '../body.js';
import { fetchedOf } from './readAttribute.js';
import { asWebGpu, isWrittenByGpu } from './renderer.js';

/** GPUBufferUsage.STORAGE; three's AttributeType.STORAGE and DynamicDrawUsage. */
const STORAGE = 0x80;
const AS_STORAGE = 3;
const DYNAMIC_DRAW = 35_048;

/**
 * Where a WebGPURenderer keeps an attribute's positions, if a machine can read them there: as floats, in a buffer that may be
 * bound as storage. Three makes vertex buffers without that right; one that it has not made yet is entered into its books here
 * with both rights, and stays three's to draw, to renew and to destroy. Call it anew for each query: that also brings data over which
 * three would take at its next frame only.
 */
export function sharedPositions(
  attribute: BufferAttribute | InterleavedBufferAttribute,
  renderer: object | undefined,
): DevicePositions | undefined {
  const shared = asWebGpu(renderer);
  if (!shared?._attributes || 'isInterleavedBufferAttribute' in attribute) return undefined;
  // Three uploads dynamic attributes at every frame, whether they have changed or not: nobody knows what the buffer holds.
  if (!(attribute.array instanceof Float32Array) || attribute.usage === DYNAMIC_DRAW) return undefined;
  const fetched = fetchedOf(attribute);
  if (isWrittenByGpu(attribute) && !fetched) return undefined;
  shared._attributes.update(attribute, AS_STORAGE);
  const { backend } = shared;
  const { buffer } = backend.get(attribute);
  if (!buffer || !(buffer.usage & STORAGE)) return undefined;
  const { version } = attribute;
  return {
    ...{ device: backend.device, buffer, offsetWords: 0 },
    strideWords: attribute.itemSize, // three widens storage of its own to four
    isCurrent: () =>
      attribute.version === version && fetchedOf(attribute) === fetched && backend.get(attribute).buffer === buffer,
  };
}
