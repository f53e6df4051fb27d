import { InputError } from '../src/errors.js';
import { faceCount, type Mesh } from '../src/mesh/mesh.js';

/**
 * Cuts the faces of a closed mesh until there are `triangles`: the longest edge of all is halved, again and again, with the two
 * faces at it. Each cut adds two, so every even number from the mesh's own up is met exactly; the solid stays the same, and
 * no face becomes narrower than longest-edge bisection lets it (Rivara 1984).
 *
 * @example tessellate(box(), 5000)
 */
export function tessellate(mesh: Mesh, triangles: number): Mesh {
  const given = faceCount(mesh);
  if (!(Number.isSafeInteger(triangles) && triangles >= given && (triangles - given) % 2 === 0))
    throw new InputError(
      `tessellate: ${given} triangles cannot be cut into ${triangles}. Give a whole number that is ${given} plus a multiple of 2.`,
    );
  const cuts = (triangles - given) / 2;
  const vertexCount = mesh.positions.length / 3;
  const positions = new Float64Array(3 * (vertexCount + cuts));
  positions.set(mesh.positions);
  const indices = new Uint32Array(3 * triangles);
  indices.set(mesh.indices);
  const most = vertexCount + cuts;
  const name = (from: number, to: number): number => from * most + to;

  /** The face on the left of each directed edge. */
  const faceAt = new Map<number, number>();
  const edges = longestFirst(positions);
  const place = (face: number, a: number, b: number, c: number): void => {
    indices.set([a, b, c], 3 * face);
    faceAt.set(name(a, b), face).set(name(b, c), face).set(name(c, a), face);
  };
  for (let f = 0; f < given; f++) place(f, indices[3 * f], indices[3 * f + 1], indices[3 * f + 2]);
  for (const [edge, face] of faceAt) {
    const [from, to] = [Math.floor(edge / most), edge % most];
    if (faceAt.get(name(to, from)) === undefined)
      throw new InputError(`tessellate: the mesh is not closed (at face ${face}). Give a solid.`);
    if (from < to) edges.push(from, to);
  }

  const apex = (face: number, from: number): number => {
    const k = indices.subarray(3 * face, 3 * face + 3).indexOf(from);
    return indices[3 * face + ((k + 2) % 3)];
  };
  const halve = (face: number, added: number, from: number, to: number, middle: number): void => {
    const c = apex(face, from);
    place(face, from, middle, c);
    place(added, middle, to, c);
    edges.push(c, middle);
  };
  for (let k = 0; k < cuts; k++) {
    const [a, b] = edges.pop();
    const [left, right] = [faceAt.get(name(a, b))!, faceAt.get(name(b, a))!];
    const middle = vertexCount + k;
    for (let i = 0; i < 3; i++) positions[3 * middle + i] = (positions[3 * a + i] + positions[3 * b + i]) / 2;
    faceAt.delete(name(a, b));
    faceAt.delete(name(b, a));
    halve(left, given + 2 * k, a, b, middle);
    halve(right, given + 2 * k + 1, b, a, middle);
    edges.push(a, middle);
    edges.push(middle, b);
  }
  return { positions: Float32Array.from(positions), indices };
}

/** Edges in a heap; of equally long ones the one that came first comes first, so that the result is one and the same. */
function longestFirst(positions: Float64Array) {
  const heap: { from: number; to: number; square: number; turn: number }[] = [];
  let turn = 0;
  const before = (i: number, j: number): boolean => {
    const [a, b] = [heap[i], heap[j]];
    return a.square > b.square || (a.square === b.square && a.turn < b.turn);
  };
  const swap = (i: number, j: number): void => {
    [heap[i], heap[j]] = [heap[j], heap[i]];
  };
  return {
    push(from: number, to: number): void {
      const [i, j] = [3 * from, 3 * to];
      const [x, y, z] = [0, 1, 2].map((k) => positions[i + k] - positions[j + k]);
      heap.push({ from, to, square: x * x + y * y + z * z, turn: turn++ });
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!before(at, parent)) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop(): readonly [from: number, to: number] {
      const { from, to } = heap[0];
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
      for (let at = 0; ; ) {
        let next = at;
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && before(child, next)) next = child;
        if (next === at) break;
        swap(at, next);
        at = next;
      }
      return [from, to];
    },
  };
}
