// Routes of pipes: which come nearer than they may, where several are in each other's way, and how far must one move?
import { body, box, cylinder, identity, interference, multiply, rotation, translation, type Vec3 } from 'zclash';

const CLEARANCE = 0.05; // m, for insulation and hands
const pipe = (name: string, radius: number, at: Vec3, turn = rotation([1, 0, 0], Math.PI / 2)) =>
  body(cylinder({ radius, height: 8, segments: 64 }), { name, pose: multiply(translation(...at), turn) });
const bodies = [
  body(box({ size: [8, 0.4, 0.3] }), { name: 'duct', pose: translation(0, 0, 3) }),
  body(box({ size: [0.2, 8, 0.4] }), { name: 'beam', pose: translation(1, 0, 3.1) }),
  pipe('riser', 0.04, [1, 0, 3], identity()), // upright
  pipe('cold water', 0.03, [-2, 0, 2.8]),
  pipe('hot water', 0.03, [-2.5, 0, 2.6]),
];

const { pairs, groups } = await interference(bodies, { clearance: CLEARANCE });
for (const { a, b, indices, kind, volume, distance, nearest } of pairs) {
  if (kind !== 'clearance' || !nearest) {
    console.log(`${a} / ${b}: ${kind}, ${volume.toFixed(4)} m³ in common`);
    continue;
  }
  console.log(`${a} / ${b}: ${kind}, ${(1000 * distance!).toFixed(1)} mm apart`);
  // Away from the nearest point of the other one, by what is missing. It has moved enough if all but a millimetre is there.
  const [p, q] = nearest;
  const by = (CLEARANCE - distance!) / distance!;
  const moved = bodies[indices[1]];
  moved.pose = multiply(translation(by * (q[0] - p[0]), by * (q[1] - p[1]), by * (q[2] - p[2])), moved.pose);
  const [left] = (await interference([bodies[indices[0]], moved], { clearance: CLEARANCE - 1e-3 })).pairs;
  console.log(`  ${b} moved by ${(1000 * (CLEARANCE - distance!)).toFixed(1)} mm: ${left?.kind ?? 'clear'}`);
}
// Where three and more are in one place, moving one of them away is not enough.
for (const { bodies: names, volume, point } of groups)
  console.log(
    `${names.join(' + ')}: ${volume.toFixed(5)} m³ in all, near ${point.map((c) => c.toFixed(2)).join(', ')}`,
  );
