import type { Assembly } from '../io/assemble.js';
import type { ReportDiagnostic, Undecided } from './clashReport.js';

/** Files whose lengths were taken to be in the unit that another file tells. */
export const assumedUnits = ({ assumed, units }: Pick<Assembly, 'assumed' | 'units'>): ReportDiagnostic[] =>
  assumed.map((file) => ({
    body: file,
    code: 'units-assumed',
    message: `${file}: the format does not tell its units; lengths are taken as ${units}, which another file tells. Give --units to choose.`,
    count: 1,
  }));

/** Bodies of several parts that are not what their parts were. */
export const facetedBodies = ({ faceted }: Pick<Assembly, 'faceted'>): ReportDiagnostic[] =>
  faceted.map((name) => ({
    body: name,
    code: 'surfaces-faceted',
    message: `${name}: it is one body of several parts that are not all of B-splines, or that do not go together: triangles stand for its surfaces. With zclash scene each part keeps its own.`,
    count: 1,
  }));

/** What was wrong with files, as far as they could be read at all. */
export const fileProblems = ({ problems }: Pick<Assembly, 'problems'>): ReportDiagnostic[] =>
  problems.map(({ file, code, part, message }) => ({
    ...{ body: part ?? file, code, message: `${file}: ${message}`, count: 1 },
  }));

/** Nobody can tell what a part that could not be read clashes with. */
export const unreadParts = ({ problems }: Pick<Assembly, 'problems'>): Undecided[] =>
  problems
    .filter(({ code }) => code === 'unreadable')
    .map(({ file, part, message }) => ({ a: part ?? file, reason: `It could not be read: ${file}: ${message}` }));
