import { forEachEntity } from '../text/part21.js';

/**
 * A parameter of an entity: a number, a text, an entity, a word between dots, a list; null where it is left out ($ or
 * *).
 */
export type StepValue = number | string | StepReference | StepWord | StepTyped | readonly StepValue[] | null;

export interface StepReference {
  readonly entity: number;
}

/** As .T. or .MILLI. */
export interface StepWord {
  readonly word: string;
}

/** As LENGTH_MEASURE(25.4). */
export interface StepTyped {
  readonly type: string;
  readonly parameters: readonly StepValue[];
}

/** The entities of an exchange structure (ISO 10303-21). */
export interface StepEntities {
  /** The numbers of all entities that are, among others, of a type. */
  ofType(type: string): readonly number[];
  /** Whether an entity is, among others, of a type. */
  is(entity: number, type: string): boolean;
  /** The parameters that it has as one of a type; empty where it is none. */
  parameters(entity: number, type: string): readonly StepValue[];
  /** What it is: one word, or all where it is several things at once. */
  typeOf(entity: number): string;
}

/** Reads the entities. Their parameters are taken apart when they are asked for. */
export function stepEntities(text: string): StepEntities {
  const bodies = new Map<number, { keyword: string; body: string }>();
  const read = new Map<number, readonly StepTyped[]>();
  const byType = new Map<string, number[]>();
  forEachEntity(text, (id, keyword, body) => {
    bodies.set(id, { keyword, body });
  });
  const partsOf = (entity: number): readonly StepTyped[] => {
    const known = read.get(entity);
    if (known) return known;
    const found = bodies.get(entity);
    let parts: readonly StepTyped[] = [];
    if (found?.keyword) parts = [{ type: found.keyword, parameters: parametersIn(found.body) }];
    else if (found)
      parts = parametersIn(found.body).filter(
        (part): part is StepTyped => part !== null && typeof part === 'object' && 'type' in part,
      );
    read.set(entity, parts);
    return parts;
  };
  return {
    ofType(type) {
      let found = byType.get(type);
      if (!found) {
        found = [];
        // Of those that are several things at once, only those are taken apart whose text has the word.
        for (const [id, { keyword, body }] of bodies)
          if (keyword ? keyword === type : body.includes(type) && partsOf(id).some((part) => part.type === type))
            found.push(id);
        byType.set(type, found);
      }
      return found;
    },
    is: (entity, type) => partsOf(entity).some((part) => part.type === type),
    parameters: (entity, type) => partsOf(entity).find((part) => part.type === type)?.parameters ?? [],
    typeOf: (entity) =>
      partsOf(entity)
        .map(({ type }) => type)
        .join(' ') || 'nothing that can be read',
  };
}

const TOKEN =
  /\s*(?:'((?:[^']|'')*)'|#(\d+)|([-+]?[0-9][0-9]*\.?[0-9]*(?:E[-+]?[0-9]+)?)|\.([A-Z0-9_]+)\.|([A-Z_][A-Z0-9_]*)|("[0-9A-F]*")|([$*(),]))/iy;

/** The parameters in a text that begins with a bracket; nothing where they do not close. */
function parametersIn(text: string): readonly StepValue[] {
  TOKEN.lastIndex = 0;
  const stack: StepValue[][] = [];
  const types: (string | undefined)[] = [];
  let type: string | undefined; // named, and to be followed by its bracket
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    const [, string, entity, number, word, name, binary, sign] = token;
    const list = stack[stack.length - 1];
    if (name !== undefined) {
      type = name.toUpperCase();
      continue;
    }
    if (sign === '(') {
      stack.push([]);
      types.push(type);
      type = undefined;
      continue;
    }
    if (sign === ')') {
      const done = stack.pop() ?? [];
      const typed = types.pop();
      const value = typed === undefined ? done : { type: typed, parameters: done };
      if (stack.length === 0) return done;
      stack[stack.length - 1].push(value);
      continue;
    }
    if (!list || sign === ',') continue;
    if (string !== undefined) list.push(string);
    else if (entity !== undefined) list.push({ entity: Number(entity) });
    else if (number !== undefined) list.push(Number(number));
    else if (word !== undefined) list.push({ word: word.toUpperCase() });
    else if (binary !== undefined) list.push(binary);
    else list.push(null);
  }
  return [];
}

/** The entity that a parameter names; -1 where it names none. */
export const referenceOf = (value: StepValue | undefined): number =>
  value !== null && typeof value === 'object' && 'entity' in value ? value.entity : -1;

/** A list of parameters; empty where it is none. */
export const listOf = (value: StepValue | undefined): readonly StepValue[] => (Array.isArray(value) ? value : []);

export const numberOf = (value: StepValue | undefined): number => (typeof value === 'number' ? value : Number.NaN);

/** Whether a parameter is .T. */
export const isTrue = (value: StepValue | undefined): boolean =>
  value !== null && typeof value === 'object' && 'word' in value && value.word === 'T';
