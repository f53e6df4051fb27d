// Benches by name: `npm run bench -- machine`, `npm run bench -- zlist`, `npm run bench -- exact`,
// `npm run bench -- instances`, `npm run bench -- solids`, `npm run bench -- still`, `npm run bench -- surface`, `npm run bench -- threads`, `npm run bench -- three`.
import { benchExact } from './exact.js';
import { benchInstances } from './instances.js';
import { benchMachine } from './machine.js';
import { benchSolids } from './solids.js';
import { benchStill } from './still.js';
import { benchSurface } from './surface.js';
import { benchThreads } from './threads.js';
import { benchThree } from './three.js';
import { benchZlist } from './zlist.js';

const BENCHES: Record<string, (options: readonly string[]) => Promise<void>> = {
  exact: benchExact,
  instances: benchInstances,
  machine: benchMachine,
  solids: benchSolids,
  still: benchStill,
  surface: benchSurface,
  threads: benchThreads,
  three: benchThree,
  zlist: benchZlist,
};

const [name = '', ...options] = process.argv.slice(2);
if (name in BENCHES) await BENCHES[name](options);
else {
  console.error(`bench: there is no bench '${name}'. Name one of: ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
}
