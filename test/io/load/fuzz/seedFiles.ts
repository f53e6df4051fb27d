import { Document, NodeIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { strToU8, zipSync } from 'fflate';
import { MeshoptEncoder } from 'meshoptimizer';
import type { Mesh } from '../../../../src/mesh/mesh.js';
import { box } from '../../../../src/mesh/shapes/box.js';
import { icoSphere } from '../../../../src/mesh/shapes/sphere.js';
import { writeStl } from '../../../support/writeStl.js';
import { cubePatches } from '../../../surface/support/nurbsShapes.js';
import { ifcFile } from '../ifcShapes.js';
import { stepFile } from '../stepShapes.js';

export interface SeedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const ball = icoSphere({ subdivisions: 1 });
const WALLS = [
  { entity: 'IFCWALL', name: 'north', globalId: '1xS3BCk291UvhgP2a6eflN', body: [{ box: [4, 0.2, 3] as const }] },
  { entity: 'IFCWALL', name: 'south', globalId: '1xS3BCk291UvhgP2a6eflM', body: [{ cylinder: [1, 3] as const }] },
];

/** A small whole file of every format, and of the forms that each has. */
export async function seedFiles(): Promise<SeedFile[]> {
  const text = (name: string, content: string): SeedFile => ({ name, bytes: strToU8(content) });
  return [
    { name: 'binary.stl', bytes: writeStl(ball) },
    text('ascii.stl', asciiStl(box())),
    text('ball.obj', obj(ball)),
    text('ascii.ply', asciiPly(box())),
    { name: 'little.ply', bytes: binaryPly(ball, true) },
    { name: 'big.ply', bytes: binaryPly(ball, false) },
    text('ball.off', off(ball)),
    text('gltf.gltf', await gltfText()),
    { name: 'moving.glb', bytes: await glb('plain') },
    { name: 'draco.glb', bytes: await glb('draco') },
    { name: 'meshopt.glb', bytes: await glb('meshopt') },
    { name: 'parts.3mf', bytes: threeMf(6) },
    // Stored, not deflated: faults reach the XML.
    { name: 'stored.3mf', bytes: threeMf(0) },
    text('shapes.step', stepFile([{ box: [1, 2, 3] }, { cylinder: [1, 4] }])),
    text('walls.ifc', ifcFile(WALLS)),
    text('cubes.json', nurbs()),
  ];
}

/** Two cubes of B-splines, one of them rational. */
const nurbs = (): string => {
  const rational = cubePatches().map((patch) => ({ ...patch, weights: [1, 0.5, 0.5, 1] }));
  const solids = [
    { name: 'plain', surfaces: cubePatches() },
    { name: 'rational', tolerance: 1e-6, surfaces: rational },
  ];
  return JSON.stringify({ zclash: 'nurbs', unit: 'mm', solids });
};

const corner = ({ positions }: Mesh, vertex: number): string =>
  [...positions.slice(3 * vertex, 3 * vertex + 3)].join(' ');

const facesOf = ({ indices }: Mesh): number[][] =>
  Array.from({ length: indices.length / 3 }, (_, f) => [...indices.slice(3 * f, 3 * f + 3)]);

const vertexLines = (mesh: Mesh, prefix = ''): string =>
  Array.from({ length: mesh.positions.length / 3 }, (_, v) => `${prefix}${corner(mesh, v)}\n`).join('');

const asciiStl = (mesh: Mesh): string =>
  `solid part\n${facesOf(mesh)
    .map(
      (face) =>
        `facet normal 0 0 0\nouter loop\n${face.map((v) => `vertex ${corner(mesh, v)}\n`).join('')}endloop\nendfacet\n`,
    )
    .join('')}endsolid part\n`;

const obj = (mesh: Mesh): string =>
  `o ball\n${vertexLines(mesh, 'v ')}${facesOf(mesh)
    .map((face) => `f ${face.map((v) => `${v + 1}//1`).join(' ')}\n`)
    .join('')}`;

const off = (mesh: Mesh): string =>
  `OFF\n${mesh.positions.length / 3} ${mesh.indices.length / 3} 0\n${vertexLines(mesh)}${facesOf(mesh)
    .map((face) => `3 ${face.join(' ')}\n`)
    .join('')}`;

const plyHeader = (mesh: Mesh, format: string): string =>
  `ply\nformat ${format} 1.0\nelement vertex ${mesh.positions.length / 3}\nproperty float x\nproperty float y\nproperty float z\nelement face ${mesh.indices.length / 3}\nproperty list uchar int vertex_indices\nend_header\n`;

const asciiPly = (mesh: Mesh): string =>
  `${plyHeader(mesh, 'ascii')}${vertexLines(mesh)}${facesOf(mesh)
    .map((face) => `3 ${face.join(' ')}\n`)
    .join('')}`;

function binaryPly(mesh: Mesh, little: boolean): Uint8Array {
  const { positions, indices } = mesh;
  const body = new DataView(new ArrayBuffer(positions.length * 4 + (indices.length / 3) * 13));
  for (const [i, x] of positions.entries()) body.setFloat32(4 * i, x, little);
  for (const [i, vertex] of indices.entries()) {
    const at = 4 * positions.length + 13 * Math.floor(i / 3);
    body.setUint8(at, 3);
    body.setInt32(at + 1 + 4 * (i % 3), vertex, little);
  }
  const header = strToU8(plyHeader(mesh, little ? 'binary_little_endian' : 'binary_big_endian'));
  return Uint8Array.from(Buffer.concat([header, new Uint8Array(body.buffer)]));
}

/** Two nodes, one in the other; a morph target, a skin, and an animation of both. */
function document(): Document {
  const out = new Document();
  const buffer = out.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4', array: Float32Array | Uint16Array | Uint8Array) =>
    out.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const count = ball.positions.length / 3;
  const primitive = (positions: ArrayLike<number>) =>
    out
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions)))
      .setIndices(accessor('SCALAR', Uint16Array.from(ball.indices)));
  const swollen = primitive(ball.positions).addTarget(
    out.createPrimitiveTarget().setAttribute('POSITION', accessor('VEC3', Float32Array.from(ball.positions))),
  );
  const skinned = primitive(ball.positions)
    .setAttribute('JOINTS_0', accessor('VEC4', new Uint8Array(4 * count)))
    .setAttribute(
      'WEIGHTS_0',
      accessor(
        'VEC4',
        Float32Array.from({ length: 4 * count }, (_, i) => Number(i % 4 === 0)),
      ),
    );
  const joint = out.createNode('joint').setTranslation([0, 0, 5]);
  const inverse = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  const skin = out.createSkin().addJoint(joint).setInverseBindMatrices(accessor('MAT4', inverse));
  const root = out
    .createNode('root')
    .setRotation([0, 0.6, 0, 0.8])
    .setMesh(out.createMesh('swollen').addPrimitive(swollen).setWeights([0.5]));
  const child = out
    .createNode('child')
    .setScale([1, 2, -1])
    .setMesh(out.createMesh('skinned').addPrimitive(skinned))
    .setSkin(skin);
  out.createScene().addChild(root.addChild(child).addChild(joint));
  const times = accessor('SCALAR', Float32Array.of(0, 1, 2));
  const animation = out.createAnimation('wave');
  const animate = (path: 'translation' | 'weights', node: typeof root, values: number[], type: 'VEC3' | 'SCALAR') => {
    const sampler = out
      .createAnimationSampler()
      .setInput(times)
      .setOutput(accessor(type, Float32Array.from(values)))
      .setInterpolation('LINEAR');
    animation
      .addSampler(sampler)
      .addChannel(out.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler));
  };
  animate('translation', joint, [0, 0, 5, 0, 1, 5, 0, 0, 6], 'VEC3');
  animate('weights', root, [0, 1, 0], 'SCALAR');
  return out;
}

async function glb(form: 'plain' | 'draco' | 'meshopt'): Promise<Uint8Array> {
  const out = form === 'draco' ? plainBall() : document();
  const io = new NodeIO();
  if (form === 'draco') {
    out.createExtension(KHRDracoMeshCompression).setRequired(true);
    io.registerExtensions([KHRDracoMeshCompression]).registerDependencies({
      'draco3d.encoder': await draco3d.createEncoderModule(),
    });
  }
  if (form === 'meshopt') {
    await MeshoptEncoder.ready;
    out.createExtension(EXTMeshoptCompression).setRequired(true);
    io.registerExtensions([EXTMeshoptCompression, KHRMeshQuantization]).registerDependencies({
      'meshopt.encoder': MeshoptEncoder,
    });
  }
  return io.writeBinary(out);
}

function plainBall(): Document {
  const out = new Document();
  const buffer = out.createBuffer();
  const primitive = out
    .createPrimitive()
    .setAttribute(
      'POSITION',
      out.createAccessor().setType('VEC3').setArray(Float32Array.from(ball.positions)).setBuffer(buffer),
    )
    .setIndices(out.createAccessor().setType('SCALAR').setArray(Uint16Array.from(ball.indices)).setBuffer(buffer));
  out.createScene().addChild(out.createNode('ball').setMesh(out.createMesh('ball').addPrimitive(primitive)));
  return out;
}

/** With the buffer inside, as a data: URI. */
async function gltfText(): Promise<string> {
  const { json, resources } = await new NodeIO().writeJSON(document());
  for (const one of json.buffers ?? [])
    one.uri = `data:application/octet-stream;base64,${Buffer.from(resources[one.uri!]).toString('base64')}`;
  return JSON.stringify(json);
}

function threeMf(level: 0 | 6): Uint8Array {
  const { positions, indices } = box();
  const vertices = Array.from({ length: positions.length / 3 }, (_, v) => {
    const [x, y, z] = positions.slice(3 * v, 3 * v + 3);
    return `<vertex x="${x}" y="${y}" z="${z}"/>`;
  });
  const triangles = facesOf({ positions, indices }).map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`);
  const model = `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>
<object id="1" name="cube" type="model"><mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh></object>
<object id="2" name="two"><components><component objectid="1"/><component objectid="1" transform="1 0 0 0 1 0 0 0 1 3 0 0"/></components></object>
</resources><build><item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 5"/></build></model>`;
  const relations =
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>';
  const files = { '[Content_Types].xml': types, '_rels/.rels': relations, '3D/3dmodel.model': model };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)])), {
    level,
  });
}
