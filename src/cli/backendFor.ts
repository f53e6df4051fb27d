import type { JobSettings } from './job/jobSpec.js';

/**
 * The backend to ask for. Where Linux has no Vulkan driver, `auto` is the CPU, as it would turn out anyhow: asked all the
 * same, WebGPU complains to standard error in words of its own.
 */
export async function backendFor(asked: JobSettings['backend']): Promise<JobSettings['backend']> {
  if (asked !== 'auto' || process.platform !== 'linux') return asked;
  const { vulkanDrivers } = await import('./doctor/vulkanDrivers.js');
  const { named, installed } = await vulkanDrivers(process.env);
  return named.length + installed.length > 0 ? 'auto' : 'cpu';
}
