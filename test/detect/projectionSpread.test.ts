import { describe, expect, it } from 'vitest';
import { coveringDirections, type Facet, meanNormal, spreadAbout } from '../../src/detect/solids/faceSpread.js';
import { transformDirection } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { add, normalize, scale, type Vec3 } from '../../src/math/vector.js';
import { angleDeg } from './projectionScenes.js';

const UP: Vec3 = [0, 0, 1];
const leaning = (deg: number, about: number): Vec3 => {
  const [t, u] = [(deg * Math.PI) / 180, (about * Math.PI) / 180];
  return [Math.sin(t) * Math.cos(u), Math.sin(t) * Math.sin(u), Math.cos(t)];
};
/** The share of the area that no direction comes within `deg` of. */
const unseenShare = (facets: readonly Facet[], directions: readonly Vec3[], deg: number): number => {
  const unseen = facets.filter(({ normal }) => directions.every((direction) => angleDeg(normal, direction) > deg));
  return unseen.reduce((sum, { area }) => sum + area, 0) / facets.reduce((sum, { area }) => sum + area, 0);
};

describe('how faces lie about a direction', () => {
  it('the mean goes by area, and a normal turned round is the same face', () => {
    const facets: Facet[] = [
      { normal: leaning(30, 0), area: 2 },
      { normal: scale(leaning(30, 180), -1), area: 2 },
    ];
    expect(angleDeg(meanNormal(facets, UP), UP)).toBeLessThan(1e-9);
    expect(spreadAbout(facets, UP).rmsDeg).toBeCloseTo(30, 9);
    const uneven = [facets[0], { ...facets[1], area: 1 }];
    expect(meanNormal(uneven, UP)[0] / meanNormal(uneven, UP)[2]).toBeCloseTo(Math.tan(Math.PI / 6) / 3, 12);
  });

  it('the spread is the root mean square by area: 1 part at 60° and 3 at 20°', () => {
    const facets: Facet[] = [
      { normal: leaning(60, 10), area: 1 },
      { normal: leaning(20, 77), area: 3 },
    ];
    expect(spreadAbout(facets, UP)).toEqual({
      rmsDeg: expect.closeTo(Math.sqrt((3600 + 3 * 400) / 4), 9),
      area: 4,
      steepArea: 1,
    });
    expect(spreadAbout([], UP)).toEqual({ rmsDeg: 0, area: 0, steepArea: 0 });
  });

  it('the flanks of a pyramid are all seen at less than 45°, by four directions at most', () => {
    for (const deg of [50, 60, 65, 70, 75, 85]) {
      const facets = [0, 90, 180, 270].map((about, k) => ({ normal: leaning(deg, about), area: 4 - k / 2 }));
      const directions = coveringDirections(facets, UP);
      expect(directions.length).toBeGreaterThan(1);
      expect(directions.length).toBeLessThanOrEqual(4);
      expect(unseenShare(facets, directions, 45)).toBe(0);
    }
  });

  it('two flanks get a direction each, whichever way the groove runs, also with a floor between them', () => {
    for (let about = 0; about < 180; about += 15) {
      const flanks = [about, about + 180].map((way) => leaning(60, way));
      // The flanks wave a little along the groove, which must not be taken for what divides them.
      const along = leaning(90, about + 90);
      const faces = flanks.flatMap((normal, k) =>
        [-0.2, 0.2].map((wave) => ({ normal: normalize(add(normal, scale(along, wave))), area: 2 - k })),
      );
      for (const facets of [faces, [...faces, { normal: UP, area: 0.1 }]]) {
        const directions = coveringDirections(facets, UP);
        expect(directions).toHaveLength(2);
        flanks.forEach((normal, k) => {
          expect(angleDeg(directions[k], normal)).toBeLessThan(5);
        });
      }
    }
  });

  it('three flanks far from each other get a direction each, those of more area first', () => {
    // The faces of a cube's corner, square to each other.
    const facets = [0, 120, 240].map((about, k) => ({ normal: leaning(54.7356103, about), area: 3 - k / 4 }));
    const directions = coveringDirections(facets, UP);
    expect(directions).toHaveLength(3);
    facets.forEach(({ normal }, k) => {
      expect(angleDeg(directions[k], normal)).toBeLessThan(1e-6);
    });
  });

  it('one direction is enough where normals are near to each other', () => {
    const facets = [0, 120, 240].map((about) => ({ normal: leaning(25, about), area: 1 }));
    expect(coveringDirections(facets, UP)).toHaveLength(1);
    expect(coveringDirections([], UP)).toEqual([UP]);
  });

  it('all large shares are seen at less than 45°: 60 sets of up to five flanks with noise, turned (seed 73)', () => {
    const random = seeded(73);
    for (let n = 0; n < 60; n++) {
      const turn = randomRotation(random);
      const flankCount = 1 + Math.floor(5 * random());
      const facets: Facet[] = [];
      for (let k = 0; k < flankCount; k++) {
        const flank = leaning(85 * random(), 360 * random());
        for (let f = 0; f < 30; f++) {
          const noise = (): number => 0.3 * (random() - 0.5);
          const normal = normalize([flank[0] + noise(), flank[1] + noise(), flank[2] + noise()]);
          facets.push({ normal: transformDirection(turn, normal), area: 0.2 + random() });
        }
      }
      const directions = coveringDirections(facets, transformDirection(turn, UP));
      expect(directions.length).toBeLessThanOrEqual(6);
      expect(unseenShare(facets, directions, 45)).toBeLessThanOrEqual(0.1);
    }
  });

  it('a half ball of normals takes no more than six directions, and none is seen at more than 60°', () => {
    const facets = Array.from({ length: 4000 }, (_, k) => {
      const z = (k + 0.5) / 4000;
      const normal = leaning((Math.acos(z) * 180) / Math.PI, k * 137.50776405);
      return { normal, area: 1 };
    });
    // Over a hemisphere the mean of the squared angle is π − 2.
    expect(spreadAbout(facets, UP).rmsDeg).toBeCloseTo((Math.sqrt(Math.PI - 2) * 180) / Math.PI, 1);
    const directions = coveringDirections(facets, UP);
    expect(directions.length).toBeGreaterThan(1);
    expect(directions.length).toBeLessThanOrEqual(6);
    expect(unseenShare(facets, directions, 45)).toBeLessThanOrEqual(0.1);
    expect(unseenShare(facets, directions, 60)).toBe(0);
  });
});
