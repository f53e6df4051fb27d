import { displacedPair } from '../../scenes/displacedMesh.js';
import type { Body } from '../../src/body.js';
import { faceCount } from '../../src/mesh/mesh.js';

/**
 * The displaced meshes of the paper's figures 3, 5 and 6, with so many cells along each side: 4k² + 24k polygons, from 28 up,
 * as slabs are closed.
 *
 * They lie in each other up to the middle of their relief. Half a relief apart, cells smaller than a pixel overlap on single
 * rays only, and whether these have their neighbours with them is chance; where none has, or not the deepest, the report
 * looks again to confirm it, and a figure would show that chance.
 */
export const slabs = (cells: number): [Body, Body] => displacedPair(2 * cells * cells, { gap: 0 });

export const polygonsOf = (bodies: readonly Body[]): number =>
  bodies.reduce((sum, { mesh }) => sum + faceCount(mesh), 0);
