import { describe, expect, it } from 'vitest';
import { closeSlits } from '../../../src/io/load/ifc/closeSlits.js';
import { inspect } from '../../../src/mesh/inspect.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { box } from '../../../src/mesh/shapes/box.js';
import { icoSphere } from '../../../src/mesh/shapes/sphere.js';

/** A mesh with one edge cut by vertices that only the face on one side of it knows. */
function withCutEdge(mesh: Mesh, shares: readonly number[]): Mesh {
  const positions = Array.from(mesh.positions);
  const [a, b, c, ...rest] = mesh.indices;
  const added = shares.map((share) => {
    for (let k = 0; k < 3; k++)
      positions.push((1 - share) * mesh.positions[3 * a + k] + share * mesh.positions[3 * b + k]);
    return positions.length / 3 - 1;
  });
  const chain = [a, ...added, b];
  const faces = chain.slice(1).flatMap((v, i) => [chain[i], v, c]);
  return { positions: Float64Array.from(positions), indices: Uint32Array.from([...faces, ...rest]) };
}

describe('slits', () => {
  it.each([[[0.5]], [[0.25, 0.5]], [[0.1, 0.2, 0.3, 0.4, 0.9]]])(
    'an edge cut at %j on one side only is closed again',
    (shares) => {
      const solid = box({ size: [1, 2, 3] });
      const cut = withCutEdge(solid, shares);
      expect(inspect(cut)).toMatchObject({ closed: false, openEdgeCount: shares.length + 2 });
      const closed = closeSlits(cut, 1e-9);
      expect(inspect(closed)).toMatchObject({
        closed: true,
        consistentlyOriented: true,
        signedVolume: inspect(solid).signedVolume,
      });
      expect(closed.indices.length - cut.indices.length).toBe(3 * shares.length);
      expect(closed.positions).toBe(cut.positions);
    },
  );

  it('a hole with an area stays open, however small; a rim within the tolerance does not', () => {
    const solid = icoSphere({ subdivisions: 2 });
    const holed: Mesh = { positions: solid.positions, indices: solid.indices.slice(3) };
    expect(closeSlits(holed, 1e-9)).toBe(holed);
    const bent = withCutEdge(box(), [0.5]);
    bent.positions[bent.positions.length - 1] += 1e-6;
    bent.positions[bent.positions.length - 2] += 1e-6;
    bent.positions[bent.positions.length - 3] += 1e-6;
    expect(closeSlits(bent, 1e-9)).toBe(bent);
    expect(inspect(closeSlits(bent, 1e-5)).closed).toBe(true);
  });

  it('a closed mesh is handed back as it is, and so is one whose rims meet', () => {
    const solid = box();
    expect(closeSlits(solid, 1)).toBe(solid);
    // Two holes at one vertex: which rim goes on where cannot be told.
    const { positions, indices } = icoSphere({ subdivisions: 1 });
    const first = indices.slice(0, 3);
    const other = Array.from({ length: indices.length / 3 }, (_, f) => indices.slice(3 * f, 3 * f + 3)).findIndex(
      (face) => face.includes(first[0]) && !face.includes(first[1]) && !face.includes(first[2]),
    );
    const holed = { positions, indices: indices.filter((_, i) => i >= 3 && Math.floor(i / 3) !== other) };
    expect(closeSlits(holed, 10)).toBe(holed);
  });
});
