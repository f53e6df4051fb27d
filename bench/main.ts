// Benches by name: `npm run bench -- machine`.
import { benchMachine } from './machine.js';

const BENCHES: Record<string, (options: readonly string[]) => Promise<void>> = { machine: benchMachine };

const [name = '', ...options] = process.argv.slice(2);
if (name in BENCHES) await BENCHES[name](options);
else {
  console.error(`bench: there is no bench '${name}'. Name one of: ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
}
