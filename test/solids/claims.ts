import type { Body } from '../../src/body.js';
import type { Collision } from '../../src/collision.js';
import { contacts } from '../../src/contacts.js';
import type { Machine } from '../../src/machine/machine.js';

/** Whether two solids have a point inside both, by the exact verb. */
export const isCollision = async (machine: Machine, a: Body, b: Body): Promise<boolean> =>
  ['hard', 'contained', 'duplicate'].includes((await contacts(a, b, { machine })).kind);

/** What an answer claims, against the truth; undefined where it holds. */
export function wrong(
  { answer, isCertain, unsettledArea, limit }: Collision,
  truth: boolean,
  isZoomed: boolean,
): string | undefined {
  if (answer === 'open') return 'open, of two solids';
  if (answer === 'yes' && !truth) return `yes, and they do not: ${limit}`;
  if (answer === 'no' && isCertain && truth) return `no for certain, and they do: ${limit}`;
  if (answer === 'yes' && !isCertain) return 'yes, but not for certain';
  if (isZoomed && !isCertain && !(unsettledArea > 0)) return 'zoomed in, neither certain nor unsettled';
  if (!isZoomed && unsettledArea > 0) return 'unsettled, and zooming was not asked';
  return undefined;
}
