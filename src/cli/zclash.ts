import { dirname } from 'node:path';
import { ZCLASH_VERSION } from '../report/projectVersion.js';
import { checkOperands, type RawCommandLine, readWords, refuseCommand } from './commandLine.js';
import { commandSpec } from './commandTable.js';
import { type ConfigValues, readConfig } from './config.js';
import { EXIT, type ExitCode } from './exitCode.js';
import { optionsOf } from './options.js';
import { isOn, readOptions } from './readOptions.js';
import type { Terminal } from './terminal/terminal.js';

/** The command line: from the words behind `zclash` to an exit code. */
export async function zclash(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const exitCode = await answer(words, terminal).catch((error) => explain(error, terminal));
  try {
    await terminal.flush();
    return exitCode;
  } catch (error) {
    const { writeFault } = await import('./writeFault.js');
    return explain(writeFault('standard output', error), terminal);
  }
}

async function answer(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const raw = readWords(words);
  if (isOn(raw.given, 'quiet')) terminal.hush();
  if (isOn(raw.given, 'help')) return help(raw, terminal);
  if (isOn(raw.given, 'version')) {
    terminal.print(`zclash ${ZCLASH_VERSION}`);
    return EXIT.nothing;
  }
  if (raw.command === undefined && raw.unknownCommand === undefined) {
    const { shortHelp } = await import('./helpText.js');
    terminal.explain(shortHelp(terminal.wordWidth, terminal.wordStyle));
    return EXIT.wrongUse;
  }
  return runCommand(raw, terminal);
}

async function help({ command, unknownCommand }: RawCommandLine, terminal: Terminal): Promise<ExitCode> {
  if (unknownCommand !== undefined) refuseCommand(unknownCommand);
  const { generalHelp, commandHelp } = await import('./helpText.js');
  const { width, style } = terminal;
  terminal.print(command === undefined ? generalHelp(width, style) : commandHelp(command, width, style));
  return EXIT.nothing;
}

async function runCommand(raw: RawCommandLine, terminal: Terminal): Promise<ExitCode> {
  const { command, unknownCommand, operands, given } = raw;
  if (command === undefined) refuseCommand(unknownCommand ?? '');
  checkOperands(command, operands);
  const none: ConfigValues = { file: undefined, values: new Map() };
  // What is typed is checked first: it is wrong whatever a file says.
  const typed = readOptions(command, given, none);
  const config = optionsOf(command).includes('config') ? await readConfig(typed.config) : none;
  const options = config.file === undefined ? typed : readOptions(command, given, config);
  const wasFound = config.file !== undefined && typed.config === undefined;
  // A file that nobody named cannot hide itself: this is said before it can hush anything.
  if (wasFound) terminal.note(`options are read from ${config.file}.`);
  if (options.quiet) terminal.hush();
  const outFolder = wasFound && !given.has('out') ? dirname(config.file!) : undefined;
  const { run } = await commandSpec(command).load();
  return run({ command, operands, options, configFile: config.file, outFolder }, terminal);
}

/** In one sentence what is wrong; a stack trace is for those who ask for it. */
export function explain(error: unknown, terminal: Terminal): ExitCode {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  // By name: errors come back from workers as copies.
  if (name === 'InputError' || name === 'DeviceError') {
    terminal.complain(message);
    return EXIT.wrongUse;
  }
  if (OUT_OF_MEMORY.test(message)) {
    terminal.complain(
      'the work needs more memory than there is. Give fewer or smaller files or a lower --resolution; NODE_OPTIONS=--max-old-space-size=8192 (in MB) lets it take more.',
    );
    return EXIT.wrongUse;
  }
  terminal.complain(
    `this is a fault of zclash (${name}: ${message}). Please report it, with the command; ZCLASH_DEBUG=1 tells where it happened.`,
  );
  if (process.env.ZCLASH_DEBUG) terminal.explain(`${stack ?? 'no stack'}\n`);
  return EXIT.internal;
}

/** As Node says it, of a worker's heap and of a typed array. */
const OUT_OF_MEMORY = /reaching memory limit|Array buffer allocation failed/;
