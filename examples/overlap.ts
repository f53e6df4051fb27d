// Two solids, how much they overlap, and a picture of it: out/report.json and out/overlap.png.
import { mkdir, writeFile } from 'node:fs/promises';
import {
  body,
  bumpySphere,
  encodePng,
  inspect,
  interference,
  multiply,
  open,
  overlapPicture,
  rotation,
  scaling,
  torusKnot,
  translation,
} from 'zclash';

// A body is a mesh (flat arrays of positions and vertex numbers) with a name and a pose.
export const knot = body(torusKnot({ tubeRadius: 0.25, segments: 400, sides: 48 }), { name: 'knot' });
export const ball = body(bumpySphere({ frequency: 6, segments: 160 }), {
  name: 'ball',
  pose: multiply(translation(0.12, 0, -0.4), multiply(rotation([0.6, 0.8, 0], 1.2), scaling(0.8))),
});

// The CPU will do here; without `machine`, zclash takes the graphics hardware where there is some.
const machine = await open({ backend: 'cpu' });
const report = await interference([knot, ball], { machine });
const picture = await overlapPicture(knot, ball, { machine });

await mkdir('out', { recursive: true });
const meshes = { knot: inspect(knot.mesh), ball: inspect(ball.mesh) };
await writeFile('out/report.json', `${JSON.stringify({ ...report, meshes }, null, 2)}\n`);
await writeFile('out/overlap.png', await encodePng(picture.width, picture.height, picture.rgba));

const [pair] = report.pairs;
const { measured } = pair;
const lines: [string, unknown][] = [
  ['knot', `${meshes.knot.triangles} triangles, ${meshes.knot.closed ? 'closed' : 'open'}`],
  ['ball', `${meshes.ball.triangles} triangles, ${meshes.ball.closed ? 'closed' : 'open'}`],
  ['verdict', pair.kind],
  ['volume', `${pair.volume.toPrecision(5)} ± ${pair.volumeError.toPrecision(2)}`],
  ['depth along view', pair.depthAlongView.toPrecision(5)],
  ['rays in overlap', `${pair.pixels}, an area of ${pair.area.toPrecision(5)}`],
  ['faces around it', `${pair.faces.a.length} of the knot, ${pair.faces.b.length} of the ball`],
  ['pixel size', measured.pixelSize.map((side) => side.toPrecision(3)).join(' × ')],
  ['can be missed', measured.limit],
  ['machine', report.machine],
  ['time', `${report.timings.wallMs.toFixed(1)} ms`],
  ['written', 'out/report.json, out/overlap.png'],
];
for (const [what, value] of lines) console.log(`${what.padEnd(18)}${value}`);
machine.close();
