import type { BufferAttribute, Object3D } from 'three';
import { InputError } from '../errors.js';
import { drawnMeshes } from './drawnMeshes.js';
import { label } from './label.js';
import { keepFetched } from './readAttribute.js';
import { asWebGpu, isWrittenByGpu } from './renderer.js';

/**
 * Brings positions that compute shaders wrote (`StorageBufferAttribute`) to the host, for all that is drawn of an object: call it after
 * each computation, before the query. What is on the device stays there: with `bodyFrom(object, { renderer })` a machine of
 * `machineFor(renderer)` reads it in place, and the host needs it for bounds and for what is wrong with a mesh. It is as of now: where the
 * shader runs again before a query, host and device do not know the same body.
 *
 * @example
 * renderer.compute(waves);
 * await fetchPositions(sea, renderer);
 * const { pairs } = await interference([bodyFrom(sea, { renderer }), bodyFrom(ship)], { machine });
 */
export async function fetchPositions(object: Object3D, renderer: object): Promise<void> {
  if (!object?.isObject3D)
    throw new InputError(
      `fetchPositions: this is no object of three.js (${object === null ? 'null' : typeof object}). Give the mesh, or what it is beneath.`,
    );
  const shared = asWebGpu(renderer);
  if (!shared)
    throw new InputError(
      'fetchPositions: the renderer does not run on WebGPU, or is not under way. Give a WebGPURenderer after `await renderer.init()`.',
    );
  const written = new Set(
    drawnMeshes(object)
      .map(({ geometry }) => geometry.attributes.position as BufferAttribute)
      .filter((attribute) => attribute && isWrittenByGpu(attribute)),
  );
  if (written.size === 0)
    throw new InputError(
      `fetchPositions: no positions of the ${label(object)} are written on the GPU. Leave the call out: the host has them.`,
    );
  await Promise.all(
    Array.from(written, async (attribute) => {
      // Three makes the buffer when it is first drawn or computed; a query may come before.
      shared._attributes?.update(attribute, 3);
      keepFetched(attribute, new Float32Array(await shared.getArrayBufferAsync(attribute)));
    }),
  );
}
