import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { madeOnce } from '../support/madeOnce.js';

const execute = promisify(execFile);

/** What npm says of a tarball. */
export interface Packed {
  /** What was packed; not to be changed, as other tests read it. */
  readonly folder: string;
  /** Where the tarball lies. */
  readonly file: string;
  /** In bytes, packed and unpacked. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs the package as `npm publish` would, once in a run. It is built in a folder of its own: other tests use dist/ meanwhile. */
export const packed = (): Promise<Packed> => madeOnce('package', pack);

async function pack(folder: string): Promise<Packed> {
  const build = fileURLToPath(new URL('../../scripts/build-package.mjs', import.meta.url));
  await execute(process.execPath, [build, folder]);
  const { stdout } = await execute('npm', ['pack', '--ignore-scripts', '--json'], {
    cwd: folder,
    env: npmEnvironment(),
  });
  const [{ filename, size, unpackedSize, files }] = JSON.parse(stdout);
  return { folder, file: join(folder, filename), size, unpackedSize, files };
}

/** For npm in a folder of its own: `npm test` names this project's folder in the environment. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  const { npm_config_local_prefix, ...environment } = process.env;
  return environment;
}
