import { InputError } from '../../errors.js';
import type { Scene } from '../scene.js';
import { folderResolver } from './folderResolver.js';
import { type Format, formatOf } from './format.js';
import { load } from './load.js';
import { demandChordError, unreadable } from './reader.js';
import { printable, readWhole } from './readWhole.js';
import { loadInWorker } from './worker/loadInWorker.js';

export interface LoadFileOptions {
  /** The file's bytes, where they are there already, as from standard input. Files that they name are not read. */
  data?: Uint8Array | undefined;
  /** The format, where neither the bytes nor the name tell it. */
  format?: Format | undefined;
  /** How long STEP and IFC may take, which other packages read. */
  timeLimitMs?: number | undefined;
  /** How much memory they may take. */
  memoryLimitBytes?: number | undefined;
  /** How far faces may lie from curved surfaces, in the scene's units, as of `load`. */
  chordError?: number | undefined;
}

/** Memory: as much, or 48 times the size of the file, if that is more. */
export const LOAD_FILE_DEFAULTS = { timeLimitMs: 120_000, memoryLimitBytes: 1.75 * 2 ** 30 } as const;
const MEMORY_PER_BYTE = 48;

/** Formats that WebAssembly of others reads. */
const IN_WORKER: readonly Format[] = ['step', 'ifc'];

/**
 * Reads a file as a scene of parts. Other files that it names are read from its own folder only. STEP and IFC are read in
 * a thread of their own that is ended when it takes too long or too much memory.
 *
 * @example
 * const { parts, units } = await loadFile('engine.step', { timeLimitMs: 30_000 });
 */
export async function loadFile(path: string, options: LoadFileOptions = {}): Promise<Scene> {
  const { data, chordError } = options;
  if (typeof path !== 'string' || path === '' || path.includes('\0'))
    throw new InputError(`loadFile: that is no path (${printable(String(path))}). Give the path of a file.`);
  const timeLimitMs = options.timeLimitMs ?? LOAD_FILE_DEFAULTS.timeLimitMs;
  if (!(timeLimitMs > 0))
    throw new InputError(`loadFile: the time limit must be positive (${timeLimitMs}). Give milliseconds, or Infinity.`);
  demandChordError(chordError, 'loadFile');
  const bytes = data ?? (await readWhole(path, path));
  if (bytes.length === 0) throw unreadable({ name: path }, 'it is empty (0 bytes)', 'Export it again.');
  const format = options.format ?? formatOf(bytes, { name: path });
  if (!IN_WORKER.includes(format))
    return load(bytes, { name: path, format, chordError, ...(!data && { resolve: folderResolver(path) }) });
  const memoryLimitBytes =
    options.memoryLimitBytes ?? Math.max(LOAD_FILE_DEFAULTS.memoryLimitBytes, MEMORY_PER_BYTE * bytes.length);
  if (!(memoryLimitBytes > 0))
    throw new InputError(`loadFile: the memory limit must be positive (${memoryLimitBytes}). Give a number of bytes.`);
  // The thread takes the bytes with it: those of the caller stay where they are.
  const asked = { name: path, format, chordError };
  return loadInWorker(data ? new Uint8Array(data) : bytes, asked, { timeLimitMs, memoryLimitBytes });
}
