import { Document, NodeIO } from '@gltf-transform/core';
import { box } from '../../../src/mesh/shapes/box.js';

/** A wall at x = 2 and behind, a cube that rides towards it at 1.5 m/s, and one far above that swells. */
export async function animatedGlb(): Promise<Uint8Array> {
  const out = new Document();
  const buffer = out.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3', array: Float32Array | Uint16Array) =>
    out.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const { positions, indices } = box();
  const cube = () =>
    out
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions)))
      .setIndices(accessor('SCALAR', Uint16Array.from(indices)));
  // With a weight of 1 the cube is five times as large.
  const swelling = cube().addTarget(
    out.createPrimitiveTarget().setAttribute(
      'POSITION',
      accessor(
        'VEC3',
        Float32Array.from(positions, (x) => 4 * x),
      ),
    ),
  );
  const wall = out
    .createNode('wall')
    .setTranslation([3, 0, 0])
    .setScale([2, 40, 40])
    .setMesh(out.createMesh().addPrimitive(cube()));
  const rider = out.createNode('rider').setMesh(out.createMesh().addPrimitive(cube()));
  const balloon = out
    .createNode('balloon')
    .setTranslation([0, 12, 0])
    .setMesh(out.createMesh().addPrimitive(swelling).setWeights([0]));
  const scene = out.createScene();
  for (const node of [wall, rider, balloon]) scene.addChild(node);
  const times = accessor('SCALAR', Float32Array.of(0, 2));
  const animation = out.createAnimation('drive');
  const animate = (node: typeof rider, path: 'translation' | 'weights', type: 'VEC3' | 'SCALAR', values: number[]) => {
    const output = accessor(type, Float32Array.from(values));
    const sampler = out.createAnimationSampler().setInput(times).setOutput(output).setInterpolation('LINEAR');
    const channel = out.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  };
  animate(rider, 'translation', 'VEC3', [0, 0, 0, 3, 0, 0]);
  animate(balloon, 'weights', 'SCALAR', [0, 1]);
  return new NodeIO().writeBinary(out);
}
