import { body } from '../../src/body.js';
import { type Affine, identity, multiply, rotation, translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { latticeBox } from '../exact/support/latticeBodies.js';
import { insideOut, joined, mapped, shifted, wholeVector } from '../exact/support/latticeMaps.js';
import { randomIntegerBox } from './boxOracle.js';
import { between, pick, randomAffine, randomRigid } from './randomPose.js';

import { ball, direction, holdNear, hollow, type MotionKind, nudge } from './watchMotion.js';

/** Bodies in general position that move a little, spin, jump, and go in and out of each other. */
export const MOTIONS: readonly MotionKind[] = [
  {
    name: 'two balls that wander',
    begin(random) {
      const a = body(ball(1));
      const b = body(ball(between(random, 0.2, 1)), { pose: translation(2, 0, 0) });
      const length = pick(random, [0.01, 0.05, 0.2]);
      return {
        a,
        b,
        move() {
          nudge(random, a, length / 3, 0.05);
          nudge(random, b, length, 0.1);
          holdNear(a, 0.5);
          holdNear(b, 2.4);
        },
      };
    },
  },
  {
    name: 'a straight way through a ring, with stops',
    begin(random) {
      const a = body(torus({ radius: 1, tubeRadius: 0.3, segments: 12, sides: 6 }), { pose: randomRigid(random, 0.1) });
      const b = body(ball(0.4, 0));
      const [x, y, z] = direction(random);
      const length = between(random, 0.002, 0.05);
      let at = -2;
      return {
        a,
        b,
        move() {
          if (random() < 0.1) return;
          at = at > 2 ? -2 : at + length;
          b.pose = multiply(translation(at * x, at * y, at * z), rotation([0, 0, 1], 3 * at));
        },
      };
    },
  },
  {
    name: 'mirrored, sheared and scaled poses that change slowly',
    begin(random) {
      const a = body(box({ segments: 2 }));
      const b = body(ball(0.7));
      const frames = () => [randomAffine(random, 0.3), randomAffine(random, 0.9)] as const;
      let from = frames();
      let to = frames();
      let share = 0;
      const mixed = (k: 0 | 1): Affine => from[k].map((x, i) => x + share * (to[k][i] - x));
      return {
        a,
        b,
        move() {
          share += 0.01;
          if (share > 1) {
            from = to;
            to = frames();
            share = 0;
          }
          try {
            a.pose = mixed(0);
            b.pose = mixed(1);
          } catch {
            share += 0.003; // a pose on the way from a body to its mirror image is flat
          }
        },
      };
    },
  },
  {
    name: 'sudden jumps',
    begin(random) {
      const a = body(ball(0.8), { pose: randomRigid(random, 1) });
      const b = body(box({ size: [0.3, 0.5, 2] }));
      return {
        a,
        b,
        move() {
          if (random() < 0.3) pick(random, [a, b]).pose = randomRigid(random, 1);
          else nudge(random, b, 0.02, 0.02);
        },
      };
    },
  },
  {
    name: 'a bar that spins fast',
    begin(random) {
      const a = body(torus({ radius: 1, tubeRadius: 0.25, segments: 10, sides: 5 }));
      const b = body(box({ size: [2.4, 0.1, 0.1] }));
      const axis = direction(random);
      const start = randomRigid(random, 0.4);
      const pace = between(random, 0.1, 2);
      let angle = 0;
      return {
        a,
        b,
        move() {
          angle += pace;
          b.pose = multiply(multiply(translation(0, 0, 0.3 * Math.sin(angle / 7)), rotation(axis, angle)), start);
        },
      };
    },
  },
  {
    name: 'a small ball through thick walls in long steps',
    begin(random) {
      const [a, b] = [body(hollow()), body(ball(0.1, 0))];
      const [first, second] = random() < 0.5 ? [a, b] : [b, a];
      const length = pick(random, [0.05, 0.2, 0.5]);
      return {
        a: first,
        b: second,
        move() {
          nudge(random, b, length, 1);
          holdNear(b, 2.2);
        },
      };
    },
  },
  {
    name: 'a body of several shells in a cavity of another',
    begin(random) {
      const a = body(joined(hollow(), ball(0.2, 0)));
      const b = body(joined(ball(0.12, 0), shifted(ball(0.12, 0), [0.3, 0, 0]), shifted(ball(0.1, 0), [0, 1.5, 0])));
      const length = pick(random, [0.02, 0.1]);
      return {
        a,
        b,
        move() {
          nudge(random, b, length, 0.1);
          holdNear(b, 1);
          nudge(random, a, length / 5, 0.02);
          holdNear(a, 0.1);
        },
      };
    },
  },
  {
    name: 'in and out of a plate without contact, beside parts that stay where they are',
    begin(random) {
      const a = body(box({ size: [2, 2, 1], segments: 3 }));
      const ring = torus({ radius: 2.2, tubeRadius: 0.1, segments: 24, sides: 4 });
      const heights = [0.7, 0.3, -0.3, -0.7, 0.63, 0.37];
      let at: Affine = translation(0, 0, 0.7);
      // The ring makes most of the pairs: they last when the ball jumps.
      const grow = () => joined(mapped(ball(0.1, 0), at), ring);
      const b = body(grow());
      return {
        a,
        b,
        move() {
          if (random() < 0.02) {
            at = translation(between(random, -0.8, 0.8), between(random, -0.8, 0.8), 0.7);
            b.update(grow().positions);
          }
          const jump = random() < 0.4 ? pick(random, heights) - 0.7 : b.pose[11];
          b.pose = translation(between(random, -0.01, 0.01), between(random, -0.01, 0.01), jump);
        },
      };
    },
  },
  {
    name: 'a ball around a cavity, within the walls',
    begin(random) {
      const [a, b] = [body(hollow()), body(ball(0.96, 2))];
      const [first, second] = random() < 0.5 ? [a, b] : [b, a];
      return {
        a: first,
        b: second,
        move() {
          nudge(random, b, 0.02, 0.1);
          holdNear(b, 0.05);
        },
      };
    },
  },
  {
    name: 'a body with walls within',
    begin(random) {
      const a = body(joined(ball(1), ball(0.6), insideOut(ball(0.2, 0))));
      const b = body(random() < 0.5 ? ball(0.15, 0) : joined(ball(0.5, 0), ball(0.3, 0)));
      const [first, second] = random() < 0.5 ? [a, b] : [b, a];
      const length = pick(random, [0.02, 0.1]);
      return {
        a: first,
        b: second,
        move() {
          nudge(random, b, length, 0.2);
          holdNear(b, 1.6);
        },
      };
    },
  },
  {
    name: 'boxes side by side as one body, on halves of whole numbers',
    begin(random) {
      const boxes = () =>
        joined(...Array.from({ length: 1 + Math.floor(3 * random()) }, () => latticeBox(randomIntegerBox(random, 3))));
      const [a, b] = [body(boxes()), body(boxes())];
      return {
        a,
        b,
        move() {
          const [x, y, z] = wholeVector(random, -1, 1);
          const share = pick(random, [1, 0.5, 0.25]);
          b.pose = multiply(translation(share * x, share * y, share * z), b.pose);
          if (Math.hypot(b.pose[3], b.pose[7], b.pose[11]) > 2.5) b.pose = identity();
        },
      };
    },
  },
  {
    name: 'a ball in a larger one, both inside out',
    begin(random) {
      const a = body(insideOut(ball(1)));
      const b = body(insideOut(ball(between(random, 0.3, 0.9))));
      return {
        a,
        b,
        move() {
          nudge(random, b, 0.05, 0.3);
          holdNear(b, 2.2);
        },
      };
    },
  },
];
