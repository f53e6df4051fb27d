import { InputError } from '../../../errors.js';
import type { Source } from '../reader.js';
import { attribute, readXml, type XmlDocument } from './xml.js';

/** Where Bambu Studio and OrcaSlicer, and PrusaSlicer, keep the names that their models lack. */
export const SLICER_FILES: readonly string[] = ['metadata/model_settings.config', 'metadata/slic3r_pe_model.config'];

/** By the number of an object of the main model, and for what it is made of by both numbers: `2/1`. */
export type SlicerNames = ReadonlyMap<string, string>;

/** Reads such a file. These are nobody's standard, so what cannot be read of it is left out. */
export function readSlicerNames(source: Source, document: XmlDocument): SlicerNames {
  const names = new Map<string, string>();
  const parents: string[] = []; // keys of objects and their parts, empty for other elements
  try {
    readXml(source, document, {
      open(tag) {
        const parent = parents.at(-1) ?? '';
        const id = attribute(tag, 'id') ?? '';
        const isName = tag.local === 'metadata' && attribute(tag, 'key') === 'name' && parent !== '';
        if (isName) names.set(parent, attribute(tag, 'value')?.trim() ?? '');
        const isObject = tag.local === 'object' && parents.length === 1;
        const isPart = tag.local === 'part' && parents.length === 2 && parent !== '';
        parents.push(isObject ? id : isPart ? `${parent}/${id}` : '');
        return isName || isObject || isPart;
      },
      close() {
        parents.pop();
      },
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  return names;
}
