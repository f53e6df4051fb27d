import type { Machine } from '../../src/machine/machine.js';
import { bodyFrom } from '../../src/three/bodyFrom.js';
import { ms, printTable, times } from '../support/table.js';
import { checkAgreement, type FrameTold } from './agreement.js';
import { type Clock, type FrameTimes, frameTimes } from './frameTimes.js';
import { printParts } from './parts.js';
import type { Shown, Stage } from './stage.js';
import { createTrees, type Trees } from './trees.js';
import { partWaysOf, type Told, waysOf } from './ways.js';

/** Before frames count, one in so many is shown, all over the lap. */
const WARM_UP_STEP = 6;

/** What three-mesh-bvh does, in this order. */
const STEPS: Readonly<Record<keyof Trees, string>> = {
  bake: 'skinned positions, one plain loop',
  generate: 'skinned positions, StaticGeometryGenerator',
  refit: 'refit of MeshBVH',
  refitSkinned: 'refit of SkinnedMeshBVH',
  isHit: "yes or no, the room's tree first",
  isHitTurned: "yes or no, the character's tree first",
  isHitByBoth: 'yes or no, by bvhcast',
  pairs: 'all pairs of faces, by bvhcast',
  isHitByParts: 'boxes, refit where they meet, yes or no, by parts',
  pairsByParts: 'boxes, refit where they meet, all pairs of faces, by parts',
};

/** Whole frames of three-mesh-bvh; the fastest way to ask for yes or no stands for all. */
const TREE_FRAMES: Readonly<Record<string, readonly (keyof Trees)[]>> = {
  'bvh: yes or no': ['bake', 'refit', 'isHit'],
  'bvh: yes or no, StaticGeometryGenerator': ['generate', 'refit', 'isHit'],
  'bvh: yes or no, by parts': ['bake', 'isHitByParts'],
  'bvh: all pairs of faces': ['bake', 'refit', 'pairs'],
  'bvh: all pairs of faces, by parts': ['bake', 'pairsByParts'],
};

const ANSWERS = `
  bvh: yes or no           whether faces cross; nothing of containment
  bvh: all pairs of faces  which faces cross
  report                   kind (hard, touch, contained, duplicate), volume and its error, depth, place, bounds, faces; by one ray per pixel
  by parts                 the same for each solid of the room; those whose boxes do not meet the character's cost nothing
  look                     yes, confirmed in a point inside both, or no; containment counts as yes
  watch                    the kind in exact arithmetic, containment included`;

/** Every frame by every way, each time in another order. */
export async function benchFrames(stage: Stage, machine: Machine, timed: Machine, now: Clock): Promise<void> {
  const { hero, frameCount } = stage;
  const room = bodyFrom(stage.room);
  const followed = bodyFrom(hero);
  const trees = createTrees(stage, stage.show(0), room.mesh, stage.parts);
  const ways = [...waysOf(stage, room, machine), ...partWaysOf(stage, machine)];
  const clock = frameTimes<string>(now);
  const told: FrameTold[] = [];

  const showFrame = async (frame: number, place: number): Promise<void> => {
    clock.begin(frame);
    const shown = stage.show(place);
    const said: Record<string, Told> = {};
    let byTrees = { isHit: false, pairs: 0 };
    const turns = [
      async () => void (byTrees = await askTrees(trees, shown, clock)),
      () => clock.take('follow', () => followed.follow()),
      ...ways.map((way) => async () => void (said[way.name] = await clock.take(way.name, () => way.ask()))),
    ];
    for (let k = 0; k < turns.length; k++) await turns[(k + place) % turns.length]();
    if (frame >= 0) told[frame] = { ...byTrees, ways: said };
  };
  for (let frame = 0; frame < frameCount; frame += WARM_UP_STEP) await showFrame(-1, frame);
  const begin = performance.now();
  for (let frame = 0; frame < frameCount; frame++) {
    await showFrame(frame, frame);
    if (performance.now() - begin > 20_000 && frame % 20 === 19) console.log(`  ${frame + 1} frames`);
  }

  printTimes(
    clock,
    told,
    ways.map(({ name }) => name),
  );
  console.log(ANSWERS);
  await printParts(stage, timed, clock.of(['follow']).p50);
  checkAgreement(told);
}

/** All steps of three-mesh-bvh, whose answers must be one. */
async function askTrees(
  trees: Trees,
  shown: Shown,
  clock: FrameTimes<string>,
): Promise<Pick<FrameTold, 'isHit' | 'pairs'>> {
  const heard: Partial<Record<keyof Trees, unknown>> = {};
  for (const step of Object.keys(STEPS) as (keyof Trees)[])
    heard[step] = await clock.take(step, () => trees[step](shown));
  const { isHit, isHitTurned, isHitByBoth, isHitByParts, pairs, pairsByParts } = heard;
  const isAny = Number(pairs) > 0;
  if ([isHit, isHitTurned, isHitByBoth, isHitByParts].some((one) => one !== isAny) || pairs !== pairsByParts)
    throw new Error(`bench: three-mesh-bvh contradicts itself (${JSON.stringify(heard)}).`);
  return { isHit: isAny, pairs: Number(pairs) };
}

function printTimes(clock: FrameTimes<string>, told: readonly FrameTold[], names: readonly string[]): void {
  const isHit = (frame: number): boolean => told[frame].isHit;
  const isApart = (frame: number): boolean => !told[frame].isHit;
  const hits = told.filter((one) => one.isHit).length;
  console.log(
    `\n${hits} frames with crossing faces, ${told.length - hits} without. ms a frame: medians, and p99 of all\n`,
  );
  const row = (name: string, steps: readonly string[]): string[] => {
    const [all, apart, hit] = [clock.of(steps), clock.of(steps, isApart), clock.of(steps, isHit)];
    return [name, ms(apart.p50), ms(hit.p50), ms(all.p50), ms(all.p99)];
  };
  const head = ['apart', 'crossing', 'all', 'p99'];
  console.log('three-mesh-bvh, step by step');
  printTable(
    ['', ...head],
    Object.entries(STEPS).map(([step, name]) => row(name, [step])),
  );

  console.log(
    '\nA whole frame: the character is skinned on the CPU, and asked about. Ratios of medians to three-mesh-bvh asked in the same way, as a whole or by parts: above 1 where zclash is faster',
  );
  const ratios = (name: string): string[] =>
    ['yes or no', 'all pairs of faces'].flatMap((asked) => {
      const base = TREE_FRAMES[`bvh: ${asked}${name.endsWith('by parts') ? ', by parts' : ''}`];
      return [isApart, isHit].map((frames) => times(clock.of(base, frames).p50 / clock.of([name], frames).p50));
    });
  printTable(
    ['', ...head, 'yes or no / it, apart', 'crossing', 'pairs / it, apart', 'crossing'],
    [
      ...Object.entries(TREE_FRAMES).map(([name, steps]) => [...row(name, steps), '', '', '', '']),
      ...names.map((name) => [...row(name, [name]), ...ratios(name)]),
    ],
  );
}
