import { InputError } from '../../errors.js';
import type { AssembledBody } from '../../io/assemble.js';
import type { MotionFrame, MotionPart } from '../../io/load/motionFile.js';
import { type MotionPose, poseBetween, poseMatrix } from '../../io/load/motionPose.js';
import { type Affine, determinant, multiply } from '../../math/affine.js';

/** A body, and the entry of the motion file that it comes from. */
export interface MovingBody {
  readonly assembled: AssembledBody;
  readonly entry: MotionPart;
}

interface Frame {
  /** Where the file itself puts the part. */
  readonly base: Affine;
  readonly keys: readonly { readonly time: number; readonly pose: MotionPose }[];
  readonly entry: MotionPart;
}

/** Puts bodies where a motion file has them at a time. */
export function motionTrack(
  moving: readonly MovingBody[],
  frames: readonly MotionFrame[],
  name: string,
  unitRatio: number,
): (time: number) => void {
  const byName = new Map(moving.map((one) => [one.assembled.name, one]));
  const demand = (body: string, where: string): void => {
    if (byName.has(body)) return;
    const names = [...byName.keys()].slice(0, 8).map((known) => `'${known}'`);
    throw new InputError(`${name}: ${where} names '${body}', which is no part. Parts are ${names.join(', ')}.`);
  };
  for (const [k, { poses }] of frames.entries()) for (const body of poses.keys()) demand(body, `frame ${k}`);
  for (const { entry } of moving)
    if (entry.parent !== undefined) demand(entry.parent, `the parent of '${entry.name ?? entry.file}'`);

  const all = new Map<string, Frame>();
  for (const [body, { assembled, entry }] of byName) {
    const keys = frames.flatMap(({ time, poses }) => {
      const pose = poses.get(body);
      return pose ? [{ time, pose }] : [];
    });
    demandWay(keys, `${name}: '${body}'`);
    all.set(body, { base: assembled.body.pose, keys, entry });
  }
  const order = parentsFirst(all, name);
  return (time) => {
    const placed = new Map<string, Affine>();
    for (const body of order) {
      const { base, keys, entry } = all.get(body)!;
      const own = keys.length === 0 ? poseMatrix(entry.pose, unitRatio) : poseAt(keys, time, unitRatio);
      const place = entry.parent === undefined ? own : multiply(placed.get(entry.parent)!, own);
      placed.set(body, place);
      byName.get(body)!.assembled.body.pose = multiply(place, base);
    }
  };
}

/** No body can be turned into its mirror image little by little. */
function demandWay(keys: Frame['keys'], who: string): void {
  const signs = keys.map(({ pose }) => Math.sign(determinant(poseMatrix(pose))));
  const turns = signs.findIndex((sign, k) => k > 0 && sign !== signs[k - 1]);
  if (turns > 0)
    throw new InputError(
      `${who} is mirrored between the times ${keys[turns - 1].time} and ${keys[turns].time}. Give poses that all mirror, or none.`,
    );
}

function poseAt(keys: Frame['keys'], time: number, unitRatio: number): Affine {
  let low = 0;
  let high = keys.length - 1;
  if (time <= keys[low].time) return poseMatrix(keys[low].pose, unitRatio);
  if (time >= keys[high].time) return poseMatrix(keys[high].pose, unitRatio);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (keys[middle].time <= time) low = middle;
    else high = middle;
  }
  const [from, to] = [keys[low], keys[high]];
  return poseBetween(from.pose, to.pose, (time - from.time) / (to.time - from.time), unitRatio);
}

/** Names in an order in which parents come before what hangs on them. */
function parentsFirst(all: ReadonlyMap<string, Frame>, file: string): string[] {
  const order = new Set<string>();
  for (const first of all.keys()) {
    const chain: string[] = [];
    for (
      let body: string | undefined = first;
      body !== undefined && !order.has(body);
      body = all.get(body)!.entry.parent
    ) {
      if (chain.includes(body))
        throw new InputError(`${file}: '${body}' is its own parent (by way of ${chain.length} parts). Cut the circle.`);
      chain.push(body);
    }
    for (const body of chain.reverse()) order.add(body);
  }
  return [...order];
}
