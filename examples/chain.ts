// Which of many parts meet: the links of a chain go through each other without touching, until it is drawn too tight.
import { body, collisions, multiply, rotation, torus, translation } from 'zclash';

const LINKS = 30;
const link = torus({ radius: 10, tubeRadius: 2, segments: 48, sides: 16 });

/** Every other link stands upright. Two that follow each other keep clear while their middles are less than 16 mm apart. */
const chain = (pitch: number) =>
  Array.from({ length: LINKS }, (_, i) =>
    body(link, {
      name: `link ${i}`,
      pose: multiply(translation(pitch * i, 0, 0), rotation([1, 0, 0], (i % 2) * (Math.PI / 2))),
    }),
  );

for (const pitch of [15, 15.9, 16.2]) {
  const { pairs, decidedBy } = await collisions(chain(pitch));
  console.log(`a link every ${pitch} mm: ${pairs.length} of ${LINKS - 1} joints bind`);
  // No plane goes between two links, and few rays find no point inside both: so their faces are compared.
  console.log(`  found by a point inside both: ${decidedBy.point}, by comparing faces: ${decidedBy.faces}`);
}
