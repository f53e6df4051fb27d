import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where Vulkan's loader finds drivers on Linux, and what it finds there. */
export interface VulkanFacts {
  /** Named by VK_DRIVER_FILES or VK_ICD_FILENAMES: then nothing else is looked at. */
  readonly named: readonly { readonly file: string; readonly exists: boolean }[];
  /** Manifests in the system's folders. */
  readonly installed: readonly string[];
}

export async function vulkanDrivers(env: NodeJS.ProcessEnv): Promise<VulkanFacts> {
  const names = listed(env.VK_DRIVER_FILES || env.VK_ICD_FILENAMES).concat(listed(env.VK_ADD_DRIVER_FILES));
  const named = await Promise.all(
    names.map(async (file) => ({ file, exists: (await stat(file).catch(() => undefined)) !== undefined })),
  );
  const found = await Promise.all(
    searched(env).map(async (folder) =>
      (await readdir(folder).catch(() => []))
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(folder, name)),
    ),
  );
  return { named, installed: found.flat() };
}

/** The folders of the loader's documentation (LoaderDriverInterface.md, "Driver Discovery on Linux"). */
function searched(env: NodeJS.ProcessEnv): string[] {
  const roots = [
    env.XDG_CONFIG_HOME || join(homedir(), '.config'),
    ...listed(env.XDG_CONFIG_DIRS || '/etc/xdg'),
    ...['/usr/local/etc', '/etc'],
    env.XDG_DATA_HOME || join(homedir(), '.local/share'),
    ...listed(env.XDG_DATA_DIRS || '/usr/local/share:/usr/share'),
    ...['/usr/local/share', '/usr/share', '/run/opengl-driver/share'],
  ];
  return [...new Set(roots.map((root) => join(root, 'vulkan/icd.d')))];
}

const listed = (paths: string | undefined): string[] => (paths ?? '').split(delimiter).filter(Boolean);
