import { constants } from 'node:fs';
import { access, lstat, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../../errors.js';
import { didYouMean } from '../suggest.js';
import { writeFault } from '../writeFault.js';

/** A report to be written. */
export interface Output<Ending extends string = string> {
  /** As it was asked for: for messages. */
  readonly name: string;
  /** Where it goes: behind links, from the root. */
  readonly path: string;
  readonly ending: Ending;
}

/**
 * Looks before the work starts whether reports can be written afterwards: the ending is known, the folder is there and
 * writable, no two go to one file, none goes over a file that is read, and none out of a folder that they must stay in.
 */
export async function planOutputs<Ending extends string>(
  names: readonly string[],
  endings: readonly Ending[],
  inputs: readonly string[],
  folder?: string,
): Promise<readonly Output<Ending>[]> {
  const root = folder === undefined || names.length === 0 ? undefined : await realpath(folder);
  const read = await Promise.all(inputs.map(fileIdentity));
  const planned: Output<Ending>[] = [];
  for (const name of names) {
    if (name === '-')
      throw new InputError('--out -: standard output has no ending to tell the format by. Use --json for it.');
    const ending = endingOf(name, endings);
    const path = await placeOf(name);
    if (root !== undefined && !isBelow(path, root))
      throw new InputError(
        `${name}: a config file that was found and not named may not send reports out of its folder. Name it with --config, or give --out.`,
      );
    const same = planned.find((one) => one.path === path);
    if (same) throw new InputError(`${name}: two reports go to this file. Give each --out a name of its own.`);
    const identity = await fileIdentity(path);
    if (identity !== undefined && read.includes(identity))
      throw new InputError(`${name}: the report would go over a file that is read. Give --out another name.`);
    planned.push({ name, path, ending });
  }
  return planned;
}

function endingOf<Ending extends string>(name: string, endings: readonly Ending[]): Ending {
  const ending = /.\.([^./\\]+)$/.exec(basename(name))?.[1]?.toLowerCase();
  const known = endings.find((one) => one === ending);
  if (known !== undefined) return known;
  const near = ending === undefined ? '' : didYouMean(ending, endings, (one) => `.${one}`);
  const fact = ending === undefined ? 'the name has no ending' : `there is no report with the ending .${ending}`;
  throw new InputError(`${name}: ${fact}.${near} Choose one of: ${endings.map((one) => `.${one}`).join(' ')}.`);
}

/** Where the file would be, and that it can be. */
async function placeOf(name: string): Promise<string> {
  try {
    const old = await stat(name).catch((error) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (old && !old.isFile())
      throw new InputError(
        `${name}: it cannot be written: this is ${old.isDirectory() ? 'a folder' : 'no regular file'}. Name a file.`,
      );
    if (old) await access(name, constants.W_OK);
    // A link stays one: what it leads to is replaced, or made.
    const path = old ? await realpath(name) : await placeOfNew(name);
    const folder = dirname(path);
    if (!(await stat(folder)).isDirectory())
      throw new InputError(`${name}: it cannot be written: '${dirname(name)}' is no folder.`);
    await access(folder, constants.W_OK | constants.X_OK);
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new InputError(`${name}: it cannot be written: there is no folder '${dirname(name)}'. Make it first.`);
    throw writeFault(name, error);
  }
}

/** Where a file that is not there would be made: also at the end of links that lead to nothing yet. */
async function placeOfNew(name: string): Promise<string> {
  let path = resolve(name);
  // A circle of links has been refused already: the system follows no more than 40 of them.
  for (let links = 0; links <= 40; links++) {
    const folder = await realpath(dirname(path)).catch((error) => {
      if (error.code !== 'ENOENT' || links === 0) throw error;
      throw new InputError(
        `${name}: it cannot be written: this is a link into '${dirname(path)}', and there is no such folder. Make it first.`,
      );
    });
    path = join(folder, basename(path));
    const isLink = await lstat(path).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    if (!isLink) break;
    path = resolve(folder, await readlink(path));
  }
  return path;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Tells a file from all others, whatever name it is reached by; undefined where there is none. */
async function fileIdentity(path: string): Promise<string | undefined> {
  if (path === '-') return undefined;
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}
