// The passes of two papers, walked through on the machine: they show that its interface suffices.
// Myszkowski, Okunev, Kunii: Fast collision detection between complex solids using rasterizing graphics hardware, 1995.
// Knott: CInDeR, collision and interference detection in real time using graphics hardware, 2003, chapter 4.
import { describe, expect, test } from 'vitest';
import type { Body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Frame } from '../../src/machine/machine.js';
import type { StencilSide, StencilState } from '../../src/machine/state.js';
import { single } from '../../src/view/atlas.js';
import { block, pixelView } from './cpuDrawScenes.js';

const machine = createCpuMachine();
const onBothSides = (state: Omit<StencilState, 'entries' | 'exits'>, side: StencilSide): StencilState => ({
  ...state,
  entries: side,
  exits: side,
});

describe('Myszkowski, Okunev and Kunii 1995', () => {
  // The mask SA lies above the counter SC: where SA is set, an increment clamps at 255, which is SC's greatest value.
  const SA = 0x80;
  const SC = 0x7f;
  const whereSA = { reference: SA, readMask: SA };

  const renderObjectB = (frame: Frame, B: Body, depth: 'less' | 'less-equal') => {
    frame.fill({ stencil: { writeMask: SC, entries: { pass: 'zero' } } });
    const stencil = onBothSides({ ...whereSA, writeMask: SC }, { compare: 'equal', pass: 'increment-clamp' });
    frame.draw('faces', [{ body: B }], { depth, stencil });
  };

  const countersWhereSA = async (frame: Frame) =>
    Array.from(await frame.read('stencil')).flatMap((v) => (v & SA ? [v & SC] : []));

  /** Section 4, line by line. */
  async function basicAlgorithm(frame: Frame, A: Body, B: Body): Promise<{ collision: boolean; passes: 1 | 2 }> {
    frame.clear({ depth: 0, stencil: 0 });
    const setSA = onBothSides({ reference: SA, writeMask: SA }, { pass: 'replace', depthFail: 'replace' });
    frame.draw('faces', [{ body: A }], { depth: 'greater', writeDepth: true, stencil: setSA }); // Z_max
    renderObjectB(frame, B, 'less-equal'); // test (2)
    const first = await countersWhereSA(frame);
    if (first.includes(1)) return { collision: true, passes: 1 };
    if (!first.includes(2)) return { collision: false, passes: 1 };
    const sc2 = { reference: SA | 2, readMask: SC, writeMask: SA };
    frame.fill({ stencil: { ...sc2, entries: { compare: 'equal', pass: 'replace', fail: 'zero' } } });
    frame.clear({ depth: 1 });
    const stencil = onBothSides(whereSA, { compare: 'equal' });
    frame.draw('faces', [{ body: A }], { depth: 'less', writeDepth: true, stencil }); // Z_min
    renderObjectB(frame, B, 'less'); // test (3)
    const second = await countersWhereSA(frame);
    return { collision: second.some((sc) => sc < 2), passes: 2 };
  }

  const A = block([4, 4, 0.4], [12, 12, 0.6]);
  const cases: [string, Body, boolean, 1 | 2][] = [
    ['a: B behind A', block([4, 4, 0.7], [12, 12, 0.9]), false, 1],
    ['b: B reaches out of A', block([6, 6, 0.5], [14, 14, 0.9]), true, 1],
    ['c: A inside B', block([6, 6, 0.2], [14, 14, 0.9]), true, 1],
    ['d: B inside A', block([6, 6, 0.45], [10, 10, 0.55]), true, 2],
    ['e: B reaches into A from the front', block([6, 6, 0.1], [14, 14, 0.5]), true, 2],
    ['f: B before A', block([4, 4, 0.1], [12, 12, 0.3]), false, 2],
    ['beside A', block([13, 4, 0.4], [16, 12, 0.6]), false, 1],
  ];
  for (const [name, B, collision, passes] of cases)
    test(`the basic algorithm, ${name}`, async () => {
      expect(await machine.run(single(pixelView(16)), (frame) => basicAlgorithm(frame, A, B))).toEqual({
        collision,
        passes,
      });
    });

  test('a counter under the mask SA clamps at 127 and leaves SA alone', async () => {
    const leaves = Array.from({ length: 70 }, (_, k) => block([0, 0, 0.01 * (k + 1)], [2, 4, 0.01 * (k + 1) + 0.005]));
    await machine.run(single(pixelView(4)), async (frame) => {
      frame.clear({ stencil: SA });
      const stencil = onBothSides({ ...whereSA, writeMask: SC }, { compare: 'equal', pass: 'increment-clamp' });
      frame.draw(
        'faces',
        leaves.slice(0, 50).map((body) => ({ body })),
        { stencil },
      );
      expect(Array.from((await frame.read('stencil')).subarray(0, 4))).toEqual([SA | 100, SA | 100, SA, SA]);
      frame.draw(
        'faces',
        leaves.slice(50).map((body) => ({ body })),
        { stencil },
      );
      expect(Array.from((await frame.read('stencil')).subarray(0, 4))).toEqual([255, 255, SA, SA]);
    });
  });

  test('section 5: SC1 is copied beside SC2, SCA set and SP toggled by fills and masks alone', async () => {
    // SA 1 bit, SCA 1 bit, SC1 three bits, SC three bits: six layers of B, as in the paper.
    const [sa, sca, sc] = [0x80, 0x40, 0x07];
    const B = [block([0, 0, 0.1], [3, 1, 0.2]), block([1, 0, 0.3], [3, 1, 0.4]), block([2, 0, 0.5], [3, 1, 0.6])];
    await machine.run(single(pixelView(4, 1)), async (frame) => {
      frame.clear({ stencil: sa });
      const count = onBothSides({ writeMask: sc }, { pass: 'increment-clamp' });
      frame.draw(
        'faces',
        B.map((body) => ({ body })),
        { stencil: count },
      );
      for (let n = 0; n <= sc; n++) {
        // The reference holds n twice: its low bits are compared, its high bits are written.
        const copy = { reference: n | (n << 3), readMask: sc, writeMask: sc << 3 };
        frame.fill({ stencil: { ...copy, entries: { compare: 'equal', pass: 'replace' } } });
      }
      const piConvex = { reference: sca | 2, readMask: sc, writeMask: sca };
      frame.fill({ stencil: { ...piConvex, entries: { compare: 'equal', pass: 'replace', fail: 'zero' } } });
      frame.fill({ stencil: { writeMask: sc, entries: { pass: 'zero' } } });
      const SP = 1;
      frame.draw('faces', [{ body: B[0] }], { cull: 'exits', stencil: { writeMask: SP, entries: { pass: 'invert' } } });
      const stencil = Array.from(await frame.read('stencil'));
      expect(stencil.map((v) => (v >> 3) & sc)).toEqual([2, 4, 6, 0]);
      expect(stencil.map((v) => (v & sca ? 1 : 0))).toEqual([1, 0, 0, 0]);
      expect(stencil.map((v) => v & SP)).toEqual([1, 1, 1, 0]);
      expect(stencil.every((v) => v & sa)).toBe(true);
    });
  });
});

describe('Knott 2003, chapter 4', () => {
  const boundaryCrossings = { entries: { pass: 'increment-wrap' }, exits: { pass: 'decrement-wrap' } } as const;
  /** The stencil's test "value > 0": the reference 0 is less than the value. */
  const crossed = { reference: 0, entries: { compare: 'less' }, exits: { compare: 'less' } } as const;

  /**
   * Algorithms 1, 3 and 5: whose edges run inside another's volume? `edgesOf` are the bodies a little swollen, the paper's
   * offset edges: so no edge lies inside its own body.
   */
  async function penetrating(frame: Frame, bodies: readonly Body[], edgesOf: readonly Body[]): Promise<boolean[]> {
    frame.clear({ depth: 0, stencil: 0, id: 0 });
    frame.draw(
      'edges',
      edgesOf.map((body) => ({ body })),
      { writeDepth: true },
    );
    frame.draw(
      'faces',
      bodies.map((body) => ({ body })),
      { depth: 'less', stencil: boundaryCrossings },
    );
    const queries = edgesOf.map((body) =>
      frame.draw('edges', [{ body }], { depth: 'equal', stencil: crossed, id: 'body' }),
    );
    const passed = await frame.passed();
    return queries.map((query) => passed[query]);
  }

  type Corners = readonly [readonly [number, number, number], readonly [number, number, number]];
  const swollen = ([min, max]: Corners): Body =>
    block([min[0] - 0.2, min[1] - 0.2, min[2] - 0.01], [max[0] + 0.2, max[1] + 0.2, max[2] + 0.01]);
  const run = (...corners: Corners[]) =>
    machine.run(single(pixelView(32)), (frame) =>
      penetrating(
        frame,
        corners.map(([min, max]) => block(min, max)),
        corners.map(swollen),
      ),
    );

  test('apart, overlapping, one in the other, and three of which two collide', async () => {
    const A: Corners = [
      [4.3, 4.3, 0.3],
      [16.3, 16.3, 0.6],
    ];
    const inside: Corners = [
      [8.3, 8.3, 0.4],
      [12.3, 12.3, 0.5],
    ];
    const overlapping: Corners = [
      [10.3, 10.3, 0.2],
      [26.3, 26.3, 0.5],
    ];
    const apart: Corners = [
      [20.3, 4.3, 0.3],
      [28.3, 8.3, 0.6],
    ];
    const behind: Corners = [
      [6.3, 6.3, 0.7],
      [14.3, 14.3, 0.9],
    ];
    expect(await run(A, apart)).toEqual([false, false]);
    expect(await run(A, behind)).toEqual([false, false]);
    expect(await run(A, inside)).toEqual([false, true]);
    expect(await run(A, overlapping)).toEqual([true, true]);
    expect(await run(A, apart, inside)).toEqual([false, false, true]);
  });

  test('the penetrated body is found by counting each alone (algorithms 4 and 5, passes 5 to 7)', async () => {
    // Of the needle's edges the farthest are kept: those of its end, in the third plate.
    const needle = block([8.6, 8.6, 0.1], [9.4, 9.4, 0.65]);
    const plates = [0.2, 0.4, 0.6].map((z, k) => block([4.3 + 2 * k, 4.3, z], [16.3, 16.3, z + 0.1]));
    await machine.run(single(pixelView(32)), async (frame) => {
      frame.clear({ depth: 0, stencil: 0, id: 0 });
      frame.draw('edges', [{ body: needle }], { depth: 'greater', writeDepth: true });
      const queries = plates.map((body) => {
        frame.draw('faces', [{ body }], { depth: 'less', stencil: boundaryCrossings });
        const identify = {
          ...crossed,
          entries: { ...crossed.entries, pass: 'zero' },
          exits: { ...crossed.exits, pass: 'zero' },
        } as const;
        return frame.draw('faces', [{ body }], { depth: 'less', stencil: identify, id: 'body' });
      });
      const passed = await frame.passed();
      expect(queries.map((query) => passed[query])).toEqual([false, false, true]);
      expect((await frame.read('stencil')).every((v) => v === 0)).toBe(true);
    });
  });
});
