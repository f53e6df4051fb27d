import { existsSync, readFileSync } from 'node:fs';

/** Words of what must not meet other tests: browsers, threads, the process. */
const APART = /chromium|\bworker|thread|process\.(chdir|env|exit|on|std)|\bvi\./i;

/** And of what starts WebGPU: Dawn ends its process on some driver faults. */
const GPU = /\b(describeGpu|openGpu|onOneDevice|createGpuMachine|openDevice|stubGpu)\b|webgpu/;

/** Says itself what it reads of the process. */
const HARMLESS = new URL('gpu.ts', import.meta.url).href;

/** Whether a file of the tests has to do with such things, or one of the tests' files that it imports. */
export const needsProcess = (file: URL): boolean => mentions(file, APART) || mentions(file, GPU);

/** Whether it does with the GPU that others of its kind use in the same process. */
export const sharesGpu = (file: URL): boolean => mentions(file, /\b(openGpu|onOneDevice)\b/) && !mentions(file, APART);

function mentions(file: URL, words: RegExp, seen = new Set([HARMLESS])): boolean {
  if (seen.has(file.href) || !file.pathname.includes('/test/') || !existsSync(file)) return false;
  seen.add(file.href);
  const text = readFileSync(file, 'utf8');
  if (words.test(text)) return true;
  const imported = [...text.matchAll(/(?:from|import|import\() ?'(\.[^']+)\.js'/g)];
  return imported.some(([, path]) => mentions(new URL(`${path}.ts`, file), words, seen));
}

/** Whether a file of the tests puts something in the place of a module. */
export const mocksModules = (file: URL): boolean => /\bvi\.(mock|resetModules)\(/.test(readFileSync(file, 'utf8'));
