// A robot arm that is watched while it moves: the exact answer at every step, fast because it goes on from the one before.
import { body, box, capsule, multiply, rotation, translation, type Vec3, watch } from 'zclash';

const STEPS = 500;
// In metres: two links, each turning about its upper end, over a table and beside a post.
const [UPPER, FORE] = [0.5, 0.4];
const SHOULDER: Vec3 = [0, 0, 0.7];
const SIDEWAYS: Vec3 = [0, 1, 0];
const link = (length: number, radius: number, name: string) =>
  body(capsule({ radius, height: length, segments: 32 }), { name });
const upper = link(UPPER, 0.06, 'upper arm');
const fore = link(FORE, 0.045, 'forearm');
const table = body(box({ size: [2, 2, 0.05] }), { name: 'table', pose: translation(0, 0, -0.025) });
const post = body(box({ size: [0.1, 0.1, 1] }), { name: 'post', pose: translation(0.95, 0, 0.5) });

/** Both angles from straight down, in radians. */
function bend(shoulder: number, elbow: number): void {
  const turned = multiply(translation(...SHOULDER), rotation(SIDEWAYS, -shoulder));
  upper.pose = multiply(turned, translation(0, 0, -UPPER / 2));
  const further = multiply(multiply(turned, translation(0, 0, -UPPER)), rotation(SIDEWAYS, -elbow));
  fore.pose = multiply(further, translation(0, 0, -FORE / 2));
}

// A watch for each pair that can meet; neighbours of the arm always do.
const pairs = [upper, fore].flatMap((part) =>
  [table, post].map((thing) => ({ part, thing, now: watch(part, thing), last: 'none' })),
);
for (let step = 0; step <= STEPS; step++) {
  // Up to the post, and down to the table.
  bend(0.9 + 0.4 * Math.sin((2 * Math.PI * step) / STEPS), 0.3);
  for (const pair of pairs) {
    const { kind, witness } = await pair.now.ask();
    if (kind === pair.last) continue;
    pair.last = kind;
    const shown =
      'faces' in witness ? `faces ${witness.faces.join(' and ')} meet` : `at least ${witness.gap.toFixed(4)} m apart`;
    console.log(`step ${step}: ${pair.part.name} and ${pair.thing.name} ${kind} (${shown})`);
  }
}
// How answers were found: by what was known still holding, by a look at the faces nearby, by a look at everything.
for (const { part, thing, now } of pairs) console.log(`${part.name} and ${thing.name}: ${JSON.stringify(now.ways)}`);
