import { InputError } from '../../../errors.js';
import type { Scene } from '../../scene.js';
import type { Reader, Source } from '../reader.js';
import { readContainer } from './bytes/container.js';
import { plain } from './bytes/plain.js';
import { openStore } from './bytes/store.js';
import { checkExtensions } from './extensions.js';
import { fault } from './fault.js';
import { makeAnimation } from './moving/animation.js';
import { readChannels } from './moving/channels.js';
import { readNodes, worldsOf } from './nodes.js';
import { unpackDraco } from './packed/dracoMeshes.js';
import { type PlacedParts, placeParts } from './parts.js';

/**
 * Reads glTF 2.0, as .gltf or .glb: a part for every node with a mesh, all primitives of a mesh in one. Draco needs the
 * package `draco3dgltf`, meshopt `meshoptimizer`. Metres, as the format says, and the file's own frame, with y up.
 */
export const readGltf: Reader = async (bytes, source) => {
  try {
    return await readScene(bytes, source);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${source.name}: ${error.message}`);
    if (error instanceof RangeError && /allocation|array length|memory/i.test(error.message))
      throw new InputError(
        `${source.name}: it needs more memory than there is (${bytes.length} bytes). Split the file.`,
      );
    throw error;
  }
};

async function readScene(bytes: Uint8Array, source: Source): Promise<Scene> {
  const container = readContainer(plain(bytes));
  checkExtensions(container.json);
  const tree = readNodes(container.json);
  const store = await openStore(container, bytes.length, source);
  await unpackDraco(store);
  const worlds = worldsOf(tree);
  const { animations, problems } = readChannels(store, tree);
  const morphing = new Set<number>();
  for (const { channels } of animations)
    for (const { node, path } of channels) if (path === 'weights') morphing.add(node);
  const parts = placeParts(store, tree, worlds, morphing);
  if (parts.placed.length === 0) throw emptyScene(parts);
  return {
    units: 'm',
    parts: parts.placed.map(({ part }) => part),
    problems: [...parts.problems, ...problems],
    animations: animations.map((animation) => makeAnimation(animation, tree, worlds, parts.placed)),
  };
}

/** Why nothing is left. */
function emptyScene({ problems, bareCount }: PlacedParts): InputError {
  const faults = problems.filter(({ code }) => code === 'unreadable');
  if (faults.length === 1) return new InputError(faults[0].message);
  if (faults.length > 1)
    return new InputError(`none of its ${faults.length} parts can be read; the first: ${faults[0].message}`);
  return bareCount > 0
    ? fault(`there are no triangles (nothing but points and lines in ${bareCount} of its nodes)`, 'Export surfaces.')
    : fault('there is no geometry (no node of its scene has a mesh)', 'Export the parts, too.');
}
