import type { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { nesting, type Truth } from '../support/boxOracle.js';

/** A solid made of unit cubes on the whole numbers, given by their lowest corners. */
export type Polycube = readonly Vec3[];

/** A polycube of at most `most` cubes in a grid of `grid`³, all connected by faces. */
export function randomPolycube(random: Random, grid: number, most: number): Polycube {
  const whole = (below: number): number => Math.floor(random() * below);
  const cells: Vec3[] = [[whole(grid), whole(grid), whole(grid)]];
  const known = new Set([cells[0].join()]);
  const count = 1 + whole(most);
  for (let tries = 0; tries < 20 * most && cells.length < count; tries++) {
    const cell: [number, number, number] = [...cells[whole(cells.length)]];
    const axis = whole(3);
    cell[axis] += random() < 0.5 ? -1 : 1;
    if (cell[axis] < 0 || cell[axis] >= grid || known.has(cell.join())) continue;
    known.add(cell.join());
    cells.push(cell);
  }
  return cells;
}

/** The surface of a polycube: two triangles for each unit square of it, vertices shared. */
export function polycubeMesh(cells: Polycube): Mesh {
  const known = new Set(cells.map((cell) => cell.join()));
  const positions: number[] = [];
  const vertices = new Map<string, number>();
  const indices: number[] = [];
  const vertexAt = (point: Vec3): number => {
    const found = vertices.get(point.join()) ?? vertices.size;
    if (found === vertices.size) {
      vertices.set(point.join(), found);
      positions.push(...point);
    }
    return found;
  };
  for (const cell of cells)
    for (const axis of [0, 1, 2])
      for (const end of [0, 1]) {
        if (known.has(shifted(cell, axis, 2 * end - 1).join())) continue;
        // The other two axes in the order that makes a right-handed frame with the outward normal.
        const [u, v] = end ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
        const base = shifted(cell, axis, end);
        const [a, b] = [vertexAt(base), vertexAt(shifted(base, u, 1))];
        const [c, d] = [vertexAt(shifted(shifted(base, u, 1), v, 1)), vertexAt(shifted(base, v, 1))];
        indices.push(a, b, c, a, c, d);
      }
  return mesh(positions, indices);
}

/** The answer for two polycubes, by counting cubes. */
export function relatePolycubes(a: Polycube, b: Polycube): Truth {
  const ofB = new Set(b.map((cell) => cell.join()));
  const common = a.filter((cell) => ofB.has(cell.join())).length;
  if (common > 0) return nesting(common, a.length, b.length);
  let near = false;
  for (const cell of a)
    for (let k = 0; k < 27; k++) {
      const step = [(k % 3) - 1, (Math.floor(k / 3) % 3) - 1, Math.floor(k / 9) - 1];
      if (!ofB.has(cell.map((x, axis) => x + step[axis]).join())) continue;
      near = true;
      if (step.filter((x) => x !== 0).length === 1) return { kind: 'touch', volume: 0 };
    }
  return { kind: near ? 'edge' : 'none', volume: 0 };
}

function shifted(point: Vec3, axis: number, by: number): Vec3 {
  const moved: [number, number, number] = [...point];
  moved[axis] += by;
  return moved;
}
