import { InputError } from '../../../errors.js';
import { identity } from '../../../math/affine.js';
import type { ScenePart } from '../../scene.js';
import type { Reader } from '../reader.js';
import { decodeText } from '../text/decodeText.js';
import { parseNurbsFile } from './nurbsJson.js';
import { surfacePart } from './surfacePart.js';

/** Reads solids of rational B-splines (JSON, see {@link parseNurbsFile}): every solid is a part, and a true surface. */
export const readNurbs: Reader = (bytes, { name: file, chordError }) => {
  const { units, parts } = parseNurbsFile(new TextDecoder().decode(decodeText(bytes)), file);
  const path: readonly string[] = [];
  return {
    units,
    parts: parts.map(({ name, surface }, k): ScenePart => {
      try {
        return { name, path, ...surfacePart(surface, chordError), pose: identity() };
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        throw new InputError(`${file}: solid ${k} ('${name}'): ${error.message.replace(/^nurbs: /, '')}`);
      }
    }),
    problems: [],
    animations: [],
  };
};
