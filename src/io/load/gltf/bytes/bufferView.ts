import { InputError } from '../../../../errors.js';
import { meshoptOf } from '../extensions.js';
import { fault, within } from '../fault.js';
import { type Json, referred, wholeOf, wholeOrNone } from '../json.js';
import { meshoptLayout } from '../packed/meshopt.js';
import { once, type Store } from './store.js';

/** A stretch of bytes. */
export interface BufferView {
  readonly bytes: Uint8Array;
  /** From element to element, where the file says so. */
  readonly byteStride: number | undefined;
}

/** The bytes that a buffer view names, unpacked. */
export function readBufferView(store: Store, index: unknown): BufferView {
  const json = referred(store.json, 'bufferViews', index);
  return once(store, `view ${index}`, () =>
    within(`buffer view ${index}`, () => {
      const byteStride = wholeOrNone(json, 'byteStride', 'it');
      const compressed = meshoptOf(json);
      const { meshopt } = store;
      if (!compressed) return { bytes: bytesOf(store, json), byteStride };
      // Without the decoder, the file may still hold the same uncompressed.
      if (meshopt instanceof InputError) return { bytes: plainBytes(store, json, meshopt), byteStride };
      const packed = bytesOf(store, compressed);
      const layout = meshoptLayout(compressed, packed.length, 'its compression');
      const byteLength = layout.count * layout.byteStride;
      store.budget.spend(byteLength / 4);
      const bytes = new Uint8Array(byteLength);
      meshopt!(bytes, packed, layout);
      return { bytes, byteStride };
    }),
  );
}

function plainBytes(store: Store, json: Json, missing: InputError): Uint8Array {
  try {
    return bytesOf(store, json);
  } catch {
    throw missing;
  }
}

function bytesOf({ json, buffers }: Store, view: Json): Uint8Array {
  const start = wholeOf(view, 'byteOffset', 'it', 0);
  const length = wholeOf(view, 'byteLength', 'it');
  referred(json, 'buffers', view.buffer);
  const buffer = buffers.get(view.buffer as number);
  if (!buffer) throw fault(`buffer ${view.buffer} was not read`);
  if (buffer instanceof InputError) throw buffer;
  if (start + length > buffer.length)
    throw fault(`it ends at byte ${start + length} of buffer ${view.buffer}, which has ${buffer.length}`);
  return buffer.subarray(start, start + length);
}
