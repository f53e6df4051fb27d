import { InputError } from '../../../errors.js';
import { type Affine, identity } from '../../../math/affine.js';
import type { Mesh } from '../../../mesh/mesh.js';
import type { ScenePart, SceneProblem } from '../../scene.js';
import type { Store } from './bytes/store.js';
import { called, fault, shown } from './fault.js';
import { type Instances, readInstances } from './instances.js';
import { type Json, listOf, nameOf, numbersOf, referred } from './json.js';
import { MOST_PARTS } from './limits.js';
import { type Deforming, makeDeforming } from './moving/deforming.js';
import { readSkin } from './moving/skin.js';
import { compose, hiddenNodes, type NodeTree } from './nodes.js';
import { makePaths } from './paths.js';
import { type Geometry, readGeometry } from './shape/geometry.js';
import { targetCountOf } from './shape/primitive.js';
import { isPose, STILL } from './transform.js';

/** A part of the scene, with what is needed to see it move. */
export interface Placed {
  readonly part: ScenePart;
  readonly node: number;
  /** Within the node. */
  readonly inner: Affine;
  readonly deforming: Deforming | undefined;
}

export interface PlacedParts {
  readonly placed: readonly Placed[];
  readonly problems: readonly SceneProblem[];
  /** Nodes whose mesh has nothing but points and lines. */
  readonly bareCount: number;
}

/** What a node with a mesh gives. */
interface Prepared {
  readonly mesh: Mesh;
  readonly deforming: Deforming | undefined;
  readonly repairs: readonly string[];
  readonly world: Affine;
  readonly instances: Instances | undefined;
}

/** One part for every node with a mesh and for every instance. Animations move the morph targets of the nodes `morphing`. */
export function placeParts(
  store: Store,
  tree: NodeTree,
  worlds: readonly (Affine | InputError)[],
  morphing: ReadonlySet<number>,
): PlacedParts {
  const placed: Placed[] = [];
  const problems: SceneProblem[] = [];
  const told = new Set<Geometry>();
  const pathOf = makePaths(tree, store.budget);
  let bareCount = 0;
  for (const index of tree.scene) {
    if (tree.nodes[index].json.mesh === undefined) continue;
    const name = nameOfPart(store, tree, index);
    const report = (code: SceneProblem['code'], part: string, message: string): number =>
      problems.push({ code, part, message: `part ${shown(part)} (node ${index}): ${message}` });
    const prepared = attempt(() => prepare(index));
    if (prepared instanceof InputError) report('unreadable', name, prepared.message);
    else if (prepared === undefined) bareCount++;
    else {
      for (const repair of prepared.repairs) report('repaired', name, `${repair}. Check the part.`);
      place(index, name, prepared, report);
    }
  }
  const hiddenProblem = tellHidden(tree, placed);
  if (hiddenProblem) problems.push(hiddenProblem);
  return { placed, problems, bareCount };

  function prepare(index: number): Prepared | undefined {
    const node = tree.nodes[index];
    if (node.fault) throw node.fault;
    const meshJson = referred(store.json, 'meshes', node.mesh);
    const morphs = morphsOf(store, node.mesh!, meshJson, node.weights);
    const morphed = morphing.has(index) || morphs.some((share) => share !== 0);
    const motion = node.skin !== undefined ? 'skinned' : morphed ? 'morphing' : 'rigid';
    const geometry = readGeometry(store, node.mesh!, motion);
    if (!geometry) return undefined;
    const skin = node.skin === undefined ? undefined : readSkin(store, node.skin, tree.nodes.length);
    const world = skin ? STILL : worlds[index];
    if (world instanceof InputError) throw world;
    const at = { world, repairs: repairsOf(geometry, node.mesh!, meshJson) };
    if (motion === 'rigid')
      return { mesh: geometry.mesh, deforming: undefined, instances: readInstances(store, node), ...at };
    const moving = makeDeforming(store, geometry, morphs, skin, (joint) => worlds[joint]);
    return { ...moving, instances: skin ? undefined : readInstances(store, node), ...at };
  }

  function place(
    node: number,
    nodeName: string,
    { mesh, deforming, world, instances }: Prepared,
    report: (code: SceneProblem['code'], part: string, message: string) => number,
  ): void {
    const count = instances?.count ?? 1;
    if (placed.length + count > MOST_PARTS)
      throw fault(`there are more than ${MOST_PARTS} parts (node ${node} makes ${count})`, 'Split the file.');
    const path = pathOf(tree.parents[node]);
    for (let k = 0; k < count; k++) {
      const name = instances ? `${nodeName} #${k + 1}` : nodeName;
      const inner = instances ? attempt(() => instances.at(k)) : STILL;
      const pose = inner instanceof InputError ? inner : compose(world, inner);
      if (pose instanceof InputError) report('unreadable', name, pose.message);
      else if (!isPose(pose))
        report(
          'unreadable',
          name,
          'it is scaled to nothing or beyond all numbers. Give it a scale that can be undone.',
        );
      else
        placed.push({
          part: { name, path, mesh, pose: pose === STILL ? identity() : pose },
          node,
          inner: inner as Affine,
          deforming,
        });
    }
  }

  /** Each is told with the first part that has it. */
  function repairsOf(geometry: Geometry, mesh: number, json: Json): string[] {
    if (geometry.repairs.length === 0 || told.has(geometry)) return [];
    told.add(geometry);
    return geometry.repairs.map((repair) => `${called('mesh', mesh, nameOf(json))}: ${repair}`);
  }
}

/** Parts that a viewer would not show are matter all the same, and their clashes would surprise. */
function tellHidden(tree: NodeTree, placed: readonly Placed[]): SceneProblem | undefined {
  const hidden = hiddenNodes(tree);
  const count = placed.filter(({ node }) => hidden.has(node)).length;
  if (count === 0) return undefined;
  const fact =
    count === 1
      ? '1 part is hidden in the file (KHR_node_visibility) and was read all the same'
      : `${count} parts are hidden in the file (KHR_node_visibility) and were read all the same`;
  return { code: 'repaired', message: `${fact}. Delete what is not to be checked.` };
}

function nameOfPart({ json }: Store, { nodes }: NodeTree, index: number): string {
  const { name, mesh } = nodes[index];
  return name ?? nameOf(mesh === undefined ? undefined : listOf(json, 'meshes', 'the file')[mesh]) ?? `node ${index}`;
}

/** How far the morph targets of a mesh are gone at rest: as the node says, else as the mesh does, else not at all. */
function morphsOf(store: Store, mesh: number, json: Json, ofNode: readonly number[] | undefined): readonly number[] {
  const given = ofNode ?? numbersOf(json, 'weights', called('mesh', mesh, nameOf(json))) ?? [];
  return given.slice(0, targetCountOf(store, mesh));
}

function attempt<T>(make: () => T): T | InputError {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}
