import type { ClashReport, ReportDiagnostic } from '../../report/clashReport.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';
import { bound, count, counted, duration, unitOf } from './figures.js';

/** How many names are listed before "and … more". */
const MOST_NAMES = 5;

/** Text at the width of the terminal; in pipes a sentence is one line. */
export const lines = (text: string, { width }: Pick<Terminal, 'width'>, indent = '  '): string[] =>
  wrap(printable(text), width, indent);

/** What is wrong with the bodies: one paragraph per kind of fault, however many bodies have it. */
export function showDiagnostics(diagnostics: readonly ReportDiagnostic[], terminal: Terminal): string[] {
  const groups = new Map<string, ReportDiagnostic[]>();
  for (const diagnostic of diagnostics) {
    const group = groups.get(diagnostic.code);
    if (group) group.push(diagnostic);
    else groups.set(diagnostic.code, [diagnostic]);
  }
  return [...groups].flatMap(([code, group]) => {
    const [{ body, message }] = group;
    const names = group.map((one) => one.body);
    const others = names.length > 1 ? `${counted(names.length, 'body', 'bodies')} (${named(names)}); ` : '';
    // Messages may begin with their code, or with the file's name.
    const fact = [code, body].reduce(
      (text, start) => (text.startsWith(`${start}: `) ? text.slice(start.length + 2) : text),
      message,
    );
    return lines(`${code}: ${others}${body}: ${fact}`, terminal);
  });
}

/** Why there is no verdict, with the pairs that this concerns. */
export function showUndecided({ undecided }: Pick<ClashReport, 'undecided'>, terminal: Terminal): string[] {
  const groups = new Map<string, string[]>();
  for (const { a, b, reason } of undecided) {
    const whom = [a, b].filter((name) => name !== undefined).join(' × ');
    const group = groups.get(reason);
    if (group) group.push(whom);
    else groups.set(reason, [whom]);
  }
  return [...groups].flatMap(([reason, pairs]) => {
    const whose = named(pairs.filter(Boolean));
    return lines(`undecided${whose && `: ${whose}`}: ${reason}`, terminal);
  });
}

/** `a, b, c and 12 more` */
export const named = (names: readonly string[]): string =>
  names.length <= MOST_NAMES + 1
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMES).join(', ')} and ${count(names.length - MOST_NAMES)} more`;

/** `CPU (WebAssembly), 512 × 512 rays, 3 views, exact` */
export const showMachine = ({ backend, precision, settings }: ClashReport): string =>
  `${backend}, ${settings.resolution} × ${settings.resolution} rays, ${counted(settings.views, 'view')}, ${precision}`;

/** Behind something else; nothing where the end was not reached. */
export const showTime = ({ timings }: ClashReport): string =>
  timings.wallMs === undefined ? '' : `; ${duration(timings.wallMs)}`;

/** What nobody may take for granted where nothing was found. */
export function showLimit(report: ClashReport): string {
  const [most = 0, next = 0] = report.bodies.map(({ chordError = 0 }) => chordError).sort((a, b) => b - a);
  // Of two bodies, the faces of both may be off.
  const off = most > 0 ? `${bound(most + next)}${unitOf(report)}` : undefined;
  if (report.precision === 'exact')
    return off === undefined
      ? 'Nothing is missed: every two faces that can meet were compared exactly.'
      : `Every two faces that can meet were compared exactly. But faces stand for curved surfaces: what overlaps by less than ${off} can be missed.`;
  return `Where an overlap is thinner than the rays lie apart it can be missed; --precision exact ${off === undefined ? 'misses nothing' : `misses nothing but by the chord error (${off})`}.`;
}

export const showUnits = ({ units }: Pick<ClashReport, 'units'>): string =>
  units === null ? 'unit of lengths not known (give --units)' : `lengths in ${units === 'um' ? 'µm' : units}`;
