import { existsSync, readFileSync } from 'node:fs';

/** Words of what must not meet other tests: the GPU, as Dawn ends its process on some driver faults; browsers, threads, the process. */
const APART = /gpu|chromium|\bworker|thread|process\.(chdir|env|exit|on|std)|\bvi\./i;

/** Whether a file of the tests has to do with such things, or one of the tests' files that it imports. */
export function needsProcess(file: URL, seen = new Set<string>()): boolean {
  if (seen.has(file.href) || !file.pathname.includes('/test/') || !existsSync(file)) return false;
  seen.add(file.href);
  const text = readFileSync(file, 'utf8');
  if (APART.test(text)) return true;
  const imported = [...text.matchAll(/(?:from|import|import\() ?'(\.[^']+)\.js'/g)];
  return imported.some(([, path]) => needsProcess(new URL(`${path}.ts`, file), seen));
}

/** Whether a file of the tests puts something in the place of a module. */
export const mocksModules = (file: URL): boolean => /\bvi\.(mock|resetModules)\(/.test(readFileSync(file, 'utf8'));
