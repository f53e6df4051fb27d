import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { worldMesh } from '../../src/exact/worldMesh.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { type Affine, identity, multiply, scaling, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { pairOf } from '../interference/bodies.js';
import { type ContactWords, expected, reported } from './support/contactsOf.js';
import { exactVolumes } from './support/exactVolumes.js';
import { THIN_PAIRS } from './support/thinPairs.js';

const machine = createCpuMachine();
const random = seeded(17);

/** Where both bodies stand; rounding makes of the same shapes other ones each time, and an oracle tells what they are then. */
const PLACES: readonly (readonly [string, Affine])[] = [
  ['as they are', identity()],
  ['turned', randomRotation(random)],
  ['turned once more', randomRotation(random)],
  ['1e6 away', translation(1e6, -1e6, 1e6)],
  ['1e6 away and turned', multiply(translation(1e6, 1e6, -1e6), randomRotation(random))],
  ['1e6 times as large, turned', multiply(scaling(1e6), randomRotation(random))],
  ['a millionth of the size, turned', multiply(scaling(1e-6), randomRotation(random))],
  ['a millionth of the size, 1 away', multiply(translation(1, 1, 1), scaling(1e-6))],
];

const SPECK = mesh([0, 0, 0], [0, 0, 0]);
const hasVolume = (shape: Mesh): boolean => exactVolumes(shape, SPECK).ofA > 0n;

const scaleOf = (pose: Affine): number => Math.hypot(pose[0], pose[4], pose[8]);

describe.each(THIN_PAIRS)('$name', ({ a, b, thickness }) => {
  const cases = PLACES.map(([where, pose]) => {
    const bodies: [Body, Body] = [body(a, { pose }), body(b, { pose })];
    const [p, q] = bodies.map(worldMesh);
    let known: ContactWords | undefined;
    return { where, pose, bodies, wanted: () => (known ??= expected(p, q)), hasVolume: hasVolume(p) && hasVolume(q) };
  });

  it('are solids', () => {
    expect(cases[0].hasVolume).toBe(true);
  });

  // What rounding has left no volume of is no solid.
  it.each(cases.filter((one) => one.hasVolume))('is told exactly, $where', async ({ bodies, wanted }) => {
    expect(reported(await contacts(...bodies, { machine }))).toEqual(wanted());
    const report = pairOf(await interference(bodies, { machine, precision: 'exact', resolution: 16 }));
    // Pairs that a plane keeps apart are not reported.
    if (report) expect(reported(report)).toEqual(wanted());
    else expect(wanted()).toEqual({ kind: 'none', faces: '' });
  });

  it('is found by rays, or they say that it may be missed', async () => {
    for (const { where, pose, bodies, wanted } of cases) {
      if (wanted().kind === 'none' || wanted().kind === 'touch') continue;
      const report = pairOf(await interference(bodies, { machine, resolution: 64 }));
      expect(report, where).toBeDefined();
      const { kind, measured } = report!;
      const isFound = kind === 'hard' || kind === 'contained' || kind === 'duplicate';
      if (!isFound) expect(measured.missedBelow, where).toBeGreaterThan(thickness * scaleOf(pose));
      expect(measured.precision).toBe('sampled');
    }
  });
});
