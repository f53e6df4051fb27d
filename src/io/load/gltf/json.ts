import { fault, shown } from './fault.js';

/** A JSON object of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object that must be there. */
export function objectOf(value: unknown, what: string): Json {
  if (!isObject(value)) throw fault(`${what} must be an object (it is ${shown(value)})`);
  return value;
}

/** A list, empty where there is none. */
export function listOf(json: Json, key: string, what: string): readonly unknown[] {
  const value = json[key] ?? [];
  if (!Array.isArray(value)) throw fault(`${key} of ${what} must be a list (it is ${shown(value)})`);
  return value;
}

/** A whole number from 0 to 2^53; `fallback` where there is none. */
export function wholeOf(json: Json, key: string, what: string, fallback?: number): number {
  const value = json[key] ?? fallback;
  if (!isWhole(value)) throw fault(`${key} of ${what} must be a whole number (it is ${shown(value)})`);
  return value;
}

export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A whole number where there is one. */
export const wholeOrNone = (json: Json, key: string, what: string): number | undefined =>
  json[key] === undefined ? undefined : wholeOf(json, key, what);

/** So many finite numbers, where they are there. */
export function numbersOf(json: Json, key: string, what: string, length?: number): readonly number[] | undefined {
  const value = json[key];
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || (length !== undefined && value.length !== length) || !value.every(Number.isFinite))
    throw fault(`${key} of ${what} must be ${length === undefined ? 'a list of' : length} finite numbers`);
  return value;
}

/** A name, where there is one that says something. */
export const nameOf = (json: unknown): string | undefined =>
  isObject(json) && typeof json.name === 'string' && json.name.trim() !== '' ? json.name : undefined;

/** The object that a number names in one of the file's lists. */
export function referred(json: Json, list: string, index: unknown): Json {
  const values = listOf(json, list, 'the file');
  const what = list === 'meshes' ? 'mesh' : list.slice(0, -1);
  if (!isWhole(index) || index >= values.length)
    throw fault(`there is no ${what} ${shown(index)} (the file has ${values.length})`);
  return objectOf(values[index], `${what} ${index}`);
}

/** What an extension says about an object, where it does. */
export function extensionOf(json: Json, name: string): Json | undefined {
  const extension = isObject(json.extensions) ? json.extensions[name] : undefined;
  return isObject(extension) ? extension : undefined;
}
