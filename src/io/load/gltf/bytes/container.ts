import { fault, shown } from '../fault.js';
import { isObject, type Json } from '../json.js';

/** The two things that a glTF file can hold. */
export interface Container {
  readonly json: Json;
  /** The binary chunk of a .glb. */
  readonly binary: Uint8Array | undefined;
}

const GLB_MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a; // "JSON"
const BINARY_CHUNK = 0x004e4942; // "BIN"
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Opens a .glb or a .gltf. */
export function readContainer(bytes: Uint8Array): Container {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || data.getUint32(0, true) !== GLB_MAGIC) return { json: parse(bytes), binary: undefined };
  if (bytes.length < HEADER_BYTES)
    throw fault(`the file ends within its header (${bytes.length} of ${HEADER_BYTES} bytes)`);
  const version = data.getUint32(4, true);
  if (version !== 2) throw wrongVersion(String(version));
  const length = data.getUint32(8, true);
  if (length > bytes.length)
    throw fault(`the file is cut off (${bytes.length} bytes of the ${length} that its header names)`, 'Copy it again.');
  let json: Json | undefined;
  let binary: Uint8Array | undefined;
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= length; ) {
    const chunkLength = data.getUint32(at, true);
    const type = data.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (chunkLength > length - start)
      throw fault(
        `the chunk at byte ${at} is cut off (it names ${chunkLength} bytes, and ${length - start} follow)`,
        'Copy the file again.',
      );
    const chunk = bytes.subarray(start, start + chunkLength);
    if (json === undefined) {
      if (type !== JSON_CHUNK) throw fault(`the first chunk, at byte ${at}, is not the JSON`);
      json = parse(chunk);
    } else if (type === BINARY_CHUNK) binary ??= chunk; // chunks of other kinds are to be passed over
    at = start + chunkLength;
  }
  if (json === undefined) throw fault(`there is no JSON chunk (the header names ${length} bytes)`);
  return { json, binary };
}

function parse(bytes: Uint8Array): Json {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes)); // the decoder drops a byte order mark
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is too long';
    throw fault(`the JSON cannot be read (${shown(reason).slice(1, -1)})`);
  }
  if (!isObject(json)) throw fault(`the JSON must be an object (it is ${shown(json)})`);
  checkAsset(json);
  return json;
}

function checkAsset({ asset }: Json): void {
  const version = isObject(asset) ? asset.version : undefined;
  if (typeof version !== 'string') throw fault(`this is no glTF 2.0 (asset.version is ${shown(version)})`);
  if (!/^2\.\d+$/.test(version)) throw wrongVersion(version);
  const least = isObject(asset) ? asset.minVersion : undefined;
  if (least !== undefined && least !== '2.0') throw wrongVersion(`${least}`);
}

const wrongVersion = (version: string): Error =>
  fault(`this is glTF ${shown(version).slice(1, -1)}, and only 2.0 is read`, 'Convert it to glTF 2.0.');
