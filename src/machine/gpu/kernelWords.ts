import { type BodyState, pieceCount } from '../../body.js';
import type { Atlas } from '../../view/atlas.js';
import { type Best, decodeBest, type Kernel, type Tally } from '../kernel.js';
import { BEST, givenWords, KERNEL_GROUP, MARKS_PER_WORD, TALLY } from './layout.js';
import { tallyWords } from './wgsl/tally.wgsl.js';

/** What goes to the device with a kernel, and what comes back, as words: see layout.ts. */
export interface KernelWords {
  readonly given: Uint32Array<ArrayBuffer>;
  /** The tally's words: an even number, so that timestamps can follow. */
  readonly wordCount: number;
  tallies(back: ArrayBuffer): Tally[];
  /** By tile and slot the numbers of the marked faces. */
  marks(back: ArrayBuffer): Uint32Array[][];
  best(back: ArrayBuffer): Best[][];
}

/** The words of a kernel for an atlas with these bodies in its tiles. */
export function kernelWords(
  kernel: Kernel,
  parameters: readonly (readonly number[])[],
  { tiles }: Atlas,
  bodies: readonly (readonly BodyState[])[],
): KernelWords {
  const { count, at } = tallyWords(kernel.tally);
  const bestAt = TALLY.tiles + count * tiles.length;
  const blocks = kernel.best ? tiles.map(({ view }) => blockCount(view)) : [];
  const marked = kernel.marks ? bodies : [];

  const record = givenWords(kernel);
  const given = new Uint32Array(record.words * tiles.length + sum(marked.map(({ length }) => length)));
  const floats = new Float32Array(given.buffer);
  parameters.forEach((values, t) => {
    floats.set(values, record.words * t);
  });
  let nextList = record.words * tiles.length;
  let end = bestAt + BEST.words * sum(blocks);
  marked.forEach((ofTile, t) => {
    given[record.words * t + record.marksAt] = nextList;
    for (const body of ofTile) {
      given[nextList++] = end;
      end += wordsOfMarks(body);
    }
  });

  return {
    given,
    wordCount: 2 * Math.ceil(end / 2),
    tallies: (back) =>
      tiles.map((_, t) => tallyOf(kernel, at, new Uint32Array(back, 4 * (TALLY.tiles + t * count), count))),
    marks: (back) =>
      marked.map((ofTile, t) => {
        const list = given[record.words * t + record.marksAt];
        return ofTile.map((body, slot) =>
          markedFaces(new Uint32Array(back, 4 * given[list + slot], wordsOfMarks(body))),
        );
      }),
    best(back) {
      let next = bestAt;
      return blocks.map((length, t) => {
        const words = new Uint32Array(back, 4 * next, BEST.words * length);
        next += words.length;
        return decodeBest(words, tiles[t].view.columns);
      });
    },
  };
}

const blockCount = ({ columns, rows }: { columns: number; rows: number }): number =>
  Math.ceil(columns / KERNEL_GROUP) * Math.ceil(rows / KERNEL_GROUP);

const wordsOfMarks = (body: BodyState): number => Math.ceil(pieceCount(body) / MARKS_PER_WORD);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

function markedFaces(words: Uint32Array): Uint32Array {
  const faces: number[] = [];
  words.forEach((word, w) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) faces.push(MARKS_PER_WORD * w + 31 - Math.clz32(rest & -rest));
  });
  return Uint32Array.from(faces);
}

function tallyOf(kernel: Kernel, at: Record<string, number>, words: Uint32Array): Tally {
  const tally: Record<string, number> = {};
  for (const [name, rule] of Object.entries(kernel.tally)) {
    const low = words[at[name]];
    tally[name] = rule === 'min' ? ~low >>> 0 : rule === 'sum64' ? low + words[at[name] + 1] * 2 ** 32 : low;
  }
  return tally;
}
