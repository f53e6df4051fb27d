import type { WorldMesh } from '../worldMesh.js';
import type { ContactCurve } from './contactCurves.js';
import { contactPatch } from './contactPatch.js';
import { contactPoint } from './contactPoint.js';
import { joinSegments } from './joinSegments.js';
import { carrierAt, type FaceContacts } from './meetingFaces.js';

/**
 * The curves along which a mesh meets itself. An end of a segment is named by what carries it in both faces, whichever of the
 * two comes first: along one curve the faces of either sheet may have the smaller numbers.
 */
export function selfCurves(mesh: WorldMesh, contacts: FaceContacts): ContactCurve[] {
  const { a, b, carriers } = contacts;
  const touched = new Uint32Array(a.length + b.length);
  touched.set(a);
  touched.set(b, a.length);
  const { featureOf, placeOf, featureCount } = contactPatch(mesh, touched);
  return joinSegments(
    contacts,
    (k, end) => {
      const one = featureOf(placeOf(a[k]), carrierAt(carriers[k], end, 0));
      const other = featureOf(placeOf(b[k]), carrierAt(carriers[k], end, 1));
      return Math.min(one, other) * featureCount + Math.max(one, other);
    },
    (k, end) => contactPoint(mesh, mesh, contacts, k, end),
  );
}
