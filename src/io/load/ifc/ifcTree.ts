import type { IfcApi } from './webIfc.js';

/** What stands where in an IFC file: names, and whom everything is a part of. */
export interface IfcTree {
  /** The name of an entity; its class and number where it has none. */
  nameOf(id: number): string;
  /** The names of what an entity stands in, the project first. */
  pathOf(id: number): readonly string[];
}

/** Attributes of an entity, as the package hands them over: values are wrapped, references name a number. */
export type IfcLine = Readonly<Record<string, unknown>>;

/** Relations that put a product into another entity, those that count most first, with the attributes of both sides. */
const RELATIONS = [
  ['IFCRELAGGREGATES', 'RelatingObject', 'RelatedObjects'],
  ['IFCRELNESTS', 'RelatingObject', 'RelatedObjects'],
  ['IFCRELCONTAINEDINSPATIALSTRUCTURE', 'RelatingStructure', 'RelatedElements'],
  ['IFCRELFILLSELEMENT', 'RelatingOpeningElement', 'RelatedBuildingElement'],
  ['IFCRELVOIDSELEMENT', 'RelatingBuildingElement', 'RelatedOpeningElement'],
] as const;

/** Openings are no place: what fills one stands in the wall. */
const PASSED_OVER = /^Ifc(Opening|Voiding)/;

/** Deeper trees are taken for one that contains itself. */
const MOST_DEPTH = 100;

export function ifcTree(api: IfcApi, model: number): IfcTree {
  const parentOf = new Map<number, number>();
  for (const [relation, parent, children] of RELATIONS)
    for (const id of idsOf(api, model, relation)) {
      const line = lineOf(api, model, id);
      const above = referenceIn(line?.[parent]);
      if (above === undefined) continue;
      for (const child of [line?.[children]].flat()) {
        const below = referenceIn(child);
        if (below !== undefined && !parentOf.has(below)) parentOf.set(below, above);
      }
    }

  const names = new Map<number, string>();
  const nameOf = (id: number): string => {
    let name = names.get(id);
    if (name === undefined) {
      name = textIn(lineOf(api, model, id)?.Name) || `${classOf(api, model, id)} #${id}`;
      names.set(id, name);
    }
    return name;
  };
  /** What an entity stands in, openings passed over. */
  const placeAbove = (id: number): number | undefined => {
    let above = parentOf.get(id);
    for (let depth = 0; above !== undefined && depth < MOST_DEPTH; depth++) {
      if (!PASSED_OVER.test(classOf(api, model, above))) return above;
      above = parentOf.get(above);
    }
    return undefined;
  };
  // What stands in one place shares one list.
  const paths = new Map<number | undefined, string[]>();
  return {
    nameOf,
    pathOf(id) {
      const parent = placeAbove(id);
      let path = paths.get(parent);
      if (path) return path;
      path = [];
      let above = parent;
      for (let depth = 0; above !== undefined && depth < MOST_DEPTH; depth++) {
        path.unshift(nameOf(above));
        above = placeAbove(above);
      }
      paths.set(parent, path);
      return path;
    },
  };
}

/** The numbers of all entities of a class, by its name, or of all classes beneath it, too. */
export function idsOf(api: IfcApi, model: number, name: string, includeInherited = false): number[] {
  const ids = api.GetLineIDsWithType(model, api.GetTypeCodeFromName(name), includeInherited);
  return Array.from({ length: ids.size() }, (_, i) => ids.get(i));
}

/** `IfcWall`, as the standard writes it. */
export const classOf = (api: IfcApi, model: number, id: number): string =>
  api.GetNameFromTypeCode(api.GetLineType(model, id)) || 'IfcProduct';

/** An entity's attributes; undefined where its line cannot be read. */
export function lineOf(api: IfcApi, model: number, id: number): IfcLine | undefined {
  try {
    return (api.GetLine(model, id) as IfcLine | undefined) ?? undefined;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error; // the instance is lost, not only the line
    return undefined;
  }
}

/** The number that a reference names. */
export function referenceIn(value: unknown): number | undefined {
  const { value: id } = (value ?? {}) as { value?: unknown };
  return typeof id === 'number' && id > 0 ? id : undefined;
}

/** The text of an attribute. */
export function textIn(value: unknown): string | undefined {
  const { value: text } = (value ?? {}) as { value?: unknown };
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}
