// The sequence of Shinya and Forgue's figure 7: a teapot falls onto a Mandelbrot field. Every contact on the way is reported
// on the terminal and in out/teapot-fall.json, and its first and last one are drawn.
import { mkdir, writeFile } from 'node:fs/promises';
import { encodePng, interference, open, overlapPicture, type PairReport } from 'zclash';
import { teapotFall } from '../scenes/teapotFall.js';

const { teapot, field, poses, timesMs } = teapotFall();
/** From the side and above, so that both are seen. */
const LOOK = [0.4, 1, -0.7] as const;
const machine = await open({ backend: 'cpu' });
const contacts: ({ step: number; timeMs: number } & PairReport)[] = [];
const begin = performance.now();
for (const [step, pose] of poses.entries()) {
  teapot.pose = pose;
  const { pairs } = await interference([teapot, field], { machine, resolution: 256 });
  for (const pair of pairs) contacts.push({ step, timeMs: timesMs[step], ...pair });
}
const perStepMs = (performance.now() - begin) / poses.length;

console.log(`${poses.length} steps, ${perStepMs.toFixed(1)} ms each, on ${machine.name}`);
console.log('step  time ms  kind   volume             depth   at                      faces (teapot, field)');
for (const { step, timeMs, kind, volume, volumeError, depthAlongView, point, faces } of contacts) {
  const place = point?.map((c) => c.toFixed(2)).join(', ') ?? '';
  console.log(
    `${String(step).padStart(4)}  ${timeMs.toFixed(0).padStart(7)}  ${kind.padEnd(5)}  ${`${volume.toFixed(4)} ± ${volumeError.toFixed(4)}`.padEnd(18)} ${depthAlongView.toFixed(3)}   ${place.padEnd(22)}  ${faces.a.length}, ${faces.b.length}`,
  );
}

await mkdir('out', { recursive: true });
await writeFile('out/teapot-fall.json', `${JSON.stringify(contacts, null, 2)}\n`);
for (const [name, contact] of Object.entries({ first: contacts[0], last: contacts[contacts.length - 1] })) {
  teapot.pose = poses[contact.step];
  const { width, height, rgba } = await overlapPicture(teapot, field, { machine, direction: LOOK });
  await writeFile(`out/teapot-${name}-contact.png`, await encodePng(width, height, rgba));
}
console.log('written: out/teapot-fall.json, out/teapot-first-contact.png, out/teapot-last-contact.png');
machine.close();
