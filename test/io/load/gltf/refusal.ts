import { expect } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import { readGltf } from '../../../../src/io/load/gltf/gltf.js';
import type { Scene } from '../../../../src/io/scene.js';
import { cubeDraft, type Loose } from './glb.js';
import { sourceOf } from './source.js';

const NAME = 'bad.glb';

export const read = (bytes: Uint8Array): Promise<Scene> => Promise.resolve(readGltf(bytes, sourceOf(NAME)));

/** A .gltf. */
export const textOf = (json: object): Uint8Array => new TextEncoder().encode(JSON.stringify(json));

/** The one sentence that a file is refused with, without its name. */
export async function refusal(bytes: Uint8Array): Promise<string> {
  const error = await read(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  const { message } = error as InputError;
  expect(message.startsWith(`${NAME}: `)).toBe(true);
  expect(message).not.toMatch(/\n/);
  return message.slice(NAME.length + 2);
}

/** A cube's file with something wrong. */
export const bent = (bend: (json: Loose) => void): Uint8Array => {
  const file = cubeDraft();
  bend(file.json);
  return file.glb();
};
