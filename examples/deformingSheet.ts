// A body that deforms every frame: new positions for the same faces, and nothing to rebuild.
import { body, heightField, icoSphere, interference, translation } from 'zclash';

const FRAMES = 21;
/** A pad of rubber, 4 × 4 across, that swells in the middle. */
const rest = heightField({ size: [4, 4], segments: [96, 96], height: () => 0, bottom: -0.5 });
const swollen = (x: number, y: number, height: number): number => height * Math.exp(-(x * x + y * y));

const pad = body(rest, { name: 'pad' });
const ball = body(icoSphere({ radius: 0.5, subdivisions: 4 }), { name: 'ball', pose: translation(0, 0, 0.785) });

// One array that is filled again and again will do: `update` says that it has changed.
const positions = Float32Array.from(rest.positions);
console.log(`${rest.indices.length / 3} faces\nframe    height   verdict  depth    faces    volume`);
for (let frame = 0; frame < FRAMES; frame++) {
  const height = (0.6 * frame) / (FRAMES - 1);
  for (let v = 0; v < positions.length; v += 3)
    // Its upper side; the others stay.
    if (rest.positions[v + 2] === 0) positions[v + 2] = swollen(rest.positions[v], rest.positions[v + 1], height);
  pad.update(positions);

  // Along z the depth is how far the pad has come up into the ball.
  const [pair] = (await interference([pad, ball], { direction: [0, 0, 1], resolution: 128 })).pairs;
  const told = [String(frame), height.toFixed(3), pair?.kind ?? 'none'];
  if (pair) told.push(pair.depthAlongView.toFixed(3), String(pair.faces.a.length), pair.volume.toFixed(4));
  console.log(told.map((word) => word.padEnd(9)).join(''));
}
