import { InputError } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import { type OpenOptions, open } from '../machine/open.js';
import { asWebGpu } from './renderer.js';

/**
 * The machine that goes with a renderer: on the device of a WebGPURenderer's own, so that both share it, and what `open` takes
 * by itself beside any other. Closing it gives back what the machine made, and leaves the renderer's device and buffers alone.
 *
 * @example
 * const machine = await machineFor(renderer);
 * const { pairs } = await interference([bodyFrom(hero), bodyFrom(room)], { machine });
 */
export async function machineFor(renderer: object, options: Omit<OpenOptions, 'device'> = {}): Promise<Machine> {
  if (typeof renderer !== 'object' || renderer === null)
    throw new InputError(
      `machineFor: this is no renderer (${String(renderer)}). Give a WebGPURenderer or a WebGLRenderer.`,
    );
  // Older versions of three refuse to be initialized twice.
  const { hasInitialized, init } = renderer as { hasInitialized?(): boolean; init?(): Promise<unknown> };
  if ('backend' in renderer && !hasInitialized?.call(renderer)) await init?.call(renderer);
  const shared = asWebGpu(renderer);
  if (!shared || options.backend === 'cpu') return open(options);
  return open({ ...options, device: shared.backend.device });
}
