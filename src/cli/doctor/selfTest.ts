import { body } from '../../body.js';
import { interference } from '../../interference.js';
import type { Machine } from '../../machine/machine.js';
import { translation } from '../../math/affine.js';
import type { Vec3 } from '../../math/vector.js';
import { box } from '../../mesh/shapes/box.js';

/** Whether a machine tells what is known of two boxes. */
export interface SelfTest {
  readonly machine: string;
  readonly isRight: boolean;
  /** What was found, in words. */
  readonly says: string;
  readonly ms: number;
}

const SIZE: Vec3 = [2, 2, 2];
const OVERLAPPING: Vec3 = [1.5, 1.25, 1];
const APART: Vec3 = [2.5, 0, 0];
/** What two boxes of this size have in common when one is moved so. */
const VOLUME = SIZE.reduce((product, side, axis) => product * (side - OVERLAPPING[axis]), 1);

/** Two boxes that overlap by a known volume, and two that are apart. */
export async function selfTest(machine: Machine): Promise<SelfTest> {
  const begin = performance.now();
  const still = body(box({ size: SIZE }), { name: 'still' });
  const moved = (by: Vec3) => body(box({ size: SIZE }), { name: 'moved', pose: translation(...by) });
  const settings = { machine, resolution: 128, precision: 'exact' } as const;
  const { pairs } = await interference([still, moved(OVERLAPPING)], settings);
  const { pairs: none } = await interference([still, moved(APART)], settings);
  const ms = performance.now() - begin;
  const [{ kind, volume, volumeError } = { kind: 'none', volume: 0, volumeError: 0 }] = pairs;
  // Rounding may move a figure that is right by a few units of f32.
  const near = Math.abs(volume - VOLUME) <= volumeError + 1e-5 * VOLUME;
  const isRight = kind === 'hard' && near && none.length === 0;
  const found = `${kind}, volume ${Number(volume.toPrecision(6))} ± ${Number(volumeError.toPrecision(1))} where ${VOLUME} is right`;
  return {
    machine: machine.name,
    isRight,
    says: `${found}${none.length > 0 ? '; and a clash of boxes that are apart' : ''}`,
    ms,
  };
}
