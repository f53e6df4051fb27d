import type { Machine } from '../../src/machine/machine.js';
import { bodyFrom } from '../../src/three/bodyFrom.js';
import { ms, printTable } from '../support/table.js';
import { frameTimes, wallTime } from './frameTimes.js';
import type { Stage } from './stage.js';
import { partWaysOf, waysOf } from './ways.js';

const FRAMES = 24;
const WARM_UP = 8;

/** Where the time goes, by a machine that times its stages: following the character, drawing, and all else. */
export async function printParts(stage: Stage, timed: Machine, follow: number): Promise<void> {
  const room = bodyFrom(stage.room);
  const ways = [...waysOf(stage, room, timed), ...partWaysOf(stage, timed)];
  const clock = frameTimes<string>(wallTime); // as stages have it
  const stages = new Map<string, Set<string>>();
  for (let k = -WARM_UP; k < FRAMES; k++) {
    stage.show(Math.floor((Math.max(0, k) * stage.frameCount) / FRAMES));
    clock.begin(k);
    for (const way of ways) {
      const { timings } = await clock.take(way.name, () => way.ask());
      for (const [name, time] of Object.entries(timings?.stagesMs ?? {})) {
        clock.note(`${way.name}: ${name}`, time);
        stages.set(way.name, (stages.get(way.name) ?? new Set()).add(name));
      }
    }
  }
  const inside = timed.kind === 'webgpu' ? 'device time' : 'wall time';
  console.log(`\nParts of it, medians of ${FRAMES} frames; following the character alone takes ${ms(follow)}`);
  printTable(
    ['', 'wall', `in the machine, ${inside}`, 'stages'],
    ways
      .filter(({ name }) => stages.has(name))
      .map(({ name }) => {
        const keys = [...stages.get(name)!].map((stageName) => `${name}: ${stageName}`);
        const told = keys.map((key) => `${key.slice(name.length + 2)} ${ms(clock.of([key]).p50)}`);
        return [name, ms(clock.of([name]).p50), ms(clock.of(keys).p50), told.join(', ')];
      }),
  );
}
