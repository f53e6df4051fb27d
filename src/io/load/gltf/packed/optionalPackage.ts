import { importOptional } from '../../../../importOptional.js';
import { fault, shown } from '../fault.js';

/** Imports a package that need not be installed; a missing one is said in one sentence. */
export async function optionalPackage(name: string, compression: string): Promise<Record<string, unknown>> {
  try {
    return (await importOptional(name)) as Record<string, unknown>;
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    throw fault(
      `it is compressed with ${compression}, and the package ${name} ${isMissing ? 'is not installed' : `cannot be loaded (${shown(message).slice(1, -1)})`}`,
      `Install it (npm install ${name}), or export the file without compression.`,
    );
  }
}
