import type { ContactFinding } from './detect/exact/detectContacts.js';
import { contactCurves } from './exact/contact/contactCurves.js';
import { CONTACT_KINDS } from './exact/contact/contactKind.js';
import type { PairReport } from './interferenceReport.js';
import { toArray } from './reportPair.js';

/** The faces that meet, and the curves they meet in. */
export const reportContact = ({
  meshes,
  contacts,
}: Pick<ContactFinding, 'meshes' | 'contacts'>): Required<Pick<PairReport, 'contacts' | 'curves'>> => ({
  contacts: {
    a: toArray(contacts.a),
    b: toArray(contacts.b),
    kinds: Array.from(contacts.kinds, (kind) => CONTACT_KINDS[kind]),
  },
  curves: contactCurves(...meshes, contacts),
});
