import { readFile } from 'node:fs/promises';

/** The first piece of code in the README: what a new user tries. */
export async function readmeSnippet(): Promise<string> {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const snippet = /```ts\n([\s\S]*?)```/.exec(readme)?.[1];
  if (snippet === undefined) throw new Error('The README has no piece of code.');
  return snippet;
}

/** The same on a machine of the given kind, with few rays and steps: software drivers are slow. */
export function shortened(snippet: string, backend: 'cpu' | 'webgpu'): string {
  const edits = [
    ['import { body', 'import { open, body'],
    [/\n\n/, `\n\nconst machine = await open({ backend: '${backend}' });\n`],
    ['x < 4', 'x < 1'],
    ['tolerance: 0.001', 'tolerance: 0.001, resolution: 64, machine'],
  ] as const;
  return edits.reduce((text, [from, to]) => {
    const edited = text.replace(from, to);
    if (edited === text)
      throw new Error(`The README's first piece of code has no ${from} any more: change it here, too.`);
    return edited;
  }, snippet);
}
