/** A closed surface of four-sided faces, outside seen counter-clockwise: `x y z` per vertex, four vertex numbers per face. */
export interface QuadMesh {
  readonly positions: Float64Array;
  readonly quads: Uint32Array;
}

/**
 * One step towards the smooth surface that a closed cage stands for (Catmull and Clark 1978): each face becomes four, about its middle.
 * Vertices come first, then the middles of edges, then those of faces.
 */
export function catmullClark({ positions, quads }: QuadMesh): QuadMesh {
  const vertexCount = positions.length / 3;
  const faceCount = quads.length / 4;
  const { edgeOf, edges } = edgesOf(quads, vertexCount);
  const edgeCount = edges.length / 2;
  const fine = new Float64Array(3 * (vertexCount + edgeCount + faceCount));
  const edgeAt = 3 * vertexCount;
  const faceAt = edgeAt + 3 * edgeCount;

  const valence = new Uint32Array(vertexCount);
  for (const vertex of quads) valence[vertex]++;
  for (let f = 0; f < faceCount; f++)
    for (let k = 0; k < 3; k++) {
      let middle = 0;
      for (let i = 0; i < 4; i++) middle += positions[3 * quads[4 * f + i] + k] / 4;
      fine[faceAt + 3 * f + k] = middle;
      for (let i = 0; i < 4; i++) {
        // Each edge is met from both its faces, and each vertex from all of its own.
        fine[edgeAt + 3 * edgeOf[4 * f + i] + k] += middle / 4;
        fine[3 * quads[4 * f + i] + k] += middle / valence[quads[4 * f + i]] ** 2;
      }
    }
  for (let e = 0; e < edgeCount; e++)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [edges[2 * e], edges[2 * e + 1]];
      const sum = positions[3 * a + k] + positions[3 * b + k];
      fine[edgeAt + 3 * e + k] += sum / 4;
      fine[3 * a + k] += sum / valence[a] ** 2;
      fine[3 * b + k] += sum / valence[b] ** 2;
    }
  for (let v = 0; v < vertexCount; v++)
    for (let k = 0; k < 3; k++) fine[3 * v + k] += (positions[3 * v + k] * (valence[v] - 3)) / valence[v];

  const finer = new Uint32Array(16 * faceCount);
  for (let f = 0; f < faceCount; f++)
    for (let i = 0; i < 4; i++) {
      const [next, before] = [vertexCount + edgeOf[4 * f + i], vertexCount + edgeOf[4 * f + ((i + 3) % 4)]];
      finer.set([quads[4 * f + i], next, vertexCount + edgeCount + f, before], 4 * (4 * f + i));
    }
  return { positions: fine, quads: finer };
}

/** The edges once each, and which one goes from each corner of a face to its next. */
function edgesOf(quads: Uint32Array, vertexCount: number): { edgeOf: Uint32Array; edges: number[] } {
  const known = new Map<number, number>();
  const edges: number[] = [];
  const edgeOf = quads.map((from, side) => {
    const to = quads[side % 4 === 3 ? side - 3 : side + 1];
    const name = Math.min(from, to) * vertexCount + Math.max(from, to);
    const edge = known.get(name) ?? known.size;
    if (edge === known.size) {
      known.set(name, edge);
      edges.push(from, to);
    }
    return edge;
  });
  return { edgeOf, edges };
}
