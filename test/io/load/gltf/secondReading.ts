import { type Document, Logger, type Node, NodeIO, type Primitive } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

/** Reads and writes glTF by @gltf-transform, with all compressions. */
export async function otherIo(): Promise<NodeIO> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(ALL_EXTENSIONS);
  return io.registerDependencies({
    'draco3d.decoder': await draco.createDecoderModule(),
    'draco3d.encoder': await draco.createEncoderModule(),
    'meshopt.decoder': MeshoptDecoder,
    'meshopt.encoder': MeshoptEncoder,
  });
}

/** A node with a mesh, as the other reader sees it. */
export interface OtherPart {
  readonly name: string;
  /** Nine numbers per triangle, in the world. */
  readonly corners: Float64Array;
}

/** The parts of the default scene, depth first. Triangle lists only. */
export function otherParts(document: Document): OtherPart[] {
  const parts: OtherPart[] = [];
  const root = document.getRoot();
  (root.getDefaultScene() ?? root.listScenes()[0]).traverse((node) => {
    const mesh = node.getMesh();
    if (mesh)
      parts.push({ name: node.getName() || mesh.getName(), corners: worldCorners(node, mesh.listPrimitives()) });
  });
  return parts;
}

function worldCorners(node: Node, primitives: readonly Primitive[]): Float64Array {
  const m = node.getWorldMatrix();
  const out: number[] = [];
  for (const primitive of primitives) {
    const positions = primitive.getAttribute('POSITION')!;
    const indices = primitive.getIndices();
    const count = indices?.getCount() ?? positions.getCount();
    for (let i = 0; i < count; i++) {
      const [x, y, z] = positions.getElement(indices?.getScalar(i) ?? i, [0, 0, 0]);
      for (let r = 0; r < 3; r++) out.push(m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
    }
  }
  return Float64Array.from(out);
}
