import { type Body, body } from '../../../src/body.js';
import { multiply, rotation, translation } from '../../../src/math/affine.js';
import { seeded } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { box } from '../../../src/mesh/shapes/box.js';
import { cylinder } from '../../../src/mesh/shapes/cylinder.js';
import { icoSphere } from '../../../src/mesh/shapes/sphere.js';
import type { SampleFacts } from './sampleReport.js';

export const cuboid = (name: string, size: Vec3, [x, y, z]: Vec3): Body =>
  body(box({ size }), { name, pose: translation(x, y, z) });

const pipe = (name: string, radius: number, height: number, [x, y, z]: Vec3, axis: Vec3): Body =>
  body(cylinder({ radius, height, segments: 24 }), {
    name,
    pose: multiply(translation(x, y, z), rotation(axis, Math.PI / 2)),
  });

/** Names that files may have, and that must do no harm anywhere. */
export const HOSTILE = '</script><script>globalThis.pwned = 1</script><img src=x onerror="globalThis.pwned = 2">';

/** A room in millimetres with one pair of every kind: sizes in its comments give the true figures. */
export function plantRoom(): { bodies: Body[]; facts: SampleFacts[]; clearance: number } {
  const ifc = (type: string, sourceId?: string, file = 'plant/room.ifc'): SampleFacts => ({
    ...{ type, file, path: ['Site', 'Level 1'] },
    ...(sourceId && { sourceId }),
  });
  const shell = box({ size: 400 });
  return {
    bodies: [
      cuboid('Wall "W-01"', [6000, 200, 3000], [0, 0, 1500]),
      // Through the wall: 200 deep.
      pipe('Pipe DN200, Lüftung', 100, 1500, [1200, 0, 1800], [1, 0, 0]),
      cuboid('Slab', [6000, 4000, 250], [0, 2200, -125]),
      // Stands on the slab.
      cuboid('Column', [300, 300, 2500], [-2000, 1500, 1250]),
      body(icoSphere({ radius: 500, subdivisions: 3 }), { name: '=Tank', pose: translation(1500, 2500, 900) }),
      // Inside the tank.
      body(icoSphere({ radius: 80, subdivisions: 2 }), { name: 'Valve', pose: translation(1600, 2450, 950) }),
      cuboid('Beam', [5000, 200, 300], [0, 3000, 2700]),
      // 12 below the beam.
      cuboid('Duct', [400, 3000, 250], [-800, 2600, 2700 - 150 - 12 - 125]),
      cuboid('Cabinet', [600, 400, 1800], [-2500, 3500, 950]),
      cuboid(HOSTILE, [600, 400, 1800], [-2500, 3500, 950]),
      body(
        { positions: shell.positions, indices: shell.indices.slice(0, -3) },
        { name: 'Open box', pose: translation(2500, 3500, 300) },
      ),
    ],
    facts: [
      ifc('IfcWallStandardCase', '2O2Fr$t4X7Zf8NOew3FLOH'),
      ifc('IfcPipeSegment', '1hOSvn6df7F8_7GcBWlRrM', 'plant/mep & co.ifc'),
      ifc('IfcSlab', '0jf0rYHfX3RAB3bSIRjmoa'),
      ifc('IfcColumn'),
      ifc('IfcTank', 'not-a-guid'),
      ifc('IfcValve'),
      ifc('IfcBeam', '3ZYW59sxj8lei475l7EhLU'),
      ifc('IfcDuctSegment', '3ThA22djr8AQQ9eQMA5s7I'),
      ifc('IfcFurniture'),
      {},
      {},
    ],
    clearance: 20,
  };
}

/** A wall with many pipes through it, of all sizes; each is 120 deep in it or less. Seed 7. */
export function pipeRack(count: number): Body[] {
  const random = seeded(7);
  const columns = Math.ceil(Math.sqrt(2 * count));
  const wall = cuboid('Wall', [200 * columns + 400, 120, 200 * Math.ceil(count / columns) + 400], [0, 0, 0]);
  const pipes = Array.from({ length: count }, (_, k) => {
    const x = 200 * ((k % columns) - (columns - 1) / 2);
    const z = 200 * (Math.floor(k / columns) - (Math.ceil(count / columns) - 1) / 2);
    // Some end within the wall.
    const reach = random() < 0.4 ? -300 - 60 + 10 + 100 * random() : 0;
    return pipe(`Pipe ${k + 1}`, 5 + 80 * random() ** 3, 600, [x, reach, z], [1, 0, 0]);
  });
  return [wall, ...pipes];
}
