// What hides inside: a part swallowed by another one has no face that meets it, and a part in a cavity is free all the same.
import { body, box, contacts, cylinder, distance, interference, type Mesh, mesh, translation } from 'zclash';

/** A block with a hollow: the outer faces, and those of a smaller box turned inside out, in one mesh. */
function hollowBlock(size: number, hollow: number): Mesh {
  const [outer, inner] = [box({ size }), box({ size: hollow })];
  const shift = outer.positions.length / 3;
  return mesh(
    [...outer.positions, ...inner.positions],
    [...outer.indices, ...inner.indices.map((vertex) => vertex + shift).reverse()],
  );
}

const casting = body(hollowBlock(100, 60), { name: 'casting' });
const insert = cylinder({ radius: 5, height: 10 });
const parts = [
  casting,
  body(insert, { name: 'in the hollow', pose: translation(0, 0, 0) }),
  body(insert, { name: 'in the wall', pose: translation(40, 0, 0) }),
  body(insert, { name: 'there twice', pose: translation(200, 0, 0) }),
  body(insert, { name: 'there twice, too', pose: translation(200, 0, 0) }),
];

const { pairs, cleared } = await interference(parts, { precision: 'exact', resolution: 128 });
for (const { a, b, indices, kind, inner, volume, volumeError } of pairs) {
  const which = inner ? ` (inside is: ${inner === 'a' ? a : b})` : '';
  console.log(`${a} / ${b}: ${kind}${which}, ${volume.toFixed(1)} ± ${volumeError.toFixed(1)} mm³ in common`);
  // What a test of surfaces alone goes by.
  const met = (await contacts(parts[indices[0]], parts[indices[1]])).contacts;
  console.log(`  faces that go through each other: ${met.kinds.filter((how) => how === 'crossing').length}`);
}
for (const { a, b, indices } of cleared) {
  const { distance: gap } = await distance(parts[indices[0]], parts[indices[1]]);
  console.log(`${a} / ${b}: free, ${gap!.toFixed(3)} mm from wall to wall`);
}
