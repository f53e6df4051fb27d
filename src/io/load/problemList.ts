import type { SceneProblem } from '../scene.js';

/** How many problems of a kind are told one by one. */
const MOST_ALIKE = 20;

/** Problems of parts. A file may have a million of them: of each kind the first are kept, and the others counted. */
export interface ProblemList {
  /** `kind` is what such parts have in common and what to do, in words; `problem` is made only where it is kept. */
  add(kind: string, problem: () => SceneProblem): void;
  /** In the order of the file; for each kind that has more, a last one says how many. */
  all(): SceneProblem[];
}

export function problemList(): ProblemList {
  const kept: SceneProblem[] = [];
  const kinds = new Map<string, { count: number; code: SceneProblem['code'] }>();
  return {
    add(kind, problem) {
      const known = kinds.get(kind);
      if (known && ++known.count > MOST_ALIKE) return;
      const made = problem();
      if (!known) kinds.set(kind, { count: 1, code: made.code });
      kept.push(made);
    },
    all: () => [
      ...kept,
      ...[...kinds]
        .filter(([, { count }]) => count > MOST_ALIKE)
        .map(([kind, { count, code }]) => ({ code, message: `and ${count - MOST_ALIKE} more like it: ${kind}` })),
    ],
  };
}
