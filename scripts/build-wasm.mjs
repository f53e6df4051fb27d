// Compiles wasm/layers.ts and writes it, as text, into src/machine/cpu/layersWasm.ts, so that the package needs neither a
// loader nor a file beside it. `--check` only tells whether that file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--importMemory', '--noAssert'];
const target = new URL('../src/machine/cpu/layersWasm.ts', import.meta.url);

let binary;
const { error, stderr } = await asc.main(['wasm/layers.ts', ...options, '--outFile', 'layers.wasm'], {
  readFile: (name, base) => {
    try {
      return readFileSync(`${base}/${name}`, 'utf8');
    } catch {
      return null;
    }
  },
  writeFile: (_name, contents) => {
    binary = contents;
  },
  listFiles: () => [],
});
if (error) throw new Error(`wasm: layers.ts does not compile.\n${stderr}`);

const lines = Buffer.from(binary)
  .toString('base64')
  .match(/.{1,100}/g);
const text = `// Made by scripts/build-wasm.mjs from wasm/layers.ts; do not edit.\n/** The module's bytes in base64. */\nexport const LAYERS_WASM =\n${lines.map((line) => `  '${line}'`).join(' +\n')};\n`;
if (process.argv.includes('--check')) {
  const current = readFileSync(target, 'utf8');
  if (current !== text) {
    console.error('wasm: src/machine/cpu/layersWasm.ts is older than wasm/layers.ts. Run `npm run build:wasm`.');
    process.exit(1);
  }
} else writeFileSync(target, text);
