import { decodePicture, PICTURE_KIND } from '../detect/zlist/pairPicture.js';
import type { View } from '../view/view.js';
import { frontBody, frontDepth } from './frontPicture.js';

/** What the rays of a view meet, one by one, in rows from the top. */
export interface SceneRays {
  /** The body in front: 0, 1, or −1 for none. */
  readonly front: Int8Array;
  /** Where it begins, in dots. */
  readonly depth: Float32Array;
  /** How long the ray runs in both bodies, as a share of `range`; none where it is not positive. */
  readonly overlap: Float32Array;
  /** In model units. */
  readonly range: number;
}

/** From what {@link pairPicture} saw: where bodies overlap, nothing is known of what lies in front. */
export function raysOfPair(codes: Float32Array, view: View): SceneRays {
  const front = new Int8Array(codes.length).fill(-1);
  const depth = new Float32Array(codes.length);
  for (let p = 0; p < codes.length; p++) {
    if (codes[p] >= 0) continue;
    const { kind, depth: share } = decodePicture(codes[p]);
    front[p] = kind === PICTURE_KIND.onlyA || kind === PICTURE_KIND.bothAFirst ? 0 : 1;
    depth[p] = share * depthDots(view);
  }
  return { front, depth, overlap: codes, range: view.size[2] };
}

/** From what {@link frontPicture} saw, with overlaps from elsewhere: shares of `range`, as {@link pairPicture} gives them. */
export function raysOfFront(codes: Float32Array, view: View, overlap: Float32Array, range: number): SceneRays {
  const front = new Int8Array(codes.length).fill(-1);
  const depth = new Float32Array(codes.length);
  const dots = depthDots(view);
  for (let p = 0; p < codes.length; p++) {
    if (codes[p] === 0) continue;
    front[p] = frontBody(codes[p]);
    depth[p] = frontDepth(codes[p]) * dots;
  }
  return { front, depth, overlap, range };
}

/** The depth of a view in dots, which are as deep as they are wide. */
const depthDots = ({ size, columns }: View): number => size[2] / (size[0] / columns);
