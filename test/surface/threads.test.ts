import { afterAll, expect, test } from 'vitest';
import { SURFACE_SOLIDS } from '../../scenes/surfaceSolids.js';
import { body, worldBounds } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { learnEveryKind } from '../../src/surface/everyKind.js';
import { sphere } from '../../src/surface/quadric/sphere.js';
import { fitView } from '../../src/view/fit.js';
import { expectSameBytes, listsOf } from '../support/lists.js';

// Workers are started from a file, so the threaded machine is taken from the build that `npm test` has made.
const built = '../../dist/src/machine/cpu/cpuMachine.js';
const { createCpuMachine: createBuilt } = (await import(built)) as { createCpuMachine: typeof createCpuMachine };
// What is made by the sources, the build knows nothing of.
const kinds = '../../dist/src/surface/everyKind.js';
((await import(kinds)) as { learnEveryKind: typeof learnEveryKind }).learnEveryKind();

const one = createCpuMachine();
const threaded = createBuilt({ threads: 2 });
afterAll(() => threaded.close());

test.each(SURFACE_SOLIDS)('two threads meet what one meets, in the same bytes: $name', async ({ make }) => {
  const bodies = [body(make()), body(sphere({ radius: 1 }))];
  const view = fitView(worldBounds(bodies[0]), { direction: [1, 2, 3], resolution: 40 });
  const lists = await listsOf(one, view, bodies);
  expect(lists.name.length).toBeGreaterThan(500);
  expectSameBytes(lists, await listsOf(threaded, view, bodies));
});
