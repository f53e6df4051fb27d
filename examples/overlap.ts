// Two solids, how much they overlap, and a picture of it: out/report.json and out/overlap.png.
import { mkdir, writeFile } from 'node:fs/promises';
import {
  body,
  bumpySphere,
  encodePng,
  inspect,
  multiply,
  open,
  overlap,
  overlapPicture,
  rotation,
  scaling,
  torusKnot,
  translation,
} from '../src/index.js';

// A body is a mesh (flat arrays of positions and vertex numbers) with a name and a pose.
export const knot = body(torusKnot({ tubeRadius: 0.25, segments: 400, sides: 48 }), { name: 'knot' });
export const ball = body(bumpySphere({ frequency: 6, segments: 160 }), {
  name: 'ball',
  pose: multiply(translation(0.12, 0, -0.4), multiply(rotation([0.6, 0.8, 0], 1.2), scaling(0.8))),
});

// The CPU will do here; without `machine`, zclash takes the graphics hardware where there is some.
const machine = await open({ backend: 'cpu' });
const report = await overlap(knot, ball, { machine });
const picture = await overlapPicture(knot, ball, { machine });

await mkdir('out', { recursive: true });
const meshes = { knot: inspect(knot.mesh), ball: inspect(ball.mesh) };
await writeFile('out/report.json', `${JSON.stringify({ ...report, meshes }, null, 2)}\n`);
await writeFile('out/overlap.png', await encodePng(picture.width, picture.height, picture.rgba));

const { measured } = report;
const lines: [string, unknown][] = [
  ['knot', `${meshes.knot.triangles} triangles, ${meshes.knot.closed ? 'closed' : 'open'}`],
  ['ball', `${meshes.ball.triangles} triangles, ${meshes.ball.closed ? 'closed' : 'open'}`],
  ['overlaps', report.overlaps ? 'yes' : 'no'],
  ['volume', report.volume.toPrecision(5)],
  ['depth along view', report.depthAlongView.toPrecision(5)],
  ['rays in overlap', `${report.pixels}, an area of ${report.area.toPrecision(5)}`],
  ['pixel size', measured?.pixelSize.map((side) => side.toPrecision(3)).join(' × ')],
  ['can be missed', measured?.limit],
  ['machine', measured?.machine],
  ['time', `${report.timings.wallMs.toFixed(1)} ms`],
  ['written', 'out/report.json, out/overlap.png'],
];
for (const [what, value] of lines) if (value !== undefined) console.log(`${what.padEnd(18)}${value}`);
machine.close();
