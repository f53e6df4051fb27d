import type { Body } from './body.js';
import { candidatePairs } from './detect/candidatePairs.js';
import { type DecidedBy, decidePairs, type PairDecision } from './detect/exact/decidePairs.js';
import { toParty } from './detect/toParty.js';
import { InputError } from './errors.js';
import type { BodyDiagnostic } from './interferenceReport.js';
import type { Machine, Timings } from './machine/machine.js';
import { sharedMachine } from './machine/open.js';
import type { Vec3 } from './math/vector.js';
import { type ChordReport, reportChord } from './reportChord.js';

export interface CollisionsOptions {
  /** Which pairs are asked for, by the bodies' places; by default all. Asked for pairs whose boxes meet only, the lower place first. */
  between?: ((a: number, b: number) => boolean) | undefined;
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const COLLISIONS_DEFAULTS = { between: undefined, machine: undefined } as const;

/** Which of many bodies meet. Plain data. */
export interface Collisions {
  /** Every pair that is not apart, in the order of the bodies. */
  readonly pairs: readonly CollidingPair[];
  /** How many pairs whose boxes meet were decided by what: those apart among them. */
  readonly decidedBy: Readonly<Record<DecidedBy, number>>;
  /** What is wrong with the bodies themselves. */
  readonly diagnostics: readonly BodyDiagnostic[];
  readonly machine: string;
  readonly timings: Timings;
}

export interface CollidingPair extends ChordReport {
  /** The bodies' names, in the order given, and their places there. */
  readonly a: string;
  readonly b: string;
  readonly indices: readonly [number, number];
  /**
   * `overlap`: there is a point inside both, of one body inside the other, too. `touch`: faces meet, and no point is inside both. Where
   * a body bounds no volume, `cross`: surfaces go through each other; `inside`: a part of such a surface lies inside the other body.
   */
  readonly kind: Exclude<PairDecision, 'apart'>;
  /**
   * False where only faces say that bodies overlap, and those of one body go through or lie on each other, so that they may mislead. Of
   * bodies that are no meshes it tells of the faces in their place, which `chordError` says how far to trust.
   */
  readonly isCertain: boolean;
  /** Inside both bodies, where such a point decided. */
  readonly point?: Vec3;
}

/**
 * Which of many bodies meet: yes or no for every pair, for certain, and nothing measured. Pairs are proved apart by a plane between
 * them or to overlap by a point inside both, which few rays find; only of pairs with neither all faces that come near each other are
 * compared, in exact arithmetic. How much and how deep is for `interference` to tell.
 *
 * @example for (const { a, b } of (await collisions(parts)).pairs) console.log(a, 'meets', b);
 */
export async function collisions(bodies: readonly Body[], options: CollisionsOptions = {}): Promise<Collisions> {
  const begin = performance.now();
  const { between = () => true } = options ?? {};
  if (!Array.isArray(bodies))
    throw new InputError(`collisions: the bodies are no list (${typeof bodies}). Give an array of bodies.`);
  if (typeof between !== 'function')
    throw new InputError(
      `collisions: \`between\` is no function (${typeof between}). Give a function or leave it out.`,
    );
  const parties = Array.from(bodies, toParty);
  const machine = options?.machine ?? (await sharedMachine());
  const candidates = candidatePairs(parties.map(({ bounds }) => bounds))
    .filter(([i, j]) => between(i, j))
    .map(([i, j]) => [parties[i], parties[j]] as const);
  const stagesMs: Record<string, number> = {};
  const decided = await decidePairs(machine, candidates, (timings) => {
    for (const [stage, ms] of Object.entries(timings.stagesMs)) stagesMs[stage] = (stagesMs[stage] ?? 0) + ms;
  });
  const decidedBy: Record<DecidedBy, number> = { boxes: 0, plane: 0, point: 0, faces: 0 };
  for (const { by } of decided) decidedBy[by]++;
  return {
    pairs: decided.flatMap(({ a, b, decision, isCertain, point }): CollidingPair[] => {
      if (decision === 'apart') return [];
      const names = { a: a.body.name, b: b.body.name, indices: [a.index, b.index] as const };
      return [{ ...names, kind: decision, isCertain, ...(point && { point }), ...reportChord(a.body, b.body) }];
    }),
    decidedBy,
    diagnostics: parties.flatMap(({ index, body, soundness }) =>
      soundness.diagnostics.map((diagnostic) => ({ body: body.name, index, ...diagnostic })),
    ),
    machine: machine.name,
    timings: { wallMs: performance.now() - begin, stagesMs },
  };
}
