import { body } from '../../src/body.js';
import { type Affine, identity, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { randomRotation } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { heightField } from '../../src/mesh/shapes/heightField.js';
import { latticeBox, randomBody } from '../exact/support/latticeBodies.js';
import { mapped, randomLatticeMap, wholeVector } from '../exact/support/latticeMaps.js';
import { randomPair } from '../exact/support/randomPair.js';
import { randomIntegerBox } from './boxOracle.js';
import { between, pick, randomRigid } from './randomPose.js';

import { ball, direction, holdNear, holed, type MotionKind, nudge, randomTurn } from './watchMotion.js';

/** Bodies on whole numbers, such that deform, faulty ones, and such at the ends of what numbers can tell. */
export const ODD_MOTIONS: readonly MotionKind[] = [
  {
    name: 'boxes on halves of whole numbers',
    begin(random) {
      const a = body(latticeBox(randomIntegerBox(random, 3)));
      const b = body(latticeBox(randomIntegerBox(random, 3)));
      return {
        a,
        b,
        move() {
          const moved = pick(random, [a, b]);
          const [x, y, z] = wholeVector(random, -1, 1);
          const share = pick(random, [1, 0.5]);
          moved.pose = multiply(translation(share * x, share * y, share * z), moved.pose);
          if (Math.hypot(moved.pose[3], moved.pose[7], moved.pose[11]) > 2.5) moved.pose = identity();
        },
      };
    },
  },
  {
    name: 'bodies on whole numbers, turned, mirrored and sheared',
    begin(random) {
      const [a, b] = [body(randomBody(random).mesh), body(randomBody(random).mesh)];
      return {
        a,
        b,
        move() {
          const moved = pick(random, [a, b]);
          if (random() < 0.1) moved.pose = randomLatticeMap(random);
          else moved.pose = multiply(translation(...wholeVector(random, -1, 1)), moved.pose);
          if (Math.hypot(moved.pose[3], moved.pose[7], moved.pose[11]) > 3) moved.pose = identity();
        },
      };
    },
  },
  {
    name: 'bodies that touch somewhere, and leave and come back',
    begin(random) {
      const pair = randomPair(random);
      const [a, b] = [body(pair.a), body(pair.b)];
      let isBack = true;
      return {
        a,
        b,
        move() {
          isBack = !isBack;
          const far = pick(random, [2 ** -40, 2 ** -20, 0.01, 0.3, 1]);
          const [x, y, z] = wholeVector(random, -1, 1);
          b.pose = isBack ? identity() : translation(far * x, far * y, far * z);
        },
      };
    },
  },
  {
    name: 'bodies that deform now and then',
    begin(random) {
      const [a, b] = [body(ball(1)), body(box({ segments: 2 }), { pose: translation(1.3, 0, 0) })];
      return {
        a,
        b,
        move() {
          nudge(random, b, 0.05, 0.05);
          holdNear(b, 2.2);
          if (random() > 0.15) return;
          const moved = pick(random, [a, b]);
          moved.update(moved.mesh.positions.map((x) => x * between(random, 0.97, 1.03)));
        },
      };
    },
  },
  {
    name: 'open bodies',
    begin(random) {
      const a = body(holed(heightField({ segments: [5, 5] }), random));
      const b = body(random() < 0.5 ? holed(box({ size: 0.6 }), random) : ball(0.4));
      return {
        a,
        b,
        move() {
          nudge(random, b, 0.06, 0.1);
          holdNear(b, 1.5);
        },
      };
    },
  },
  {
    name: 'faces given twice',
    begin(random) {
      const { positions, indices } = box({ size: 0.8 });
      const a = body({ positions, indices: [...indices, ...indices.slice(0, 6), ...indices.slice(9, 12)] });
      const b = body(ball(between(random, 0.2, 0.5), 0), { pose: translation(0.9, 0, 0) });
      return {
        a,
        b,
        move() {
          nudge(random, b, 0.06, 0.1);
          holdNear(b, 1.2);
        },
      };
    },
  },
  {
    name: 'far from the origin, where coordinates are coarse',
    begin(random) {
      const far = 2 ** pick(random, [20, 30, 40, 46]);
      const where = translation(far, -far / 3, far / 7);
      const a = body(ball(1), { pose: where });
      const b = body(ball(0.5));
      let own: Affine = translation(1.5, 0, 0);
      return {
        a,
        b,
        move() {
          const [x, y, z] = direction(random);
          own = multiply(translation(0.03 * x, 0.03 * y, 0.03 * z), own);
          if (Math.hypot(own[3], own[7], own[11]) > 1.7) own = translation(1.5 * x, 1.5 * y, 1.5 * z);
          b.pose = multiply(where, own);
        },
      };
    },
  },
  {
    name: 'boxes that rounding brings together, and takes apart',
    begin(random) {
      const far = 2 ** pick(random, [8, 14, 20]);
      const shrunk = () => mapped(box(), scaling(1 - 2 ** -between(random, 26, 50)));
      const [a, b] = [body(shrunk()), body(shrunk())];
      return {
        a,
        b,
        move() {
          const home = random() < 0.1 ? 0 : far;
          const [x, y, z] = wholeVector(random, -1, 1);
          a.pose = translation(home, home, -home);
          b.pose = translation(home + x, home + y, -home + z);
        },
      };
    },
  },
  {
    name: 'tiny and huge bodies',
    begin(random) {
      const size = 2 ** pick(random, [-150, -40, 60, 150]);
      const scale = scaling(size);
      const isInPose = random() < 0.5;
      const [a, b] = isInPose
        ? [body(ball(1, 0), { pose: scale }), body(box(), { pose: scale })]
        : [body(mapped(ball(1, 0), scale)), body(mapped(box(), scale))];
      let own: Affine = translation(1.2, 0, 0);
      return {
        a,
        b,
        move() {
          const [x, y, z] = direction(random);
          own = multiply(translation(0.05 * x, 0.05 * y, 0.05 * z), multiply(own, randomTurn(random)));
          if (Math.hypot(own[3], own[7], own[11]) > 2) own = translation(1.2 * x, 1.2 * y, 1.2 * z);
          b.pose = isInPose ? multiply(scale, own) : multiply(multiply(scale, own), scaling(1 / size));
        },
      };
    },
  },
  {
    name: 'bodies carried along together',
    begin(random) {
      const [a, b] = [body(ball(1)), body(box({ segments: 2 }))];
      let frame: Affine = randomRigid(random, 5);
      let own: Affine = translation(1.6, 0, 0);
      return {
        a,
        b,
        move() {
          frame = multiply(randomRigid(random, 3), frame);
          own = multiply(translation(-0.004, 0, 0), multiply(own, rotation([0, 1, 0], 0.01)));
          if (own[3] < 0) own = multiply(translation(1.7, 0, 0), randomRotation(random));
          a.pose = frame;
          b.pose = multiply(frame, own);
        },
      };
    },
  },
];
