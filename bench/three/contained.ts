import { Mesh, MeshBasicMaterial } from 'three';
import { toGeometry } from '../../scenes/characterThree.js';
import { interference } from '../../src/interference.js';
import type { Machine } from '../../src/machine/machine.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { bodyFrom } from '../../src/three/bodyFrom.js';
import { ms, printTable, times, whole } from '../support/table.js';
import { type Clock, frameTimes } from './frameTimes.js';
import type { Stage } from './stage.js';
import { createTrees } from './trees.js';
import { waysOf } from './ways.js';

const FRAMES = 24;
const WARM_UP = 4;
/** Around the character wherever it goes. */
const RADIUS = 4;

/** The character deep inside a solid: no faces cross, and all of it is in the way. */
export async function benchContained(stage: Stage, machine: Machine, now: Clock): Promise<void> {
  const shape = icoSphere({ radius: RADIUS, subdivisions: 5 });
  const around = bodyFrom(new Mesh(toGeometry(shape), new MeshBasicMaterial()), { name: 'solid' });
  const trees = createTrees(stage, stage.show(0), shape);
  const ways = waysOf(stage, around, machine);
  const clock = frameTimes<string>(now);
  const says = new Map<string, Set<string>>();
  for (let k = -WARM_UP; k < FRAMES; k++) {
    clock.begin(k);
    const shown = stage.show(Math.floor((Math.max(0, k) * stage.frameCount) / FRAMES));
    const hear = (name: string, word: string): void => void says.set(name, (says.get(name) ?? new Set()).add(word));
    for (const way of ways) hear(way.name, (await clock.take(way.name, () => way.ask())).says);
    await clock.take('bvh', () => {
      trees.bake(shown);
      trees.refit();
      hear('bvh', trees.isHit(shown) ? 'yes' : 'no');
    });
  }
  const [pair] = (await interference([bodyFrom(stage.hero), around], { machine })).pairs;
  console.log(
    `\nThe character inside a solid of ${whole(shape.indices.length / 3)} triangles, ${FRAMES} frames; ms a frame, medians. ` +
      `A report says: ${pair.kind}, ${pair.inner === 'a' ? 'the character' : 'the solid'} inside, ${(1000 * pair.volume).toFixed(1)} litres`,
  );
  const base = clock.of(['bvh']).p50;
  printTable(
    ['', 'says', 'all', 'p99', 'bvh'],
    ['bvh', ...ways.map(({ name }) => name)].map((name) => {
      const { p50, p99 } = clock.of([name]);
      return [
        name,
        [...(says.get(name) ?? [])].join(' or '),
        ms(p50),
        ms(p99),
        name === 'bvh' ? '' : times(base / p50),
      ];
    }),
  );
}
