// A tool path: does the cutter hit something in a rapid move, does the holder ever hit anything, and when first?
import { body, box, cylinder, motion, multiply, translation, type Vec3 } from 'zclash';

// In mm. Cutter and holder move together, with the cutter's tip.
const cutter = body(cylinder({ radius: 5, height: 30 }), { name: 'cutter' });
const holder = body(cylinder({ radius: 20, height: 40 }), { name: 'holder' });
const stock = body(box({ size: [100, 60, 40] }), { name: 'stock', pose: translation(0, 0, -20) });
const clamp = body(box({ size: [20, 60, 25] }), { name: 'clamp', pose: translation(60, 0, 12.5) });
const bodies = [cutter, holder, stock, clamp];

function putTip(tip: Vec3): void {
  cutter.pose = multiply(translation(...tip), translation(0, 0, 15));
  holder.pose = multiply(translation(...tip), translation(0, 0, 50));
}

/** The way from one tip to the next, at a speed in mm per second. */
const path: readonly { kind: 'rapid' | 'feed'; from: Vec3; to: Vec3; speed: number }[] = [
  { kind: 'rapid', from: [-60, 0, 60], to: [-60, 0, -8], speed: 100 },
  { kind: 'feed', from: [-60, 0, -8], to: [0, 0, -8], speed: 10 },
  // Out again as a feed move: the stock stays whole here, and the cutter still stands in the slot that it has cut.
  { kind: 'feed', from: [0, 0, -8], to: [0, 0, 5], speed: 10 },
  { kind: 'rapid', from: [0, 0, 5], to: [80, 0, 5], speed: 100 },
  { kind: 'feed', from: [80, 0, 5], to: [80, 0, -10], speed: 10 },
];

for (const [k, { kind, from, to, speed }] of path.entries()) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const tipAt = (seconds: number): Vec3 => {
    const s = (seconds * speed) / length;
    return [from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1]), from[2] + s * (to[2] - from[2])];
  };
  // What begins and ends between two steps is not seen: a step is shorter than anything here is wide.
  const steps = Math.ceil(length / 2.5);
  const { pairs } = await motion(bodies, {
    times: Array.from({ length: steps + 1 }, (_, step) => ((length / speed) * step) / steps),
    move: (seconds) => putTip(tipAt(seconds)),
    // The tool against what stands still; but to cut the stock is what feed moves are for.
    between: (a, b) => a < 2 && b >= 2 && !(kind === 'feed' && bodies[a] === cutter && bodies[b] === stock),
    timeTolerance: 1e-3,
    resolution: 128,
  });
  console.log(`${k + 1}  ${kind.padEnd(5)} to ${to.join(', ').padEnd(10)}  ${pairs.length > 0 ? 'COLLISION' : 'free'}`);
  for (const { worst, firstContact } of pairs) {
    const tip = tipAt(firstContact.at).map((c) => c.toFixed(1));
    console.log(`   ${worst.a} hits ${worst.b} after ${firstContact.at.toFixed(3)} s, tip at ${tip.join(', ')}`);
  }
}
