// Section 6: layers encoded in the order in which a ray meets them, one bit per layer, A = 0 and B = 1.

/** Layers per word: as many as blending can shift into 32 bits; the paper had 8 in a colour component. */
export const LAYERS_PER_WORD = 32;

/** The first layer is the highest bit. */
export const layerBit = (bit: number, place: number): number => bit << (LAYERS_PER_WORD - 1 - place);

/** Runs of equal bits, read from word to word. */
export interface Runs {
  /** The bit of the run that goes on, −1 before the first, and whether it has an odd number of layers so far. */
  bit: number;
  isOdd: boolean;
  /** Whether a run that is over had. */
  hasOdd: boolean;
}

export const noRuns = (): Runs => ({ bit: -1, isOdd: false, hasOdd: false });

/** For the next ray. */
export function resetRuns(runs: Runs): void {
  runs.bit = -1;
  runs.isOdd = runs.hasOdd = false;
}

/** Reads the first `count` layers of a word. */
export function readWord(runs: Runs, word: number, count: number): void {
  let rest = word;
  let left = count;
  while (left > 0) {
    const bit = rest >>> 31;
    const length = Math.min(left, Math.clz32(bit ? ~rest : rest));
    if (bit !== runs.bit) {
      if (runs.isOdd) runs.hasOdd = true;
      runs.bit = bit;
      runs.isOdd = false;
    }
    if (length & 1) runs.isOdd = !runs.isOdd;
    rest = length === LAYERS_PER_WORD ? 0 : rest << length;
    left -= length;
  }
}

/**
 * Whether a run of equal bits is odd: then a ray leaves one body between entering and leaving the other, and they collide:
 * AABBABBA does, AABBBBAA does not.
 */
export const hasOddRun = ({ hasOdd, isOdd }: Runs): boolean => hasOdd || isOdd;

/** The same in WGSL, on private variables: `readWord`, `hasOddRun`, and `resetRuns`. */
export const layerOrderWgsl = /* wgsl */ `
var<private> runBit: u32 = 2u;
var<private> runIsOdd: bool;
var<private> runsHaveOdd: bool;
fn readWord(word: u32, count: u32) {
  var rest = word;
  var left = count;
  while (left > 0u) {
    let bit = rest >> 31u;
    let length = min(left, countLeadingZeros(select(rest, ~rest, bit == 1u)));
    if (bit != runBit) {
      runsHaveOdd = runsHaveOdd || runIsOdd;
      runBit = bit;
      runIsOdd = false;
    }
    runIsOdd = runIsOdd != ((length & 1u) == 1u);
    rest = select(rest << (length & 31u), 0u, length == 32u);
    left -= length;
  }
}
fn hasOddRun() -> bool { return runsHaveOdd || runIsOdd; }`;
