import { fault } from '../fault.js';

/** What the head of a Draco mesh promises. */
export interface DracoHeader {
  readonly faceCount: number;
  readonly vertexCount: number;
}

const METADATA_FLAG = 0x8000;

/**
 * Reads how much a Draco mesh will unfold to, since the decoder allocates as much before it looks further. After the
 * "Draco 3D Data Compression" bitstream specification, version 2.2, the one that glTF allows.
 */
export function dracoHeader(bytes: Uint8Array): DracoHeader {
  let at = 0;
  const byte = (): number => {
    if (at >= bytes.length) throw damaged();
    return bytes[at++];
  };
  const skip = (count: number): void => {
    if (count > bytes.length - at) throw damaged();
    at += count;
  };
  const whole = (): number => {
    let value = 0;
    for (let k = 0; k < 5; k++) {
      const next = byte();
      value += (next & 0x7f) * 2 ** (7 * k);
      if (next < 0x80) return value;
    }
    throw damaged();
  };
  for (const letter of 'DRACO') if (byte() !== letter.charCodeAt(0)) throw damaged();
  const major = byte();
  const minor = byte();
  if (major !== 2 || minor !== 2) throw fault(`its compressed bytes are Draco ${major}.${minor}, and glTF has 2.2`);
  if (byte() !== 1) throw fault('its compressed bytes (Draco) are no mesh');
  const isEdgebreaker = byte() === 1;
  const flags = byte() | (byte() << 8);
  if (flags & METADATA_FLAG) skipMetadata();
  if (!isEdgebreaker) return { faceCount: whole(), vertexCount: whole() };
  byte(); // how it is traversed
  const vertexCount = whole();
  return { faceCount: whole(), vertexCount };

  /** Every round takes bytes, so what the counts promise cannot keep it busy for longer than there are bytes. */
  function skipMetadata(): void {
    for (let attributes = whole(); attributes > 0; attributes--) {
      whole(); // whose it is
      skipOne();
    }
    skipOne(); // that of the mesh
  }

  function skipOne(): void {
    for (let entries = whole(); entries > 0; entries--) {
      skip(byte());
      skip(whole());
    }
    if (whole() > 0) throw fault('its compressed bytes (Draco) carry nested metadata');
  }
}

export const damaged = (): Error => fault('its compressed bytes (Draco) are damaged');
