// Before printing: is a mesh closed, is its outside outside, does it go through itself, and where?
import { box, inspect, type Mesh, massProperties, mesh, selfIntersections, torusKnot } from 'zclash';

const cube = box({ size: 10 });
const parts: Record<string, Mesh> = {
  'a clean cube': cube,
  'one face missing': mesh(cube.positions, cube.indices.slice(3)),
  'inside out': mesh(cube.positions, cube.indices.toReversed()),
  'a knot': torusKnot({ tubeRadius: 0.25 }),
  'a knot too thick for itself': torusKnot({ tubeRadius: 0.45 }),
};

for (const [name, part] of Object.entries(parts)) {
  const { triangles, closed, components, diagnostics } = inspect(part);
  const { counts, curves } = selfIntersections(part);
  const isSound = diagnostics.length === 0 && counts.crossing + counts.coplanar === 0;
  console.log(`${name}: ${isSound ? 'ready to print' : 'NOT ready'}`);
  console.log(`  triangles: ${triangles}, pieces: ${components}, ${closed ? 'closed' : 'open'}`);
  // A volume means something only where the surface is closed and does not overlap itself.
  if (isSound) console.log(`  ${massProperties(part).volume.toFixed(2)} mm³`);
  for (const { message } of diagnostics) console.log(`  ${message}`);
  if (counts.crossing > 0) {
    console.log(`  ${counts.crossing} pairs of faces go through each other, along ${curves.length} lines:`);
    for (const { points } of curves) console.log(`    around ${points[0].map((c) => c.toFixed(2)).join(', ')}`);
  }
}
