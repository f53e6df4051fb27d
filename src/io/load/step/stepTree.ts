import { type StepProduct, stepProducts } from './stepProducts.js';

/** A node of the reader's result: an assembly, or a part with the numbers of its meshes. */
export interface StepNode {
  readonly name: string;
  readonly meshes: readonly number[];
  readonly children: readonly StepNode[];
}

/** A place in the assembly: its name and those above it, the outermost first; none may be empty. */
export interface StepPlace {
  readonly name: string;
  /** One list for all that stand in the same assembly at the same place. */
  readonly path: readonly string[];
  /** The `path` of what stands in it. */
  readonly inner: readonly string[];
}

/** Where each mesh stands; where nothing above it has a name, its own is empty. */
export type StepPlaces = ReadonlyMap<number, StepPlace>;

const placeIn = ({ inner }: StepPlace, name: string): StepPlace => ({ name, path: inner, inner: [...inner, name] });

/** Assemblies deeper than this are taken for a product that contains itself. */
const MOST_DEPTH = 100;

/** Products that stand in each other many times over unfold without end. */
const MOST_VISITS = 100_000;

/** Longer texts cannot be one string everywhere. */
const MOST_TEXT = 2 ** 28;

/** What the reader calls shapes that have no name. */
const NAMELESS = /^(SOLID|SHELL|COMPOUND|COMPSOLID|FACE|)$/;

/**
 * The place of every mesh. The reader keeps two levels of an assembly and throws the solids of deeper ones together, in
 * their order but without their names; where the products of the file account for exactly these solids, they are put
 * back into their places.
 */
export function stepPlaces(root: StepNode, meshNames: readonly string[], bytes: Uint8Array): StepPlaces {
  const places = new Map<number, StepPlace>();
  const nodePlaces = new Map<StepNode, StepPlace>();
  const none: readonly string[] = [];
  const top: StepPlace = { name: '', path: none, inner: none };
  const nodes: [StepNode, StepPlace][] = root.children.map((child) => [child, top]);
  let flattened = false;
  for (let next = nodes.pop(); next; next = nodes.pop()) {
    const [node, above] = next;
    const place = NAMELESS.test(node.name) ? above : placeIn(above, node.name);
    nodePlaces.set(node, place);
    for (const mesh of node.meshes) {
      const name = meshNames[mesh];
      // A part with one solid repeats its name on it.
      places.set(mesh, NAMELESS.test(name) || name === node.name ? place : placeIn(place, name));
    }
    flattened ||= node.meshes.length > 1;
    for (const child of node.children) nodes.push([child, place]);
  }
  if (!flattened || bytes.length > MOST_TEXT) return places;
  const products = stepProducts(new TextDecoder('latin1').decode(bytes));
  // What is put back shares its lists with sisters that are not.
  const placeOf = (node: StepNode, above: StepPlace): StepPlace =>
    NAMELESS.test(node.name) ? placeIn(above, node.name) : nodePlaces.get(node)!;
  for (const [node, product] of pairs(root.children, products)) restore(node, product, top);
  return places;

  /** Puts the solids of one node back into the products beneath it. */
  function restore(node: StepNode, product: StepProduct, above: StepPlace): void {
    if (above.inner.length > MOST_DEPTH) return;
    const place = placeOf(node, above);
    if (node.meshes.length === 0) {
      for (const [child, part] of pairs(node.children, product.children)) restore(child, part, place);
      return;
    }
    const found = solidsBeneath(product, place, node.meshes.length);
    if (found?.length !== node.meshes.length) return;
    // Names that the reader did keep must agree.
    const agree = node.meshes.every((mesh, i) => NAMELESS.test(meshNames[mesh]) || meshNames[mesh] === found[i].name);
    if (!agree || found.some(({ inner }) => inner.includes(''))) return;
    node.meshes.forEach((mesh, i) => {
      places.set(mesh, found[i]);
    });
  }
}

/** Nodes and products in pairs, where both are the same by name and number. */
function pairs(nodes: readonly StepNode[], products: readonly StepProduct[]): [StepNode, StepProduct][] {
  const same = nodes.length === products.length && nodes.every(({ name }, i) => name === products[i].name);
  return same ? nodes.map((node, i) => [node, products[i]]) : [];
}

/**
 * The place of every solid in and beneath a product, in the order of the file; undefined where there are more than `most`,
 * or their order is open to doubt.
 */
function solidsBeneath(top: StepProduct, topPlace: StepPlace, most: number): StepPlace[] | undefined {
  const found: StepPlace[] = [];
  let visits = 0;
  const visit = ({ solids, children }: StepProduct, place: StepPlace): boolean => {
    if (++visits > MOST_VISITS || place.path.length > MOST_DEPTH) return false;
    if (solids === undefined || (solids > 0 && children.length > 0) || found.length + solids > most) return false;
    for (let k = 0; k < solids; k++) found.push(place);
    return children.every((child) => visit(child, placeIn(place, child.name)));
  };
  return visit(top, topPlace) ? found : undefined;
}
