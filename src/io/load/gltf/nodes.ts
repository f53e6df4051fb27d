import { InputError } from '../../../errors.js';
import { type Affine, multiply } from '../../../math/affine.js';
import { called, fault, shown, within } from './fault.js';
import {
  extensionOf,
  isObject,
  isWhole,
  type Json,
  listOf,
  nameOf,
  numbersOf,
  objectOf,
  referred,
  wholeOrNone,
} from './json.js';
import { MOST_DEPTH, MOST_NODES } from './limits.js';
import { readTransform, STILL, type Trs } from './transform.js';

export interface GltfNode {
  readonly json: Json;
  readonly name: string | undefined;
  /** What is wrong with it, where something is; nothing else is known of it then. */
  readonly fault?: InputError;
  readonly mesh: number | undefined;
  readonly skin: number | undefined;
  /** How far morph targets are gone at rest, where the node says so. */
  readonly weights: readonly number[] | undefined;
  /** In the frame of the parent. */
  readonly local: Affine;
  /** Undefined where the file gives a matrix instead. */
  readonly trs: Trs | undefined;
}

/** The nodes of a file: a forest, checked to be one. */
export interface NodeTree {
  readonly nodes: readonly GltfNode[];
  /** -1 at roots. */
  readonly parents: Int32Array;
  /** All nodes, parents before their children. */
  readonly order: Uint32Array;
  /** The nodes of the scene, in the order of the file: every node before what stands in it, which comes before its sisters. */
  readonly scene: readonly number[];
}

export function readNodes(json: Json): NodeTree {
  const list = listOf(json, 'nodes', 'the file');
  if (list.length > MOST_NODES)
    throw fault(`there are ${list.length} nodes, more than ${MOST_NODES}`, 'Split the file.');
  const children = list.map((node, k) => childrenOf(node, k, list.length));
  const parents = parentsOf(children);
  const roots = [...list.keys()].filter((node) => parents[node] < 0);
  const order = depthFirst(roots, children);
  if (order.length < list.length) {
    const reached = new Set(order);
    throw fault(
      `node ${[...list.keys()].find((node) => !reached.has(node))} stands in itself (the nodes form a circle)`,
    );
  }
  checkDepth(order, parents);
  return {
    nodes: list.map((node, k) => readNode(node, k)),
    parents,
    order: Uint32Array.from(order),
    scene: depthFirst(sceneRoots(json) ?? roots, children),
  };
}

/** Where nodes stand in the world; an error where one of those that a node stands in is faulty. */
export function worldsOf({ nodes, parents, order }: NodeTree): (Affine | InputError)[] {
  const worlds: (Affine | InputError)[] = new Array(nodes.length);
  for (const index of order) {
    const node = nodes[index];
    const parent = parents[index] < 0 ? STILL : worlds[parents[index]];
    worlds[index] = parent instanceof InputError ? parent : (node.fault ?? compose(parent, node.local));
  }
  return worlds;
}

/** Nodes that the file does not show (KHR_node_visibility), and all that stands in them. */
export function hiddenNodes({ nodes, parents, order }: NodeTree): ReadonlySet<number> {
  const hidden = new Set<number>();
  for (const index of order)
    if (hidden.has(parents[index]) || extensionOf(nodes[index].json, 'KHR_node_visibility')?.visible === false)
      hidden.add(index);
  return hidden;
}

/** Maps that do nothing cost nothing. */
export const compose = (outer: Affine, inner: Affine): Affine =>
  inner === STILL ? outer : outer === STILL ? inner : multiply(outer, inner);

function readNode(value: unknown, index: number): GltfNode {
  const json = isObject(value) ? value : {};
  const name = nameOf(json);
  try {
    return within(called('node', index, name), () => ({
      json: objectOf(value, 'it'),
      name,
      mesh: wholeOrNone(json, 'mesh', 'it'),
      skin: wholeOrNone(json, 'skin', 'it'),
      weights: numbersOf(json, 'weights', 'it'),
      ...readTransform(json),
    }));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return {
      json,
      name,
      fault: error,
      mesh: undefined,
      skin: undefined,
      weights: undefined,
      local: STILL,
      trs: undefined,
    };
  }
}

function childrenOf(node: unknown, index: number, count: number): readonly number[] {
  if (!isObject(node)) return [];
  const children = listOf(node, 'children', `node ${index}`);
  for (const child of children)
    if (!isWhole(child) || child >= count)
      throw fault(`node ${index} has a child that does not exist (node ${shown(child)} of ${count})`);
  return children as readonly number[];
}

function parentsOf(children: readonly (readonly number[])[]): Int32Array {
  const parents = new Int32Array(children.length).fill(-1);
  children.forEach((list, parent) => {
    for (const child of list) {
      if (parents[child] >= 0) throw fault(`node ${child} stands in two nodes (${parents[child]} and ${parent})`);
      parents[child] = parent;
    }
  });
  return parents;
}

/** The roots of the scene that is to be shown; undefined where the file has no scene. */
function sceneRoots(json: Json): readonly number[] | undefined {
  if (json.scene === undefined && listOf(json, 'scenes', 'the file').length === 0) return undefined;
  const index = json.scene ?? 0;
  const roots = listOf(referred(json, 'scenes', index), 'nodes', `scene ${index}`);
  const count = listOf(json, 'nodes', 'the file').length;
  for (const root of roots)
    if (!isWhole(root) || root >= count)
      throw fault(`scene ${index} has a node that does not exist (node ${shown(root)} of ${count})`);
  return roots as readonly number[];
}

/** Nodes may stand as deep as there are nodes: no recursion. */
function depthFirst(roots: readonly number[], children: readonly (readonly number[])[]): number[] {
  const met = new Uint8Array(children.length);
  const order: number[] = [];
  const stack: number[] = [];
  for (const root of roots) {
    stack.push(root);
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (met[node]) throw fault(`node ${node} is in the scene twice`);
      met[node] = 1;
      order.push(node);
      for (let k = children[node].length - 1; k >= 0; k--) stack.push(children[node][k]);
    }
  }
  return order;
}

function checkDepth(order: readonly number[], parents: Int32Array): void {
  const depths = new Uint32Array(parents.length);
  for (const node of order) {
    depths[node] = parents[node] < 0 ? 1 : depths[parents[node]] + 1;
    if (depths[node] > MOST_DEPTH)
      throw fault(`node ${node} stands more than ${MOST_DEPTH} nodes deep`, 'Flatten the hierarchy.');
  }
}
