/** How many bytes are turned at once: so many arguments every engine takes. */
const CHUNK = 3 * 4096;

/** Bytes as base64, in Node and in browsers. */
export function base64(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += CHUNK) out += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return out;
}
