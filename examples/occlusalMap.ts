// Where do upper and lower teeth meet, and how near are they elsewhere? A map as dentists read it: out/bite.png and out/upper.obj.
import { mkdir, writeFile } from 'node:fs/promises';
import { encodePng, type GapRange, gap, gapColours, gapPicture, paintGap } from 'zclash';
import { molars } from '../scenes/molars.js';

// Two bodies in millimetres; yours come from files, see filesFromDisk.ts. Here they bite.
const { upper, lower } = molars('c', 12_000);

// Distances are signed, along rays that run as the teeth face each other: below 0 they are in each other.
const map = await gap(upper, lower, { bands: [0.1, 0.2, 0.3, 0.4], resolution: 320 });
const { minimum, interference, bands, regions, view } = map;
const at = (point: readonly number[]): string => point.map((c) => c.toFixed(1)).join(', ');
console.log(`rays along     ${view.direction.map((c) => c.toFixed(3)).join(', ')}`);
console.log(`deepest        ${(-minimum!.gap).toFixed(3)} mm, at ${at(minimum!.onA)}`);
console.log(`in each other  ${interference.area.toFixed(2)} mm²`);
for (const { to, area } of bands) console.log(`0 to ${to} mm    ${area.toFixed(2)} mm²`);

// Rays that are inside both or touch hang together in regions: what articulating paper would mark, the largest first.
console.log(`${regions.length} marks`);
for (const { area, minimum: deepest } of regions)
  console.log(`  ${area.toFixed(2)} mm², ${(-deepest.gap).toFixed(3)} mm deep, at ${at(deepest.onA)}`);

await mkdir('out', { recursive: true });
const picture = gapPicture(map, { preset: 'occlusion', unit: 'mm' });
await writeFile('out/bite.png', await encodePng(picture.width, picture.height, picture.rgba));

// The same colours on the upper teeth, vertex by vertex: MeshLab and Blender read them from an OBJ file.
const range: GapRange = [minimum!.gap, 0.4];
const colours = gapColours(paintGap(map, upper, 'a'), 'occlusion', range);
const { positions, indices } = upper.mesh;
const lines: string[] = [];
for (let v = 0; v < positions.length; v += 3)
  lines.push(`v ${positions.slice(v, v + 3).join(' ')} ${[...colours.slice(v, v + 3)].map((c) => c / 255).join(' ')}`);
for (let f = 0; f < indices.length; f += 3) lines.push(`f ${[...indices.slice(f, f + 3)].map((v) => v + 1).join(' ')}`);
await writeFile('out/upper.obj', `${lines.join('\n')}\n`);
console.log('written: out/bite.png, out/upper.obj');
