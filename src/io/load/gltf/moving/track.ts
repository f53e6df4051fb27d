import { readFloats } from '../bytes/accessor.js';
import { once, type Store } from '../bytes/store.js';
import { fault, shown, within } from '../fault.js';
import type { Json } from '../json.js';

/** Values over time: keys, and how to go from one to the next. */
export interface Track {
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** In seconds, growing. */
  readonly times: Float32Array;
  /** So many values per key; with CUBICSPLINE an in-tangent, a value and an out-tangent each. */
  readonly values: Float32Array;
  readonly width: number;
  /** Quaternions, to be turned the short way and kept at length 1. */
  readonly isRotation: boolean;
}

/** What an animation can move. */
export type TrackPath = 'translation' | 'rotation' | 'scale' | 'weights';

/** Reads a sampler of an animation; `targetCount` is how many weights there are. */
export function readTrack(store: Store, sampler: Json, path: TrackPath, targetCount: number): Track {
  const { interpolation = 'LINEAR', input, output } = sampler;
  if (interpolation !== 'LINEAR' && interpolation !== 'STEP' && interpolation !== 'CUBICSPLINE')
    throw fault(`its interpolation is none that exists (${shown(interpolation)})`);
  const width = path === 'weights' ? targetCount : path === 'rotation' ? 4 : 3;
  const type = path === 'weights' ? 'SCALAR' : path === 'rotation' ? 'VEC4' : 'VEC3';
  return once(store, `track ${shown(input)} ${shown(output)} ${interpolation} ${path} ${width}`, () => {
    const times = within('input', () => readFloats(store, input, 'SCALAR').values);
    const values = within('output', () => readFloats(store, output, type).values);
    store.budget.spend(times.length + values.length);
    const track: Track = { interpolation, times, values, width, isRotation: path === 'rotation' };
    checkTrack(track);
    return track;
  });
}

function checkTrack(track: Track): void {
  const { interpolation, times, values, width, isRotation } = track;
  if (times.length === 0) throw fault('it has no keys');
  for (let k = 0; k < times.length; k++)
    if (!(times[k] >= 0 && times[k] < Infinity && (k === 0 || times[k] > times[k - 1])))
      throw fault(`its times do not grow (${times[k]} s at key ${k})`);
  const perKey = interpolation === 'CUBICSPLINE' ? 3 * width : width;
  if (values.length !== perKey * times.length)
    throw fault(`it has ${values.length} numbers for ${times.length} keys of ${perKey}`);
  if (!values.every(Number.isFinite)) throw fault('its values are not finite');
  if (isRotation)
    for (let k = 0; k < times.length; k++)
      if (!(Math.hypot(...keyOf(track, k)) > 0)) throw fault(`key ${k} is no turn (a quaternion of length 0)`);
}

/** The value of a track at a time; before the first key and after the last it stands still. */
export function sample(track: Track, timeS: number): number[] {
  const { times, interpolation, isRotation } = track;
  const last = times.length - 1;
  if (timeS <= times[0]) return keyOf(track, 0);
  if (timeS >= times[last]) return keyOf(track, last);
  let [low, high] = [0, last]; // times[low] <= timeS < times[high]
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= timeS) low = middle;
    else high = middle;
  }
  const from = keyOf(track, low);
  if (interpolation === 'STEP') return from;
  const to = keyOf(track, high);
  const span = times[high] - times[low];
  const t = (timeS - times[low]) / span;
  if (interpolation === 'LINEAR')
    return isRotation ? slerp(from, to, t) : from.map((value, k) => value + t * (to[k] - value));
  const leaving = keyOf(track, low, 2);
  const arriving = keyOf(track, high, 0);
  const t2 = t * t;
  const t3 = t2 * t;
  const value = from.map(
    (v, k) =>
      (2 * t3 - 3 * t2 + 1) * v +
      span * (t3 - 2 * t2 + t) * leaving[k] +
      (3 * t2 - 2 * t3) * to[k] +
      span * (t3 - t2) * arriving[k],
  );
  return isRotation && !(Math.hypot(...value) > 0) ? from : value;
}

/** A key's value, or one of its tangents (0 in, 2 out). */
function keyOf({ interpolation, values, width }: Track, key: number, third = 1): number[] {
  const first = interpolation === 'CUBICSPLINE' ? (3 * key + third) * width : key * width;
  return Array.from(values.subarray(first, first + width));
}

/** From one turn to another the short way, at an even pace (K. Shoemake, 1985). Nearly equal ones lie on a line. */
function slerp(a: readonly number[], b: readonly number[], t: number): number[] {
  const [la, lb] = [Math.hypot(...a), Math.hypot(...b)];
  const dot = a.reduce((sum, value, k) => sum + (value / la) * (b[k] / lb), 0);
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const [wa, wb] = angle < 1e-6 ? [1 - t, t] : [Math.sin((1 - t) * angle), Math.sin(t * angle)];
  return a.map((value, k) => (wa / la) * value + ((sign * wb) / lb) * b[k]);
}
