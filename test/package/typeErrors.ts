import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The oldest TypeScript that three's types accept, which attw brings along, and the one that builds the package. */
export const COMPILERS = {
  '5.6': join(modules, '@arethetypeswrong/core/node_modules/typescript/bin/tsc'),
  '7': join(modules, 'typescript/bin/tsc'),
} as const;

/** What the compiler says of files of a project; nothing where it accepts them. Declarations of packages are checked, too. */
export async function typeErrors(
  compiler: keyof typeof COMPILERS,
  project: string,
  options: { readonly lib: readonly string[]; readonly skipLibCheck?: boolean },
  files: readonly string[],
): Promise<string> {
  const compilerOptions = {
    ...{ noEmit: true, strict: true, target: 'es2022', module: 'nodenext', types: [], skipLibCheck: false },
    ...options,
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { stdout } = await promisify(execFile)(process.execPath, [COMPILERS[compiler], '-p', '.'], {
    cwd: project,
  }).catch((failed: { stdout: string }) => failed);
  return stdout.trim();
}
