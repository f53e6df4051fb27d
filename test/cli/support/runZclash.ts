import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The built command; `npm run build` makes it. */
export const ZCLASH = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));

export interface RunOptions {
  /** Where it runs; by default an empty folder of its own. */
  readonly folder?: string;
  /** Files to put there first, by name. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** What standard input holds; `endless`: it stays open, and nothing comes. */
  readonly input?: Uint8Array | string;
  /** On top of the tests' own environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called with the running process, to send it a signal. */
  readonly onStart?: (running: {
    kill(signal: NodeJS.Signals): void;
    onStderr(hear: (text: string) => void): void;
  }) => void;
}

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What is in the folder afterwards, by path. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folder: string;
}

/** A folder that is gone when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zclash-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the real command, as a shell would, and waits for its end. */
export async function runZclash(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  if (!existsSync(ZCLASH)) throw new Error('The command is not built: run `npm run build` first.');
  const folder = options.folder ?? (await temporaryFolder());
  for (const [name, content] of Object.entries(options.files ?? {})) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  // What the surroundings of the tests say about colours and widths is not to be tested.
  const plain = { NO_COLOR: undefined, FORCE_COLOR: undefined, COLUMNS: undefined, ZCLASH_DEBUG: undefined };
  const env: NodeJS.ProcessEnv = { ...process.env, ...plain, ...options.env };
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name];
  const child = spawn(process.execPath, [ZCLASH, ...args], { cwd: folder, env, stdio: 'pipe' });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => {}); // it need not read to the end
  if (options.input !== 'endless') child.stdin.end(options.input ?? '');
  options.onStart?.({
    kill: (signal) => void child.kill(signal),
    onStderr: (hear) => void child.stderr.on('data', (chunk: Buffer) => hear(chunk.toString())),
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...end) => resolve(end));
  });
  const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString();
  return { stdout: text(out), stderr: text(err), code, signal, files: await filesIn(folder), folder };
}

async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file)] as const)));
}
