import { forEachEntity, referencesIn, stringsIn } from '../text/part21.js';

/** A product of a STEP file: a part, or an assembly of others. One product may stand in several places. */
export interface StepProduct {
  readonly name: string;
  /** What it consists of, in the order of the file. Nothing keeps a file from naming a product within itself. */
  readonly children: readonly StepProduct[];
  /** How many solids it has of its own; undefined where the text does not tell. */
  readonly solids: number | undefined;
}

/** What is one solid each, and what may be any number of shapes. */
const SOLID = /^(MANIFOLD_SOLID_BREP|BREP_WITH_VOIDS|FACETED_BREP)$/;
const UNCOUNTABLE = /^(MAPPED_ITEM|TESSELLATED_.*|CSG_SOLID|.*_AREA_SOLID|.*_SURFACE_MODEL|.*_FACE_SET)$/;
const COMPLEX_SOLID = /\b(MANIFOLD_SOLID_BREP|BREP_WITH_VOIDS|FACETED_BREP)\s*\(/;

/** Parts of more solids than this are not looked into: products may share representations without end. */
const MOST_SOLIDS = 1000;

/** The products that are part of no other, with all beneath them. */
export function stepProducts(text: string): StepProduct[] {
  const { names, refersTo, definitions, shapes, shapeOf, assemblies, solidsIn } = readEntities(text);

  const representationsOf = new Map<number, number[]>(); // by definition
  for (const [shape, representation] of shapeOf) {
    const definition = shapes.get(shape);
    if (definition !== undefined) append(representationsOf, definition, representation);
  }
  const solidCount = (definition: number): number | undefined => {
    const solids = new Set<number>();
    for (const representation of representationsOf.get(definition) ?? []) {
      const items = solidsIn(representation);
      if (!items || items.size + solids.size > MOST_SOLIDS) return undefined;
      for (const item of items) solids.add(item);
    }
    return solids.size;
  };

  const products = new Map<number, StepProduct & { readonly children: StepProduct[] }>();
  for (const definition of definitions) {
    const product = refersTo.get(refersTo.get(definition) ?? -1) ?? -1; // through its formation
    products.set(definition, { name: names.get(product) ?? '', children: [], solids: solidCount(definition) });
  }
  const contained = new Set<number>();
  for (const [whole, part] of assemblies) {
    const child = products.get(part);
    if (!child) continue;
    products.get(whole)?.children.push(child);
    contained.add(part);
  }
  return [...products].filter(([definition]) => !contained.has(definition)).map(([, product]) => product);
}

function readEntities(text: string) {
  const names = new Map<number, string>(); // by product
  const refersTo = new Map<number, number>(); // definition → formation → product
  const definitions: number[] = [];
  const shapes = new Map<number, number>(); // product definition shape → definition
  const shapeOf: [shape: number, representation: number][] = [];
  const assemblies: [whole: number, part: number][] = [];
  const items = new Map<number, number[]>(); // by representation
  const alike = new Map<number, number[]>(); // representations of one shape
  const kinds = new Map<number, 'solid' | 'uncountable'>(); // by item
  forEachEntity(text, (id, keyword, body) => {
    if (keyword === 'PRODUCT') {
      const [code, name] = stringsIn(body);
      names.set(id, name || code || '');
    } else if (/^PRODUCT_DEFINITION(_FORMATION.*|_WITH_.*)?$/.test(keyword)) {
      refersTo.set(id, referencesIn(body)[0]);
      if (!keyword.includes('FORMATION')) definitions.push(id);
    } else if (keyword === 'PRODUCT_DEFINITION_SHAPE') shapes.set(id, referencesIn(body)[0]);
    else if (keyword === 'SHAPE_DEFINITION_REPRESENTATION') shapeOf.push(pairIn(body));
    else if (keyword === 'NEXT_ASSEMBLY_USAGE_OCCURRENCE') assemblies.push(pairIn(body));
    else if (keyword === 'SHAPE_REPRESENTATION_RELATIONSHIP') {
      const [one, other] = pairIn(body);
      append(alike, one, other);
      append(alike, other, one);
    } else if (keyword.endsWith('SHAPE_REPRESENTATION')) items.set(id, referencesIn(body));
    else if (SOLID.test(keyword) || (keyword === '' && COMPLEX_SOLID.test(body))) kinds.set(id, 'solid');
    else if (UNCOUNTABLE.test(keyword)) kinds.set(id, 'uncountable');
  });

  const groups = new Map<number, Set<number> | undefined>(); // the solids of a representation and all that are alike
  const solidsIn = (representation: number): Set<number> | undefined => {
    if (!groups.has(representation)) {
      const solids = new Set<number>();
      let countable = true;
      const group = new Set([representation]);
      for (const one of group) {
        for (const other of alike.get(one) ?? []) group.add(other); // a set hands over what is added on the way, too
        for (const item of items.get(one) ?? []) {
          const kind = kinds.get(item);
          if (kind === 'solid') solids.add(item);
          else if (kind === 'uncountable') countable = false;
        }
      }
      for (const one of group) groups.set(one, countable ? solids : undefined);
    }
    return groups.get(representation);
  };
  return { names, refersTo, definitions, shapes, shapeOf, assemblies, solidsIn };
}

const pairIn = (body: string): [number, number] => {
  const [one, other] = referencesIn(body);
  return [one, other];
};

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
