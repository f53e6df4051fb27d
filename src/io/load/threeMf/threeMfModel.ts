import { type Affine, determinant, identity } from '../../../math/affine.js';
import type { Mesh } from '../../../mesh/mesh.js';
import type { LengthUnit } from '../../units.js';
import { type Source, unreadable } from '../reader.js';
import { floatList, indexList, type NumberList, numbersOf, pushFloat, pushIndex } from '../text/numberList.js';
import { decimalOf } from '../text/parseDecimal.js';
import { attribute, attributeNs, readXml, type XmlDocument, type XmlTag } from './xml.js';

/** Names an object, in this model file or in another of the package, and says where it stands. */
export interface ModelReference {
  readonly objectId: string;
  /** The other file; undefined for this one. */
  readonly path: string | undefined;
  readonly partNumber: string | undefined;
  /** undefined where what is written cannot be a pose. */
  readonly pose: Affine | undefined;
  readonly line: number;
}

export interface ModelObject {
  readonly id: string;
  /** Or its part number; empty where it has neither. */
  readonly name: string;
  /** Whether it is there for printing only: a support, or something that is not built. */
  readonly isAside: boolean;
  /** What it is made of: a mesh, or other objects. */
  readonly mesh: Mesh | undefined;
  readonly components: readonly ModelReference[];
  /** Why it cannot be used. */
  readonly fault: string | undefined;
  /** What of it is not read. */
  readonly notRead: string | undefined;
}

export interface ModelFile {
  readonly units: LengthUnit;
  readonly objects: ReadonlyMap<string, ModelObject>;
  readonly items: readonly ModelReference[];
  /** Extensions without which, the file says, it cannot be understood; by their namespaces. */
  readonly unknownExtensions: readonly string[];
}

const UNITS: Readonly<Record<string, LengthUnit>> = {
  micron: 'um',
  millimeter: 'mm',
  centimeter: 'cm',
  inch: 'in',
  foot: 'ft',
  meter: 'm',
};

const PRODUCTION = 'http://schemas.microsoft.com/3dmanufacturing/production/2015/06';
/** Extensions that add nothing to the shape of a mesh, beside the one that is read. */
const HARMLESS = [
  PRODUCTION,
  'http://schemas.microsoft.com/3dmanufacturing/material/2015/02',
  'http://schemas.microsoft.com/3dmanufacturing/slice/2015/07',
  'http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07',
];
/** How many objects a file may hold, name and place, each; a few lines of components in components could ask for billions. */
export const MOST_OBJECTS = 100_000;
export const DIVIDE = 'Divide it into several files.';

const ASIDE = ['support', 'solidsupport', 'other'];

/** An object while it is read. */
interface Draft {
  id: string;
  name: string;
  isAside: boolean;
  coordinates: NumberList<Float64Array>;
  indices: NumberList<Uint32Array>;
  components: ModelReference[];
  hasMesh: boolean;
  fault: string | undefined;
  notRead: string | undefined;
}

/**
 * Reads a model file of a 3MF package (core specification 1.3): objects and what is to be built. A fault in an object spoils
 * that object and no other.
 */
export function readThreeMfModel(source: Source, document: XmlDocument): ModelFile {
  const { name } = document;
  let units: LengthUnit = 'mm';
  let core = ''; // the namespace of the elements that count
  let unknownExtensions: string[] = [];
  const objects = new Map<string, ModelObject>();
  const items: ModelReference[] = [];
  const parents: string[] = [];
  let draft: Draft | undefined;
  // One list for all objects, as there may be many of a few faces each.
  const coordinates = floatList();
  const indices = indexList();
  let objectCount = 0;
  const refuse = (fact: string, line: number) =>
    unreadable(source, `${fact} (${name}, line ${line})`, 'Export the file again.');

  const openRoot = (tag: XmlTag, line: number): void => {
    if (tag.local !== 'model') throw refuse(`it is no 3MF model but begins with '${tag.name.slice(0, 40)}'`, line);
    core = tag.uri;
    const unit = attribute(tag, 'unit') ?? 'millimeter';
    if (!Object.hasOwn(UNITS, unit))
      throw refuse(`its unit '${unit.slice(0, 40)}' is none of ${Object.keys(UNITS).join(', ')}`, line);
    units = UNITS[unit];
    const required = (attribute(tag, 'requiredextensions') ?? '').split(/\s+/).filter((prefix) => prefix !== '');
    unknownExtensions = required.map((prefix) => tag.ns[prefix] ?? prefix).filter((uri) => !HARMLESS.includes(uri));
  };

  readXml(source, document, {
    open(tag, line) {
      const parent = parents.at(-1);
      if (parent === undefined) openRoot(tag, line);
      const element = tag.uri === core ? tag.local : '';
      parents.push(element);
      const isObject = element === 'object' && parent === 'resources';
      const isItem = element === 'item' && parent === 'build';
      if ((isObject || isItem || element === 'component') && ++objectCount > MOST_OBJECTS)
        throw unreadable(source, `it names more than ${MOST_OBJECTS} objects (${name}, line ${line})`, DIVIDE);
      if (draft) return readInside(draft, element, parent, tag, line, name);
      if (isObject) draft = beginObject(tag, coordinates, indices);
      else if (isItem) items.push(reference(tag, line));
      return isItem;
    },
    close() {
      if (parents.pop() !== 'object' || parents.at(-1) !== 'resources' || !draft) return;
      if (objects.has(draft.id)) draft.fault = `object ${draft.id} is there twice (${name})`;
      objects.set(draft.id, endObject(draft, name));
      draft = undefined;
    },
  });
  return { units, objects, items, unknownExtensions };
}

function beginObject(tag: XmlTag, coordinates: Draft['coordinates'], indices: Draft['indices']): Draft {
  coordinates.length = indices.length = 0;
  const id = attribute(tag, 'id') ?? '';
  return {
    id,
    name: attribute(tag, 'name')?.trim() || attribute(tag, 'partnumber')?.trim() || '',
    isAside: ASIDE.includes(attribute(tag, 'type') ?? 'model'),
    coordinates,
    indices,
    components: [],
    hasMesh: false,
    fault: undefined,
    notRead: undefined,
  };
}

/** An element within an object. Returns whether it is of use: in what has a fault, nothing is. */
function readInside(
  draft: Draft,
  element: string,
  parent: string | undefined,
  tag: XmlTag,
  line: number,
  file: string,
): boolean {
  if (element === 'vertex' && parent === 'vertices') {
    for (const axis of ['x', 'y', 'z']) {
      const text = attribute(tag, axis) ?? '';
      const value = decimalOf(text);
      if (!Number.isFinite(value))
        draft.fault ??= `'${text.slice(0, 40)}' is no ${axis} coordinate of object ${draft.id} (${file}, line ${line})`;
      pushFloat(draft.coordinates, value);
    }
  } else if (element === 'triangle' && parent === 'triangles') {
    for (const corner of ['v1', 'v2', 'v3']) {
      const text = attribute(tag, corner) ?? '';
      const vertex = decimalOf(text);
      const vertexCount = draft.coordinates.length / 3;
      if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount))
        draft.fault ??= `a triangle of object ${draft.id} names vertex '${text.slice(0, 40)}', but there are only ${vertexCount}, counted from 0 (${file}, line ${line})`;
      pushIndex(draft.indices, vertex);
    }
  } else if (element === 'component' && parent === 'components') draft.components.push(reference(tag, line));
  else {
    if (element === 'mesh' && parent === 'object') draft.hasMesh = true;
    else if (tag.local === 'beamlattice' && parent === 'mesh') draft.notRead = 'the beams of a lattice';
    return false;
  }
  return draft.fault === undefined;
}

function endObject(draft: Draft, file: string): ModelObject {
  const { id, name, isAside, components, coordinates, indices, hasMesh, notRead } = draft;
  const fault =
    draft.fault ??
    (hasMesh || components.length > 0
      ? hasMesh && indices.length === 0
        ? `object ${id} has no triangles (${file})`
        : undefined
      : `object ${id} has neither a mesh nor components that are read (${file})`);
  const mesh =
    hasMesh && fault === undefined ? { positions: numbersOf(coordinates), indices: numbersOf(indices) } : undefined;
  return { id, name, isAside, mesh, components, fault, notRead };
}

const reference = (tag: XmlTag, line: number): ModelReference => ({
  objectId: attribute(tag, 'objectid') ?? '',
  path: attributeNs(tag, PRODUCTION, 'path'),
  partNumber: attribute(tag, 'partnumber'),
  pose: readTransform(attribute(tag, 'transform')),
  line,
});

/** Twelve numbers, row after row of a 4 × 3 matrix that is multiplied from the left: its columns are our rows. */
function readTransform(text: string | undefined): Affine | undefined {
  if (text === undefined) return identity();
  const m = text.trim().split(/\s+/, 13).map(decimalOf);
  if (m.length !== 12) return undefined;
  const pose = Float64Array.from({ length: 12 }, (_, i) => m[3 * (i % 4) + Math.floor(i / 4)]);
  const d = determinant(pose);
  return pose.every(Number.isFinite) && Number.isFinite(d) && d !== 0 ? pose : undefined;
}
