import type { Frame, Machine, Timings } from '../../machine/machine.js';
import { single } from '../../view/atlas.js';
import { crop } from '../../view/crop.js';
import type { View } from '../../view/view.js';
import { basicAlgorithm } from './basicAlgorithm.js';
import { type ConcaveAnswer, concaveAlgorithm, type LayerSource } from './concaveAlgorithm.js';
import { extendedAlgorithm } from './extendedAlgorithm.js';
import { ANSWER, aroundBoth, type PixelBox, type SettledPixels } from './pixelAnswer.js';
import type { SolidsQuery } from './renderings.js';
import type { Roles } from './roles.js';
import type { Renderings } from './settled.js';
import { simplifiedAlgorithm } from './simplifiedAlgorithm.js';

/** The algorithms that count. */
export type CountingAlgorithm = 'basic' | 'extended' | 'simplified';

const ALGORITHMS: Readonly<Record<CountingAlgorithm, (frame: Frame, query: SolidsQuery) => Promise<Renderings>>> = {
  basic: basicAlgorithm,
  extended: extendedAlgorithm,
  simplified: simplifiedAlgorithm,
};

export interface CountOptions extends Pick<SolidsQuery, 'grow' | 'until' | 'depthMap'> {
  /** Default: the basic one for convex bodies, else the extended one. */
  readonly algorithm?: CountingAlgorithm | undefined;
  /** Where the order of layers comes from, for pixels that counting leaves. Default: lists. */
  readonly order?: LayerSource;
  /** Whether every pixel's answer is wanted. Default: no. */
  readonly withAnswers?: boolean;
  readonly time?: (timings: Timings) => void;
}

/** Pixels that an algorithm settled in a rendering, the same way. */
export interface Settlement {
  readonly by: CountingAlgorithm | 'concave';
  readonly rendering: 1 | 2 | 3;
  readonly answer: 'apart' | 'collision';
  readonly pixels: number;
}

/** What counting showed of two bodies in one view. */
export interface SolidsCount {
  readonly view: View;
  readonly algorithm: CountingAlgorithm;
  /** 1, 2, or 3 with the concave algorithm: how often A and B were drawn, the paper's way of counting. */
  readonly renderings: 1 | 2 | 3;
  /** By peeling: how often they were drawn to get the order of layers. */
  readonly peels?: number;
  readonly settled: readonly Settlement[];
  /** Pixels that needed the second rendering. */
  readonly again: number;
  readonly collisionPixels: number;
  readonly collisionBox?: PixelBox | undefined;
  /** Row by row, one of ANSWER, where that was asked. */
  readonly answers?: Uint8Array;
}

/**
 * Method `solids`: the cheapest algorithm that can answer for the bodies, and where it leaves pixels, the concave one for these: in
 * the rectangle around them. The view must hold A's whole depth.
 */
export async function countSolids(
  machine: Machine,
  { A, B, areConvex }: Pick<Roles, 'A' | 'B' | 'areConvex'>,
  view: View,
  options: CountOptions = {},
): Promise<SolidsCount> {
  const { grow, until = 'all', depthMap, order = 'lists', withAnswers = false, time } = options;
  const algorithm = options.algorithm ?? (areConvex ? 'basic' : 'extended');
  const { first, second, map } = await machine.run(single(view), async (frame) => {
    const found = await ALGORITHMS[algorithm](frame, { A, B, grow: grow ?? 0, until, depthMap });
    const map = withAnswers || isLeft(found, until) ? await frame.read('map') : undefined;
    time?.(frame.timings());
    return { ...found, map };
  });
  const settled = [...settlements(first, algorithm, 1), ...(second ? settlements(second, algorithm, 2) : [])];
  const counted: SolidsCount = {
    ...{ view, algorithm, renderings: second ? 2 : 1, settled, again: first.again },
    collisionPixels: first.collision + (second?.collision ?? 0),
    collisionBox: aroundBoth(first.collisionBox, second?.collisionBox),
  };
  const answers = map && new Uint8Array(map);
  const leftBox = aroundBoth(first.leftBox, second?.leftBox);
  if (!leftBox || !answers || !isLeft({ first, second }, until))
    return { ...counted, ...(withAnswers && answers && { answers }) };

  const part = cropTo(view, leftBox);
  const inOrder = await machine.run(single(part), async (frame) => {
    const answer = await concaveAlgorithm(frame, { A, B, grow: grow ?? 0 }, order);
    time?.(frame.timings());
    return answer;
  });
  const { apart, collision, collisionBox } = settle(answers, view.columns, leftBox, inOrder);
  return {
    ...{ ...counted, renderings: 3, ...(order === 'peeling' && { peels: inOrder.renderings }) },
    settled: [...settled, ...settlements({ apart, collision }, 'concave', 3)],
    collisionPixels: counted.collisionPixels + collision,
    collisionBox: aroundBoth(counted.collisionBox, collisionBox),
    ...(withAnswers && { answers }),
  };
}

/** Whether the concave algorithm has anything to do. */
function isLeft({ first, second }: Renderings, until: 'first' | 'all'): boolean {
  if (until === 'first' && first.collision + (second?.collision ?? 0) > 0) return false;
  return first.left + (second?.left ?? 0) > 0;
}

function settlements(
  { apart, collision }: Pick<SettledPixels, 'apart' | 'collision'>,
  by: Settlement['by'],
  rendering: Settlement['rendering'],
): Settlement[] {
  return [
    ...(apart > 0 ? [{ by, rendering, answer: 'apart', pixels: apart } as const] : []),
    ...(collision > 0 ? [{ by, rendering, answer: 'collision', pixels: collision } as const] : []),
  ];
}

/** Some pixels of a view as a view of their own. */
function cropTo(view: View, { from, to }: PixelBox): View {
  const size = [to[0] - from[0] + 1, to[1] - from[1] + 1] as const;
  return crop(view, from, size, size);
}

/** Puts what the order of layers tells into the answers, of pixels that were left. */
function settle(answers: Uint8Array, columns: number, { from, to }: PixelBox, { collision: found }: ConcaveAnswer) {
  let apart = 0;
  let collision = 0;
  const [x0, y0, x1, y1] = [from, to].flat();
  let [minX, minY, maxX, maxY] = [x1, y1, x0, y0];
  for (let y = y0, p = 0; y <= y1; y++)
    for (let x = x0; x <= x1; x++, p++) {
      const at = y * columns + x;
      if (answers[at] !== ANSWER.left) continue;
      answers[at] = found[p] ? ANSWER.collisionInOrder : ANSWER.apartInOrder;
      if (!found[p]) apart++;
      else {
        collision++;
        if (x < minX) minX = x;
        if (x > maxX) maxX = x;
        if (y < minY) minY = y;
        if (y > maxY) maxY = y;
      }
    }
  const collisionBox = collision > 0 ? ({ from: [minX, minY], to: [maxX, maxY] } as const) : undefined;
  return { apart, collision, collisionBox };
}
