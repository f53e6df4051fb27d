import { fault } from './fault.js';
import { type Budget, MOST_PATH_CHARACTERS } from './limits.js';
import type { NodeTree } from './nodes.js';

/**
 * Gives the names that stand in front of a node's children: its own and those of what it stands in, the outermost first.
 * Nodes without a name hand on the list of the node that they stand in, so that what has the same names in front of it shares
 * one list. Throws where the lists grow beyond all use.
 */
export function makePaths({ nodes, parents, order }: NodeTree, budget: Budget): (node: number) => readonly string[] {
  const naming = new Int32Array(nodes.length); // the nearest with a name, from each node up; -1 where there is none
  for (const index of order)
    naming[index] = nodes[index].name !== undefined ? index : parents[index] < 0 ? -1 : naming[parents[index]];
  const above = (node: number): number => (parents[node] < 0 ? -1 : naming[parents[node]]);
  const paths = new Map<number, readonly string[]>([[-1, []]]);
  let characterCount = 0;

  return (node) => {
    const nearest = node < 0 ? -1 : naming[node];
    const known = paths.get(nearest);
    if (known) return known;
    const path: string[] = [];
    for (let at = nearest; at >= 0; at = above(at)) {
      path.push(nodes[at].name!);
      characterCount += nodes[at].name!.length;
    }
    if (characterCount > MOST_PATH_CHARACTERS)
      throw fault(
        `the names that its parts stand in have more than ${MOST_PATH_CHARACTERS} characters together (at node ${node})`,
        'Shorten the names or flatten the hierarchy.',
      );
    budget.spend(path.length);
    path.reverse();
    paths.set(nearest, path);
    return path;
  };
}
