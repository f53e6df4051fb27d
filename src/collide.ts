import { type Body, still } from './body.js';
import type { CollisionLook, Collision as Report } from './collision.js';
import { MAX_FRAME_PX } from './constants.js';
import type { Party } from './detect/pairFinding.js';
import type { LayerSource } from './detect/solids/concaveAlgorithm.js';
import type { CountingAlgorithm } from './detect/solids/countSolids.js';
import { createLookout, isCertain, type Look, limitOf } from './detect/solids/lookout.js';
import { isConvexBody } from './detect/solids/roles.js';
import { toParty } from './detect/toParty.js';
import { InputError } from './errors.js';
import type { Machine } from './machine/machine.js';
import { sharedMachine } from './machine/open.js';
import type { Vec3 } from './math/vector.js';
import { reportChord } from './reportChord.js';
import { basis } from './view/fit.js';
import { pixelSize } from './view/view.js';

export interface CollideOptions {
  /** Rays across and down each view. */
  resolution?: number;
  /** Along which rays run; by default square to the largest walls of the volumes that the bodies' boxes have in common. */
  direction?: Vec3 | undefined;
  /**
   * Look again along the mean normal of the faces that face each other, and along more where these spread: where no collision is seen,
   * and with `until: 'all'` in any case.
   */
  refine?: boolean;
  /** `exact`: where rays see no collision, faces are compared exactly. A collision that rays see is always confirmed exactly. */
  precision?: 'sampled' | 'exact';
  /** `first`: end with the first rendering that shows a collision. `all`: settle every pixel, and tell each one's answer. */
  until?: 'first' | 'all';
  /** By default the basic algorithm where both bodies are convex, else the extended one. */
  algorithm?: CountingAlgorithm | undefined;
  /** Where the order of layers comes from for pixels that counting cannot settle. */
  order?: LayerSource;
  /** Zoom in until pixels are as small as this, in model units, or until nothing can have been missed. */
  finest?: number | undefined;
  /**
   * Keep the depth map of one body from look to look, as long as it does not deform: it moves along with the body. The view then
   * shows all of that body, not only where the boxes meet.
   */
  keepDepthMap?: boolean;
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const COLLIDE_DEFAULTS = {
  resolution: 512,
  direction: undefined,
  refine: false,
  precision: 'sampled',
  until: 'first',
  algorithm: undefined,
  order: 'lists',
  finest: undefined,
  keepDepthMap: false,
  machine: undefined,
} as const;

/** Two bodies that are looked at time and again. */
export interface Collider {
  /** Whether the bodies collide as they are now. */
  look(): Promise<Report>;
}

/**
 * Whether two solids collide, by counting faces against a depth map (Myszkowski, Okunev and Kunii 1995): one rendering of each body
 * often suffices, and nothing is prepared. How deep and how much is for `interference` to tell.
 *
 * @example if ((await collide(tool, part)).answer === 'yes') stop();
 */
export const collide = (a: Body, b: Body, options: CollideOptions = {}): Promise<Report> =>
  collider(a, b, options).look();

/**
 * Two bodies that move from one look to the next. What the last look taught is used in the next one: which body to draw first, along
 * which direction, and with `keepDepthMap` the depth map itself.
 *
 * @example
 * const jaws = collider(upper, lower, { keepDepthMap: true });
 * for (const pose of motion) {
 *   lower.pose = pose;
 *   console.log((await jaws.look()).answer);
 * }
 */
export function collider(a: Body, b: Body, options: CollideOptions = {}): Collider {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  const settings: Required<CollideOptions> = { ...COLLIDE_DEFAULTS, ...Object.fromEntries(given) };
  check(settings);
  const bodies = [a, b] as const;
  for (const body of bodies) still(body); // refuses what is no body
  const lookout = createLookout();
  return {
    async look() {
      const begin = performance.now();
      const parties = bodies.map(toParty);
      if (settings.algorithm === 'basic') demandConvex(parties);
      const machine = settings.machine ?? (await sharedMachine());
      const stagesMs: Record<string, number> = {};
      const sighting = await lookout(machine, [parties[0], parties[1]], {
        ...settings,
        time: (timings) => {
          for (const [stage, ms] of Object.entries(timings.stagesMs)) stagesMs[stage] = (stagesMs[stage] ?? 0) + ms;
        },
      });
      const looks = sighting.looks.map(reportLook);
      const chords = reportChord(parties[0].body, parties[1].body);
      return {
        ...{ a: parties[0].body.name, b: parties[1].body.name, answer: sighting.answer, looks },
        ...(looks.length > 0 && { finestPixel: finestOf(looks) }),
        // Of faces in the place of surfaces nothing is certain but that their boxes are apart.
        isCertain: isCertain(sighting) && (!chords.chordError || sighting.by === 'boxes'),
        by: sighting.by,
        unsettledArea: sighting.open.reduce((sum, { view: { size } }) => sum + size[0] * size[1], 0),
        diagnostics: parties.flatMap(({ index, body, soundness }) =>
          soundness.diagnostics.map((diagnostic) => ({ body: body.name, index, ...diagnostic })),
        ),
        ...{
          ...chords,
          limit: `${limitOf(sighting)}${chords.chordError ? ' Of bodies that are no meshes this holds for the faces in their place.' : ''}`,
          machine: machine.name,
          timings: { wallMs: performance.now() - begin, stagesMs },
        },
      };
    },
  };
}

const finestOf = (looks: readonly CollisionLook[]): readonly [number, number] => [
  Math.min(...looks.map(({ pixelSize: [across] }) => across)),
  Math.min(...looks.map(({ pixelSize: [, down] }) => down)),
];

function reportLook({ count, level, inOrder, isMapKept }: Look): CollisionLook {
  const { view, algorithm, renderings, settled, collisionPixels, answers } = count;
  const size = pixelSize(view);
  return {
    ...{ view, pixelSize: size, level, mapOf: inOrder ? 'a' : 'b', isMapKept, algorithm, renderings, settled },
    ...{ collisionPixels, collisionArea: collisionPixels * size[0] * size[1], ...(answers && { answers }) },
  };
}

/** The basic algorithm takes convexity for granted: of other bodies it would tell wrong. */
function demandConvex(parties: readonly Party[]): void {
  for (const { body } of parties)
    if (!isConvexBody(body))
      throw new InputError(
        `collide: the basic algorithm is for convex bodies (${body.name} is not). Choose extended, or leave it to be chosen.`,
      );
}

function check(settings: Required<CollideOptions>): void {
  const { resolution, direction, precision, until, algorithm, order, finest, machine } = settings;
  if (machine !== undefined && typeof machine?.run !== 'function')
    throw new InputError(
      `collide: this is no machine (${machine === null ? 'null' : typeof machine}). Give what open() returned.`,
    );
  if (precision !== 'sampled' && precision !== 'exact')
    throw new InputError(`collide: there is no precision '${precision}'. Choose one of: sampled, exact.`);
  if (!(Number.isInteger(resolution) && resolution > 0 && resolution <= MAX_FRAME_PX))
    throw new InputError(
      `collide: the resolution is not a whole number from 1 to ${MAX_FRAME_PX} (${resolution}). Give the number of rays across a view.`,
    );
  if (until !== 'first' && until !== 'all')
    throw new InputError(`collide: there is no end '${until}'. Choose one of: first, all.`);
  if (algorithm !== undefined && !['basic', 'extended', 'simplified'].includes(algorithm))
    throw new InputError(`collide: there is no algorithm '${algorithm}'. Choose one of: basic, extended, simplified.`);
  if (order !== 'lists' && order !== 'peeling')
    throw new InputError(`collide: there is no order '${order}'. Choose one of: lists, peeling.`);
  if (finest !== undefined && !(typeof finest === 'number' && finest > 0))
    throw new InputError(
      `collide: the finest pixel size is no length (${finest}). Give a number above 0, in model units.`,
    );
  if (direction) basis(direction);
}
