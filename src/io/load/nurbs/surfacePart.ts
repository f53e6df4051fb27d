import { body } from '../../../body.js';
import type { Surface } from '../../../surface/surface.js';
import type { ScenePart } from '../../scene.js';

/**
 * A surface with faces in its place, for all that reads meshes: as near to it as asked, or as a body has them by default. Throws an
 * `InputError` where that takes too many.
 */
export function surfacePart(
  surface: Surface,
  chordError: number | undefined,
): Required<Pick<ScenePart, 'surface' | 'mesh' | 'chordError'>> {
  const asBody = body(surface, chordError === undefined ? {} : { chordError });
  return { surface, mesh: asBody.mesh, chordError: asBody.chordError };
}
