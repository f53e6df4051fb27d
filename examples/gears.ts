// Two gears, each one formula, turned through a mesh cycle: do they ever interfere, and how near do their flanks come?
import { gap, interference, open } from 'zclash';
import { gearPair } from '../scenes/gears.js';

const TEETH = [18, 27] as const;
const STEPS = 4;
const pair = gearPair(TEETH, { backlash: 0.1, width: 0.2 });

const machine = await open({ backend: 'cpu' });
const { driver, driven, flankGap, lineOfAction, turn } = pair;
/** Along the line of action flanks face each other squarely: there the gap is the distance. */
const look = { machine, resolution: 256, direction: lineOfAction.direction };
console.log(`${TEETH.join(' and ')} teeth, contact ratio ${pair.contactRatio.toFixed(2)}`);
console.log('angle °  verdict  least gap');
let least = Infinity;
for (let step = 0; step < STEPS; step++) {
  const angle = (2 * Math.PI * step) / (TEETH[0] * STEPS);
  turn(angle);
  const { pairs } = await interference([driver, driven], { machine, resolution: 48 });
  const { minimum } = await gap(driver, driven, look);
  least = Math.min(least, minimum!.gap);
  const degrees = ((180 / Math.PI) * angle).toFixed(1);
  console.log(`${degrees.padStart(7)}  ${(pairs[0]?.kind ?? 'apart').padEnd(7)}  ${minimum!.gap.toFixed(4)}`);
}
console.log(`least clearance ${least.toFixed(4)}; by the gears' formula ${flankGap.toFixed(4)} at every angle`);
machine.close();
