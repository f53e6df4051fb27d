import { type Body, body } from '../../src/body.js';
import type { Frame, Machine } from '../../src/machine/machine.js';
import type { DrawState, FillState, StencilState, Values } from '../../src/machine/state.js';
import { multiply, scaling, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { cone } from '../../src/mesh/shapes/cone.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import type { View } from '../../src/view/view.js';
import { crossings, edgeDistance } from '../support/edgeDistance.js';

export type Step =
  | { do: 'clear'; values: Values }
  | { do: 'draw'; which: readonly number[]; state: DrawState }
  | { do: 'fill'; state: FillState }
  | { do: 'keep' };

/** Some bodies, a view that cuts through them, and steps in random order with random states. */
export interface Program {
  readonly bodies: readonly Body[];
  readonly view: View;
  readonly steps: readonly Step[];
}

export interface PlanesRead {
  readonly depth: Float32Array;
  readonly kept: Float32Array;
  readonly stencil: Uint8Array;
  readonly id: Uint32Array;
}

const CLEAR_DEPTHS = [0, 0.37, 1];
const OFFSETS = [-0.21, 0.053];
const COMPARES = ['never', 'less', 'equal', 'less-equal', 'greater', 'not-equal', 'greater-equal', 'always'] as const;
const OPERATIONS = [
  ...(['keep', 'zero', 'replace', 'invert'] as const),
  ...(['increment-clamp', 'decrement-clamp', 'increment-wrap', 'decrement-wrap'] as const),
];

export function randomProgram(seed: number): Program {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
  const chance = (share: number) => random() < share;
  const side = () => ({
    compare: chance(0.6) ? ('always' as const) : pick(COMPARES),
    pass: pick(OPERATIONS),
    depthFail: pick(OPERATIONS),
    fail: pick(OPERATIONS),
  });
  const stencil = (): StencilState => ({
    reference: pick([0, 1, 2, 100, 255]),
    readMask: pick([0xff, 0x0f, 0x01]),
    writeMask: pick([0xff, 0xff, 0xf0, 0x03]),
    entries: side(),
    exits: side(),
  });
  const drawState = (): DrawState => ({
    cull: pick(['none', 'none', 'entries', 'exits'] as const),
    depth: chance(0.3) ? 'always' : pick(COMPARES),
    writeDepth: chance(0.6),
    ...(chance(0.7) ? { stencil: stencil() } : {}),
    ...(chance(0.6) ? { id: pick(['face', 'body'] as const) } : {}),
    beyondKept: chance(0.3),
    ...(chance(0.3) ? { offset: pick(OFFSETS) } : {}),
    ...(chance(0.3) ? { outside: pick(['drop', 'clamp', 'clamp'] as const) } : {}),
  });
  const step = (): Step => {
    const kind = random();
    if (kind < 0.1) return { do: 'fill', state: { stencil: stencil() } };
    if (kind < 0.2) return { do: 'keep' };
    if (kind < 0.3)
      return {
        do: 'clear',
        values: pick([{ depth: pick(CLEAR_DEPTHS) }, { stencil: pick([0, 128, 255]) }, { id: 7 }]),
      };
    return { do: 'draw', which: pick([[0], [1], [0, 1], [1, 0]]), state: drawState() };
  };
  const bodies = [randomBody(random, pick, 0), randomBody(random, pick, 0.7)];
  const direction = [random() - 0.5, random() - 0.5, random() - 0.5] as const;
  // The range ends inside the bodies in half the programs, and well outside in the others.
  const half = pick([0.8, 2.5]);
  const view = fitView(
    { min: [-half, -half, -half], max: [half, half, half] },
    { direction, resolution: [40 + Math.floor(random() * 40), 40 + Math.floor(random() * 40)] },
  );
  const begin: Step = { do: 'clear', values: { depth: pick(CLEAR_DEPTHS), stencil: pick([0, 100]) } };
  return { bodies, view, steps: [begin, ...Array.from({ length: 7 }, step)] };
}

function randomBody(random: Random, pick: <T>(from: readonly T[]) => T, offset: number): Body {
  const shape = pick([
    () => box({ size: [1.2, 0.8, 1] }),
    () => icoSphere({ radius: 0.8, subdivisions: 1 }),
    () => torus({ radius: 0.7, tubeRadius: 0.3, segments: 12, sides: 8 }),
    () => cone({ radius: 0.8, height: 1.4, segments: 9 }),
  ])();
  const mirror = random() < 0.4 ? scaling(-1.1, 1, 0.9) : scaling(1, 1.2, 1);
  return body(shape, { pose: multiply(translation(offset, 0.1, -0.1), multiply(randomRotation(random), mirror)) });
}

export async function runProgram(machine: Machine, { bodies, view, steps }: Program): Promise<PlanesRead> {
  return machine.run(single(view), async (frame) => {
    for (const step of steps) take(frame, bodies, step);
    return readPlanes(frame);
  });
}

export async function readPlanes(frame: Frame): Promise<PlanesRead> {
  const depth = await frame.read('depth');
  const kept = await frame.read('kept');
  return { depth, kept, stencil: await frame.read('stencil'), id: await frame.read('id') };
}

function take(frame: Frame, bodies: readonly Body[], step: Step): void {
  if (step.do === 'clear') frame.clear(step.values);
  else if (step.do === 'fill') frame.fill(step.state);
  else if (step.do === 'keep') frame.keep();
  else {
    const drawn = step.which.map((k) => ({ body: bodies[k] }));
    frame.draw('faces', drawn, step.state);
  }
}

/**
 * Pixels at which two machines need not agree: an edge comes nearer to the centre than `snapPx`, or two depths that are
 * compared (with each other, with a cleared plane, with the ends of the range) are as good as equal.
 */
export function doubtful(bodies: readonly Body[], view: View, snapPx: number, tie = 2e-5): boolean[] {
  const distance = edgeDistance(bodies, view);
  return crossings(bodies, view).map((depths, p) => {
    if (distance[p] < snapPx) return true;
    const moved = [0, ...OFFSETS].flatMap((offset) => depths.map((depth) => depth + offset));
    const all = [...moved, ...CLEAR_DEPTHS].sort((a, b) => a - b);
    return all.some((depth, k) => k > 0 && depth - all[k - 1] < tie);
  });
}

/** How two machines' planes differ where there is no doubt, and how many pixels that are in doubt differ. */
export function differences(one: PlanesRead, other: PlanesRead, doubt: readonly boolean[]) {
  const found = { stencil: 0, id: 0, depth: 0, sure: 0, doubtfulAndDifferent: 0 };
  doubt.forEach((isDoubtful, p) => {
    const apart = Math.max(Math.abs(one.depth[p] - other.depth[p]), Math.abs(one.kept[p] - other.kept[p]));
    const differs = one.stencil[p] !== other.stencil[p] || one.id[p] !== other.id[p] || apart > 1e-5;
    if (isDoubtful) found.doubtfulAndDifferent += differs ? 1 : 0;
    else {
      found.sure++;
      if (one.stencil[p] !== other.stencil[p]) found.stencil++;
      if (one.id[p] !== other.id[p]) found.id++;
      found.depth = Math.max(found.depth, apart);
    }
  });
  return found;
}
