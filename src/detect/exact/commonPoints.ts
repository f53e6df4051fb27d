import { windingAround } from '../../exact/solid/windingAround.js';
import { inRange } from '../../exact/worldMesh.js';
import type { Machine, Timings } from '../../machine/machine.js';
import { transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vector.js';
import { type View, worldFromScreen } from '../../view/view.js';
import type { Party } from '../pairFinding.js';
import { frames } from '../zlist/frames.js';
import { DEPTH_PARTS } from '../zlist/sweepUnits.js';
import { facesOverPoints } from './facesOverPoints.js';
import { longestStretch } from './longestStretch.js';

/** Two solids, and the rays to look along. */
export interface PointLook {
  readonly a: Party;
  readonly b: Party;
  readonly view: View;
}

/**
 * A point inside both bodies of each look: amid the longest stretch that one of its rays has inside both. Of bodies that touch, rays
 * may seem inside both, too: by rounding, or where they pass between an edge and where it was snapped to, a 256th of a pixel off. So
 * points are asked exactly. One that lies on a surface is moved off it by less than anything, and in the same way for both bodies
 * (see `windingAround`): then what lies in a plane in which bodies touch is inside one of them at most. `undefined` tells nothing.
 */
export async function commonPoints(
  machine: Machine,
  looks: readonly PointLook[],
  time: (timings: Timings) => void = () => {},
): Promise<(Vec3 | undefined)[]> {
  const seen = await amidLongest(machine, looks, time);
  return looks.map(({ a, b }, k) => {
    const point = seen[k];
    return point && isWithin(a, point) && isWithin(b, point) ? point : undefined;
  });
}

function isWithin({ body, bounds }: Party, point: Vec3): boolean {
  inRange(bounds);
  const place = Float64Array.from(point);
  return windingAround(facesOverPoints(body, place), place, 0) !== 0;
}

/** The middle of the longest stretch that any ray of a look has inside both bodies. */
async function amidLongest(
  machine: Machine,
  looks: readonly PointLook[],
  time: (timings: Timings) => void,
): Promise<(Vec3 | undefined)[]> {
  const points: (Vec3 | undefined)[] = new Array(looks.length);
  for (const { atlas, indices } of frames(looks.map(({ view }) => view))) {
    const best = await machine.run(atlas, async (frame) => {
      const drawn = indices.flatMap((i, tile) => [looks[i].a, looks[i].b].map(({ body }) => ({ body, tile })));
      frame.lists(drawn, { onlyTogether: true });
      await frame.examine(longestStretch);
      const found = await frame.read('best');
      time(frame.timings());
      return found;
    });
    indices.forEach((i, tile) => {
      if (best[tile].length === 0) return;
      const { column, row, value, payload } = best[tile].reduce((one, other) =>
        other.value > one.value ? other : one,
      );
      const depth = (payload + value / 2) / DEPTH_PARTS;
      points[i] = transformPoint(worldFromScreen(looks[i].view), [column + 0.5, row + 0.5, depth]);
    });
  }
  return points;
}
