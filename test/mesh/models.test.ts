import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extent } from '../../src/math/box.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { weld } from '../../src/mesh/weld.js';
import { readOff } from '../support/readOff.js';

/** What INDEX.json says of a model. */
interface Entry {
  file: string;
  triangles: number;
  vertices: number;
  unusedVertices: number;
  degenerateTriangles: number;
  zeroAreaTriangles: number;
  duplicateTriangles: number;
  volume: number;
  area: number;
  edges: number;
  boundaryEdges: number;
  nonManifoldEdges: number;
  misorientedEdges: number;
  components: number;
  balanced: boolean;
  bbox: [number[], number[]] | null;
  euler?: number;
  watertightTol1e6?: boolean;
}

const folder = new URL('../../../shared/models/', import.meta.url);
const index = new URL('INDEX.json', folder);
// Both break off: the one promises 353,535,235,358 vertices, the header of the other is glued to the counts.
const UNREADABLE = ['defective/assimp_OutOfMemory.off', 'defective/trimesh_whitespace.off'];

if (!existsSync(index)) {
  it.skip('models: skipped, the folder ../shared/models is not beside the repository', () => {});
} else {
  const entries = (JSON.parse(readFileSync(index, 'utf8')).files as Entry[]).filter(
    ({ file }) => file.endsWith('.off') && !UNREADABLE.includes(file),
  );

  describe('inspect, on real and defective models', () => {
    it.each(entries.map((entry) => [entry.file, entry] as const))('%s', (file, entry) => {
      const model = readOff(new URL(file, folder));
      const found = inspect(model);
      expect({
        triangles: found.triangles,
        vertices: found.weldedVertices,
        unusedVertices: found.unusedVertices,
        degenerate: found.degenerateFaces.length,
        duplicateTriangles: found.duplicateFaces.length,
        edges: found.edges,
        boundaryEdges: found.openEdgeCount,
        nonManifoldEdges: found.nonManifoldEdgeCount,
        misorientedEdges: found.flippedEdgeCount,
        components: found.components,
        balanced: found.closed,
      }).toEqual({
        triangles: entry.triangles,
        vertices: entry.vertices,
        unusedVertices: entry.unusedVertices,
        degenerate: entry.degenerateTriangles + entry.zeroAreaTriangles,
        duplicateTriangles: entry.duplicateTriangles,
        edges: entry.edges,
        boundaryEdges: entry.boundaryEdges,
        nonManifoldEdges: entry.nonManifoldEdges,
        misorientedEdges: entry.misorientedEdges,
        components: entry.components,
        balanced: entry.balanced,
      });
      if (entry.euler !== undefined) expect(found.eulerCharacteristic).toBe(entry.euler);
      if (entry.bbox !== null) expect([found.bounds.min, found.bounds.max]).toEqual(entry.bbox);
      if (entry.triangles > 0) {
        const mass = massProperties(model);
        expect(mass.area).toBeCloseTo(entry.area, 9 - Math.ceil(Math.log10(entry.area + 1)));
        // The volume of an open mesh depends on the point it is measured from.
        if (found.closed)
          expect(Math.abs(found.signedVolume - entry.volume)).toBeLessThanOrEqual(1e-9 * Math.abs(entry.volume));
        if (found.closed)
          expect(Math.abs(mass.volume - entry.volume)).toBeLessThanOrEqual(1e-9 * Math.abs(entry.volume));
        const size = Math.hypot(...extent(found.bounds));
        if (entry.watertightTol1e6 !== undefined && !entry.balanced)
          expect(inspect(weld(model, 1e-6 * size).mesh).closed).toBe(entry.watertightTol1e6);
      }
    });

    it('names the fault of each kind', () => {
      const codes = (name: string) =>
        inspect(readOff(new URL(`defective/${name}.off`, folder))).diagnostics.map((d) => d.code);
      expect(codes('cgal_beam')).toEqual(['inside-out']);
      expect(codes('cgal_blobby-shuffled')).toEqual(['flipped']);
      expect(codes('cgal_elephant-with-holes')).toEqual(['open', 'unwelded']);
      expect(codes('cgal_existing_flip')).toEqual(['degenerate']);
      expect(codes('cgal_non_manifold')).toEqual(['non-manifold', 'duplicate', 'unwelded']);
      expect(codes('cgal_quads_to_stitch')).toEqual(['open', 'unwelded']);
      expect(codes('cgal_tetrahedron_flat')).toEqual([]);
      expect(codes('pymesh_empty')).toEqual(['empty']);
    });
  });
}
