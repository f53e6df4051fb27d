// Builds what is published, from nothing: no file of an earlier build goes along. `npm pack` and `npm publish` run it (as
// `prepack`) and find it in dist/; with a folder as argument it builds the same there, beside what others do with dist/.
//
// Left out are source maps, since what tsc writes reads like its source, and declarations that no entry point leads to: four in
// five, and all that speak of WebGPU's own objects. Types are not checked here: `npm run check` does that.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? root);
const { exports, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(join(folder, 'dist'), { recursive: true, force: true });
compile();
prune(join(folder, 'dist/src'));
if (folder !== resolve(root))
  for (const name of [...files, 'package.json', 'README.md', 'LICENSE'].filter((name) => !name.startsWith('dist')))
    cpSync(join(root, name), join(folder, name), { recursive: true });

function compile() {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(/package\.json$/, 'bin/tsc');
  const options = ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist'), '--sourceMap', 'false', '--noCheck'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, ...options], { cwd: root, encoding: 'utf8' });
  if (status === 0) return;
  console.error(`${stdout}${stderr}The package cannot be built: see the compiler's words above.`);
  process.exit(1);
}

/** Deletes the declarations that users cannot reach. */
function prune(source) {
  const reached = new Set();
  const waiting = Object.values(exports).flatMap(({ types }) => (types ? [join(folder, types)] : []));
  while (waiting.length > 0) {
    const file = waiting.pop();
    if (reached.has(file)) continue;
    reached.add(file);
    // `from './x.js'`, `import './x.js'` and `import('./x.js')`.
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]*)\.js['"]/g))
      waiting.push(resolve(dirname(file), `${path}.d.ts`));
  }
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}
