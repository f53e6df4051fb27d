// Compiles the modules under wasm/ and writes each, as text, into src/machine/cpu, so that the package needs neither a loader
// nor a file beside it. `--check` only tells whether those files are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--importMemory', '--noAssert'];
const modules = ['layers', 'touching'];

async function compile(name) {
  let binary;
  const { error, stderr } = await asc.main([`wasm/${name}.ts`, ...options, '--outFile', `${name}.wasm`], {
    readFile: (file, base) => {
      try {
        return readFileSync(`${base}/${file}`, 'utf8');
      } catch {
        return null;
      }
    },
    writeFile: (_name, contents) => {
      binary = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`wasm: ${name}.ts does not compile.\n${stderr}`);
  return binary;
}

for (const name of modules) {
  const file = `src/machine/cpu/${name}Wasm.ts`;
  const target = new URL(`../${file}`, import.meta.url);
  const lines = Buffer.from(await compile(name))
    .toString('base64')
    .match(/.{1,100}/g);
  const text = `// Made by scripts/build-wasm.mjs from wasm/${name}.ts; do not edit.\n/** The module's bytes in base64. */\nexport const ${name.toUpperCase()}_WASM =\n${lines.map((line) => `  '${line}'`).join(' +\n')};\n`;
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`wasm: ${file} is older than wasm/${name}.ts. Run \`npm run build:wasm\`.`);
    process.exit(1);
  }
}
