// What threads of the CPU machine are worth: whole reports on 1, 2, 4 … threads, in turns within one run.
//   npm run bench -- threads           as many threads as there are processors, at most
//   npm run bench -- threads --quick   few bodies and two threads, to see that it runs
import { availableParallelism, cpus } from 'node:os';
import { bumpyPair } from '../scenes/bumpyPair.js';
import { manyBodies } from '../scenes/manyBodies.js';
import type { Body } from '../src/body.js';
import { gap } from '../src/gap.js';
import { interference } from '../src/interference.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../src/machine/machine.js';
import { type Measured, sideBySide } from './support/measure.js';
import { ms, printTable, times } from './support/table.js';

interface Job {
  readonly name: string;
  readonly rounds: number;
  run(machine: Machine): Promise<unknown>;
}

export async function benchThreads(options: readonly string[]): Promise<void> {
  const isQuick = options.includes('--quick');
  const most = isQuick ? 2 : availableParallelism();
  const counts = [1];
  while (2 * counts[counts.length - 1] <= most) counts.push(2 * counts[counts.length - 1]);
  console.log(
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} processors; wall time in ms, medians, and times faster`,
  );
  const machines = counts.map((threads) => ({ threads, machine: createCpuMachine({ threads }) }));
  const rows: string[][] = [];
  for (const { name, rounds, run } of isQuick ? quickJobs() : jobs()) {
    const runs = machines.map(({ threads, machine }) => [`${threads}`, () => run(machine)] as const);
    const measured: Record<string, Measured> = await sideBySide(Object.fromEntries(runs), { rounds });
    const alone = measured['1'].p50;
    rows.push([name, ...counts.map((n) => `${ms(measured[n].p50)} (${times(alone / measured[n].p50)})`)]);
  }
  printTable(['', ...counts.map((n) => (n === 1 ? '1 thread' : `${n} threads`))], rows);
  for (const { machine } of machines) machine.close();
}

const jobs = (): Job[] => {
  const many = manyBodies();
  const near = bumpyPair(200, 2.6);
  return [
    ...[64, 256, 512].map((n) => reportOf(`1,000 bodies, ${n}²`, many, n, n > 256 ? 3 : 5)),
    ...[2.1, 0.5].map((dx) => reportOf(`160,800 triangles, dx ${dx}, 512²`, bumpyPair(200, dx), 512)),
    reportOf('1,440,000 triangles, dx 0.5, 512²', bumpyPair(599, 0.5), 512),
    reportOf('160,800 triangles, dx 0.5, 2048²', bumpyPair(200, 0.5), 2048, 7),
    { name: 'gap, 160,800 triangles, 512²', rounds: 9, run: (machine) => gap(...near, { machine }) },
  ];
};

const quickJobs = (): Job[] => [
  reportOf('40 bodies, 32²', manyBodies({ count: 40 }), 32, 2),
  reportOf('two bodies, 140²', bumpyPair(20, 0.5), 140, 2),
];

const reportOf = (name: string, bodies: readonly Body[], resolution: number, rounds = 15): Job => ({
  name,
  rounds,
  run: (machine) => interference(bodies, { machine, resolution }),
});
