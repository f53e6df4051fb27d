// A peg in a hole: is there play, is it line to line, or must it be pressed in, and by how much?
import { body, cylinder, distance, interference, type Mesh, mesh, torus } from 'zclash';

const SIDES = 96;
const BORE = 10; // mm, radius
const HEIGHT = 20;

/** A bush: a ring of faces with four corners across, which are put where a bore has them. */
function bush(bore: number, outer: number): Mesh {
  const corners = [
    [outer, HEIGHT / 2],
    [outer, -HEIGHT / 2],
    [bore, -HEIGHT / 2],
    [bore, HEIGHT / 2],
  ];
  const positions = Array.from({ length: SIDES }, (_, k) => (2 * Math.PI * k) / SIDES).flatMap((angle) =>
    corners.flatMap(([radius, z]) => [radius * Math.cos(angle), radius * Math.sin(angle), z]),
  );
  return mesh(Float32Array.from(positions), torus({ segments: SIDES, sides: 4 }).indices);
}

const hole = body(bush(BORE, 20), { name: 'hole' });
for (const more of [-0.05, 0, 0.05]) {
  const peg = body(cylinder({ radius: BORE + more, height: 2 * HEIGHT, segments: SIDES }), { name: 'peg' });

  // Exact: walls that lie on each other touch, whatever rounding would make of them. And a skin of a twentieth of a millimetre is thinner
  // than rays are apart: its volume is worked out from the faces that meet.
  const { pairs } = await interference([peg, hole], { precision: 'exact', volume: 'exact' });
  const [pair] = pairs;

  const fits = `peg ${more < 0 ? '' : '+'}${more.toFixed(2)} mm: ${(pair?.kind ?? 'none').padEnd(5)}`;
  if (!pair) {
    const { distance: gap } = await distance(peg, hole);
    console.log(`${fits}  goes in, with ${gap!.toFixed(5)} mm to spare at the nearest place`);
  } else if (pair.kind === 'touch') {
    const { b: faces, kinds } = pair.contacts!;
    const walls = new Set(faces.filter((_, k) => kinds[k] === 'coplanar'));
    console.log(`${fits}  line to line: the peg lies on ${walls.size} of the bore's ${2 * SIDES} faces`);
  } else
    console.log(`${fits}  must be pressed in: ${pair.volume.toFixed(3)} ± ${pair.volumeError.toFixed(3)} mm³ too much`);
}
