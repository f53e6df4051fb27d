import { facePairs } from '../../exact/candidates/facePairs.js';
import { meetingFaces } from '../../exact/contact/meetingFaces.js';
import { commonVolume } from '../../exact/solid/commonVolume.js';
import { areaOf, type ExactVolume, solidVolume } from '../../exact/solid/faceSums.js';
import { windsOnce } from '../../exact/solid/windsOnce.js';
import { type WorldMesh, worldMesh } from '../../exact/worldMesh.js';
import type { Machine, Timings } from '../../machine/machine.js';
import { type Box, extent } from '../../math/box.js';
import { length, scale, type Vec3 } from '../../math/vector.js';
import { touchingFaces } from '../touchingFaces.js';
import type { Verdict } from '../zlist/judgePair.js';
import { type ContactFinding, detectContacts } from './detectContacts.js';
import type { ExactVerdict } from './judgeExactly.js';

/** In no plane that bodies are made of, each of length 1. */
const ASKEW: readonly Vec3[] = [
  [0.5309, 0.7433, 0.4069],
  [-0.6127, 0.4481, 0.6509],
  [0.3571, -0.6871, 0.6329],
];

/**
 * Works out the volumes of overlaps, pair by pair; `undefined` where bodies do not overlap, touch or overlap themselves, are no solids,
 * or no meshes: rays meet surfaces themselves, their faces would only come near.
 */
export async function measureVolumes(
  machine: Machine,
  verdicts: readonly (Verdict | ExactVerdict)[],
  time: (timings: Timings) => void,
): Promise<(ExactVolume | undefined)[]> {
  const volumes: (ExactVolume | undefined)[] = new Array(verdicts.length);
  const asked = [...verdicts.keys()].filter((k) => {
    const { kind, finding } = verdicts[k];
    const { a, b } = finding;
    return ['hard', 'contained', 'duplicate'].includes(kind) && !a.body.surface && !b.body.surface;
  });
  const untold = asked.filter((k) => !('contact' in verdicts[k]));
  const found = await detectContacts(
    machine,
    untold.map((k) => [verdicts[k].finding.a, verdicts[k].finding.b] as const),
    time,
  );
  const contacts = new Map(untold.map((k, i) => [k, found[i]]));
  for (const k of asked)
    volumes[k] = await volumeIn(machine, contacts.get(k) ?? (verdicts[k] as ExactVerdict).contact, time);
  return volumes;
}

async function volumeIn(
  machine: Machine,
  { a, b, relation: { kind, inner }, areSolids, contacts }: ContactFinding,
  time: (timings: Timings) => void,
): Promise<ExactVolume | undefined> {
  if (!areSolids || kind === 'none' || kind === 'touch') return undefined;
  // What is inside a body twice would be counted twice.
  if (!windsOnce(a.body) || !windsOnce(b.body)) return undefined;
  const [own, other] = [worldMesh(a.body), worldMesh(b.body)];
  if (kind !== 'hard') return solidVolume(inner === 'b' ? other : own);
  // Contacts are those of the bodies as they were given.
  const isMended = a.given !== undefined || b.given !== undefined;
  const known = isMended ? undefined : commonVolume(own, other, contacts);
  if (known) return known;
  // A body that is moved a little touches nothing in a plane, along an edge or in a corner any more. What that brings or takes has
  // passed through its surface, and as seen from it through the other one's.
  const step = stepOf(own.bounds, other.bounds);
  const [near] = await touchingFaces(machine, [[a.body, b.body]], { clearance: 2 * step }, time);
  for (const way of ASKEW) {
    const moved = movedBy(other, scale(way, step / length(way)));
    const common = commonVolume(own, moved, meetingFaces(own, moved, facePairs(own, moved, near.a, near.b)));
    if (!common) continue;
    const passed = step * Math.min(areaOf(own), areaOf(other));
    return { volume: common.volume, volumeError: common.volumeError + passed };
  }
  return undefined;
}

/** So much as coordinates resolve well, and as little as that. */
function stepOf(a: Box, b: Box): number {
  const reach = Math.max(...[a, b].flatMap(({ min, max }) => [...min, ...max].map(Math.abs)));
  return 2 ** -40 * Math.max(reach / 64, length(extent(a)), length(extent(b)));
}

function movedBy({ positions, indices, bounds: { min, max } }: WorldMesh, step: Vec3): WorldMesh {
  const moved = (point: Vec3): Vec3 => [point[0] + step[0], point[1] + step[1], point[2] + step[2]];
  return {
    positions: positions.map((x, k) => x + step[k % 3]),
    indices,
    bounds: { min: moved(min), max: moved(max) },
  };
}
