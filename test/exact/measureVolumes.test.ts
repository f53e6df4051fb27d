import { describe, expect, it } from 'vitest';
import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { toParty } from '../../src/detect/toParty.js';
import { windsOnce } from '../../src/exact/solid/windsOnce.js';
import { worldMesh } from '../../src/exact/worldMesh.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { type Affine, multiply, scaling, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { openManifoldOracle } from '../support/manifoldOracle.js';
import { between, pick, randomRigid } from '../support/randomPose.js';
import { DISGUISES } from './support/disguises.js';
import { commonVolume as trueVolume } from './support/exactVolumes.js';
import { latticeBox } from './support/latticeBodies.js';
import { insideOut, joined } from './support/latticeMaps.js';
import { randomPair } from './support/randomPair.js';

const machine = createCpuMachine();
const volumeOf = async (a: Body, b: Body) => {
  const { pairs } = await interference([a, b], { machine, precision: 'exact', volume: 'exact', resolution: 12 });
  return pairs.find(({ kind }) => kind !== 'touch');
};

/** Turned, stretched or only shifted: each time rounding pulls apart what coincided, or makes it cross by an ulp. */
function anyPose(random: Random): Affine {
  const [x, y, z] = [0, 1, 2].map(() => between(random, 0.1, 1));
  const turned = randomRotation(random);
  return pick(random, [
    turned,
    translation(x, y, z),
    multiply(scaling(x, y, z), turned),
    multiply(translation(1e3 * x, 1e4 * y, 1e5 * z), turned),
  ]);
}

describe('volumes that are worked out', () => {
  it('are those of rational arithmetic where faces share planes, edges and corners: 200 pairs (seed 1)', async () => {
    const random = seeded(1);
    let count = 0;
    for (let k = 0; k < 200; k++) {
      const { a, b, what } = randomPair(random);
      const [one, other] = [pick(random, DISGUISES.slice(0, 4)), pick(random, DISGUISES.slice(0, 4))];
      const bodies = [one.toBody(one.dress(a, random), random), other.toBody(other.dress(b, random), random)] as const;
      const found = await volumeOf(...bodies);
      const wanted = trueVolume(a, b);
      if (!found) {
        expect(wanted, `pair ${k}, ${what}`).toBe(0);
        continue;
      }
      const { volume, volumeError, measured } = found;
      // Bodies that touch themselves are left to rays.
      const isWorked = bodies.every((own) => windsOnce(toParty(own, 0).body));
      expect(measured.volumeBy, `pair ${k}, ${what}, ${one.name}, ${other.name}`).toBe(
        isWorked ? 'intersection' : 'rays',
      );
      if (!isWorked) continue;
      count++;
      expect(Math.abs(volume - wanted), `pair ${k}, ${what}`).toBeLessThanOrEqual(volumeError);
      expect(volumeError).toBeLessThan(1e-8);
    }
    expect(count).toBeGreaterThan(80);
  });

  it('are those of rational arithmetic where all that coincides is off by an ulp: 100 pairs (seed 2)', async () => {
    const random = seeded(2);
    let count = 0;
    for (let k = 0; k < 100; k++) {
      const { a, b, what } = randomPair(random);
      const pose = anyPose(random);
      const bodies = [body(a, { pose }), body(b, { pose })] as const;
      const found = await volumeOf(...bodies);
      if (!found || found.measured.volumeBy === 'rays') continue;
      count++;
      const { volume, volumeError } = found;
      const wanted = trueVolume(worldMesh(bodies[0]), worldMesh(bodies[1]));
      expect(Math.abs(volume - wanted), `pair ${k}, ${what}`).toBeLessThanOrEqual(volumeError);
    }
    expect(count).toBeGreaterThan(50);
  });

  it('agree with manifold-3d for solids of hundreds of faces, 60 placements (seed 3)', async () => {
    const { intersect } = await openManifoldOracle();
    const random = seeded(3);
    let count = 0;
    for (let k = 0; k < 60; k++) {
      const bodies = [0, 1].map(() => body(pick(random, SOLIDS).coarse, { pose: randomRigid(random, 0.8) }));
      // In f32, as manifold has it.
      const meshes = bodies.map((one) => {
        const { positions, indices } = worldMesh(one);
        return { positions: Float32Array.from(positions), indices };
      });
      const found = await volumeOf(body(meshes[0]), body(meshes[1]));
      if (!found) continue;
      count++;
      const { volume, area, tolerance } = intersect(meshes[0], meshes[1]);
      expect(found.measured.volumeBy).toBe('intersection');
      expect(Math.abs(found.volume - volume)).toBeLessThanOrEqual(found.volumeError + 2 * tolerance * area);
    }
    expect(count).toBeGreaterThan(40);
  });

  it('of a ball inside another, of a body there twice, and of one inside out are those of the bodies', async () => {
    const ball = icoSphere({ subdivisions: 2 });
    const own = trueVolume(ball, ball);
    const twice = (await volumeOf(body(ball), body(ball)))!;
    const inside = (await volumeOf(body(ball, { pose: translation(0.1, 0, 0) }), body(icoSphere({ radius: 3 }))))!;
    for (const { volume, volumeError, measured } of [twice, inside]) {
      expect(measured.volumeBy).toBe('intersection');
      expect(Math.abs(volume - own)).toBeLessThanOrEqual(volumeError + 1e-12);
      expect(volumeError).toBeLessThan(1e-9);
    }
    const ring = torus({ radius: 1, tubeRadius: 0.4, segments: 24, sides: 12 });
    const turned = body(insideOut(ring), { pose: translation(0.37, 0.21, 0.13) });
    const straight = body(ring, { pose: translation(0.37, 0.21, 0.13) });
    const [one, other] = [(await volumeOf(body(ball), turned))!, (await volumeOf(body(ball), straight))!];
    expect(one.volume).toBeCloseTo(other.volume, 12);
    expect(one.measured.volumeBy).toBe('intersection');
  });

  it('are left to rays where a body is inside itself, beside itself inside out, or there twice', async () => {
    const at = (low: number, high: number) => latticeBox({ min: [low, low, low], max: [high, high, high] });
    const around = body(at(-50, 150));
    const selves = {
      'there twice': [1.000001, joined(at(0, 1), at(0, 1), at(100, 100.01))],
      'inside out beside itself': [1000.008, joined(at(0, 10), insideOut(at(12, 12.2)))],
      'inside itself': [1000, joined(at(0, 10), at(5, 5.1))],
      'through itself': [1999, joined(at(0, 10), at(9, 19))],
    } as const;
    for (const [name, [volume, shape]] of Object.entries(selves)) {
      const found = (await volumeOf(body(shape), around))!;
      expect(found.measured.volumeBy, name).toBe('rays');
      expect(Math.abs(found.volume - volume), name).toBeLessThanOrEqual(found.volumeError);
    }
    // A cavity is none of these.
    const hollow = (await volumeOf(body(joined(at(0, 10), insideOut(at(2, 9)))), around))!;
    expect(hollow.measured.volumeBy).toBe('intersection');
    expect(hollow.volume).toBeCloseTo(1000 - 343, 9);
  });

  it('of small overlaps of large faces are as exact as of small ones', async () => {
    for (const [wide, deep] of [
      [1e5, 10],
      [1e6, 1],
      [1e6, 1e-3],
    ]) {
      const a = latticeBox({ min: [-wide, -wide, -wide], max: [deep, 1.1 * deep, 1.2 * deep] });
      const b = latticeBox({ min: [0, 0, 0], max: [wide, wide, wide] });
      const { volume, volumeError } = (await volumeOf(body(a), body(b)))!;
      expect(Math.abs(volume - trueVolume(a, b))).toBeLessThanOrEqual(volumeError);
    }
  });
});
