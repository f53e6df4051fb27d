/** The same bytes without a subclass: the `slice` of Node's Buffer does not copy. */
export const plain = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
