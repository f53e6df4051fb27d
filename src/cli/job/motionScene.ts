import { dirname, isAbsolute, join } from 'node:path';
import { InputError } from '../../errors.js';
import { assemble, type SceneFile } from '../../io/assemble.js';
import { joinParts } from '../../io/joinParts.js';
import { type MotionFile, type MotionFrame, type MotionPart, parseMotionFile } from '../../io/load/motionFile.js';
import { stemOf } from '../../io/load/stemOf.js';
import type { Scene } from '../../io/scene.js';
import { unitRatio } from '../../io/units.js';
import { readText } from '../readText.js';
import type { JobProgress } from './jobEvent.js';
import type { MotionJob } from './jobSpec.js';
import { loadFiles } from './loadFiles.js';
import { type MovingBody, motionTrack } from './motionTrack.js';
import { type MovingScene, withSteps } from './movingScene.js';

/** The scene that a motion file describes. */
export async function motionScene(job: MotionJob, onProgress: (progress: JobProgress) => void): Promise<MovingScene> {
  const { path, data } = job.file;
  const text = data ? new TextDecoder().decode(data) : await readText(path);
  const file = parseMotionFile(text, path);
  const folder = path === '-' ? '.' : dirname(path);
  const place = (name: string): string => (isAbsolute(name) ? name : join(folder, name));
  const unique = [...new Set(file.parts.map((part) => place(part.file)))];
  const loaded = await loadFiles(
    unique.map((one) => ({ path: one })),
    job.settings.timeLimitMs,
    onProgress,
  );
  const scenes = new Map(loaded.scenes.map((one) => [one.file, one.scene]));
  const entries = file.parts.filter((part) => scenes.has(place(part.file)));
  const files = entries.map((entry): SceneFile => {
    const scene = scenes.get(place(entry.file))!;
    const whole = entry.name === undefined ? scene : asOne(scene, entry.name);
    // Files that do not tell their unit are in that of the motion file.
    return { file: place(entry.file), scene: { ...whole, units: whole.units ?? file.units } };
  });
  const assembly = assemble(files, { units: job.settings.units ?? file.units, allFiles: unique });
  const ratio = file.units && assembly.units ? unitRatio(file.units, assembly.units) : 1;
  const moving: MovingBody[] = [];
  let next = 0;
  files.forEach(({ scene }, k) => {
    for (const _ of scene.parts) moving.push({ assembled: assembly.bodies[next++], entry: entries[k] });
  });
  demandDistinct(entries, path);
  const missing = missingOf(file, entries);
  demandParents(entries, missing, loaded.unreadable, path);
  const move = orExplain(loaded.unreadable, () => motionTrack(moving, framesOf(file, missing), path, ratio));
  const times = withSteps(
    file.frames.map(({ time }) => time),
    job.steps ?? file.steps,
  );
  const ignore = file.ignore.filter((pair) => !pair.some((name) => missing.has(name)));
  return { assembly, loaded, times, move, ignore };
}

const asOne = (scene: Scene, name: string): Scene => {
  const part = scene.parts.length === 1 ? scene.parts[0] : joinParts(scene.parts);
  return { ...scene, parts: [{ ...part, name, path: [] }] };
};

function demandDistinct(entries: readonly MotionPart[], path: string): void {
  const names = entries.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const twice = names.find((name, k) => names.indexOf(name) !== k);
  if (twice !== undefined)
    throw new InputError(`${path}: two parts are named '${twice}'. Give each a name of its own.`);
}

/** Parts whose file could not be read: that is reported, and no mistake of the motion file. */
const missingOf = ({ parts }: MotionFile, entries: readonly MotionPart[]): Set<string> =>
  new Set(parts.filter((part) => !entries.includes(part)).map(({ name, file }) => name ?? stemOf(file)));

/** Where a part hangs on one that could not be read, nobody knows where it is. */
function demandParents(
  entries: readonly MotionPart[],
  missing: ReadonlySet<string>,
  unreadable: readonly string[],
  path: string,
): void {
  const lost = entries.find(({ parent }) => parent !== undefined && missing.has(parent));
  if (!lost) return;
  const who = `${path}: '${lost.name ?? stemOf(lost.file)}' hangs on '${lost.parent}', which could not be read. Mend that first.`;
  throw new InputError([...unreadable, who].join('\n'));
}

const framesOf = ({ frames }: MotionFile, missing: ReadonlySet<string>): MotionFrame[] =>
  frames.map(({ time, poses }) => ({ time, poses: new Map([...poses].filter(([name]) => !missing.has(name))) }));

/** Where files could not be read, that may be why the rest does not fit: they are named first. */
function orExplain<T>(unreadable: readonly string[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || unreadable.length === 0) throw error;
    throw new InputError([...unreadable, error.message].join('\n'));
  }
}
