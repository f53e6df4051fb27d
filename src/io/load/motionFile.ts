import type { InputError } from '../../errors.js';
import { isLengthUnit, LENGTH_UNITS, type LengthUnit } from '../units.js';
import { isRecord, type MotionPose, type Refuse, readPose, STILL } from './motionPose.js';
import { unreadable } from './reader.js';

/**
 * A motion as a file describes it (JSON):
 *
 *     { "units": "mm",
 *       "parts": [{ "file": "base.stl" }, { "file": "arm.stl", "name": "arm", "parent": "base", "pose": { "move": [0, 0, 40] } }],
 *       "frames": [{ "time": 0, "poses": { "arm": { "move": [0, 0, 40] } } },
 *                  { "time": 2, "poses": { "arm": { "rotate": { "axis": [1, 0, 0], "angleDeg": 90 }, "move": [0, 0, 40] } } }],
 *       "steps": 20, "ignore": [["base", "arm"]] }
 *
 * Poses are 12 or 16 numbers, row by row, or an object of `scale`, `rotate` and `move`, applied in this order. They are in the
 * frame of the part's parent, or of the world. Between two frames that name a part it goes as {@link poseBetween} says. Lengths are
 * in the file's units.
 */
export interface MotionFile {
  readonly units: LengthUnit | undefined;
  readonly parts: readonly MotionPart[];
  readonly frames: readonly MotionFrame[];
  /** How many steps are looked at from frame to frame. */
  readonly steps: number;
  readonly ignore: readonly (readonly [string, string])[];
}

export interface MotionPart {
  /** Relative to the folder of the motion file. */
  readonly file: string;
  /** Where it is given, the whole file is one part of that name; else the file's parts keep their names. */
  readonly name: string | undefined;
  readonly parent: string | undefined;
  readonly pose: MotionPose;
}

export interface MotionFrame {
  readonly time: number;
  readonly poses: ReadonlyMap<string, MotionPose>;
}

const MOST_STEPS = 1_000_000;
/** About as many steps are looked at altogether where the file does not say how many. */
const USUAL_STEPS = 100;

/** Reads the text of a motion file. Whether its parts exist is for whoever loads them to say. */
export function parseMotionFile(text: string, name: string): MotionFile {
  const refuse = (fact: string, remedy: string): InputError => unreadable({ name }, fact, remedy);
  const root = parseJson(text, name);
  if (!isRecord(root))
    throw refuse('this is no motion file (no JSON object)', 'See `zclash help motion` for an example.');
  const known = ['units', 'parts', 'frames', 'steps', 'ignore', '$schema', 'comment'];
  const stranger = Object.keys(root).find((key) => !known.includes(key));
  if (stranger !== undefined)
    throw refuse(`a motion file has no '${stranger}'`, `It has ${known.slice(0, 5).join(', ')}.`);
  const { units, ignore = [] } = root;
  const frames = framesOf(root.frames, refuse);
  const { steps = Math.ceil(USUAL_STEPS / Math.max(1, frames.length - 1)) } = root;
  if (units !== undefined && !(typeof units === 'string' && isLengthUnit(units)))
    throw refuse(`'units' is none that is known (${JSON.stringify(units)})`, `Use one of: ${LENGTH_UNITS.join(', ')}.`);
  if (!(typeof steps === 'number' && Number.isInteger(steps) && steps >= 1 && steps <= MOST_STEPS))
    throw refuse(
      `'steps' is no whole number from 1 to ${MOST_STEPS} (${JSON.stringify(steps)})`,
      'Give how many looks there are from frame to frame.',
    );
  if (
    !(
      Array.isArray(ignore) &&
      ignore.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === 'string'))
    )
  )
    throw refuse("'ignore' is no list of pairs of names", 'Write it as [["base", "arm"]].');
  return {
    units: units as LengthUnit | undefined,
    parts: partsOf(root.parts, refuse),
    frames,
    steps,
    ignore: ignore as [string, string][],
  };
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw unreadable(
      { name },
      `this is no JSON (${(error as Error).message.replace(/\s+/g, ' ')})`,
      'Correct it there.',
    );
  }
}

function partsOf(parts: unknown, refuse: Refuse): MotionPart[] {
  if (!(Array.isArray(parts) && parts.length > 0))
    throw refuse("'parts' is no list", 'Name the files: "parts": [{ "file": "base.stl" }].');
  return parts.map((part, k) => {
    const at = `part ${k}`;
    if (!(isRecord(part) && typeof part.file === 'string' && part.file !== ''))
      throw refuse(`${at} names no file`, 'Write it as { "file": "base.stl" }.');
    for (const key of ['name', 'parent'] as const)
      if (part[key] !== undefined && typeof part[key] !== 'string')
        throw refuse(`the ${key} of ${at} is no text (${JSON.stringify(part[key])})`, 'Write it in quotation marks.');
    const pose = part.pose === undefined ? STILL : readPose(part.pose, at, refuse);
    return { file: part.file, name: part.name as string | undefined, parent: part.parent as string | undefined, pose };
  });
}

function framesOf(frames: unknown, refuse: Refuse): MotionFrame[] {
  if (!(Array.isArray(frames) && frames.length > 0))
    throw refuse("'frames' is no list", 'Give at least one: "frames": [{ "time": 0, "poses": {} }].');
  let before = -Infinity;
  return frames.map((frame, k) => {
    const at = `frame ${k}`;
    if (!(isRecord(frame) && typeof frame.time === 'number' && Number.isFinite(frame.time)))
      throw refuse(`${at} has no time`, 'Write it as { "time": 0.5, "poses": { … } }.');
    if (!(frame.time > before))
      throw refuse(
        `the times do not grow at ${at} (${before} is followed by ${frame.time})`,
        'Sort the frames by time.',
      );
    before = frame.time;
    const { poses = {} } = frame;
    if (!isRecord(poses))
      throw refuse(`the poses of ${at} are no object`, 'Write them as { "arm": { "move": [0, 0, 1] } }.');
    return {
      time: frame.time,
      poses: new Map(Object.entries(poses).map(([name, pose]) => [name, readPose(pose, `'${name}' in ${at}`, refuse)])),
    };
  });
}
