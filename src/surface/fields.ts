import { InputError } from '../errors.js';
import type { Box } from '../math/box.js';
import { shown } from '../mesh/shapes/demand.js';
import type { Surface } from './surface.js';

/** What a solid of such fields has to have. */
export interface Due {
  readonly patchCount: number;
  /** Around all of it. Absent where the bounds are what cuts it off: there any box will do. */
  readonly bounds?: Box;
}

/** What a solid has that a constructor made of such fields. */
export const dueOf = ({ bounds, patches }: Surface): Due => ({ bounds, patchCount: patches.length });

export const refusal = (fact: string, remedy: string): InputError => new InputError(`surface: ${fact}. ${remedy}`);

/** No default may stand in for a field that is missing. */
export function given<T extends object>(fields: T): T {
  for (const [name, value] of Object.entries(fields))
    if (value === undefined) throw refusal(`${name} is missing`, 'Give all fields of its kind.');
  return fields;
}

/** The list itself, if it is one of so many numbers. */
export function numbers<T>(name: string, list: T, count: number): T {
  if (!Array.isArray(list) || list.length !== count)
    throw refusal(
      `${name} must be ${count} numbers (${Array.isArray(list) ? `${list.length} given` : shown(list)})`,
      'Give a list of them.',
    );
  const wrong = list.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw refusal(`number ${wrong} of ${name} must be finite (${shown(list[wrong])})`, 'Give a number.');
  return list;
}
