import type { AdapterFacts } from '../../machine/gpu/device.js';
import type { Diagnosis } from '../doctor/diagnosis.js';
import type { SelfTest } from '../doctor/selfTest.js';
import { pad } from '../terminal/displayWidth.js';
import { printable } from '../terminal/printable.js';
import type { Style } from '../terminal/style.js';
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';
import { counted, duration, figure } from './figures.js';

const LEFT = 16;

/** What there is, whether it works, and what is missing. */
export function showDoctor(found: Diagnosis, terminal: Terminal): string[] {
  const { style } = terminal;
  const row = (title: string, text: string): string[] => {
    const [first = '', ...more] = wrap(text, terminal.width - LEFT - 2);
    return [`  ${pad(printable(title), LEFT)}${first}`, ...more.map((line) => ' '.repeat(LEFT + 2) + line)];
  };
  const { cpu, webgpu, vulkan, auto, packages, advice } = found;
  return [
    style.bold(found.tool),
    ...row('Node', `${found.node}, ${found.platform}`),
    '',
    style.bold('CPU'),
    ...row('processor', printable(`${cpu.model}, ${counted(cpu.threads, 'thread')}`)),
    ...row('machine', printable(cpu.selfTest.machine)),
    ...row('self-test', testInWords(cpu.selfTest, style)),
    '',
    style.bold('WebGPU'),
    ...(webgpu ? [] : row('package', `${style.yellow('not installed')}: webgpu`)),
    ...groupsOf(webgpu?.adapters ?? []).flatMap(({ title, text }) => row(title, text)),
    ...(webgpu && webgpu.adapters.length === 0 ? row('adapters', style.yellow('none')) : []),
    ...(webgpu?.selfTest
      ? row('self-test', `${printable(webgpu.selfTest.machine)}: ${testInWords(webgpu.selfTest, style)}`)
      : []),
    ...(webgpu?.fault ? row('fault', style.yellow(printable(webgpu.fault))) : []),
    ...(vulkan?.named ?? []).flatMap(({ file, exists }) =>
      row('driver named', `${printable(file)}${exists ? '' : style.yellow(' (there is no such file)')}`),
    ),
    ...(vulkan?.installed ?? []).flatMap((file) => row('driver', printable(file))),
    ...row('auto takes', autoInWords(auto)),
    '',
    style.bold('Optional packages'),
    ...packages.flatMap(({ name, serves, version }) =>
      row(
        name,
        version === null ? `${style.yellow('not installed')}: ${serves}; npm install ${name}` : `${version}: ${serves}`,
      ),
    ),
    ...(advice.length > 0 ? ['', style.bold('Advice')] : []),
    ...advice.flatMap((text) => wrap(printable(text), terminal.width - 2).map((line) => `  ${line}`)),
  ];
}

const autoInWords = ({ backend, why }: Diagnosis['auto']): string =>
  printable(backend === 'webgpu' ? `${why} (webgpu)` : `the CPU: ${why}`);

function testInWords({ isRight, says, ms }: SelfTest, style: Style): string {
  return isRight
    ? `${style.green('right')} (${printable(says)}; ${duration(ms)})`
    : `${style.red('wrong')}: ${printable(says)}`;
}

/** Adapters that several requests give are shown once. */
function groupsOf(adapters: readonly AdapterFacts[]): { title: string; text: string }[] {
  const groups = new Map<string, AdapterFacts['asked'][]>();
  for (const one of adapters) {
    const text = adapterInWords(one);
    groups.set(text, [...(groups.get(text) ?? []), one.asked]);
  }
  return [...groups].map(([text, asked]) => ({ title: 'adapter', text: `${text}; asked for: ${asked.join(', ')}` }));
}

const adapterInWords = ({
  name,
  software,
  canTime,
  canDraw,
  maxBufferSize,
  maxStorageBufferBindingSize,
}: AdapterFacts): string =>
  [
    printable(name),
    software ? 'a software driver' : 'hardware',
    `buffers up to ${bytes(maxBufferSize)}, bindings up to ${bytes(maxStorageBufferBindingSize)}`,
    ...(canTime ? [] : ['cannot time passes']),
    ...(canDraw ? [] : ['lacks depth32float-stencil8']),
  ].join(', ');

function bytes(size: number): string {
  return size >= 2 ** 30 ? `${figure(size / 2 ** 30, 3)} GiB` : `${figure(size / 2 ** 20, 3)} MiB`;
}
