import { worldChordError } from '../../body.js';
import { CONTACTLESS } from '../../exact/contact/meetingFaces.js';
import { nearerThan } from '../../exact/distance/nearerThan.js';
import { nearestFaces } from '../../exact/distance/nearestFaces.js';
import { type WorldMesh, worldMesh } from '../../exact/worldMesh.js';
import type { Machine } from '../../machine/machine.js';
import type { Party } from '../pairFinding.js';
import { type ClearanceOptions, detectClearance } from '../zlist/detectClearance.js';
import { isSolid } from './detectContacts.js';
import type { ExactVerdict } from './judgeExactly.js';

/** As {@link detectClearance}, with Euclidean distances of surfaces instead of sampled ones. */
export async function detectExactClearance(
  machine: Machine,
  pairs: readonly (readonly [Party, Party])[],
  verdicts: readonly ExactVerdict[],
  options: ClearanceOptions,
): Promise<ExactVerdict[]> {
  const meshes = new Map<Party, WorldMesh>();
  const meshOf = (party: Party): WorldMesh => {
    const mesh = meshes.get(party) ?? worldMesh(party.body);
    meshes.set(party, mesh);
    return mesh;
  };
  const judged = await detectClearance(machine, pairs, verdicts, options, async (a, b) => {
    // Faces in the place of surfaces may be farther apart than these.
    const chords = worldChordError(a.body) + worldChordError(b.body);
    const nearest = nearestFaces(meshOf(a), meshOf(b), options.clearance + chords);
    if (!nearest) return undefined;
    const { distance, error, points } = nearest;
    return { distance, a: points[0], b: points[1], error: error + chords, rounding: 0 };
  });
  return judged.map((verdict) => {
    const { a, b } = verdict.finding;
    const contact = (verdict as Partial<ExactVerdict>).contact ?? {
      ...{ a, b, meshes: [meshOf(a), meshOf(b)] as const, contacts: CONTACTLESS },
      ...{ relation: { kind: 'none' } as const, areSolids: isSolid(a) && isSolid(b) },
    };
    if (verdict.kind !== 'clearance') return { ...verdict, contact };
    return { ...verdict, contact, near: nearerThan(meshOf(a), meshOf(b), options.clearance) };
  });
}
