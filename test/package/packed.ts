import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What npm says of a tarball. */
export interface Packed {
  /** Where the tarball lies. */
  readonly file: string;
  /** In bytes, packed and unpacked. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs the package into `folder` as `npm publish` would. It is built there: other tests use dist/ meanwhile. */
export async function packed(folder: string): Promise<Packed> {
  const build = fileURLToPath(new URL('../../scripts/build-package.mjs', import.meta.url));
  await execute(process.execPath, [build, folder]);
  const { stdout } = await execute('npm', ['pack', '--ignore-scripts', '--json'], {
    cwd: folder,
    env: npmEnvironment(),
  });
  const [{ filename, size, unpackedSize, files }] = JSON.parse(stdout);
  return { file: join(folder, filename), size, unpackedSize, files };
}

/** For npm in a folder of its own: `npm test` names this project's folder in the environment. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  const { npm_config_local_prefix, ...environment } = process.env;
  return environment;
}
