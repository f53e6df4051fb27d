import type { Body } from '../../body.js';
import type { LayerLists } from '../../machine/lists.js';
import type { Frame, Machine, Timings } from '../../machine/machine.js';
import { type Box, EMPTY_BOX, thinnestAxis, uniteBoxes } from '../../math/box.js';
import { add, dot, scale, subtract, type Vec3 } from '../../math/vector.js';
import type { Atlas } from '../../view/atlas.js';
import { fitView } from '../../view/fit.js';
import type { View } from '../../view/view.js';
import { lookErrorOf } from '../depthError.js';
import type { PairFinding, Party } from '../pairFinding.js';
import { frames } from './frames.js';
import { type GroupRules, groupSweep, type SweptGroup, toGroups } from './groupSweep.js';
import { sceneSweep } from './sceneSweep.js';
import { toFinding } from './toFinding.js';

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
  together(machine, looks, time, async (frame, shown) => {
    const lists = await frame.read('lists');
    return shown.map((look, tile) => sweepScene(look, lists, frame.atlas, tile, frame.unsettled()));
  });

function sweepScene(
  look: SceneLook,
  lists: LayerLists,
  atlas: Atlas,
  tile: number,
  unsettled: ReadonlyMap<Body, number>,
): SceneFinding {
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
  return { pairs, groups: named(toGroups(swept.groups, rays, view, depthError), look), open };
}

/** The same for groups alone, which needs no lists here. */
export const lookForGroups = (
  machine: Machine,
  looks: readonly SceneLook[],
  time: (timings: Timings) => void,
): Promise<GroupFinding[][]> =>
  together(machine, looks, time, async (frame, shown) => {
    const swept = await frame.sweep(groupSweep, shown.map(rulesOf));
    return swept.map((groups, tile) => named(groups, shown[tile]));
  });

const rulesOf = ({ parties, depthError }: SceneLook): GroupRules => ({
  soundness: parties.map(({ soundness: { oddInside, mayBeOpen } }) => ({ oddInside, mayBeOpen })),
  depthError,
});

const soundnessOf = ({ parties }: SceneLook) => parties.map(({ soundness }) => soundness);

/** Asks of the lists of all looks, together as far as they go into one frame. */
async function together<T>(
  machine: Machine,
  looks: readonly SceneLook[],
  time: (timings: Timings) => void,
  ask: (frame: Frame, shown: readonly SceneLook[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = new Array(looks.length);
  for (const { atlas, indices } of frames(looks.map(({ view }) => view)))
    await machine.run(atlas, async (frame) => {
      const shown = indices.map((i) => looks[i]);
      frame.lists(shown.flatMap(({ parties }, tile) => parties.map(({ body }) => ({ body, tile }))));
      for (const [tile, one] of (await ask(frame, shown)).entries()) found[indices[tile]] = one;
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

/** Groups with their bodies in place of slots. */
const named = (groups: readonly SweptGroup[], { parties }: SceneLook): GroupFinding[] =>
  groups.map(({ slots, ...group }) => ({ parties: slots.map((slot) => parties[slot]), ...group }));
