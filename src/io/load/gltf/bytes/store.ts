import { InputError } from '../../../../errors.js';
import type { Source } from '../../reader.js';
import { DRACO, meshoptOf } from '../extensions.js';
import { extensionOf, isObject, type Json, listOf } from '../json.js';
import { type Budget, budgetFor } from '../limits.js';
import { type Draco, openDraco } from '../packed/draco.js';
import { type Meshopt, openMeshopt } from '../packed/meshopt.js';
import { type LoadedBuffer, loadBuffers } from './buffers.js';
import type { Container } from './container.js';

/** A file with its bytes and decoders at hand: from here on nothing waits. */
export interface Store {
  readonly json: Json;
  readonly buffers: ReadonlyMap<number, LoadedBuffer>;
  readonly budget: Budget;
  /** Each where the file needs it; an error where its package is missing. */
  readonly draco: Draco | InputError | undefined;
  readonly meshopt: Meshopt | InputError | undefined;
  /** What was read once, by what it is: many things name the same bytes. */
  readonly read: Map<string, unknown>;
}

export async function openStore({ json, binary }: Container, byteCount: number, source: Source): Promise<Store> {
  const draco = usesDraco(json) ? await openDraco(source.locate).catch(asMissing) : undefined;
  const meshopt = usesMeshopt(json) ? await openMeshopt().catch(asMissing) : undefined;
  const buffers = await loadBuffers(json, binary, source, typeof meshopt === 'function');
  let total = byteCount;
  for (const buffer of buffers.values()) if (buffer instanceof Uint8Array) total += buffer.length;
  return { json, buffers, budget: budgetFor(total), draco, meshopt, read: new Map() };
}

/** Reads something once, and remembers a fault, too. */
export function once<T>({ read }: Store, key: string, make: () => T): T {
  if (!read.has(key)) {
    try {
      read.set(key, make());
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      read.set(key, error);
    }
  }
  const value = read.get(key);
  if (value instanceof InputError) throw value;
  return value as T;
}

function asMissing(error: unknown): InputError {
  if (error instanceof InputError) return error;
  throw error;
}

const usesMeshopt = (json: Json): boolean =>
  listOf(json, 'bufferViews', 'the file').some((view) => isObject(view) && meshoptOf(view) !== undefined);

const usesDraco = (json: Json): boolean =>
  listOf(json, 'meshes', 'the file').some(
    (mesh) =>
      isObject(mesh) &&
      Array.isArray(mesh.primitives) &&
      mesh.primitives.some((primitive) => isObject(primitive) && extensionOf(primitive, DRACO) !== undefined),
  );
