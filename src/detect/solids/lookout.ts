import type { Machine, Timings } from '../../machine/machine.js';
import { dot, type Vec3 } from '../../math/vector.js';
import type { Way } from '../../view/direction.js';
import { basis, fitPair } from '../../view/fit.js';
import { pixelSize, type View } from '../../view/view.js';
import { initialDirection } from '../../view/wallDirection.js';
import { depthErrorOf, positionErrorOf } from '../depthError.js';
import { isSolid } from '../exact/detectContacts.js';
import type { Party } from '../pairFinding.js';
import { roundingReach } from '../touchingFaces.js';
import type { LayerSource } from './concaveAlgorithm.js';
import { collideExactly, hasCommonPoint } from './confirm.js';
import { type CountingAlgorithm, countSolids, type SolidsCount } from './countSolids.js';
import { createMemory } from './memory.js';
import { refineProjection } from './refineProjection.js';
import type { Roles } from './roles.js';
import { asDeepAs, fitWhole, fitZone } from './solidsView.js';
import { isNested, type Part, zoom } from './zoom.js';

export interface LookoutOptions {
  readonly resolution: number;
  readonly direction: Vec3 | undefined;
  readonly refine: boolean;
  readonly precision: 'sampled' | 'exact';
  readonly until: 'first' | 'all';
  readonly algorithm: CountingAlgorithm | undefined;
  readonly order: LayerSource;
  readonly finest: number | undefined;
  readonly keepDepthMap: boolean;
  readonly time: (timings: Timings) => void;
}

/** One view of two bodies. */
export interface Look {
  readonly count: SolidsCount;
  readonly level: number;
  /** Whether A is the first of the two. */
  readonly inOrder: boolean;
  readonly isMapKept: boolean;
  /** By how much a length along the view may be wrong, from rounding alone. */
  readonly depthError: number;
}

/** What an answer rests on. */
export type Evidence = 'no solid' | 'boxes' | 'rays' | 'cells' | 'point' | 'shells' | 'faces';

export interface Sighting {
  readonly answer: 'yes' | 'no' | 'open';
  readonly by: Evidence;
  readonly looks: readonly Look[];
  /** Parts in which faces can meet and that no look settled, where looks were to zoom in. */
  readonly open: readonly Part[];
}

/** Directions nearer to each other than this (a cosine, some 10°) show the same. */
const SAME_WAY = 0.985;

/**
 * Looks at two bodies time and again, and learns from each look for the next one: which body to draw first, along which direction to
 * look, and where the first one's depth map can be kept, the map.
 *
 * Rays that seem inside both may be those of bodies that touch, so a collision is confirmed: by a point that is inside both, exactly,
 * or by comparing faces.
 */
export function createLookout() {
  const memory = createMemory();
  let refined: Way | undefined;

  return async function look(
    machine: Machine,
    pair: readonly [Party, Party],
    options: LookoutOptions,
  ): Promise<Sighting> {
    const [a, b] = pair;
    const { resolution, precision, until, algorithm, order, finest, keepDepthMap, time } = options;
    const looks: Look[] = [];
    const saw = (answer: Sighting['answer'], by: Evidence, open: readonly Part[] = []): Sighting => ({
      ...{ answer, by, looks, open },
    });
    if (!isSolid(a) || !isSolid(b)) return saw('open', 'no solid');
    const positionError = positionErrorOf(machine, a, b);
    const margin = 2 * positionError;

    /** Undefined where no ray is inside both. */
    async function countIn(view: View, roles: Roles, level: number, kept?: { key: object; isKept: boolean }) {
      const count = await countSolids(machine, roles, view, {
        ...{ until, algorithm, order, depthMap: kept?.key, time, withAnswers: until === 'all' },
      });
      const depthError = depthErrorOf(view.size[2], positionError);
      looks.push({ count, level, inOrder: roles.inOrder, isMapKept: kept?.isKept ?? false, depthError });
      const box = count.collisionBox;
      if (!box) return undefined;
      if (await hasCommonPoint(machine, pair, view, box)) return saw('yes', 'point');
      return saw((await collideExactly(machine, pair)) ? 'yes' : 'no', 'faces');
    }

    async function along(way: Way): Promise<Sighting | undefined> {
      const roles = memory.rolesFor(a.body, b.body, way.direction);
      const view = fitZone(roles, way, resolution, margin);
      if (!view) return undefined;
      const seen = await countIn(view, roles, 0);
      memory.learn(looks[looks.length - 1].count, roles);
      return seen;
    }

    async function withKeptMap(way: Way): Promise<Sighting | undefined> {
      const roles = memory.rolesOfMap(a.body, b.body) ?? memory.rolesFor(a.body, b.body, way.direction);
      const map = memory.depthMapOf(roles, margin, () => fitWhole(roles.A, way, resolution, margin));
      return countIn(map.view, roles, 0, map);
    }

    const first = wayFor(options) ?? refined ?? initialDirection(a.body, b.body);
    const zone = fitPair(a.body, b.body, { ...first, resolution });
    if (!zone) return saw('no', 'boxes');
    let seen = await (keepDepthMap ? withKeptMap(first) : along(first));
    // Where every pixel is wanted, so is every projection.
    if (options.refine && (!seen || until === 'all'))
      for (const way of await betterWays(machine, a, b, first, options)) {
        refined ??= way;
        const other = await along(way);
        seen ??= other;
        if (seen && until === 'first') break;
      }
    if (seen) return seen;
    if (precision === 'exact') return saw((await collideExactly(machine, pair)) ? 'yes' : 'no', 'faces');
    if (finest === undefined) return saw('no', 'rays');
    const roles = memory.rolesFor(a.body, b.body, first.direction);
    const reach = roundingReach(zone, a.body, b.body);
    const lookAt = (part: Part) => countIn(asDeepAs(part.view, roles.A, margin), roles, part.level);
    const zoomed = await zoom(machine, a, b, zone, { finest, reach, look: lookAt });
    if (zoomed.found) return zoomed.found;
    if (zoomed.open.length > 0) return saw('no', 'rays', zoomed.open);
    return isNested(a, b) ? saw('yes', 'shells') : saw('no', 'cells');
  };
}

const wayFor = ({ direction }: LookoutOptions): Way | undefined => direction && wayAlong(direction);

const wayAlong = (along: Vec3): Way => {
  const { direction, down } = basis(along);
  return { direction, up: [0 - down[0], 0 - down[1], 0 - down[2]] };
};

/** Section 7: along the mean normal of the faces that face each other, and along more where these spread. */
async function betterWays(
  machine: Machine,
  a: Party,
  b: Party,
  way: Way,
  { resolution }: LookoutOptions,
): Promise<Way[]> {
  const view = fitPair(a.body, b.body, { ...way, resolution, whole: [a.body, b.body] });
  if (!view) return [];
  const { direction, up, more } = await refineProjection(machine, a.body, b.body, view);
  const ways: Way[] = [{ direction, up }, ...more.map(wayAlong)];
  return ways.filter(
    ({ direction: other }, k) =>
      Math.abs(dot(other, way.direction)) < SAME_WAY &&
      ways.slice(0, k).every((before) => Math.abs(dot(other, before.direction)) < SAME_WAY),
  );
}

/** Where an answer does not come from rays alone, it holds for the bodies. */
export const isCertain = ({ by }: Sighting): boolean => by !== 'rays' && by !== 'no solid';

/** What an answer rests on, in words. */
export function limitOf({ answer, by, looks, open }: Sighting): string {
  switch (by) {
    case 'no solid':
      return 'A body is no solid: rays that enter it need not leave it. Use `interference` or `contacts`, which can tell of surfaces.';
    case 'boxes':
      return 'The boxes are apart.';
    case 'cells':
      return 'No two faces of the bodies can meet, and none lies inside the other: nothing was missed.';
    case 'point':
      return 'There is a point inside both bodies, exactly.';
    case 'shells':
      return 'The surfaces do not meet, and one lies inside the other, exactly.';
    case 'faces':
      return answer === 'yes'
        ? 'Faces were compared exactly: the bodies overlap.'
        : 'Faces were compared exactly: the bodies have at most touching surfaces in common.';
    default: {
      const rounding = Math.max(...looks.map(({ depthError }) => depthError));
      const widest = (parts: readonly { readonly view: View }[]) =>
        Number((1.005 * Math.max(rounding, ...parts.map(({ view }) => Math.hypot(...pixelSize(view))))).toPrecision(3));
      const first = widest([looks[0].count]);
      const thinner = 'what is thinner can lie between the rays';
      if (open.length === 0)
        return `No ray is inside both bodies. Nothing thicker than ${first} can have been missed; ${thinner}. Ask for \`finest\` to zoom in, or for exact precision.`;
      // Zooming follows faces that can meet: of a part that lies wholly inside the other body, only the first look tells.
      return `No ray is inside both bodies. Nothing thicker than ${widest(open)} can have been missed where surfaces meet, and no part thicker than ${first} that lies wholly inside the other body; ${thinner}. Zooming ended there.`;
    }
  }
}
