// Installs what the GPU tests need where it is missing: the Vulkan loader, and the software driver that comes with
// Debian's chromium. Runs before `npm test`. Says nothing unless something goes wrong, and never fails: where nothing can
// be installed, the GPU tests fail with one sentence.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DRIVER = '/usr/lib/chromium/vk_swiftshader_icd.json'; // test/support/gpu.ts names the same
const LOADER = 'libvulkan.so.1';
const PACKAGES = ['chromium', 'libvulkan1'];

if (process.env.ZCLASH_TEST_GPU === 'off') console.log('GPU tests are left out (ZCLASH_TEST_GPU=off).');
else if (process.platform === 'linux' && process.env.VK_ICD_FILENAMES === undefined && missing().length > 0) install();

/** Which of the driver and the loader are not there. */
function missing() {
  return [
    existsSync(DRIVER) ? [] : DRIVER,
    loaderFolders().some((folder) => existsSync(join(folder, LOADER))) ? [] : LOADER,
  ].flat();
}

/** Where the dynamic linker looks, Debian's folders by architecture among them. */
function loaderFolders() {
  const own = (process.env.LD_LIBRARY_PATH ?? '').split(':').filter(Boolean);
  const system = ['/lib', '/usr/lib', '/usr/local/lib', '/lib64', '/usr/lib64'].filter(existsSync);
  const byArchitecture = system.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name)),
  );
  return [...own, ...system, ...byArchitecture];
}

function install() {
  const command = `apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`;
  if (!succeeds('apt-get', ['--version'])) return warn('there is no apt-get here', command);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !succeeds('sudo', ['-n', 'true']))
    return warn('this needs root or passwordless sudo', command);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...PACKAGES]]) {
    const [program, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    const { status, error, stderr } = spawnSync(program, rest, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) return warn(`apt-get ${args[0]} failed: ${(error?.message ?? stderr).trim()}`, command);
  }
  if (missing().length > 0) warn('the packages were installed without it', command);
}

function succeeds(program, args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function warn(reason, command) {
  console.warn(
    `The GPU tests lack ${missing().join(' and ')} (${reason}). ` +
      `Run "${command}" as root, name a Vulkan driver in VK_ICD_FILENAMES, or set ZCLASH_TEST_GPU=off.`,
  );
}
