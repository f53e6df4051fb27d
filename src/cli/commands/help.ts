import { refuseCommand } from '../commandLine.js';
import { isCommand, type RunCommand } from '../commandTable.js';
import { EXIT } from '../exitCode.js';
import { commandHelp, generalHelp } from '../helpText.js';

export const run: RunCommand = async ({ operands: [about] }, terminal) => {
  if (about !== undefined && !isCommand(about)) refuseCommand(about);
  terminal.print(
    about === undefined
      ? generalHelp(terminal.width, terminal.style)
      : commandHelp(about, terminal.width, terminal.style),
  );
  return EXIT.nothing;
};
