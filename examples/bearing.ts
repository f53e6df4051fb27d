// Curved parts without a mesh: a ball in the groove of a bearing, with five thousandths of a millimetre to spare.
import { body, formula, gap, icoSphere, interference, multiply, rotation, surface, translation } from 'zclash';

const { abs, hypot, max, sub, x, y, z } = formula;

// In mm. The groove is a little wider than the ball, and its bottom PLAY away from it.
const [PITCH, BALL, GROOVE, PLAY] = [20, 4, 4.16, 0.005];
const grooveCentre = PITCH + BALL + PLAY - GROOVE;

/** The outer ring: inside is where all of these are below 0. So any shape that has a formula is a body. */
const r = hypot(x, y);
const ring = max(
  sub(abs(z), 6), // 12 wide
  sub(r, 28), // inside the outer diameter
  sub(22, r), // outside the shoulder
  sub(GROOVE, hypot(sub(r, grooveCentre), z)), // outside the groove, a torus
);
const race = body(surface.implicit({ f: ring }), { name: 'race' });

const pose = translation(PITCH, 0, 0);
const balls = {
  'a ball': body(surface.sphere({ radius: BALL }), { pose }),
  'a ball 0.01 too large': body(surface.sphere({ radius: BALL + 0.01 }), { pose }),
  // Faces cut corners: between its vertices this one lies up to 0.07 inside the ball.
  'a mesh of that ball': body(icoSphere({ radius: BALL + 0.01, subdivisions: 2 }), {
    pose: multiply(pose, rotation([0.6, 0, 0.8], 0.5)),
  }),
};
for (const [name, ball] of Object.entries(balls)) {
  // Rays meet the surfaces themselves. Outwards, where ball and groove face each other, the gap is the distance.
  const { minimum } = await gap(ball, race, { direction: [1, 0, 0], resolution: 128 });
  const [pair] = (await interference([ball, race], { direction: [1, 0, 0], resolution: 128 })).pairs;
  console.log(`${name}: ${pair?.kind ?? 'free'}, least gap ${minimum!.gap.toFixed(4)} mm`);
}
