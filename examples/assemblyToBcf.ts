// Parts of several files, checked for clashes: BCF for programs that manage building models, and a page and a table of the same.
import { mkdir, writeFile } from 'node:fs/promises';
import {
  assemble,
  box,
  cylinder,
  multiply,
  reportAssembly,
  rotation,
  type Scene,
  type ScenePart,
  toBcf,
  toCsv,
  toHtml,
  translation,
} from 'zclash';

/** A scene as `loadFile` gives it, see filesFromDisk.ts. */
const scene = (...parts: Pick<ScenePart, 'name' | 'mesh' | 'pose'>[]): Scene => ({
  ...{ units: 'm', problems: [], animations: [] },
  parts: parts.map((part) => ({ ...part, path: [] })),
});
const architecture = scene(
  { name: 'Slab', mesh: box({ size: [8, 6, 0.2] }), pose: translation(0, 0, -0.1) },
  { name: 'Wall', mesh: box({ size: [8, 0.2, 3] }), pose: translation(0, 0, 1.5) },
);
const alongY = rotation([1, 0, 0], Math.PI / 2);
const services = scene(
  { name: 'Duct', mesh: box({ size: [0.4, 4, 0.3] }), pose: translation(-1, 0, 2.5) },
  { name: 'Pipe', mesh: cylinder({ radius: 0.05, height: 1.5 }), pose: multiply(translation(2, -0.88, 1), alongY) },
);
const assembly = assemble([
  { file: 'architecture.ifc', scene: architecture },
  { file: 'services.ifc', scene: services },
]);

const { report, pictures } = await reportAssembly(assembly, {
  // In the assembly's units.
  tolerance: 0.002,
  clearance: 0.05,
  resolution: 256,
  // Parts of one file may touch as they like: a wall stands on its slab.
  between: (a, b) => assembly.bodies[a].file !== assembly.bodies[b].file,
});
for (const { a, b, kind, volume, distance } of report.pairs)
  console.log(`${a} / ${b}: ${kind}, ${volume.toFixed(4)} m³, ${distance.toFixed(3)} m`);

await mkdir('out', { recursive: true });
await writeFile('out/clashes.bcf', toBcf({ report, pictures, date: new Date() }));
await writeFile('out/clashes.html', toHtml({ report, pictures }));
await writeFile('out/clashes.csv', toCsv(report));
console.log('written: out/clashes.bcf, out/clashes.html, out/clashes.csv');
