import type { Vec3 } from '../../math/vector.js';
import type { ContactCurve } from './contactCurves.js';
import { CROSSING, EDGE } from './contactKind.js';
import { type FaceContacts, FIRST, isUntold, LAST } from './meetingFaces.js';

/** What is asked of an end of a contact: its name, which all segments that end there give it, and where it is. */
type AtEnd<T> = (k: number, end: typeof FIRST | typeof LAST) => T;

/**
 * Chains the segments in which faces cross, or touch along an edge, to curves: those follow each other whose ends have one
 * name. Where more than two segments meet in a point, curves end there.
 */
export function joinSegments(contacts: FaceContacts, nameAt: AtEnd<number>, pointAt: AtEnd<Vec3>): ContactCurve[] {
  const nodes = new Map<number, number>();
  const points: Vec3[] = [];
  const neighbours: number[][] = [];
  const nodeAt: AtEnd<number> = (k, end) => {
    const name = nameAt(k, end);
    let node = nodes.get(name);
    if (node === undefined) {
      nodes.set(name, (node = nodes.size));
      points.push(pointAt(k, end));
      neighbours.push([]);
    }
    return node;
  };
  for (let k = 0; k < contacts.a.length; k++) {
    const kind = contacts.kinds[k];
    if ((kind !== CROSSING && kind !== EDGE) || isUntold(contacts, k)) continue;
    const s = nodeAt(k, FIRST);
    const t = nodeAt(k, LAST);
    // Two faces that share an edge give the same segment.
    if (neighbours[s].includes(t)) continue;
    neighbours[s].push(t);
    neighbours[t].push(s);
  }
  return chain(neighbours).map(({ closed, nodes: run }) => ({ closed, points: run.map((node) => points[node]) }));
}

interface Run {
  readonly closed: boolean;
  readonly nodes: readonly number[];
}

/** Runs through all segments once: from crossings and loose ends first, then around what is left. */
function chain(neighbours: number[][]): Run[] {
  const isEnd = neighbours.map(({ length }) => length !== 2);
  const runs: Run[] = [];
  const take = (s: number, t: number): void => {
    neighbours[s].splice(neighbours[s].indexOf(t), 1);
    neighbours[t].splice(neighbours[t].indexOf(s), 1);
  };
  const follow = (start: number): Run => {
    const nodes = [start];
    let now = start;
    do {
      const [next] = neighbours[now];
      take(now, next);
      now = next;
      nodes.push(now);
    } while (!isEnd[now] && now !== start);
    const closed = now === start;
    if (closed) nodes.pop();
    return { closed, nodes };
  };
  for (let node = 0; node < neighbours.length; node++)
    while (isEnd[node] && neighbours[node].length > 0) runs.push(follow(node));
  for (let node = 0; node < neighbours.length; node++) if (neighbours[node].length > 0) runs.push(follow(node));
  return runs;
}
