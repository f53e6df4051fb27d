import type { WebgpuFacts } from './probeWebgpu.js';
import type { VulkanFacts } from './vulkanDrivers.js';

/** What would help where WebGPU does not work, or only slowly. Nothing where all is well. */
export function adviceOn(webgpu: WebgpuFacts | null, vulkan: VulkanFacts | null, platform: string): string[] {
  if (!webgpu)
    return [
      'For graphics hardware install the package webgpu beside zclash: npm install webgpu (with -g where zclash was installed so; with npx: npx -p zclash -p webgpu zclash …).',
    ];
  const missing = (vulkan?.named ?? []).filter(({ exists }) => !exists).map(({ file }) => file);
  const stale =
    missing.length > 0
      ? [
          `VK_ICD_FILENAMES or VK_DRIVER_FILES names a driver that does not exist (${missing.join(', ')}): correct or unset it.`,
        ]
      : [];
  if (webgpu.adapters.length === 0) return [...stale, ...whereNoneIs(platform, vulkan)];
  const found = [...stale];
  if (webgpu.adapters.every(({ software }) => software))
    found.push(
      'The only adapter is a software driver, which is slower than the CPU machine. If there is a graphics card, install its Vulkan driver' +
        `${platform === 'linux' ? ' (Debian, Ubuntu: mesa-vulkan-drivers for AMD and Intel, nvidia-driver for NVIDIA)' : ''}; else nothing is to be done.`,
    );
  if (webgpu.fault !== null || webgpu.selfTest?.isRight === false)
    found.push('WebGPU does not work properly here: use --backend cpu, and update the graphics driver.');
  return found;
}

function whereNoneIs(platform: string, vulkan: VulkanFacts | null): string[] {
  if (platform !== 'linux')
    return ['No adapter was found: update the graphics driver (WebGPU uses Metal on macOS, Direct3D 12 on Windows).'];
  if (vulkan && vulkan.installed.length + vulkan.named.filter(({ exists }) => exists).length > 0)
    return [
      'Vulkan drivers are installed, but none gives an adapter. Is the loader there (Debian, Ubuntu: apt install libvulkan1)? In a container, is the graphics card passed on to it (/dev/dri, or the NVIDIA container toolkit with the capability "graphics")?',
    ];
  return [
    'No Vulkan driver was found. Debian, Ubuntu: apt install libvulkan1 mesa-vulkan-drivers (AMD, Intel), or nvidia-driver (NVIDIA); Fedora: dnf install vulkan-loader mesa-vulkan-drivers.',
    'A driver elsewhere is named in VK_ICD_FILENAMES: the path of its manifest, as …/icd.d/name_icd.json.',
  ];
}
