import { type Body, body } from '../../src/body.js';
import { type Affine, identity, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { type Random, randomRotation } from '../../src/math/random.js';
import { normalize, type Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { heightField } from '../../src/mesh/shapes/heightField.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { latticeBox, randomBody } from '../exact/support/latticeBodies.js';
import { insideOut, joined, mapped, randomLatticeMap, shifted, wholeVector } from '../exact/support/latticeMaps.js';
import { randomPair } from '../exact/support/randomPair.js';
import { randomIntegerBox } from './boxOracle.js';
import { between, pick, randomAffine, randomRigid } from './randomPose.js';

/** Two bodies, and what happens to them from one question to the next. */
export interface Motion {
  readonly a: Body;
  readonly b: Body;
  readonly move: () => void;
}

export interface MotionKind {
  readonly name: string;
  readonly begin: (random: Random) => Motion;
}

const direction = (random: Random): Vec3 =>
  normalize([between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)]);

const ball = (radius: number, subdivisions = 1) => icoSphere({ radius, subdivisions });

/** A step of a random length and a turn by a random angle, of a body about its own origin. */
function nudge(random: Random, moved: Body, length: number, angle: number): void {
  const [x, y, z] = direction(random);
  const turn = rotation(direction(random), between(random, 0, angle));
  const pose = multiply(moved.pose, turn);
  const l = between(random, 0, length);
  moved.pose = multiply(translation(l * x, l * y, l * z), pose);
}

/** Pulls a body back to the origin where it is farther away than that. */
function holdNear(moved: Body, far: number): void {
  const { pose } = moved;
  const distance = Math.hypot(pose[3], pose[7], pose[11]);
  if (distance <= far) return;
  const back = Float64Array.from(pose);
  for (const k of [3, 7, 11]) back[k] *= (0.7 * far) / distance;
  moved.pose = back;
}

/** A body of walls 0.5 thick around a cavity of 1, and a box apart from it. */
const hollow = () =>
  joined(box({ size: 2 }), insideOut(box({ size: 1 })), shifted(box({ size: [0.4, 1, 1], segments: 2 }), [1.7, 0, 0]));

/** A mesh without a few of its faces. */
function holed({ positions, indices }: Mesh, random: Random): Mesh {
  const isLost = Array.from({ length: indices.length / 3 }, () => random() < 0.1);
  isLost[0] = true;
  return { positions, indices: indices.filter((_, side) => !isLost[Math.floor(side / 3)]) };
}

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

const randomTurn = (random: Random): Affine => rotation(direction(random), between(random, 0, 0.1));
