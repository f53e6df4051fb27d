import { describe, expect, it } from 'vitest';
import { openManifoldOracle } from '../support/manifoldOracle.js';
import { describeFigures, figuresOf, quantile } from './figures.js';
import { GENERATED_SHAPES } from './generatedShapes.js';
import { realShapes } from './realShapes.js';
import { testPlacements } from './testPlacements.js';

const shapes = realShapes();

if (!shapes) {
  it.skip('real solids: skipped, the folder ../shared/models is not beside the repository', () => {});
} else {
  // Real ones among themselves and, one time in seven or so, with a generated one. The oracles work once for both resolutions.
  const mixed = [...shapes, ...shapes, ...GENERATED_SHAPES.slice(0, 7)];

  describe('interference of real solids, against manifold-3d and three-mesh-bvh', () => {
    it('there are many, and the oracle takes every one as a solid', async () => {
      const oracle = await openManifoldOracle();
      expect(shapes.length).toBeGreaterThanOrEqual(15);
      for (const { name, mesh } of shapes) expect(oracle.refusal(mesh), name).toBeUndefined();
    });

    const outcomes = testPlacements(mixed, { count: 400, resolution: 512 });

    it('the error of the volume at 512² is below 0.2 % in the median (seeds 1 to 400)', async () => {
      const figures = figuresOf(await outcomes());
      console.info(describeFigures('400 placements of real solids at 512²', figures));
      const { kinds, relative, resolved } = figures;
      expect(quantile(relative, 0.5)).toBeLessThan(0.002);
      expect(quantile(resolved, 1)).toBeLessThan(0.01);
      expect(Math.min(kinds.hard, kinds.none)).toBeGreaterThan(80);
      expect(kinds.contained).toBeGreaterThan(20);
    });
  });

  describe('the same with few rays, where much lies between them', () => {
    const outcomes = testPlacements(mixed, { count: 150, resolution: 48 });

    it('figures (seeds 1 to 150)', async () => {
      const figures = figuresOf(await outcomes());
      console.info(describeFigures('150 placements of real solids at 48²', figures));
      expect(quantile(figures.relative, 0.5)).toBeLessThan(0.02);
    });
  });
}
