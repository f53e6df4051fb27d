import type { Body, BodyState } from '../../body.js';
import { identity } from '../../math/affine.js';
import { POINT } from '../contact/contactKind.js';
import { selfContacts } from '../contact/selfContacts.js';
import { type WorldMesh, worldMesh } from '../worldMesh.js';
import { nestedShells } from './nestedShells.js';

const known = new WeakMap<Body, { readonly revision: number; readonly windsOnce: boolean }>();

/**
 * Whether a closed body winds once around all that is inside, the same way everywhere: its faces do not go through or lie on each
 * other, and no shell lies inside another one that already bounds matter, or is inside out beside others that are not. Asked once per
 * revision, in the body's own frame: a pose changes it by ulps only.
 */
export function windsOnce({ identity: owner, revision, mesh }: BodyState): boolean {
  const before = known.get(owner);
  if (before?.revision === revision) return before.windsOnce;
  const own = worldMesh({ mesh, pose: identity() });
  const answer = selfContacts(own, true).kinds.every((kind) => kind === POINT) && doShellsWindOnce(own);
  known.set(owner, { revision, windsOnce: answer });
  return answer;
}

function doShellsWindOnce(mesh: WorldMesh): boolean {
  const { count, windingOfRest, windingWithin } = nestedShells(mesh);
  if (count === 1) return true;
  const windings = new Set<number>([0]);
  for (let shell = 0; shell < count; shell++) {
    const beyond = windingOfRest([shell]);
    windings.add(beyond).add(beyond + windingWithin(shell));
  }
  return windings.size === 2 && (windings.has(1) || windings.has(-1));
}
