import { describe, expect, test } from 'vitest';
import { type BodyState, body } from '../../src/body.js';
import { drawFaces } from '../../src/machine/cpu/drawFaces.js';
import { createFragmentPass } from '../../src/machine/cpu/fragmentPass.js';
import { createPlanes, type Planes } from '../../src/machine/cpu/planes.js';
import { projectVertices } from '../../src/machine/cpu/projectVertices.js';
import type { DrawState } from '../../src/machine/state.js';
import { determinant, multiply, scaling, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { screenFromWorld, type View } from '../../src/view/view.js';
import { pixelView } from './cpuDrawScenes.js';
import { randomProgram } from './gpuDrawPrograms.js';

/** The frame is larger than the tile, so that offset and stride count. */
const [X, Y, MORE] = [5, 3, 11];

/** Draws a body in the fast loop, or face by face through coverFace and takeRun. */
function drawBody(planes: Planes, view: View, drawn: BodyState, state: DrawState, carefully: boolean): boolean {
  const map = multiply(screenFromWorld(view), drawn.pose);
  const { positions, indices } = drawn.mesh;
  const vertices = new Float64Array((4 * positions.length) / 3);
  const screen = { vertices, snapped: new Int32Array(vertices.buffer) };
  projectVertices(positions, map, screen);
  const pass = createFragmentPass(planes, state);
  const band = { columns: view.columns, firstRow: 0, endRow: view.rows };
  const target = { band, offset: Y * planes.width + X, stride: planes.width };
  const cull = state.cull === 'entries' ? 1 : state.cull === 'exits' ? -1 : 0;
  const reachPx = carefully ? Infinity : 0;
  const all = { screen, indices, from: 0, end: indices.length / 3, mirrored: determinant(map) < 0, reachPx };
  drawFaces(all, cull, target, 0, pass);
  return pass.passed;
}

/** One set of planes for each of the two ways. */
const twins = ({ columns, rows }: View): [Planes, Planes] => {
  const make = () => createPlanes(columns + MORE, rows + MORE);
  return [make(), make()];
};

function expectSamePlanes([one, other]: readonly [Planes, Planes]): void {
  for (const plane of ['depth', 'kept', 'stencil', 'id'] as const)
    expect(Buffer.compare(new Uint8Array(one[plane].buffer), new Uint8Array(other[plane].buffer)), plane).toBe(0);
}

function drawBoth([one, other]: readonly [Planes, Planes], view: View, drawn: BodyState, state: DrawState): boolean {
  const passed = drawBody(one, view, drawn, state, false);
  expect(drawBody(other, view, drawn, state, true)).toBe(passed);
  return passed;
}

describe('the fast loop draws what coverFace and the fragment pass draw, to the bit', () => {
  for (let seed = 101; seed <= 140; seed++)
    test(`under random states, in order, seed ${seed}`, () => {
      const { bodies, view, steps } = randomProgram(seed);
      const planes = twins(view);
      for (const step of steps) {
        if (step.do === 'draw') for (const k of step.which) drawBoth(planes, view, bodies[k], step.state);
        else if (step.do === 'keep') for (const one of planes) one.kept.set(one.depth);
        else if (step.do === 'clear')
          for (const one of planes)
            for (const plane of ['depth', 'stencil', 'id'] as const) {
              const value = step.values[plane];
              if (value !== undefined) one[plane].fill(value);
            }
        expectSamePlanes(planes);
      }
    });

  for (const [name, columns, coordinate] of [
    [
      'on half pixels, where edges run through centres',
      24,
      (random: () => number) => Math.round(random() * 60 - 18) / 2,
    ],
    [
      'with corners beside centres, which snapping takes across',
      24,
      (random: () => number) => Math.floor(random() * 20) + 0.5 + (random() - 0.5) / 256,
    ],
    ['anywhere, a few pixels large', 24, (random: () => number) => random() * 9 + 8],
    ['about as large as the loop takes', 150, (random: () => number) => random() * 160 - 5],
    ['that hardly turn either side', 40, (random: () => number) => Math.round(random() * 40 * 64) / 256 + 10],
  ] as const)
    test(`faces ${name}, seed 21`, () => {
      const random = seeded(21);
      const view = pixelView(columns, 40);
      const positions = Array.from({ length: 900 }, (_, k) =>
        k % 3 === 2 ? random() * 1.4 - 0.2 : coordinate(random),
      );
      // Faces share vertices, so some are counted from the other side.
      const indices = Array.from({ length: 1200 }, () => Math.floor(random() * 300));
      const drawn = body({ positions, indices });
      const planes = twins(view);
      for (const { kept } of planes) kept.fill(0.4);
      const count = { entries: { pass: 'increment-wrap' }, exits: { pass: 'decrement-wrap' } } as const;
      const states: DrawState[] = [
        { depth: 'less', writeDepth: true, id: 'face', stencil: count },
        { depth: 'greater', writeDepth: true, outside: 'clamp', cull: 'entries', stencil: count },
        { beyondKept: true, id: 'face', offset: 0.3, cull: 'exits' },
      ];
      for (const state of states) {
        expect(drawBoth(planes, view, drawn, state)).toBe(true);
        expectSamePlanes(planes);
      }
    });

  test('a bumpy sphere, mirrored too, whose faces are about a pixel large, seed 22', () => {
    const random = seeded(22);
    for (const mirror of [1, -1]) {
      const shape = bumpySphere({ segments: 60 });
      const turned = multiply(scaling(28, 28, 0.6 * mirror), randomRotation(random));
      const drawn = body(shape, { pose: multiply(translation(32, 32, 0.5), turned) });
      const view = pixelView(64);
      const planes = twins(view);
      for (const state of [
        { depth: 'less', writeDepth: true, id: 'face' },
        { depth: 'equal', stencil: { entries: { pass: 'increment-wrap' }, exits: { pass: 'invert' } } },
      ] as const) {
        expect(drawBoth(planes, view, drawn, state)).toBe(true);
        expectSamePlanes(planes);
      }
      expect(planes[0].stencil.filter((value) => value > 0).length).toBeGreaterThan(1000);
    }
  });
});
