import type { Assembly } from '../../io/assemble.js';
import type { ReportDiagnostic, Undecided } from '../../report/clashReport.js';
import type { Selection } from './jobSpec.js';
import type { LoadedFiles } from './loadFiles.js';
import { matcher } from './matcher.js';

/** Files whose lengths were taken to be in the unit that another file tells. */
export const assumedUnits = ({ assumed, units }: Assembly): ReportDiagnostic[] =>
  assumed.map((file) => ({
    body: file,
    code: 'units-assumed',
    message: `${file}: the format does not tell its units; lengths are taken as ${units}, which another file tells. Give --units to choose.`,
    count: 1,
  }));

/** Bodies of several parts that are not what their parts were. */
export const facetedBodies = ({ faceted }: Assembly): ReportDiagnostic[] =>
  faceted.map((name) => ({
    body: name,
    code: 'surfaces-faceted',
    message: `${name}: it is one body of several parts that are not all of B-splines, or that do not go together: triangles stand for its surfaces. With zclash scene each part keeps its own.`,
    count: 1,
  }));

/** Nobody can tell what a part that could not be read clashes with, unless it was not asked for. */
export const missingParts = ({ missing }: LoadedFiles, selection: Selection | undefined): Undecided[] =>
  missing
    .filter(({ part }) => part === undefined || !selection || isAskedFor(part, selection))
    .map(({ file, part, message }) => ({ a: part ?? file, reason: `It could not be read: ${message}` }));

/** Whether a part of this name can be in a pair: of set A, or of set B, where both are told by names. */
const isAskedFor = (name: string, { a, b }: Selection): boolean =>
  a.length === 0 || b.length === 0 || [...a, ...b].some((one) => /[:/]/.test(one) || matcher(one)(name));
