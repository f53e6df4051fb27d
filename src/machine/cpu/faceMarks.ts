import { type BodyState, pieceCount } from '../../body.js';

/** Which faces of a tile's bodies a kernel marked: a byte per face, body after body. */
export interface FaceMarks {
  readonly marks: Uint8Array;
  /** Where each body's faces begin; one more entry for the end. */
  readonly markBase: Uint32Array;
}

/** Where each body's faces begin, as in {@link FaceMarks}. */
export function markBaseOf(bodies: readonly BodyState[]): Uint32Array {
  const markBase = new Uint32Array(bodies.length + 1);
  bodies.forEach((body, slot) => {
    markBase[slot + 1] = markBase[slot] + pieceCount(body);
  });
  return markBase;
}

export const noMarks = (markBase: Uint32Array): FaceMarks => ({
  marks: new Uint8Array(Math.ceil(markBase[markBase.length - 1] / 4) * 4),
  markBase,
});

const NONE = new Uint32Array(0);

/** Room for a body's faces: few are marked, and room for all of a large one's is not made at no cost. */
let faces = new Uint32Array(0);

/** The numbers of the marked faces, body by body. */
export function markedFaces({ marks, markBase }: FaceMarks): Uint32Array[] {
  const bodies: Uint32Array[] = [];
  // Four faces at a time: few are marked.
  const words = new Uint32Array(marks.buffer);
  for (let slot = 0; slot + 1 < markBase.length; slot++) {
    const [from, end] = [markBase[slot], markBase[slot + 1]];
    let some = from >>> 2;
    while (4 * some < end && words[some] === 0) some++;
    if (4 * some >= end) {
      bodies.push(NONE);
      continue;
    }
    if (faces.length < end - from) faces = new Uint32Array(end - from);
    let count = 0;
    for (let w = some; 4 * w < end; w++) {
      if (words[w] === 0) continue;
      for (let k = Math.max(from, 4 * w); k < Math.min(end, 4 * w + 4); k++)
        if (marks[k] === 1) faces[count++] = k - from;
    }
    bodies.push(faces.slice(0, count));
  }
  return bodies;
}
