import { runClashCommand } from '../clashCommand.js';
import { selectionOf } from '../clashSettings.js';
import type { RunCommand } from '../commandTable.js';
import { showMotion } from '../show/showMotion.js';

export const run: RunCommand = (line, terminal) => {
  const { steps, animation } = line.options;
  return runClashCommand(line, terminal, {
    job: ([file], settings) => ({
      kind: 'motion',
      file,
      selection: selectionOf(line.options),
      steps,
      animation,
      settings,
    }),
    show: showMotion,
  });
};
