import { execFileSync } from 'node:child_process';

// Most tests are short, and other tests wait for the cores that V8 would use beside them: it optimizes functions after four times as
// much work as usual, and collects garbage less often and by itself. Measured side by side: 94 s became 88 s.
const WANTED = [
  ...['--interrupt-budget=270000', '--single-threaded-gc'],
  ...['--max-semi-space-size=32', '--min-semi-space-size=16'],
];

/** Flags for the processes of the tests, as far as this V8 has them: one that it does not know would keep Node from starting. */
export function v8Flags(): string[] {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return WANTED.filter((flag) => known.includes(`${flag.split('=')[0]} `));
}
