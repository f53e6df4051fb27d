import { worldBounds } from '../../body.js';
import { type GapMap, SEEN } from '../../gapMap.js';
import type { AssembledBody } from '../../io/assemble.js';
import { intersectBoxes, isEmpty } from '../../math/box.js';
import type { Undecided } from '../../report/clashReport.js';
import { formatShort, roundUp } from '../../report/roundNumbers.js';
import { mayBeOpen } from '../../report/toReportBody.js';

type Pair = readonly [AssembledBody, AssembledBody];

/** Why nobody can tell from a map whether two bodies are inside each other; empty where it can be told. */
export function gapUndecided(map: GapMap, bodies: Pair): Undecided[] {
  const [a, b] = bodies.map(({ name }) => name);
  const reason = map.measured.isDecided ? tooThin(map, bodies) : reasonOf(map, bodies);
  return reason === undefined ? [] : [{ a, b, reason }];
}

function reasonOf(map: GapMap, bodies: Pair): string {
  if (map.undecidedRays > 0) return putAside(map, bodies);
  const open = openOf(bodies);
  return open.length > 0
    ? `${open.join(' and ')} ${open.length === 1 ? 'is' : 'are'} not closed: rays that go through the opening do not see what is inside. Close the body.`
    : knownBadly(map);
}

const openOf = (bodies: Pair): string[] => bodies.filter(({ body }) => mayBeOpen(body)).map(({ name }) => name);

/** A least gap that is worth nothing: by rounding, of bodies that are long along the rays, or because surfaces are steep. */
function knownBadly({ minimum, measured }: GapMap): string {
  const error = minimum?.error ?? measured.depthError;
  const fact = `The least gap may be wrong by ${formatShort(roundUp(error, 3))}`;
  return error < 2 * measured.depthError
    ? `${fact}, from rounding alone: along the rays one body is that much longer than the other. Give another --direction, or ask zclash check --precision exact.`
    : `${fact}, because surfaces run almost along the rays there. Give another --direction, or a higher --resolution.`;
}

/** Rays are put aside where a body is open, and where they run along walls: only the first can be mended in the file. */
function putAside({ undecidedRays: count }: GapMap, bodies: Pair): string {
  const isOne = count === 1;
  const open = openOf(bodies);
  if (open.length > 0)
    return `${isOne ? 'One ray enters' : `${count} rays enter`} ${open.join(' or ')} and ${isOne ? 'does' : 'do'} not leave again, because that is not closed; nobody can tell what ${isOne ? 'it is' : 'they are'} inside of. Close the body.`;
  return `${isOne ? 'One ray runs' : `${count} rays run`} along a wall of both bodies, and nobody can tell on which side. Give another --direction, or ask zclash check --precision exact.`;
}

/** Where boxes meet and yet rays saw nothing of a body. */
function tooThin(map: GapMap, [a, b]: Pair): string | undefined {
  if (map.minimum || isEmpty(intersectBoxes(worldBounds(a.body), worldBounds(b.body)))) return undefined;
  const unseen = [
    ...(map.seen.includes(SEEN.onlyA) ? [] : [a.name]),
    ...(map.seen.includes(SEEN.onlyB) ? [] : [b.name]),
  ];
  return unseen.length === 0
    ? undefined
    : `No ray meets ${unseen.join(' or ')}: it is too thin. Give a higher --resolution.`;
}
