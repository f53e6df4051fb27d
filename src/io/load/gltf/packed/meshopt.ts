import { fault, shown } from '../fault.js';
import { type Json, wholeOf } from '../json.js';
import { optionalPackage } from './optionalPackage.js';

/** Unpacks a buffer view that is compressed with meshoptimizer. */
export type Meshopt = (target: Uint8Array, packed: Uint8Array, layout: MeshoptLayout) => void;

export interface MeshoptLayout {
  readonly count: number;
  readonly byteStride: number;
  readonly mode: string;
  readonly filter: string;
}

interface MeshoptDecoder {
  readonly ready: Promise<void>;
  decodeGltfBuffer(
    target: Uint8Array,
    count: number,
    size: number,
    source: Uint8Array,
    mode: string,
    filter: string,
  ): void;
}

/** The decoder of the package `meshoptimizer`. */
export async function openMeshopt(packageName = 'meshoptimizer'): Promise<Meshopt> {
  const { MeshoptDecoder: decoder } = (await optionalPackage(packageName, 'meshopt')) as {
    MeshoptDecoder: MeshoptDecoder;
  };
  await decoder.ready;
  return (target, packed, { count, byteStride, mode, filter }) => {
    try {
      decoder.decodeGltfBuffer(target, count, byteStride, packed, mode, filter);
    } catch {
      throw fault('its compressed bytes (meshopt) are damaged');
    }
  };
}

/** The least that one byte of compressed vertices can stand for is a sixteenth of a byte; runs of zeros reach a thousand. */
const MOST_BYTES_PER_BYTE = 4096;

/** Checks all that the decoder takes on trust: it writes where the sizes tell it to. */
export function meshoptLayout(extension: Json, packedLength: number, what: string): MeshoptLayout {
  const count = wholeOf(extension, 'count', what);
  const byteStride = wholeOf(extension, 'byteStride', what);
  const { mode, filter = 'NONE' } = extension;
  const isSound =
    mode === 'ATTRIBUTES'
      ? byteStride % 4 === 0 && byteStride >= 4 && byteStride <= 256
      : (byteStride === 2 || byteStride === 4) && (mode === 'INDICES' || (mode === 'TRIANGLES' && count % 3 === 0));
  const filterIsSound =
    filter === 'NONE' ||
    (mode === 'ATTRIBUTES' &&
      (filter === 'EXPONENTIAL' ||
        (filter === 'QUATERNION' && byteStride === 8) ||
        ((filter === 'OCTAHEDRAL' || filter === 'COLOR') && (byteStride === 4 || byteStride === 8))));
  if (!isSound || !filterIsSound)
    throw fault(
      `its compression (meshopt) is none that exists (${shown(mode)}, ${shown(filter)}, ${count} of ${byteStride} bytes)`,
    );
  if (count * byteStride > MOST_BYTES_PER_BYTE * packedLength)
    throw fault(`its ${packedLength} compressed bytes cannot stand for ${count} elements of ${byteStride} bytes`);
  return { count, byteStride, mode: mode as string, filter: filter as string };
}
