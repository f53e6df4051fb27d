import type { Vec3 } from '../../math/vector.js';
import type { WorldMesh } from '../worldMesh.js';
import { contactPatch } from './contactPatch.js';
import { contactPoint } from './contactPoint.js';
import { joinSegments } from './joinSegments.js';
import { carrierAt, type FaceContacts } from './meetingFaces.js';

/** A line along which two surfaces meet. */
export interface ContactCurve {
  /** Whether the last point goes on to the first. */
  readonly closed: boolean;
  /** In world coordinates, rounded; each is on the curve but for that. */
  readonly points: readonly Vec3[];
}

/**
 * Chains the segments in which faces cross, or touch along an edge, to curves. Which segments follow each other is told by
 * what carries their ends (a corner, an edge or a face of either body), never by how near these are. Where two surfaces
 * cross in general position all curves are closed; where more than two segments meet in a point, curves end there.
 */
export function contactCurves(a: WorldMesh, b: WorldMesh, contacts: FaceContacts): ContactCurve[] {
  const patchA = contactPatch(a, contacts.a);
  const patchB = contactPatch(b, contacts.b);
  return joinSegments(
    contacts,
    (k, end) => {
      const featureA = patchA.featureOf(patchA.placeOf(contacts.a[k]), carrierAt(contacts.carriers[k], end, 0));
      const featureB = patchB.featureOf(patchB.placeOf(contacts.b[k]), carrierAt(contacts.carriers[k], end, 1));
      return featureA * patchB.featureCount + featureB;
    },
    (k, end) => contactPoint(a, b, contacts, k, end),
  );
}
