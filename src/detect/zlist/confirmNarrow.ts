import { BLOCK_PX } from '../../machine/kernel.js';
import type { Machine, Timings } from '../../machine/machine.js';
import { crop } from '../../view/crop.js';
import type { PairFinding } from '../pairFinding.js';
import { lookAtPairs } from './lookAtPairs.js';
import type { Look } from './toFinding.js';

/** A ray is looked at again with its neighbours, some twenty times larger. */
const RAY_ZOOM = { pixels: 3, rays: 64 };
/** A block of rays is looked at again as a whole, and a pixel around it, some fourteen times larger. */
const BLOCK_ZOOM = { pixels: BLOCK_PX + 2, rays: 256 };

/**
 * Where two bodies share a wall that the rays run along, their outlines are snapped to 1/256 pixel each for itself, and a ray
 * between them seems to be inside both, or out of the one that lies inside the other, over the whole length of the wall.
 * Such rays lie on a line. So does what is true and hardly wider than a pixel. Looked at again, much larger, the one stands
 * out and the other does not.
 */
export async function confirmNarrow(
  machine: Machine,
  findings: readonly PairFinding[],
  time: (timings: Timings) => void,
): Promise<PairFinding[]> {
  return confirmInside(machine, await confirmOverlap(machine, findings, time), time);
}

/** Overlaps that only rays on a line show, or show so deep: real, or a contact. */
async function confirmOverlap(
  machine: Machine,
  findings: readonly PairFinding[],
  time: (timings: Timings) => void,
): Promise<PairFinding[]> {
  const doubtful = findings.filter((finding) => finding.pixels > 0 && finding.depth > sureDepth(finding));
  // Rays deeper than what is sure. Where nothing is, the deepest one comes first: where it is real, the others do not matter.
  const first = await zoomOn(machine, doubtful, doubtfulRays, RAY_ZOOM, time);
  const unsure = doubtful.filter((finding) => finding.core === 0 && !first.get(finding)!.some(({ core }) => core > 0));
  const allBlocks = ({ blocks }: PairFinding): Ray[] => blocksOf(blocks.map(({ ray }) => ray));
  const rest = await zoomOn(machine, unsure, allBlocks, BLOCK_ZOOM, time);
  const confirmed = findings.map((finding) => {
    if (!first.has(finding)) return finding;
    const closer = [...first.get(finding)!, ...(rest.get(finding) ?? [])].filter(({ core }) => core > 0);
    return closer.length > 0 || finding.core > 0 ? cutDown(finding, closer) : finding;
  });
  return asContacts(machine, findings, confirmed, rest, time);
}

/** How deep an overlap is for sure: as deep as rays amid it tell, and what rounding may add. */
const sureDepth = ({ core, coreDepth, depthError }: PairFinding): number => (core > 0 ? coreDepth + depthError : 0);

/** So many rays are looked at again at most; the deepest ones. */
const MOST_RAYS = 64;

function doubtfulRays(finding: PairFinding): Ray[] {
  const { core, blocks } = finding;
  const deeper = blocks.filter(({ depth }) => depth > sureDepth(finding)).sort((one, other) => other.depth - one.depth);
  return deeper.slice(0, core > 0 ? MOST_RAYS : 1).map(({ ray }) => ray);
}

/** The finding, no deeper than the rays amid its overlap are, from afar or from near. */
function cutDown(finding: PairFinding, closer: readonly PairFinding[]): PairFinding {
  const sure = [
    ...finding.blocks.filter(({ depth }) => depth <= sureDepth(finding)),
    ...closer.map((near) => ({ depth: Math.min(near.depth, near.coreDepth), point: near.place!.deepest })),
  ];
  const place = finding.place!;
  const nothing = { depth: finding.coreDepth, point: place.centroid };
  const deepest = sure.reduce((one, other) => (other.depth > one.depth ? other : one), sure[0] ?? nothing);
  if (deepest.depth + finding.depthError >= finding.depth) return finding;
  const samples = [deepest.point, ...place.samples.slice(1)];
  return { ...finding, depth: deepest.depth, place: { ...place, deepest: deepest.point, samples } };
}

/** What turned out to be no overlap at all: rays on which bodies touch. How many of these there are is counted anew. */
async function asContacts(
  machine: Machine,
  before: readonly PairFinding[],
  findings: readonly PairFinding[],
  closer: ReadonlyMap<PairFinding, readonly PairFinding[]>,
  time: (timings: Timings) => void,
): Promise<PairFinding[]> {
  const isContact = before.map((finding) => closer.has(finding) && !closer.get(finding)!.some(({ core }) => core > 0));
  const contacts = findings.filter((_, i) => isContact[i]);
  const looks = contacts.map(
    ({ a, b, view, depthError }): Look => ({ a, b, view, depthError, mayBeInside: [true, true] }),
  );
  const again = await lookAtPairs(machine, looks, time);
  return findings.map((finding, i) => (isContact[i] ? asTouching(finding, again[contacts.indexOf(finding)]) : finding));
}

/** Bodies that seem to lie inside the other but for rays on a line. */
async function confirmInside(
  machine: Machine,
  findings: readonly PairFinding[],
  time: (timings: Timings) => void,
): Promise<PairFinding[]> {
  const doubtful = findings.filter(({ inside, out }) => inside.includes(true) && out.length > 0);
  const closer = await zoomOn(machine, doubtful, ({ out }) => blocksOf(out), BLOCK_ZOOM, time);
  return findings.map((finding) => {
    const shots = closer.get(finding);
    if (!shots) return finding;
    const isInside = ([0, 1] as const).map(
      (which) => finding.inside[which] && shots.every(({ outCore }) => outCore[which] === 0),
    );
    return { ...finding, inside: [isInside[0], isInside[1]] };
  });
}

type Ray = readonly [x: number, y: number];
type Zoom = typeof RAY_ZOOM;

/** The middles of the blocks of rays that some rays belong to. */
function blocksOf(rays: readonly Ray[]): Ray[] {
  const middle = (c: number): number => BLOCK_PX * (Math.floor(c / BLOCK_PX) + 0.5);
  const blocks = new Map(rays.map(([x, y]) => [`${middle(x)},${middle(y)}`, [middle(x), middle(y)] as const]));
  return [...blocks.values()];
}

/** Looks closely at some places of each finding. */
async function zoomOn(
  machine: Machine,
  findings: readonly PairFinding[],
  raysOf: (finding: PairFinding) => readonly Ray[],
  by: Zoom,
  time: (timings: Timings) => void,
): Promise<Map<PairFinding, PairFinding[]>> {
  const shots = findings.flatMap((finding) =>
    raysOf(finding).map((ray) => ({ finding, look: zoom(finding, ray, by) })),
  );
  const found = await lookAtPairs(
    machine,
    shots.map(({ look }) => look),
    time,
  );
  const closer = new Map(findings.map((finding) => [finding, [] as PairFinding[]]));
  shots.forEach(({ finding }, k) => {
    closer.get(finding)!.push(found[k]);
  });
  return closer;
}

function zoom({ a, b, view, depthError, inside }: PairFinding, [x, y]: Ray, { pixels, rays }: Zoom): Look {
  const part = crop(view, [x - pixels / 2, y - pixels / 2], [pixels, pixels], [rays, rays]);
  return { a, b, view: part, depthError, mayBeInside: inside };
}

/** What seemed to be an overlap is none: its volume is an error, and its rays are such on which the bodies touch. */
function asTouching({ place: _, ...finding }: PairFinding, { touching }: PairFinding): PairFinding {
  const { pixels, volume, volumeError } = finding;
  return {
    ...finding,
    ...{ pixels: 0, touching: touching + pixels, depth: 0, volume: 0, volumeError: volumeError + volume, blocks: [] },
    inside: [false, false],
    faces: [new Uint32Array(0), new Uint32Array(0)],
  };
}
