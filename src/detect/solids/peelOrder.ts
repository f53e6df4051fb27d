import type { Frame } from '../../machine/machine.js';
import type { DrawState, StencilState } from '../../machine/state.js';
import { solidFacts } from '../../mesh/solidFacts.js';
import { hasOddRun, LAYERS_PER_WORD, layerBit, noRuns, readWord } from './layerOrder.js';
import { type SolidsQuery, WHOLE_RAY } from './renderings.js';

/** By how much the winding of a body changes at a depth: what its faces there amount to, whatever their order. */
const TURNS: StencilState = { entries: { pass: 'increment-wrap' }, exits: { pass: 'decrement-wrap' } };

/**
 * Section 6 with the order of layers from depth peeling (Mammen 1989): rendering by rendering, the nearest layer behind the one
 * before. 1 where a run of equal bits is odd, pixel by pixel, and the number of renderings, which is that of the layers.
 *
 * Layers of one depth are found together: first the body counts that the ray comes out of there, then the one that it goes into.
 */
export async function peelOrder(
  frame: Frame,
  { A, B, grow = 0 }: SolidsQuery,
): Promise<{ collision: Uint8Array; renderings: number }> {
  const count = frame.atlas.width * frame.atlas.height;
  const words: Uint32Array[] = [];
  const layers = new Uint32Array(count);
  const encode = (p: number, bit: number) => {
    const word = Math.floor(layers[p] / LAYERS_PER_WORD);
    words[word] ??= new Uint32Array(count);
    words[word][p] |= layerBit(bit, layers[p]++ % LAYERS_PER_WORD);
  };
  const windings = [new Int32Array(count), new Int32Array(count)];
  const isInside = (bit: number, p: number) => windings[bit][p] !== 0;

  const drawB = (state: DrawState) => [frame.draw('faces', [{ body: B }], { ...WHOLE_RAY, ...state })];
  // Of a body that is inside out, rays come out through what looks like entries.
  const outwards = grow !== 0 && solidFacts(A.mesh.positions, A.mesh.indices, A.bounds).volume < 0 ? -1 : 1;
  /** A is grown at both ends. */
  const drawA = (state: DrawState) =>
    ([1, -1] as const).map((end) => {
      const cull = end * outwards > 0 ? 'entries' : 'exits';
      return frame.draw('faces', [{ body: A }], { ...WHOLE_RAY, ...state, cull, offset: end * grow });
    });

  let renderings = 0;
  for (;;) {
    const beyondKept = renderings > 0;
    const nearest: DrawState = { depth: 'less-equal', writeDepth: true, beyondKept };
    frame.clear({ depth: 1 });
    const found = [...drawA(nearest), ...drawB(nearest)];
    const turns: Uint8Array[] = [];
    for (const draw of [drawA, drawB]) {
      frame.clear({ stencil: 0 });
      draw({ depth: 'equal', stencil: TURNS, beyondKept });
      turns.push(await frame.read('stencil'));
    }
    const passed = await frame.passed();
    if (!found.some((number) => passed[number])) break;
    renderings++;
    for (let p = 0; p < count; p++) {
      if (turns[0][p] === 0 && turns[1][p] === 0) continue;
      const changes = [0, 1].map((bit) => {
        const was = isInside(bit, p);
        windings[bit][p] += (turns[bit][p] << 24) >> 24;
        return Number(isInside(bit, p)) - Number(was);
      });
      for (const change of [-1, 1]) for (const bit of [0, 1]) if (changes[bit] === change) encode(p, bit);
    }
    frame.keep();
  }

  const collision = new Uint8Array(count);
  for (let p = 0; p < count; p++) {
    const runs = noRuns();
    for (let at = 0, word = 0; at < layers[p]; at += LAYERS_PER_WORD, word++)
      readWord(runs, words[word][p], Math.min(LAYERS_PER_WORD, layers[p] - at));
    collision[p] = hasOddRun(runs) ? 1 : 0;
  }
  return { collision, renderings };
}
