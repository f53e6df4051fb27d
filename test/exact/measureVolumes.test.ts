import { describe, expect, it } from 'vitest';
import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
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
import { insideOut } from './support/latticeMaps.js';
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
      const found = await volumeOf(
        one.toBody(one.dress(a, random), random),
        other.toBody(other.dress(b, random), random),
      );
      const wanted = trueVolume(a, b);
      if (!found) {
        expect(wanted, `pair ${k}, ${what}`).toBe(0);
        continue;
      }
      count++;
      const { volume, volumeError, measured } = found;
      expect(measured.volumeBy, `pair ${k}, ${what}, ${one.name}, ${other.name}`).toBe('intersection');
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

  it('are left to rays where a body overlaps itself, and the faces would count twice', async () => {
    const ball = icoSphere({ subdivisions: 2 });
    const shift = ball.positions.length / 3;
    const two = {
      positions: Float64Array.from([...ball.positions, ...ball.positions.map((x, k) => (k % 3 === 0 ? x + 0.3 : x))]),
      indices: Uint32Array.from([...ball.indices, ...ball.indices.map((v) => v + shift)]),
    };
    const { pairs } = await interference([body(two), body(ball, { pose: translation(0.15, 1, 0.1) })], {
      machine,
      volume: 'exact',
      resolution: 256,
    });
    expect(pairs[0].measured.volumeBy).toBe('rays');
  });
});
