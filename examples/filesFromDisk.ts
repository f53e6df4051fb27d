// Files from disk: read them, put their parts into one frame and one unit, check them, and write a report: out/clashes.json.
import { mkdir, writeFile } from 'node:fs/promises';
import { assemble, box, cylinder, interference } from 'zclash';
import { loadFile } from 'zclash/node';

await writeSamples();

// STL, OBJ, PLY, OFF, glTF, 3MF, STEP and IFC are read alike. A file is a scene of parts, and may tell of problems.
const files = await Promise.all(
  ['out/plate.stl', 'out/bolts.gltf'].map(async (file) => ({ file, scene: await loadFile(file) })),
);
for (const { file, scene } of files) for (const { message } of scene.problems) console.warn(`${file}: ${message}`);

// glTF is in metres, and STL does not say: without `units` the plate would be taken to be in metres, too.
const assembly = assemble(files, { units: 'mm' });
const { pairs, diagnostics } = await interference(
  assembly.bodies.map(({ body }) => body),
  { clearance: 2, tolerance: 0.01 },
);
for (const { body, message } of diagnostics) console.warn(`${body}: ${message}`);
for (const { a, b, kind, volume, distance } of pairs) {
  const how = kind === 'clearance' ? `${distance!.toFixed(2)} mm apart` : `${volume.toFixed(1)} mm³ in common`;
  console.log(`${a} and ${b}: ${kind}, ${how}`);
}
console.log(`${assembly.bodies.length} parts, ${pairs.length} findings: out/clashes.json`);

// Reports are plain data.
await writeFile('out/clashes.json', `${JSON.stringify({ units: assembly.units, pairs, diagnostics }, null, 2)}\n`);

/** Two files to read; yours are there already. A plate in mm, and two bolts in metres: one goes through it, one ends 1 mm above. */
async function writeSamples(): Promise<void> {
  const plate = box({ size: [40, 30, 4] });
  const stl = new DataView(new ArrayBuffer(84 + (50 * plate.indices.length) / 3));
  stl.setUint32(80, plate.indices.length / 3, true);
  plate.indices.forEach((vertex, k) => {
    for (let axis = 0; axis < 3; axis++)
      stl.setFloat32(96 + 50 * Math.floor(k / 3) + 12 * (k % 3) + 4 * axis, plate.positions[3 * vertex + axis], true);
  });
  await mkdir('out', { recursive: true });
  await writeFile('out/plate.stl', stl);

  const { positions, indices } = cylinder({ radius: 0.003, height: 0.01 });
  const [points, faces] = [Buffer.from(positions.buffer), Buffer.from(indices.buffer)];
  const uri = `data:application/octet-stream;base64,${Buffer.concat([points, faces]).toString('base64')}`;
  const gltf = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: 'long bolt', mesh: 0, translation: [-0.01, 0, 0] },
      { name: 'short bolt', mesh: 0, translation: [0.01, 0, 0.008] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: positions.length / 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5125, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: points.length },
      { buffer: 0, byteOffset: points.length, byteLength: faces.length },
    ],
    buffers: [{ byteLength: points.length + faces.length, uri }],
  };
  await writeFile('out/bolts.gltf', JSON.stringify(gltf));
}
