import type { CpuTally, Kernel, Tally } from '../../machine/kernel.js';
import { ANSWER, type PixelBox, type SettledPixels } from './pixelAnswer.js';

/** What the masks of a pixel mean after a rendering: one of ANSWER, for A's pixels (1) or for those that were rendered again (2). */
export interface Interpretation {
  readonly name: string;
  readonly rendering: 1 | 2;
  /** `sc1`: how many faces of B passed in the first rendering, where this is the second. */
  readonly answer: (stencil: number, sc1: number) => number;
  /** The same: `fn answer(stencil: u32, sc1: u32) -> u32`. */
  readonly wgsl: string;
}

/**
 * "For all pixels where SA = 1 …": the examination of the pixel masks, which the paper leaves to application software, on the
 * machine. The map gets each pixel's answer.
 */
export function examination({ name, rendering, answer, wgsl }: Interpretation): Kernel {
  return {
    name,
    reads: rendering === 1 ? ['stencil'] : ['stencil', 'map'],
    tally: {
      ...{ apart: 'sum', collision: 'sum', again: 'sum', left: 'sum' },
      ...{ collisionMinX: 'min', collisionMaxX: 'max', collisionMinY: 'min', collisionMaxY: 'max' },
      ...{ leftMinX: 'min', leftMaxX: 'max', leftMinY: 'min', leftMaxY: 'max' },
    },
    map: true,

    cpu({ columns, rows, firstRow, offset, stride, stencil, map }, tally) {
      // Locals and boxes, not the tally's properties: by name these would cost ten times the rest.
      let apart = 0;
      let again = 0;
      const collision = createCount();
      const left = createCount();
      for (let y = 0; y < rows; y++)
        for (let x = 0, at = offset + y * stride; x < columns; x++, at++) {
          if (rendering === 2 && map[at] < ANSWER.again) continue;
          const found = answer(stencil[at], map[at] - ANSWER.again);
          map[at] = found;
          if (found === ANSWER.withoutA) continue;
          if (found >= ANSWER.again) again++;
          else if (found === ANSWER.apartAfter1 || found === ANSWER.apartAfter2) apart++;
          else if (found === ANSWER.left) countAt(left, x, y + firstRow);
          else countAt(collision, x, y + firstRow);
        }
      tally.apart += apart;
      tally.again += again;
      addTo(tally, 'collision', collision);
      addTo(tally, 'left', left);
    },

    wgsl: /* wgsl */ `
${wgsl}
fn examine() {
  ${rendering === 2 ? `if (mapHere() < ${ANSWER.again}.0) { return; }` : ''}
  let found = answer(stencilHere(), ${rendering === 2 ? `u32(mapHere()) - ${ANSWER.again}u` : '0u'});
  map(f32(found));
  switch (found) {
    case ${ANSWER.withoutA}u: {}
    case ${ANSWER.apartAfter1}u, ${ANSWER.apartAfter2}u: { tally_apart(1u); }
    case ${ANSWER.collisionAfter1}u, ${ANSWER.collisionAfter2}u, ${ANSWER.insideAfter2}u: {
      tally_collision(1u);
      tally_collisionMinX(pixel.x);
      tally_collisionMaxX(pixel.x);
      tally_collisionMinY(pixel.y);
      tally_collisionMaxY(pixel.y);
    }
    case ${ANSWER.left}u: {
      tally_left(1u);
      tally_leftMinX(pixel.x);
      tally_leftMaxX(pixel.x);
      tally_leftMinY(pixel.y);
      tally_leftMaxY(pixel.y);
    }
    default: { tally_again(1u); }
  }
}`,
  };
}

/** Pixels of one kind, and the box around them. */
interface Count {
  pixels: number;
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
}

const createCount = (): Count => ({ pixels: 0, minX: Infinity, maxX: -1, minY: Infinity, maxY: -1 });

function countAt(count: Count, x: number, y: number): void {
  count.pixels++;
  if (x < count.minX) count.minX = x;
  if (x > count.maxX) count.maxX = x;
  if (y < count.minY) count.minY = y;
  if (y > count.maxY) count.maxY = y;
}

function addTo(tally: CpuTally, what: 'collision' | 'left', { pixels, minX, maxX, minY, maxY }: Count): void {
  if (pixels === 0) return;
  tally[what] += pixels;
  tally[`${what}MinX`] = Math.min(tally[`${what}MinX`], minX);
  tally[`${what}MaxX`] = Math.max(tally[`${what}MaxX`], maxX);
  tally[`${what}MinY`] = Math.min(tally[`${what}MinY`], minY);
  tally[`${what}MaxY`] = Math.max(tally[`${what}MaxY`], maxY);
}

/** The tally of an examination. */
export const settledPixels = (tally: Tally): SettledPixels => ({
  apart: tally.apart,
  collision: tally.collision,
  again: tally.again,
  left: tally.left,
  collisionBox: boxOf(tally, 'collision'),
  leftBox: boxOf(tally, 'left'),
});

function boxOf(tally: Tally, what: 'collision' | 'left'): PixelBox | undefined {
  if (tally[what] === 0) return undefined;
  return {
    from: [tally[`${what}MinX`], tally[`${what}MinY`]],
    to: [tally[`${what}MaxX`], tally[`${what}MaxY`]],
  };
}
