import { Color, Matrix4, Mesh, SRGBColorSpace } from 'three';
import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { gap } from '../../src/gap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, translation } from '../../src/math/affine.js';
import { heightField } from '../../src/mesh/shapes/heightField.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { paintGap } from '../../src/paintGap.js';
import { gapColours } from '../../src/report/gapColours.js';
import { type GapOverlayOptions, gapOverlay } from '../../src/three/gapOverlay.js';
import { disposeOverlay } from '../../src/three/overlay.js';

const machine = createCpuMachine();

/** A ball over a flat plate: 0.1 inside it at its lowest point. */
function scene(): [ball: Body, plate: Body] {
  const plate = heightField({ size: [3, 3], segments: [40, 40], height: () => 0, bottom: -0.5 });
  return [
    body(icoSphere({ subdivisions: 4 }), {
      name: 'ball',
      pose: multiply(translation(0, 0, 0.9), rotation([0.6, 0.8, 0], 1)),
    }),
    body(plate, { name: 'plate' }),
  ];
}

async function asked() {
  const [ball, plate] = scene();
  return {
    ball,
    plate,
    map: await gap(ball, plate, { direction: [0, 0, -1], resolution: 128, bands: [0.1, 0.2], machine }),
  };
}

describe('a gap on a body', () => {
  it('has the colours of the legend at the body’s vertices', async () => {
    const { ball, map } = await asked();
    const values = paintGap(map, ball, 'a');
    const shown = gapOverlay(map, ball, 'a', { range: [-0.1, 0.5], shade: 0 });
    expect(shown.values).toEqual(values);
    const rgb = gapColours(values, 'clash', [-0.1, 0.5]);
    const color = new Color();
    for (const v of [0, 10, 100, values.length - 1]) {
      color.setRGB(rgb[3 * v] / 255, rgb[3 * v + 1] / 255, rgb[3 * v + 2] / 255, SRGBColorSpace);
      expect([...shown.colors.slice(3 * v, 3 * v + 3)].map((c) => c.toFixed(5))).toEqual(
        color.toArray().map((c) => c.toFixed(5)),
      );
    }
    const painted = shown.object.geometry.getAttribute('color');
    expect(painted.count).toBe(values.length);
    values.forEach((value, v) => {
      expect(painted.getW(v)).toBe(Number.isNaN(value) ? 0 : 1);
      if (!Number.isNaN(value)) expect(painted.getX(v)).toBe(shown.colors[3 * v]);
    });
  });

  it('leaves faces out of which no vertex has a gap, or makes them grey', async () => {
    const { ball, map } = await asked();
    const { indices } = ball.mesh;
    const values = paintGap(map, ball, 'a');
    const known = indices.filter((_, i) =>
      [0, 1, 2].some((k) => !Number.isNaN(values[indices[3 * Math.floor(i / 3) + k]])),
    );
    const indicesOf = (options: GapOverlayOptions) => [
      ...gapOverlay(map, ball, 'a', options).object.geometry.index!.array,
    ];
    expect(indicesOf({})).toEqual([...known]);
    expect(known.length).toBeLessThan(0.8 * indices.length);
    expect(indicesOf({ unknown: 'grey' })).toEqual([...indices]);
    // Beyond the threshold of `occlusion` nothing is marked.
    expect(indicesOf({ preset: 'occlusion', range: [-0.1, 0.2] }).length).toBeLessThan(0.7 * known.length);
  });

  it('stands as the body does, with geometry of its own', async () => {
    const { ball, map } = await asked();
    const { object } = gapOverlay(map, ball, 'a');
    expect(object.matrix.toArray()).toEqual(
      new Matrix4()
        .fromArray([...ball.pose, 0, 0, 0, 1])
        .transpose()
        .toArray(),
    );
    expect(object.geometry.getAttribute('position').array.buffer).not.toBe(ball.mesh.positions.buffer);
    expect(object).toMatchObject({ matrixAutoUpdate: false, visible: true });
    expect(object.material).toMatchObject({
      vertexColors: true,
      polygonOffset: true,
      polygonOffsetUnits: -1,
      toneMapped: false,
    });
  });

  it('tells what its colours mean, with signs and the unit', async () => {
    const { plate, map } = await asked();
    const { legend } = gapOverlay(map, plate, 'b', { range: [-0.1, 0.4], unit: 'mm' });
    expect(legend.caption).toBe('gap in mm: − inside both, 0 contact, + apart');
    expect(legend.marks.map(({ text }) => text)).toContain('0');
    expect([legend.stops[0], legend.stops.at(-1)]).toMatchObject([
      { value: -0.1, at: 0, color: '#be0e18' },
      { value: 0.4, at: 1, color: '#1e2c78' },
    ]);
    // At 0 the colour jumps.
    expect(legend.stops.filter(({ value }) => value === 0).map(({ color }) => color)).toEqual(['#ffec40', '#46c482']);
    const places = legend.stops.map(({ at }) => at);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(legend.none).toBe('#b0b0b0');
  });

  it('can be shown in the overlay of before, and disposed of', async () => {
    const { ball, plate, map } = await asked();
    const { object } = gapOverlay(map, ball, 'a');
    const { geometry } = object;
    let freed = 0;
    geometry.addEventListener('dispose', () => freed++);
    expect(gapOverlay(map, plate, 'b', { into: object }).object).toBe(object);
    expect(freed).toBe(1);
    expect(object.geometry.getAttribute('position').count).toBe(plate.mesh.positions.length / 3);
    disposeOverlay(object);
  });

  it('is refused where it cannot be shown', async () => {
    const { ball, plate, map } = await asked();
    const text = (options: GapOverlayOptions) => {
      try {
        return gapOverlay(map, ball, 'a', options);
      } catch (error) {
        return `${error}`;
      }
    };
    expect(text({ shade: 2 })).toBe(
      'InputError: gapOverlay: the shade is not from 0 to 1 (2). Give a number in between.',
    );
    expect(text({ unknown: 'red' as never })).toBe(
      "InputError: gapOverlay: there is no way 'red' to show the unknown. Choose one of: leave, grey.",
    );
    expect(text({ into: new Mesh() as never })).toMatch(/^InputError: gapOverlay: `into` is no overlay of this kind/);
    expect(text({ preset: 'rainbow' as never })).toMatch(/there is no preset 'rainbow'/);
    expect(() => gapOverlay(map, plate, 'a')).toThrow("this is not the map's body a");
  });
});
