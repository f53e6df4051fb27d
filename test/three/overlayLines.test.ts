import { LineSegments, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { contacts } from '../../src/contacts.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { type ContactLines, contactLines } from '../../src/three/contactLines.js';
import { isOverlay } from '../../src/three/overlay.js';

const machine = createCpuMachine();

/** The ends of all segments, in world coordinates. */
function pointsOf({ geometry, matrix }: ContactLines): number[][] {
  const position = geometry.getAttribute('position');
  return Array.from({ length: position.count }, (_, v) =>
    new Vector3().fromBufferAttribute(position, v).applyMatrix4(matrix).toArray(),
  );
}

describe('curves as lines', () => {
  it('go from point to point, and back to the first one where they are closed', () => {
    const points = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
    ] as const;
    const [a, b, c] = points;
    expect(pointsOf(contactLines([{ closed: false, points }]))).toEqual([a, b, b, c].map((point) => [...point]));
    expect(pointsOf(contactLines([{ closed: true, points }]))).toEqual([a, b, b, c, c, a].map((point) => [...point]));
    expect(contactLines([]).visible).toBe(false);
  });

  it('are the curves of contacts and of an exact interference, and lie on both balls', async () => {
    const [a, b] = [1e5, 1e5 + 1.2].map((x) => body(icoSphere({ subdivisions: 3 }), { pose: translation(x, 0, 0) }));
    const report = await contacts(a, b, { machine });
    const lines = contactLines(report);
    expect(lines).toBeInstanceOf(LineSegments);
    expect(lines).toMatchObject({ visible: true, matrixAutoUpdate: false });
    expect(lines.material).toMatchObject({ depthTest: false, transparent: true });
    expect(isOverlay(lines)).toBe(true);
    const points = pointsOf(lines);
    expect(points.length).toBe(2 * report.curves.reduce((sum, curve) => sum + curve.points.length, 0));
    for (const [x, y, z] of points) {
      expect(x - 1e5).toBeCloseTo(0.6, 5);
      expect(Math.hypot(y, z)).toBeCloseTo(0.8, 1);
    }
    const { pairs } = await interference([a, b], { precision: 'exact', resolution: 32, machine });
    expect(pointsOf(contactLines(pairs[0]))).toEqual(points);
  });

  it('can be shown in the lines of before', () => {
    const points = [
      [0, 0, 0],
      [1, 0, 0],
    ] as const;
    const lines = contactLines([{ closed: false, points }], { color: 0x00ff00 });
    expect(contactLines([], { into: lines })).toBe(lines);
    expect(lines.visible).toBe(false);
    contactLines([{ closed: false, points }], { into: lines });
    expect([lines.visible, lines.material.color.getHex()]).toEqual([true, 0x00ff00]);
    contactLines([], { into: lines, color: 0xff0000 });
    expect(lines.material.color.getHex()).toBe(0xff0000);
  });

  it('are refused where there are no curves', async () => {
    const { pairs } = await interference([body(icoSphere()), body(icoSphere(), { pose: translation(1, 0, 0) })], {
      resolution: 16,
      machine,
    });
    expect(() => contactLines(pairs[0])).toThrow(
      "contactLines: there are no curves (object). Give what contacts() returned, or a pair of interference() with precision 'exact'.",
    );
  });
});
