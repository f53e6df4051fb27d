import { isWithin } from '../../exact/solid/windingAround.js';
import { worldMesh } from '../../exact/worldMesh.js';
import { isEntry, type LayerLists, slotOf } from '../../machine/lists.js';
import type { Frame, Machine } from '../../machine/machine.js';
import { add, normalize, scale, type Vec3 } from '../../math/vector.js';
import { single } from '../../view/atlas.js';
import { crop } from '../../view/crop.js';
import { pixelSize, type View } from '../../view/view.js';
import { detectContacts } from '../exact/detectContacts.js';
import type { Party } from '../pairFinding.js';
import { commonStretch } from './commonStretch.js';
import type { PixelBox } from './pixelAnswer.js';

/** In no plane that bodies are made of: points that differ by it lie on different sides of a wall that they touch. */
const ASKEW: Vec3 = normalize([0.531, 0.743, 0.407]);
/** So far around the middle of where bodies seem to collide is looked for the longest ray first: few rays cost little. */
const MIDDLE_PX = 16;

/**
 * Whether bodies that seem to collide in a view have a point inside both, exactly: amid the longest stretch that a ray has inside
 * both, in the middle of the collision or, where there is none, in all of it. Of bodies that touch, rays may seem inside both, too:
 * by rounding, or where they pass between an edge and where it was snapped to, a 256th of a pixel off. `reach`: by how much rounding
 * may displace a point; so far around it both must be, or bodies that touch in a plane would share what lies in it. `false` tells
 * nothing.
 */
export async function hasCommonPoint(
  machine: Machine,
  [a, b]: readonly [Party, Party],
  { view, box, reach }: { readonly view: View; readonly box: PixelBox; readonly reach: number },
): Promise<boolean> {
  const gather = <T>(part: View, ask: (frame: Frame) => Promise<T>): Promise<T> =>
    machine.run(single(part), (frame) => {
      frame.lists([{ body: a.body }, { body: b.body }]);
      return ask(frame);
    });
  const longestRay = async ({ from, to }: PixelBox): Promise<View | undefined> => {
    const size = [to[0] - from[0] + 1, to[1] - from[1] + 1] as const;
    const part = crop(view, from, size, size);
    const stretches = await gather(part, async (frame) => {
      await frame.examine(commonStretch);
      return frame.read('map');
    });
    const longest = stretches.reduce((most, stretch, p) => (stretch > stretches[most] ? p : most), 0);
    if (!(stretches[longest] > 0)) return undefined;
    return crop(part, [longest % size[0], Math.floor(longest / size[0])], [1, 1], [1, 1]);
  };
  const ray = (await longestRay(middleOf(box))) ?? (await longestRay(box));
  if (!ray) return false;
  const depth = amidLongest(await gather(ray, (frame) => frame.read('lists')));
  if (depth === undefined) return false;
  const [across, down] = pixelSize(ray);
  const along = (k: 0 | 1 | 2) =>
    ray.origin[k] + (ray.right[k] * across) / 2 + (ray.down[k] * down) / 2 + ray.direction[k] * depth * ray.size[2];
  const point: Vec3 = [along(0), along(1), along(2)];
  const around = [reach, -reach].map((step) => Float64Array.from(add(point, scale(ASKEW, step))));
  return [a, b].every(({ body }) => {
    const solid = worldMesh(body);
    return around.every((near) => isWithin(solid, near, 0));
  });
}

/** Whether two solids have more in common than touching surfaces, by comparing all faces that come near each other. */
export async function collideExactly(machine: Machine, pair: readonly [Party, Party]): Promise<boolean> {
  const [{ relation }] = await detectContacts(machine, [pair]);
  return relation.kind !== 'none' && relation.kind !== 'touch';
}

function middleOf({ from, to }: PixelBox): PixelBox {
  const middle = [0, 1].map((k) => Math.floor((from[k] + to[k]) / 2));
  const at = (k: 0 | 1, step: number) => Math.min(to[k], Math.max(from[k], middle[k] + step));
  return { from: [at(0, -MIDDLE_PX), at(1, -MIDDLE_PX)], to: [at(0, MIDDLE_PX), at(1, MIDDLE_PX)] };
}

/** The middle of the longest stretch inside both, of a list of one ray. */
function amidLongest(lists: LayerLists): number | undefined {
  const winding = [0, 1].map((slot) => lists.before[slot] ?? 0);
  let begin = 0;
  let most = 0;
  let middle: number | undefined;
  const take = (end: number) => {
    if (winding[0] === 0 || winding[1] === 0 || end - begin <= most) return;
    most = end - begin;
    middle = (begin + end) / 2;
  };
  for (let k = lists.first[0]; k < lists.first[1]; k++) {
    take(lists.depth[k]);
    winding[slotOf(lists.name[k], lists)] += isEntry(lists.name[k]) ? 1 : -1;
    begin = lists.depth[k];
  }
  take(1);
  return middle;
}
