import type { Undecided } from '../../report/clashReport.js';
import type { Selection } from './jobSpec.js';
import type { LoadedFiles } from './loadFiles.js';
import { matcher } from './matcher.js';

/** Nobody can tell what a part that could not be read clashes with, unless it was not asked for. */
export const missingParts = ({ missing }: LoadedFiles, selection: Selection | undefined): Undecided[] =>
  missing
    .filter(({ part }) => part === undefined || !selection || isAskedFor(part, selection))
    .map(({ file, part, message }) => ({ a: part ?? file, reason: `It could not be read: ${message}` }));

/** Whether a part of this name can be in a pair: of set A, or of set B, where both are told by names. */
const isAskedFor = (name: string, { a, b }: Selection): boolean =>
  a.length === 0 || b.length === 0 || [...a, ...b].some((one) => /[:/]/.test(one) || matcher(one)(name));
