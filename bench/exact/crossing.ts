import { BUMPY_CONTACTS, bumpyPair } from '../../scenes/bumpyPair.js';
import { contacts } from '../../src/contacts.js';
import { detectContacts } from '../../src/detect/exact/detectContacts.js';
import { toParty } from '../../src/detect/toParty.js';
import type { Machine } from '../../src/machine/machine.js';
import { crossingFaces, matrixBetween, treeOf } from '../support/bvh.js';
import { sideBySide } from '../support/measure.js';
import { ms, printTable, times, whole } from '../support/table.js';

/** Crossing pairs by FCL and three-mesh-bvh. */
const KNOWN = [164, 276, 1168, 3680];

/**
 * All pairs of faces that meet, of two bodies of 80,400 triangles each, and what the bodies are to each other, of rigid bodies asked
 * again and of others that deform; beside three-mesh-bvh, with its trees built each time and with trees at hand.
 */
export async function benchCrossing(machine: Machine): Promise<void> {
  console.log(`\nAll crossing pairs of faces, two bodies, 160,800 triangles, ${machine.name}; ms\n`);
  const rows: string[][] = [];
  const worst = { build: Infinity, cast: Infinity };
  for (const [k, { dx }] of BUMPY_CONTACTS.entries()) {
    const [a, b] = bumpyPair(200, dx);
    const [c, d] = bumpyPair(200, dx);
    const shapes = [c, d].map(({ mesh: { positions } }) => [positions.slice(), positions.slice()]);
    const [treeA, treeB, fromBToA] = [treeOf(a), treeOf(b), matrixBetween(a, b)];
    let found = 0;
    let turn = 0;
    const { pairs, curves, deforming, build, cast } = await sideBySide(
      {
        pairs: async () => {
          const [{ contacts }] = await detectContacts(machine, [[toParty(a, 0), toParty(b, 1)]]);
          found = contacts.a.length;
        },
        curves: () => contacts(a, b, { machine }),
        deforming: async () => {
          turn = 1 - turn;
          c.update(shapes[0][turn]);
          d.update(shapes[1][turn]);
          await detectContacts(machine, [[toParty(c, 0), toParty(d, 1)]]);
        },
        build: () => crossingFaces(treeOf(a), treeOf(b), fromBToA),
        cast: () => crossingFaces(treeA, treeB, fromBToA),
      },
      { warmUp: 4, rounds: 15 },
    );
    if (found !== KNOWN[k]) throw new Error(`bench: ${found} pairs meet at dx = ${dx}, not ${KNOWN[k]}.`);
    worst.build = Math.min(worst.build, build.p50 / Math.max(pairs.p50, deforming.p50));
    if (found >= 1000) worst.cast = Math.min(worst.cast, cast.p50 / pairs.p50);
    rows.push([
      ...[dx.toFixed(1), whole(found), ms(pairs.p50), ms(curves.p50), ms(deforming.p50)],
      ...[ms(build.p50), times(build.p50 / pairs.p50), times(build.p50 / deforming.p50)],
      ...[ms(cast.p50), times(cast.p50 / pairs.p50)],
    ]);
    for (const body of [a, b, c, d]) machine.forget(body);
  }
  printTable(
    [
      ...['dx', 'pairs', 'zclash', 'with curves', 'deforming'],
      ...['bvh build + cast', '/ zclash', '/ deforming', 'bvh cast alone', '/ zclash'],
    ],
    rows,
  );
  console.log(`\nleast against build + cast ${times(worst.build)} (wanted > 1)`);
  console.log(`least against cast alone from 1,000 pairs on ${times(worst.cast)} (wanted > 1)`);
}
