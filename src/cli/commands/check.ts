import { runClashCommand } from '../clashCommand.js';
import type { RunCommand } from '../commandTable.js';
import type { OptionValues } from '../options.js';
import { showCheck } from '../show/showCheck.js';

export const run: RunCommand = (line, terminal) =>
  runClashCommand(line, terminal, {
    job: ([a, b], settings) => {
      const poseOfB = placementOf(line.options);
      return { kind: 'check', a, b, ...(poseOfB && { poseOfB }), settings };
    },
    show: showCheck,
  });

/** The pose first, then the move. */
export function placementOf({ pose, move }: Pick<OptionValues, 'pose' | 'move'>): readonly number[] | undefined {
  if (!pose && !move) return undefined;
  const placed = [...(pose ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])];
  move?.forEach((by, axis) => {
    placed[4 * axis + 3] += by;
  });
  return placed;
}
