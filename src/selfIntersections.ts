import { type Body, body, still, worldChordError } from './body.js';
import { InputError } from './errors.js';
import type { ContactCurve } from './exact/contact/contactCurves.js';
import { CONTACT_KINDS, type ContactKind } from './exact/contact/contactKind.js';
import type { FaceContacts } from './exact/contact/meetingFaces.js';
import { selfContacts } from './exact/contact/selfContacts.js';
import { selfCurves } from './exact/contact/selfCurves.js';
import { worldMesh } from './exact/worldMesh.js';
import type { FaceContactReport } from './interferenceReport.js';
import type { Mesh } from './mesh/mesh.js';

/** How two faces can meet. */
export type MeetingKind = Exclude<ContactKind, 'none'>;

export interface SelfIntersectionsOptions {
  /**
   * Which contacts to list. By default what goes through itself or lies on itself; `point` and `edge` are where corners and
   * edges rest on other faces, as at T-junctions.
   */
  kinds?: readonly MeetingKind[] | undefined;
  /** Whether to list faces that share corners, too, where they have more in common than what they share. */
  neighbours?: boolean | undefined;
}

export const SELF_INTERSECTIONS_DEFAULTS = {
  kinds: ['crossing', 'coplanar'],
  neighbours: false,
} as const satisfies Required<SelfIntersectionsOptions>;

/** Where a mesh meets itself, exactly. Plain data. */
export interface SelfIntersections {
  /** The faces that meet, each two once with a < b, in ascending order, and how. */
  readonly contacts: FaceContactReport;
  /** How many pairs of faces meet in each way, whether listed or not. */
  readonly counts: Readonly<Record<MeetingKind, number>>;
  /** The lines along which the faces listed cross, or touch along edges. */
  readonly curves: readonly ContactCurve[];
  /** How far the faces may lie from the body's own surface, where that is no mesh; absent for meshes. */
  readonly chordError?: number;
}

const MEETING_KINDS = CONTACT_KINDS.filter((kind) => kind !== 'none');

/**
 * The faces of one mesh that meet without sharing a corner: equal to comparing every face with every other in exact
 * arithmetic, on the coordinates that the pose gives, rounded to f64. Corners in the same place are one, as if welded.
 *
 * Faces that share a corner never count, unless `neighbours` asks for those that go through each other beyond it, that are
 * folded onto each other about an edge, or that are there twice (`inspect` lists the latter as well). Faces without area
 * never count.
 *
 * @example const { counts, curves } = selfIntersections(torusKnot({ tubeRadius: 0.4 }))
 */
export function selfIntersections(shape: Body | Mesh, options: SelfIntersectionsOptions = {}): SelfIntersections {
  const state = toState(shape);
  const mesh = worldMesh(state);
  const isListed = toFilter(options.kinds ?? SELF_INTERSECTIONS_DEFAULTS.kinds);
  const all = selfContacts(mesh, options.neighbours ?? SELF_INTERSECTIONS_DEFAULTS.neighbours);
  const counts: Record<MeetingKind, number> = { point: 0, edge: 0, crossing: 0, coplanar: 0 };
  for (const kind of all.kinds) counts[CONTACT_KINDS[kind] as MeetingKind]++;
  const listed = onlyOf(all, isListed);
  return {
    contacts: {
      a: Array.from(listed.a),
      b: Array.from(listed.b),
      kinds: Array.from(listed.kinds, (kind) => CONTACT_KINDS[kind]),
    },
    counts,
    curves: selfCurves(mesh, listed),
    ...(state.surface && { chordError: worldChordError(state) }),
  };
}

function toState(shape: Body | Mesh) {
  const given: Partial<Body & Mesh> = shape ?? {};
  if (given.identity) return still(shape as Body);
  if (given.positions && given.indices) return body(shape as Mesh);
  throw new InputError(
    `selfIntersections: this is neither a body nor a mesh (${shape === null ? 'null' : typeof shape}). Give a body, or what mesh(positions, indices) returns.`,
  );
}

function toFilter(kinds: readonly MeetingKind[]): (kind: number) => boolean {
  if (!Array.isArray(kinds))
    throw new InputError(
      `selfIntersections: the kinds are no list (${String(kinds)}). Give an array of ${MEETING_KINDS.join(', ')}.`,
    );
  for (const kind of kinds)
    if (!MEETING_KINDS.includes(kind))
      throw new InputError(
        `selfIntersections: unknown kind of contact (${String(kind)}). Give some of ${MEETING_KINDS.join(', ')}.`,
      );
  const isListed = CONTACT_KINDS.map((kind) => kind !== 'none' && kinds.includes(kind));
  return (kind) => isListed[kind];
}

function onlyOf({ a, b, kinds, carriers }: FaceContacts, isListed: (kind: number) => boolean): FaceContacts {
  const keep = (_: number, k: number): boolean => isListed(kinds[k]);
  return { a: a.filter(keep), b: b.filter(keep), kinds: kinds.filter(keep), carriers: carriers.filter(keep) };
}
