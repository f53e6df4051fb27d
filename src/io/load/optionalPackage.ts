import { importOptional } from '../../importOptional.js';
import { type Source, unreadable } from './reader.js';

/**
 * The module of a package that only some formats need. Where a page has loaded the package's script, the global that the
 * script leaves behind is used instead: browsers know no packages by name.
 */
export async function optionalPackage(format: string, name: string, global: string, source: Source): Promise<unknown> {
  const loaded = (globalThis as Record<string, unknown>)[global];
  if (loaded !== undefined) return loaded;
  try {
    const module = (await importOptional(name)) as { default?: unknown };
    return module.default ?? module;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const missing = code === 'ERR_MODULE_NOT_FOUND' && message.includes(name);
    throw unreadable(
      source,
      missing
        ? `${format} is read with the package \`${name}\`, which is not installed`
        : `${format} is read with the package \`${name}\`, which cannot be loaded (${message.split('\n')[0]})`,
      `Install it with \`npm install ${name}\`; on a web page load its script, or leave its module in \`globalThis.${global}\`.`,
    );
  }
}

/** What went wrong in WebAssembly, in a few words: exceptions of C++ come without a text. */
export function wasmFailure(error: unknown): string {
  if (error instanceof RangeError) return 'its calls nest too deep';
  if (error instanceof WebAssembly.RuntimeError) return error.message.split('\n')[0];
  if (error instanceof Error && error.message) return error.message.split('\n')[0];
  return 'it gave up on the data';
}
