import { Inflate } from 'fflate';
import { InputError } from '../../../errors.js';
import { type Source, unreadable } from '../reader.js';
import type { ZipEntry } from './zip.js';

/** How much a package may unpack to, in all that is read of it. A model of ten million triangles takes some 0.7 GB. */
const MOST_UNPACKED_BYTES = 2 ** 30;
/** Meshes as text shrink to a tenth, the most regular to a fiftieth; deflate itself ends at 1032. */
const MOST_RATIO = 250;
/** Small files are no danger, however well they shrink; large ones are, sooner. */
const FREE_BYTES = 2 ** 24;
const LARGE_BYTES = 2 ** 26;
const LARGE_RATIO = 100;

/** At once; what they unpack to is at most 1032 times as much. */
const SLICE_BYTES = 2 ** 15;

const REMEDY = 'The package is damaged or hostile: export it again.';

/** What has been unpacked of a package, and from how many bytes. */
export interface Unpacked {
  bytes: number;
  packedBytes: number;
}

/**
 * Unpacks an entry piece by piece. What it says of its size is checked before the first byte, and the bytes against that
 * while they come: nothing grows beyond it.
 */
export function unpackEntry(
  file: Uint8Array,
  entry: ZipEntry,
  unpacked: Unpacked,
  source: Source,
  take: (bytes: Uint8Array) => void,
): void {
  const what = `its entry '${entry.name.slice(0, 80)}'`;
  const refuse = (fact: string, remedy = REMEDY): InputError => unreadable(source, `${what} ${fact}`, remedy);
  if (entry.isEncrypted) throw refuse('is encrypted', 'Export the model without a password.');
  if (entry.method !== 0 && entry.method !== 8)
    throw refuse(`is packed by method ${entry.method}; only 0 (stored) and 8 (deflated) are read`, 'Export it again.');
  if (entry.bytes > MOST_UNPACKED_BYTES - unpacked.bytes)
    throw refuse(
      `would unpack to ${entry.bytes} bytes, and a package may hold ${MOST_UNPACKED_BYTES}`,
      'Divide the model into several files.',
    );
  // Of this entry, and of all so far: many small ones are as bad.
  unpacked.bytes += entry.bytes;
  unpacked.packedBytes += entry.packedBytes;
  for (const [{ bytes, packedBytes }, among] of [
    [entry, ''],
    [unpacked, ' with those before it'],
  ] as const) {
    const ratio = bytes > LARGE_BYTES ? LARGE_RATIO : MOST_RATIO;
    if (bytes > FREE_BYTES && bytes > ratio * packedBytes)
      throw refuse(`would unpack${among} from ${packedBytes} to ${bytes} bytes, more than ${ratio} times as many`);
  }

  let length = 0;
  let crc = 0xffffffff;
  const receive = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length > entry.bytes) throw refuse(`unpacks to more than the ${entry.bytes} bytes that it says`);
    crc = updateCrc(crc, bytes);
    take(bytes);
  };
  const packed = file.subarray(entry.dataAt, entry.dataAt + entry.packedBytes);
  const inflate = entry.method === 8 ? new Inflate(receive) : undefined;
  try {
    for (let at = 0; at < packed.length || at === 0; at += SLICE_BYTES) {
      const slice = packed.subarray(at, at + SLICE_BYTES);
      if (inflate) inflate.push(slice, at + SLICE_BYTES >= packed.length);
      else receive(slice);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw refuse(`cannot be unpacked (${error instanceof Error ? error.message : error})`);
  }
  if (length !== entry.bytes) throw refuse(`unpacks to ${length} bytes instead of ${entry.bytes}`);
  if ((crc ^ 0xffffffff) >>> 0 !== entry.crc) throw refuse('does not agree with its checksum');
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let c = byte;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function updateCrc(crc: number, bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) crc = CRC_TABLE[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
  return crc;
}
