import type { Body, BodyState } from '../../body.js';
import { POINT } from '../contact/contactKind.js';
import { selfContacts } from '../contact/selfContacts.js';
import { worldMesh } from '../worldMesh.js';
import { nestedShells } from './nestedShells.js';

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
const known = new WeakMap<Body, { readonly revision: number; readonly windsOnce: boolean }>();

/**
 * Whether a closed body winds once around all that is inside, the same way everywhere: its faces do not go through or lie on each
 * other, and no shell lies inside another one that already bounds matter, or is inside out beside others that are not. Asked once per
 * revision, in the body's own frame: a pose changes it by ulps only.
 */
export function windsOnce({ identity, revision, mesh, bounds, name }: BodyState): boolean {
  const before = known.get(identity);
  if (before?.revision === revision) return before.windsOnce;
  const own = worldMesh({ identity, revision, mesh, bounds, name, pose: IDENTITY } as BodyState);
  const answer = selfContacts(own, true).kinds.every((kind) => kind === POINT) && doShellsWindOnce(own);
  known.set(identity, { revision, windsOnce: answer });
  return answer;
}

function doShellsWindOnce(mesh: Parameters<typeof nestedShells>[0]): boolean {
  const { count, windingOfRest, windingWithin } = nestedShells(mesh);
  if (count === 1) return true;
  const windings = new Set<number>([0]);
  for (let shell = 0; shell < count; shell++) {
    const beyond = windingOfRest([shell]);
    windings.add(beyond).add(beyond + windingWithin(shell));
  }
  return windings.size === 2 && (windings.has(1) || windings.has(-1));
}
