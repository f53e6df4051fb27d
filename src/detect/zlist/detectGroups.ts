import type { Machine, Timings } from '../../machine/machine.js';
import { type Box, intersectBoxes, isEmpty, uniteBoxes } from '../../math/box.js';
import type { Party } from '../pairFinding.js';
import type { Verdict } from './judgePair.js';
import type { GroupFinding } from './lookAtScenes.js';

/** A view of all bodies in a cluster needs no more rays than this. */
const MOST_RAYS = 256;

/**
 * Where three or more bodies overlap at once. Only bodies can that overlap in pairs, in places that meet: such triples are
 * joined to clusters by the pairs they share, and each cluster is swept as a scene of its own. What does so is loaded for the first of them.
 */
export async function detectGroups(
  machine: Machine,
  verdicts: readonly Verdict[],
  resolution: number,
  time: (timings: Timings) => void,
): Promise<GroupFinding[]> {
  const found = clusters(verdicts);
  if (found.length === 0) return [];
  const { lookForGroups, sceneView } = await import('./lookAtScenes.js');
  const looks = found.map(({ parties, region }) =>
    sceneView(machine, parties, { resolution: Math.min(resolution, MOST_RAYS), direction: undefined, region }),
  );
  return (await lookForGroups(machine, looks, time)).flat();
}

interface Cluster {
  readonly parties: readonly Party[];
  readonly region: Box;
}

function clusters(verdicts: readonly Verdict[]): Cluster[] {
  /** Who overlaps whom, and where; by the place of the pair among all of them. */
  const overlaps = verdicts.map(({ finding }) => finding).filter(({ place }) => !!place);
  const partners = new Map<Party, Map<Party, number>>();
  overlaps.forEach(({ a, b }, pair) => {
    if (!partners.has(a)) partners.set(a, new Map());
    partners.get(a)!.set(b, pair);
  });
  const boundsOf = (pair: number): Box => overlaps[pair].place!.bounds;
  const root = overlaps.map((_, pair) => pair);
  const rootOf = (pair: number): number => {
    while (root[pair] !== pair) pair = root[pair] = root[root[pair]];
    return pair;
  };

  // Each triple whose three overlaps can have a point in common joins its three pairs.
  const regions: { pair: number; region: Box }[] = [];
  overlaps.forEach(({ a, b }, ab) => {
    for (const [c, bc] of partners.get(b) ?? []) {
      const ac = partners.get(a)!.get(c);
      if (ac === undefined) continue;
      const region = intersectBoxes(boundsOf(ab), intersectBoxes(boundsOf(bc), boundsOf(ac)));
      if (isEmpty(region)) continue;
      root[rootOf(bc)] = root[rootOf(ac)] = rootOf(ab);
      regions.push({ pair: ab, region });
    }
  });
  const found = new Map<number, { parties: Set<Party>; region: Box }>();
  for (const { pair, region } of regions) {
    const cluster = found.get(rootOf(pair));
    if (cluster) cluster.region = uniteBoxes(cluster.region, region);
    else found.set(rootOf(pair), { parties: new Set(), region });
  }
  overlaps.forEach(({ a, b }, pair) => {
    found.get(rootOf(pair))?.parties.add(a).add(b);
  });
  return [...found.values()].map(({ parties, region }) => ({
    parties: [...parties].sort((p, q) => p.index - q.index),
    region,
  }));
}
