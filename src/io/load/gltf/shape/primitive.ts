import { once, type Store } from '../bytes/store.js';
import { DRACO } from '../extensions.js';
import { fault, shown } from '../fault.js';
import {
  extensionOf,
  isObject,
  isWhole,
  type Json,
  listOf,
  objectOf,
  referred,
  wholeOf,
  wholeOrNone,
} from '../json.js';

/** What a primitive says about where its triangles are. Numbers name accessors, which need not exist. */
export interface Primitive {
  readonly mode: TriangleMode;
  readonly position: number;
  readonly indices: number | undefined;
  /** One for every morph target; undefined where it moves nothing. */
  readonly targets: readonly (number | undefined)[];
  /** JOINTS_0, JOINTS_1, …, and the WEIGHTS that belong to them. */
  readonly joints: readonly number[];
  readonly weights: readonly number[];
  readonly draco: DracoPrimitive | undefined;
}

export interface DracoPrimitive {
  readonly bufferView: number;
  /** Draco's numbers of those attributes that are compressed, by name: POSITION, JOINTS_0, … */
  readonly ids: Readonly<Record<string, number>>;
}

export type TriangleMode = 'triangles' | 'strip' | 'fan';

const MODES: readonly (TriangleMode | undefined)[] = [
  undefined,
  undefined,
  undefined,
  undefined,
  'triangles',
  'strip',
  'fan',
];
const TRIANGLES = 4;

/** The triangles of a primitive; undefined where it has points, lines or no positions. */
export function parsePrimitive(value: unknown): Primitive | undefined {
  const json = objectOf(value, 'it');
  const mode = wholeOf(json, 'mode', 'it', TRIANGLES);
  if (mode >= MODES.length) throw fault(`its mode is none that exists (${mode})`);
  const attributes = objectOf(json.attributes, 'attributes');
  const triangles = MODES[mode];
  if (triangles === undefined || attributes.POSITION === undefined) return undefined;
  return {
    mode: triangles,
    position: wholeOf(attributes, 'POSITION', 'its attributes'),
    indices: wholeOrNone(json, 'indices', 'it'),
    targets: listOf(json, 'targets', 'it').map((target) =>
      wholeOrNone(objectOf(target, 'a morph target'), 'POSITION', 'a morph target'),
    ),
    joints: setsOf(attributes, 'JOINTS'),
    weights: setsOf(attributes, 'WEIGHTS'),
    draco: dracoOf(json),
  };
}

/** How many morph targets a mesh has: those of the primitive that has most. */
export const targetCountOf = (store: Store, meshIndex: number): number =>
  once(store, `target count ${meshIndex}`, () => {
    let most = 0;
    for (const primitive of listOf(referred(store.json, 'meshes', meshIndex), 'primitives', `mesh ${meshIndex}`))
      if (isObject(primitive) && Array.isArray(primitive.targets)) most = Math.max(most, primitive.targets.length);
    return most;
  });

/** NAME_0, NAME_1, … as far as they go. */
function setsOf(attributes: Json, name: string): number[] {
  const sets: number[] = [];
  while (attributes[`${name}_${sets.length}`] !== undefined)
    sets.push(wholeOf(attributes, `${name}_${sets.length}`, 'its attributes'));
  return sets;
}

function dracoOf(json: Json): DracoPrimitive | undefined {
  const extension = extensionOf(json, DRACO);
  if (!extension) return undefined;
  const ids: Record<string, number> = {};
  for (const [name, id] of Object.entries(objectOf(extension.attributes, `attributes of ${DRACO}`)))
    if (/^(POSITION|(JOINTS|WEIGHTS)_\d+)$/.test(name)) {
      if (!isWhole(id)) throw fault(`${name} of ${DRACO} must be a whole number (it is ${shown(id)})`);
      ids[name] = id;
    }
  if (ids.POSITION === undefined) throw fault(`${DRACO} has no POSITION`);
  return { bufferView: wholeOf(extension, 'bufferView', DRACO), ids };
}
