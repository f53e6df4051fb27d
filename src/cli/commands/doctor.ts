import { harmless } from '../../io/write/json.js';
import type { RunCommand } from '../commandTable.js';
import { diagnosis } from '../doctor/diagnosis.js';
import { EXIT } from '../exitCode.js';
import { showDoctor } from '../show/showDoctor.js';

export const run: RunCommand = async ({ options }, terminal) => {
  terminal.note('looking for machines …');
  const found = await diagnosis();
  terminal.print(options.json ? harmless(JSON.stringify(found, undefined, 2)) : showDoctor(found, terminal).join('\n'));
  return found.cpu.selfTest.isRight ? EXIT.nothing : EXIT.internal;
};
