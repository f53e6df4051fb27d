import { runClashCommand } from '../clashCommand.js';
import { selectionOf } from '../clashSettings.js';
import type { RunCommand } from '../commandTable.js';
import { showScene } from '../show/showScene.js';

export const run: RunCommand = (line, terminal) =>
  runClashCommand(line, terminal, {
    job: (files, settings) => ({ kind: 'scene', files, selection: selectionOf(line.options), settings }),
    show: showScene,
  });
