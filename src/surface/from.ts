import { checkSurface } from './checkSurface.js';
import { learnEveryKind } from './everyKind.js';
import type { Surface } from './surface.js';

/**
 * Takes plain data as a surface: what was written to a file, sent by another thread, or made by hand. Throws unless they are a whole solid.
 * Whoever makes a solid of the same kind need not call this; but a program that makes none of a kind knows nothing of it.
 *
 * @example const ring = body(surface.from(JSON.parse(text)));
 */
export function from(data: unknown): Surface {
  learnEveryKind();
  const surface = data as Surface;
  checkSurface(surface);
  return surface;
}
