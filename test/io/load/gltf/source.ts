import type { Source } from '../../../../src/io/load/reader.js';

/** A file that stands alone, or one with these others beside it. */
export const sourceOf = (name: string, files: Readonly<Record<string, Uint8Array>> = {}): Source => ({
  name,
  stem: name.replace(/\.[^.]*$/, ''),
  resolve: async (uri) => {
    const bytes = files[uri];
    if (!bytes) throw new Error(`there is no ${uri}`);
    return bytes;
  },
});
