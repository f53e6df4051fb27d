import type { FaceContactReport, PairReport } from '../../../src/interferenceReport.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { type ExactKind, exactKind } from './exactKind.js';
import { facesThatMeet } from './facesThatMeet.js';

/** What two solids are to each other, and which of their faces meet and how, in words that compare. */
export interface ContactWords {
  readonly kind: string;
  readonly faces: string;
}

const kindWords = ({ kind, inner }: Pick<PairReport, 'kind' | 'inner'> | ExactKind): string =>
  inner ? `${kind}: ${inner}` : kind;

/** As a verb reports them, with exact precision. */
export const reported = (report: Pick<PairReport, 'kind' | 'inner' | 'contacts'>): ContactWords => ({
  kind: kindWords(report),
  faces: facesReported(report.contacts!),
});

export const facesReported = ({ a, b, kinds }: FaceContactReport): string =>
  a.map((face, k) => `${face} ${b[k]} ${kinds[k]}`).join('\n');

/**
 * By exact volumes, and by trying each face against each. The kind is worked out on `solids`, which must be seen from
 * outside: the same point sets by other faces.
 */
export const expected = (a: Mesh, b: Mesh, solids: readonly [Mesh, Mesh] = [a, b]): ContactWords => ({
  kind: kindWords(exactKind(...solids)),
  faces: facesExpected(a, b),
});

export const facesExpected = (a: Mesh, b: Mesh): string =>
  facesThatMeet(a, b)
    .map((met) => `${met.a} ${met.b} ${met.contact}`)
    .join('\n');
