import type { ReportBody } from '../../../report/clashReport.js';
import type { BcfVersion } from './version.js';
import { element, textElement } from './xml.js';

/** Apart for all eyes (Okabe and Ito 2008): blue and vermilion. */
const COLOURS = ['0072B2', 'D55E00'] as const;

/** 22 digits to the base 64; the first holds two bits only. */
const IFC_GUID = /^[0-3][0-9A-Za-z_$]{21}$/;

export const isIfcGuid = (id: string | undefined): id is string => id !== undefined && IFC_GUID.test(id);

/** Whether a program that reads this takes both bodies for one. */
export const isSameComponent = (a: ReportBody | undefined, b: ReportBody | undefined): boolean =>
  a !== undefined && b !== undefined && component(a, '') === component(b, '');

/**
 * Both bodies, selected and each in a colour of its own. Where both are known by their IFC ids, all else is hidden, as in the
 * snapshot: a camera outside a building would see its walls only. Otherwise a program may not find them, and nothing is hidden.
 */
export function components(bodies: readonly ReportBody[], system: string, version: BcfVersion): string {
  // Two bodies of one component, such as pieces of an IFC element, are one to a program that reads this.
  const each = [...new Set(bodies.map((body) => component(body, system)))];
  const isFound = bodies.every(({ sourceId }) => isIfcGuid(sourceId));
  const visibility = element(
    'Visibility',
    { DefaultVisibility: String(!isFound) },
    ...(isFound ? [element('Exceptions', {}, ...each)] : []),
  );
  const coloured = each.map((one, k) =>
    element('Color', { Color: COLOURS[k] }, version === '2.1' ? one : element('Components', {}, one)),
  );
  return element('Components', {}, element('Selection', {}, ...each), visibility, element('Coloring', {}, ...coloured));
}

function component({ id, name, sourceId }: ReportBody, system: string): string {
  if (isIfcGuid(sourceId)) return element('Component', { IfcGuid: sourceId });
  const known = [sourceId, name, id].find((one) => one?.trim()) ?? 'body';
  return element('Component', {}, textElement('OriginatingSystem', system), textElement('AuthoringToolId', known));
}
