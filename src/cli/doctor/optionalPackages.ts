import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PackageFacts {
  readonly name: string;
  /** What it is for. */
  readonly serves: string;
  /** null where it is not installed. */
  readonly version: string | null;
}

const PACKAGES: readonly (readonly [name: string, serves: string])[] = [
  ['webgpu', 'graphics hardware'],
  ['occt-import-js', 'STEP files'],
  ['web-ifc', 'IFC files'],
  ['draco3dgltf', 'glTF files with Draco compression'],
  ['meshoptimizer', 'glTF files with meshopt compression'],
];

/** Which of the packages that zclash can use are installed where it finds them. */
export const optionalPackages = (): Promise<PackageFacts[]> =>
  Promise.all(PACKAGES.map(async ([name, serves]) => ({ name, serves, version: await versionOf(name) })));

async function versionOf(name: string): Promise<string | null> {
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch {
    return null;
  }
  // Packages need not export their package.json: it lies in one of the folders above.
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
    const found = text === undefined ? undefined : (JSON.parse(text) as { name?: string; version?: string });
    if (found?.name === name) return found.version ?? 'unknown';
  }
  return null;
}
