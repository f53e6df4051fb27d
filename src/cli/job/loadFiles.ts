import { InputError } from '../../errors.js';
import type { AssembledBody, SceneFile } from '../../io/assemble.js';
import { loadFile } from '../../io/load/loadFile.js';
import type { ReportDiagnostic } from '../../report/clashReport.js';
import type { JobProgress } from './jobEvent.js';
import type { JobFile, Selection } from './jobSpec.js';
import { type SelectedPairs, selectPairs } from './selectPairs.js';

export interface LoadedFiles {
  readonly scenes: readonly SceneFile[];
  /** What files tell about themselves, parts that could not be read among it. */
  readonly diagnostics: readonly ReportDiagnostic[];
  /** Files that could not be read at all, one sentence each. */
  readonly unreadable: readonly string[];
  /** Files and parts that are not there; of a part that has no name nobody knows whether it was asked for. */
  readonly missing: readonly { readonly file: string; readonly part: string | undefined; readonly message: string }[];
}

/** Reads files one after the other; those that cannot be read are named, and the others are read all the same. */
export async function loadFiles(
  files: readonly JobFile[],
  timeLimitMs: number,
  onProgress: (progress: JobProgress) => void,
): Promise<LoadedFiles> {
  const scenes: SceneFile[] = [];
  const diagnostics: ReportDiagnostic[] = [];
  const unreadable: string[] = [];
  const missing: LoadedFiles['missing'][number][] = [];
  for (const [done, { path, data, format }] of files.entries()) {
    onProgress({ stage: 'reading', done, total: files.length });
    try {
      const scene = await loadFile(path, { data, format, timeLimitMs });
      scenes.push({ file: path, scene });
      for (const { code, part, message } of scene.problems) {
        diagnostics.push({ body: part ?? path, code, message: `${path}: ${message}`, count: 1 });
        if (code === 'unreadable') missing.push({ file: path, part, message: `${path}: ${message}` });
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      unreadable.push(error.message);
      missing.push({ file: path, part: undefined, message: error.message });
      diagnostics.push({ body: path, code: 'unreadable', message: error.message, count: 1 });
    }
  }
  onProgress({ stage: 'reading', done: files.length, total: files.length });
  return { scenes, diagnostics, unreadable, missing };
}

/** Those of which nothing can be left out. */
export function demandAll({ unreadable }: LoadedFiles): void {
  if (unreadable.length > 0) throw new InputError(unreadable.join('\n'));
}

/** Applies a selection; where nothing is left of it, files that could not be read may be why, and are named first. */
export function selectOrExplain(
  bodies: readonly AssembledBody[],
  selection: Selection,
  { unreadable }: LoadedFiles,
): SelectedPairs {
  try {
    return selectPairs(bodies, selection);
  } catch (error) {
    if (!(error instanceof InputError) || unreadable.length === 0) throw error;
    throw new InputError([...unreadable, error.message].join('\n'));
  }
}
