import type { Body } from './body.js';
import { detectContacts } from './detect/exact/detectContacts.js';
import { toParty } from './detect/toParty.js';
import type { ContactCurve } from './exact/contact/contactCurves.js';
import type { SolidRelation } from './exact/solid/solidRelation.js';
import type { FaceContactReport } from './interferenceReport.js';
import type { Machine, Timings } from './machine/machine.js';
import { sharedMachine } from './machine/open.js';
import { type ChordReport, reportChord } from './reportChord.js';
import { reportContact } from './reportContact.js';

export interface ContactsOptions {
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const CONTACTS_DEFAULTS = { machine: undefined } as const;

/** How two bodies meet, exactly. Plain data. */
export interface ContactsReport extends ChordReport {
  /** What they are to each other. Where one of them bounds no volume, this tells of surfaces only. */
  readonly kind: SolidRelation['kind'];
  /** Which one lies inside the other, where the kind is `contained`. */
  readonly inner?: 'a' | 'b';
  readonly areSolids: boolean;
  /** The faces that meet, pair by pair, and how. */
  readonly contacts: FaceContactReport;
  /** The lines along which the surfaces cross, or touch along edges. */
  readonly curves: readonly ContactCurve[];
  readonly machine: string;
  readonly timings: Timings;
}

/**
 * All pairs of faces of two bodies that meet, and what the bodies are to each other: equal to comparing every face with every
 * face in exact arithmetic, on the coordinates that the poses give, rounded to f64. Nothing is prepared, so bodies may
 * deform; nothing is measured: for volume and depth ask `interference`.
 *
 * @example const { kind, curves } = await contacts(body(torusKnot()), body(icoSphere()))
 */
export async function contacts(a: Body, b: Body, options: ContactsOptions = {}): Promise<ContactsReport> {
  const begin = performance.now();
  const parties = [toParty(a, 0), toParty(b, 1)] as const;
  const machine = options.machine ?? (await sharedMachine());
  const stagesMs: Record<string, number> = {};
  const [finding] = await detectContacts(machine, [parties], ({ stagesMs: stages }) => Object.assign(stagesMs, stages));
  const { relation, areSolids } = finding;
  const { kind, inner } = relation;
  return {
    kind,
    ...(inner && { inner }),
    areSolids,
    ...reportChord(parties[0].body, parties[1].body),
    ...reportContact(finding),
    machine: machine.name,
    timings: { wallMs: performance.now() - begin, stagesMs },
  };
}
