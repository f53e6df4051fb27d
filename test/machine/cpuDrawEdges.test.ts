import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { draw } from '../../src/machine/cpu/draw.js';
import { createPlanes, type Planes } from '../../src/machine/cpu/planes.js';
import type { DrawState } from '../../src/machine/state.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { uniqueEdges } from '../../src/mesh/edges.js';
import { type Atlas, single } from '../../src/view/atlas.js';
import { block, pixelView } from './cpuDrawScenes.js';

const COUNT: DrawState = { stencil: { entries: { pass: 'increment-wrap' } } };

/** One edge as a body: a face with two corners in one vertex. */
const line = (p: Vec3, q: Vec3) => body({ positions: [...p, ...q], indices: [0, 1, 1] });

function pixelsOf(planes: Planes): string[] {
  return Array.from(planes.stencil).flatMap((n, at) =>
    n === 0 ? [] : [`${at % planes.width},${Math.floor(at / planes.width)}${n > 1 ? `×${n}` : ''}`],
  );
}

function drawLines(columns: number, rows: number, ...ends: [Vec3, Vec3][]): string[] {
  const planes = createPlanes(columns, rows);
  const drawn = ends.map(([p, q]) => ({ body: line(p, q) }));
  draw(planes, single(pixelView(columns, rows)), 'edges', drawn, COUNT);
  return pixelsOf(planes);
}

describe('edges', () => {
  test('draw one pixel per step of the longer axis, and no other', () => {
    expect(
      drawLines(5, 5, [
        [0.5, 0.5, 0],
        [4.4, 2.4, 0],
      ]),
    ).toEqual(['0,0', '1,0', '2,1', '3,1'].sort());
    expect(
      drawLines(5, 5, [
        [1.2, 0, 0],
        [1.8, 5, 0],
      ]),
    ).toEqual(['1,0', '1,1', '1,2', '1,3', '1,4']);
    expect(
      drawLines(3, 3, [
        [0, 0, 0],
        [3, 3, 0],
      ]),
    ).toEqual(['0,0', '1,1', '2,2']);
  });

  test('a chain draws no pixel twice, in whatever direction its edges run', () => {
    const [a, b, c]: Vec3[] = [
      [0.5, 1.2, 0],
      [2.5, 1.4, 0],
      [4.5, 1.9, 0],
    ];
    const wanted = ['0,1', '1,1', '2,1', '3,1'];
    for (const ends of [
      [
        [a, b],
        [b, c],
      ],
      [
        [b, a],
        [c, b],
      ],
      [
        [a, b],
        [c, b],
      ],
    ] as [Vec3, Vec3][][])
      expect(drawLines(5, 3, ...ends)).toEqual(wanted);
  });

  test('an edge without a centre draws the pixel of its first end, even along the ray', () => {
    expect(
      drawLines(4, 4, [
        [2.6, 1.3, 0.5],
        [3.2, 1.4, 0.5],
      ]),
    ).toEqual(['2,1']);
    expect(
      drawLines(4, 4, [
        [3.2, 1.4, 0.5],
        [2.6, 1.3, 0.5],
      ]),
    ).toEqual(['3,1']);
    expect(
      drawLines(4, 4, [
        [1.5, 1.5, 0.2],
        [1.5, 1.5, 0.9],
      ]),
    ).toEqual(['1,1']);
    expect(
      drawLines(4, 4, [
        [4.2, 1.4, 0.5],
        [4.3, 1.4, 0.5],
      ]),
    ).toEqual([]);
  });

  test('have the depth of the line, and are cut where it leaves the depth range', () => {
    const planes = createPlanes(8, 1);
    planes.depth.fill(0.125);
    const slanted = line([8, 0.5, 1.5], [0, 0.5, -0.5]);
    expect(draw(planes, single(pixelView(8, 1)), 'edges', [{ body: slanted }], { writeDepth: true })).toBe(true);
    expect(Array.from(planes.depth)).toEqual([0.125, 0.125, 0.125, 0.375, 0.625, 0.875, 0.125, 0.125]);
  });

  for (const reach of [20, 1e5, 1e9])
    test(`reaching ${reach} pixels: at every step the pixel that holds the line, seed 10`, () => {
      const random = seeded(10);
      const coordinate = () => (random() < 0.5 ? random() * 16 : (random() - 0.5) * 2 * reach);
      for (let round = 0; round < 200; round++) {
        const [p, q] = [0, 1].map((): Vec3 => [coordinate(), coordinate(), random()]);
        const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
        const alongX = Math.abs(dx) >= Math.abs(dy);
        const wanted: string[] = [];
        for (let y = 0; y < 16; y++)
          for (let x = 0; x < 16; x++) {
            const t = alongX ? (x + 0.5 - p[0]) / dx : (y + 0.5 - p[1]) / dy;
            const across = alongX ? p[1] + t * dy - y : p[0] + t * dx - x;
            if (t >= 0 && t < 1 && across >= 0 && across < 1) wanted.push(`${x},${y}`);
          }
        if (wanted.length > 0) expect(drawLines(16, 16, [p, q])).toEqual(wanted);
      }
    });

  test('of a mesh are drawn once each, under the state of entries, whatever is culled; ids are edge numbers + 1', () => {
    const cube = block([1, 1, 0.25], [7, 7, 0.75]);
    const planes = createPlanes(8, 8);
    const state: DrawState = { cull: 'entries', depth: 'less', writeDepth: true, id: 'face' };
    draw(planes, single(pixelView(8)), 'edges', [{ body: cube }], state);
    const edges = uniqueEdges(cube.mesh);
    // The front outline wins over the back; pixel (3, 1) lies on the edge between two front corners with y = 1.
    const edge = planes.id[8 + 3] - 1;
    const corners = [edges[2 * edge], edges[2 * edge + 1]].map((v) =>
      Array.from(cube.mesh.positions.subarray(3 * v, 3 * v + 3)),
    );
    expect(corners.map(([, y, z]) => [y, z])).toEqual([
      [-3, -0.25],
      [-3, -0.25],
    ]);
    expect(planes.depth[8 + 3]).toBe(0.25);
    expect(planes.id[8 * 3 + 4 + 1]).toBe(0);
    draw(planes, single(pixelView(8)), 'edges', [{ body: cube }, { body: cube }], { id: 'body', depth: 'equal' });
    expect(planes.id[8 + 3]).toBe(2);
  });

  test('follow an update, and stay inside their tile', () => {
    const atlas: Atlas = {
      width: 5,
      height: 2,
      tiles: [
        { view: pixelView(2), x: 0, y: 0 },
        { view: pixelView(3, 2), x: 2, y: 0 },
      ],
    };
    const edge = line([-5, 0.5, 0.5], [9, 0.5, 0.5]);
    const planes = createPlanes(5, 2);
    draw(planes, atlas, 'edges', [{ body: edge }], COUNT);
    edge.update([-5, 1.5, 0.5, 9, 1.5, 0.5]);
    draw(planes, atlas, 'edges', [{ body: edge, tile: 1 }], COUNT);
    expect(pixelsOf(planes)).toEqual(['0,0', '1,0', '2,1', '3,1', '4,1']);
  });
});
