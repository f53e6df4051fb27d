import type { Body } from '../../body.js';
import type { LayerLists } from '../../machine/lists.js';
import type { Machine, Timings } from '../../machine/machine.js';
import { type Affine, transformPoint } from '../../math/affine.js';
import { type Box, EMPTY_BOX, thinnestAxis, uniteBoxes } from '../../math/box.js';
import { add, dot, scale, subtract, type Vec3 } from '../../math/vector.js';
import type { Atlas } from '../../view/atlas.js';
import { fitView } from '../../view/fit.js';
import { pixelSize, type View, worldFromScreen } from '../../view/view.js';
import { lookErrorOf } from '../depthError.js';
import type { PairFinding, Party } from '../pairFinding.js';
import { frames } from './frames.js';
import type { GroupAccount } from './groupAccount.js';
import { groupSweep } from './groupSweep.js';
import { neighboursOf } from './pairAccount.js';
import { sceneSweep } from './sceneSweep.js';
import { DEPTH_PARTS } from './sweepUnits.js';
import { toFinding } from './toFinding.js';
import { volumeErrorOf } from './volumeError.js';

/** Three or more bodies that overlap all at once, in model units. */
export interface GroupFinding {
  readonly parties: readonly Party[];
  readonly pixels: number;
  readonly volume: number;
  readonly volumeError: number;
  readonly depth: number;
  /** The middle of the longest stretch. */
  readonly deepest: Vec3;
}

export interface SceneFinding {
  readonly pairs: readonly PairFinding[];
  readonly groups: readonly GroupFinding[];
  /** How many rays were put aside because they do not leave a body again. */
  readonly open: ReadonlyMap<Party, number>;
}

/** Bodies to be seen together, through one view, and what is rounding in it. */
export interface SceneLook {
  readonly parties: readonly Party[];
  readonly view: View;
  readonly depthError: number;
}

/** Looks at scenes, each through one view, and finds every pair and every group that the rays show. */
export const lookAtScenes = (
  machine: Machine,
  looks: readonly SceneLook[],
  time: (timings: Timings) => void,
): Promise<SceneFinding[]> =>
  sweepLists(machine, looks, time, (look, lists, atlas, tile, unsettled) => {
    const { parties, view, depthError } = look;
    const raysOf = (slot: number): number => unsettled.get(parties[slot].body.identity) ?? 0;
    const swept = sceneSweep(lists, atlas, tile, soundnessOf(look), depthError / view.size[2]);
    const pairs = [...swept.pairs.values()].map((account) => {
      const { a, b } = account;
      return toFinding(
        { a: parties[a], b: parties[b], view, depthError, mayBeInside: [true, true] },
        {
          ...account.finish(swept.bodies[a], swept.bodies[b]),
          ...(unsettled.size > 0 && { unsettled: [raysOf(a), raysOf(b)] as const }),
        },
      );
    });
    const rays = swept.bodies.map(({ open }) => open);
    const open = new Map(parties.map((party, slot) => [party, rays[slot]]));
    return { pairs, groups: toGroups(swept.groups, rays, look), open };
  });

/** The same for groups alone. */
export const lookForGroups = (
  machine: Machine,
  looks: readonly SceneLook[],
  time: (timings: Timings) => void,
): Promise<GroupFinding[][]> =>
  sweepLists(machine, looks, time, (look, lists, atlas, tile) => {
    const { groups, open } = groupSweep(lists, atlas, tile, soundnessOf(look), look.depthError / look.view.size[2]);
    return toGroups(groups, open, look);
  });

const soundnessOf = ({ parties }: SceneLook) => parties.map(({ soundness }) => soundness);

/** Gathers the lists of all looks, together as far as they go into one frame, and sweeps each here. */
async function sweepLists<T>(
  machine: Machine,
  looks: readonly SceneLook[],
  time: (timings: Timings) => void,
  sweep: (look: SceneLook, lists: LayerLists, atlas: Atlas, tile: number, unsettled: ReadonlyMap<Body, number>) => T,
): Promise<T[]> {
  const found: T[] = new Array(looks.length);
  for (const { atlas, indices } of frames(looks.map(({ view }) => view)))
    await machine.run(atlas, async (frame) => {
      frame.lists(indices.flatMap((i, tile) => looks[i].parties.map(({ body }) => ({ body, tile }))));
      const lists = await frame.read('lists');
      indices.forEach((i, tile) => {
        found[i] = sweep(looks[i], lists, atlas, tile, frame.unsettled());
      });
      time(frame.timings());
    });
  return found;
}

export interface SceneViewOptions {
  readonly resolution: number;
  /** By default the world's axis along which the region is thinnest. */
  readonly direction: Vec3 | undefined;
  /** What to look at, across the view; by default all bodies. In depth, all bodies are always in view. */
  readonly region?: Box;
}

export function sceneView(
  machine: Machine,
  parties: readonly Party[],
  { resolution, direction, region }: SceneViewOptions,
): SceneLook {
  const all = parties.map(({ bounds }) => bounds).reduce(uniteBoxes, EMPTY_BOX);
  const way = { direction: direction ?? thinnestAxis(region ?? all), resolution };
  const whole = fitView(all, way);
  const part = fitView(region ?? all, way);
  const back = dot(part.direction, subtract(whole.origin, part.origin));
  const view: View = {
    ...part,
    origin: add(part.origin, scale(part.direction, back)),
    size: [part.size[0], part.size[1], whole.size[2]],
  };
  return { parties, view, depthError: lookErrorOf(machine, view, parties) };
}

/** `open`: rays put aside, by slot. */
function toGroups(groups: ReadonlyMap<string, GroupAccount>, open: readonly number[], look: SceneLook): GroupFinding[] {
  const world = worldFromScreen(look.view);
  return [...groups.values()].map((group) => {
    const aside = group.slots.reduce((sum, slot) => sum + open[slot], 0);
    return toGroup(group, aside, look, world);
  });
}

function toGroup(
  group: GroupAccount,
  aside: number,
  { parties, view, depthError }: SceneLook,
  world: Affine,
): GroupFinding {
  const [across, down] = pixelSize(view);
  const depthSize = view.size[2];
  const { lengths, longestPixel: p, longest, longestFrom } = group;
  const { changeX, changeY } = neighboursOf(lengths, view.columns);
  const length = [...lengths.values()].reduce((sum, one) => sum + one, 0);
  const middle: Vec3 = [(p % view.columns) + 0.5, Math.floor(p / view.columns) + 0.5, longestFrom + longest / 2];
  return {
    parties: group.slots.map((slot) => parties[slot]),
    pixels: lengths.size,
    volume: length * depthSize * across * down,
    volumeError: volumeErrorOf(view, {
      pixels: lengths.size,
      change: ((changeX + changeY) / DEPTH_PARTS) * depthSize,
      // Nothing is known of rays on which one of them was put aside.
      rounding: lengths.size * depthError + aside * depthSize,
    }),
    depth: longest * depthSize,
    deepest: transformPoint(world, middle),
  };
}
