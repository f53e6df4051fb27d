import { InputError } from '../../../../errors.js';
import type { Source } from '../../reader.js';
import { DRACO, meshoptOf } from '../extensions.js';
import { fault, shown, within } from '../fault.js';
import { extensionOf, isObject, isWhole, type Json, listOf, wholeOf } from '../json.js';
import { decodeDataUri, percentDecoded } from './dataUri.js';
import { plain } from './plain.js';

/** The bytes of a buffer, or why there are none. */
export type LoadedBuffer = Uint8Array | InputError;

/** Fetches the buffers that geometry lies in, compressed or not; those of pictures alone are left where they are. */
export async function loadBuffers(
  json: Json,
  binary: Uint8Array | undefined,
  source: Source,
  hasMeshopt: boolean,
): Promise<Map<number, LoadedBuffer>> {
  const buffers = listOf(json, 'buffers', 'the file');
  const loaded = new Map<number, LoadedBuffer>();
  const files = new Map<string, Promise<Uint8Array>>(); // many buffers may name one file
  const open = (path: string): Promise<Uint8Array> => {
    const file = files.get(path) ?? source.resolve(path);
    files.set(path, file);
    return file;
  };
  for (const index of usedBuffers(json, hasMeshopt))
    if (index < buffers.length)
      loaded.set(index, await loadBuffer(buffers[index], index, binary, open).catch((error) => asFault(error, source)));
  return loaded;
}

async function loadBuffer(
  buffer: unknown,
  index: number,
  binary: Uint8Array | undefined,
  open: Source['resolve'],
): Promise<Uint8Array> {
  const what = `buffer ${index}`;
  if (!isObject(buffer)) throw fault(`${what} must be an object`);
  const { uri } = buffer;
  const byteLength = wholeOf(buffer, 'byteLength', what);
  // What stands behind the length that is named is padding; what is missing shows where it is used.
  return (await bytesOf()).subarray(0, byteLength);

  async function bytesOf(): Promise<Uint8Array> {
    if (uri === undefined) {
      if (index === 0 && binary) return binary;
      throw fault(
        `${what} has no bytes (it names no file, and ${binary ? 'is not the first' : 'there is no binary chunk'})`,
      );
    }
    if (typeof uri !== 'string') throw fault(`the uri of ${what} must be a text (it is ${shown(uri)})`);
    if (/^data:/i.test(uri)) return within(what, () => decodeDataUri(uri));
    const bytes = await open(within(`${what} (${shown(uri)})`, () => localPath(uri)));
    if (!(bytes instanceof Uint8Array))
      throw fault(`${what} (${shown(uri)}) was not given as bytes`, 'Resolve it to a Uint8Array.');
    return plain(bytes);
  }
}

/** The relative path that a URI names; whether it may be read is for the resolver to say. */
function localPath(uri: string): string {
  const path = percentDecoded(uri);
  const isAbsolute = (text: string): boolean => /^([a-z][a-z0-9+.-]*:|[\\/])/i.test(text);
  if (isAbsolute(uri) || isAbsolute(path))
    throw fault(
      'it lies elsewhere, and only files beside this one are read',
      'Put it beside the file and name it by its relative path.',
    );
  if (path === '' || /\p{Cc}/u.test(path)) throw fault('that is no name of a file');
  return path;
}

function asFault(error: unknown, source: Source): InputError {
  if (!(error instanceof InputError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return fault(`a buffer cannot be read (${shown(reason).slice(1, -1)})`, 'Put it beside the file.');
  }
  const own = `${source.name}: `;
  return error.message.startsWith(own) ? new InputError(error.message.slice(own.length)) : error;
}

/** The numbers of the buffers behind accessors and compressed data. */
function usedBuffers(json: Json, hasMeshopt: boolean): Set<number> {
  const views = listOf(json, 'bufferViews', 'the file');
  const used = new Set<number>();
  const use = (index: unknown): void => {
    if (isWhole(index)) used.add(index);
  };
  const noteView = (index: unknown): void => {
    const view = isWhole(index) ? views[index] : undefined;
    if (!isObject(view)) return;
    use((hasMeshopt ? (meshoptOf(view) ?? view) : view).buffer);
  };
  for (const accessor of listOf(json, 'accessors', 'the file')) {
    if (!isObject(accessor)) continue;
    noteView(accessor.bufferView);
    const sparse = isObject(accessor.sparse) ? accessor.sparse : {};
    for (const half of [sparse.indices, sparse.values]) if (isObject(half)) noteView(half.bufferView);
  }
  for (const mesh of listOf(json, 'meshes', 'the file'))
    for (const primitive of isObject(mesh) && Array.isArray(mesh.primitives) ? mesh.primitives : [])
      if (isObject(primitive)) noteView(extensionOf(primitive, DRACO)?.bufferView);
  return used;
}
