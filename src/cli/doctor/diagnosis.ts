import { availableParallelism, cpus, release } from 'node:os';
import { open } from '../../machine/open.js';
import { ZCLASH_VERSION } from '../../report/projectVersion.js';
import { adviceOn } from './adviceOn.js';
import { optionalPackages, type PackageFacts } from './optionalPackages.js';
import { probeWebgpu, type WebgpuFacts } from './probeWebgpu.js';
import { type SelfTest, selfTest } from './selfTest.js';
import { type VulkanFacts, vulkanDrivers } from './vulkanDrivers.js';

/** All that `zclash doctor` finds out: plain data, printed by --json. */
export interface Diagnosis {
  readonly version: 1;
  readonly tool: string;
  readonly node: string;
  readonly platform: string;
  readonly cpu: { readonly model: string; readonly threads: number; readonly selfTest: SelfTest };
  /** null where the package `webgpu` is not installed. */
  readonly webgpu: WebgpuFacts | null;
  /** null elsewhere than on Linux. */
  readonly vulkan: VulkanFacts | null;
  /** The machine that `--backend auto` takes. */
  readonly auto: { readonly backend: 'cpu' | 'webgpu'; readonly why: string };
  readonly packages: readonly PackageFacts[];
  readonly advice: readonly string[];
}

export async function diagnosis(): Promise<Diagnosis> {
  const packages = await optionalPackages();
  const isInstalled = packages.some(({ name, version }) => name === 'webgpu' && version !== null);
  const webgpu = isInstalled ? await probeWebgpu() : null;
  const vulkan = process.platform === 'linux' ? await vulkanDrivers(process.env) : null;
  return {
    version: 1,
    tool: `zclash ${ZCLASH_VERSION}`,
    node: process.version,
    platform: `${process.platform} ${process.arch} ${release()}`,
    cpu: { model: cpus()[0]?.model.trim() ?? 'unknown', threads: availableParallelism(), selfTest: await testCpu() },
    webgpu,
    vulkan,
    auto: autoOf(webgpu),
    packages,
    advice: adviceOn(webgpu, vulkan, process.platform),
  };
}

async function testCpu(): Promise<SelfTest> {
  try {
    using machine = await open({ backend: 'cpu' });
    return await selfTest(machine);
  } catch (error) {
    return { machine: 'CPU', isRight: false, says: (error as Error).message, ms: 0 };
  }
}

function autoOf(webgpu: WebgpuFacts | null): Diagnosis['auto'] {
  if (!webgpu) return { backend: 'cpu', why: 'the package webgpu is not installed' };
  if (webgpu.autoAdapter !== null) return { backend: 'webgpu', why: webgpu.autoAdapter };
  return { backend: 'cpu', why: webgpu.refusal ?? webgpu.fault ?? 'no adapter was found' };
}
