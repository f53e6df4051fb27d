import { type Affine, determinant, identity, multiply, scaling } from '../../../math/affine.js';
import type { ScenePart, SceneProblem } from '../../scene.js';
import { unitRatio } from '../../units.js';
import { problemList } from '../problemList.js';
import { type Source, unreadable } from '../reader.js';
import type { SlicerNames } from './slicerNames.js';
import { DIVIDE, MOST_OBJECTS, type ModelFile, type ModelObject, type ModelReference } from './threeMfModel.js';

const MOST_DEPTH = 64;

const REMEDY = 'Repair the model or export it again.';
const UNREADABLE = `parts that cannot be read. ${REMEDY}`;

/** Where an object is put: into which file's frame, where, and within what. */
interface Place {
  readonly file: ModelFile;
  readonly pose: Affine;
  /** The outermost first. */
  readonly enclosing: readonly { readonly object: ModelObject; readonly name: string }[];
  /** Whether something around it is there for printing only. */
  readonly isAside: boolean;
}

/** An object in its place. */
interface Found extends Omit<Place, 'isAside'> {
  readonly object: ModelObject;
  readonly name: string;
}

/** Another model file of the package, or why there is none. */
type Open = (path: string) => ModelFile | string;

/**
 * The parts of a build: every mesh that its items reach, with the names of the objects around it. Instances share one mesh.
 * Supports and what is not built are left out, unless there is nothing else.
 */
export function threeMfParts(
  root: ModelFile,
  open: Open,
  names: SlicerNames,
  source: Source,
): { parts: readonly ScenePart[]; problems: readonly SceneProblem[] } {
  const parts: ScenePart[] = [];
  const aside: ScenePart[] = [];
  const problems = problemList();
  const messages = new Set<string>(); // instances repeat them
  const report = (problem: SceneProblem): void => {
    const { code, message } = problem;
    if (!messages.has(message)) problems.add(code === 'unreadable' ? UNREADABLE : message, () => problem);
    messages.add(message);
  };
  let instanceCount = 0;
  // What stands in one place shares one list.
  const paths = new WeakMap<Place['enclosing'], readonly string[]>();
  const pathOf = (enclosing: Place['enclosing']): readonly string[] => {
    let path = paths.get(enclosing);
    if (!path) paths.set(enclosing, (path = enclosing.map(({ name }) => name)));
    return path;
  };

  const put = (reference: ModelReference, place: Place): void => {
    if (++instanceCount > MOST_OBJECTS)
      throw unreadable(source, `its build places more than ${MOST_OBJECTS} objects`, DIVIDE);
    const found = findObject(reference, place, open, names);
    if ('message' in found) {
      report(found);
      return;
    }
    const { object, name, enclosing } = found;
    if (enclosing.some((around) => around.object === object))
      throw unreadable(source, `its object ${object.id} ('${name}') contains itself`, REMEDY);
    if (enclosing.length === MOST_DEPTH)
      throw unreadable(
        source,
        `its objects are nested more than ${MOST_DEPTH} deep (in '${enclosing[0].name}')`,
        REMEDY,
      );
    if (object.notRead !== undefined)
      report(unreadablePart(`${object.notRead} in '${name}' are not read`, name, 'Export it as a mesh.'));
    const isAside = place.isAside || object.isAside;
    if (object.mesh)
      (isAside ? aside : parts).push({ name, path: pathOf(enclosing), mesh: object.mesh, pose: found.pose });
    const inside = { file: found.file, pose: found.pose, enclosing: [...enclosing, { object, name }], isAside };
    for (const component of object.components) put(component, inside);
  };

  const items = root.items.length > 0 ? root.items : unusedObjects(root);
  if (items !== root.items && items.length > 0)
    report({
      code: 'repaired',
      message: 'nothing is to be built: all objects are read instead. Export it with a build.',
    });
  for (const item of items) put(item, { file: root, pose: identity(), enclosing: [], isAside: false });
  if (parts.length > 0 && aside.length > 0)
    report({
      code: 'repaired',
      message: `${aside.length === 1 ? 'a part is' : `${aside.length} parts are`} there for printing only and left out ('${aside[0].name}'${aside.length > 1 ? ' and others' : ''}). Export them as models to have them checked.`,
    });
  return { parts: parts.length > 0 ? parts : aside, problems: problems.all() };
}

/** The object that is named, where it can be used, with its pose; else what is wrong. */
function findObject(
  reference: ModelReference,
  { file, pose, enclosing }: Place,
  open: Open,
  names: SlicerNames,
): Found | SceneProblem {
  const { objectId, path, partNumber, line } = reference;
  const who = enclosing.length === 0 ? 'the build' : `'${enclosing[enclosing.length - 1].name}'`;
  const own = path === undefined ? file : open(path);
  if (typeof own === 'string') return { code: 'unreadable', message: own };
  const object = own.objects.get(objectId);
  if (!object) {
    const message = `${who} names object '${objectId.slice(0, 40)}', which is not there (line ${line}). ${REMEDY}`;
    return { code: 'unreadable', message };
  }
  const key = enclosing.length === 0 ? objectId : `${enclosing[0].object.id}/${objectId}`;
  const slicerName = enclosing.length < 2 ? names.get(key) : undefined;
  const name = object.name || slicerName || partNumber || `object ${object.id}`;
  if (object.fault !== undefined) return unreadablePart(object.fault, name);
  const ratio = unitRatio(own.units, file.units);
  const local = reference.pose && (ratio === 1 ? reference.pose : multiply(reference.pose, scaling(ratio)));
  const posed = local && multiply(pose, local);
  return posed && canInvert(posed)
    ? { object, name, file: own, pose: posed, enclosing }
    : unreadablePart(`${who} places '${name}' by a transform that is none or flattens it (line ${line})`, name);
}

const unreadablePart = (fact: string, part: string, remedy = REMEDY): SceneProblem => ({
  code: 'unreadable',
  part,
  message: `${fact}. ${remedy}`,
});

/** References to the objects that no other object contains. */
function unusedObjects({ objects }: ModelFile): ModelReference[] {
  const used = new Set<string>();
  for (const { components } of objects.values())
    for (const { objectId, path } of components) if (path === undefined) used.add(objectId);
  return [...objects.keys()]
    .filter((id) => !used.has(id))
    .map((objectId) => ({ objectId, path: undefined, partNumber: undefined, pose: identity(), line: 0 }));
}

const canInvert = (pose: Affine): boolean => {
  const d = determinant(pose);
  return d !== 0 && Number.isFinite(d) && pose.every(Number.isFinite);
};
