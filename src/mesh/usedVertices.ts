/** What is known of meshes, by their vertex numbers: these stay the same when a body deforms. */
const known = new WeakMap<Uint32Array, Uint32Array>();

/** The vertices that faces name, in ascending order; `undefined` where these are all. */
export function usedVertices(indices: Uint32Array, vertexCount: number): Uint32Array | undefined {
  let used = known.get(indices);
  if (!used) known.set(indices, (used = lookThrough(indices, vertexCount)));
  // The same numbers may come with more vertices.
  return used.length === vertexCount ? undefined : used;
}

function lookThrough(indices: Uint32Array, vertexCount: number): Uint32Array {
  const isUsed = new Uint8Array(vertexCount);
  let count = 0;
  for (const v of indices) {
    count += 1 - isUsed[v];
    isUsed[v] = 1;
  }
  const used = new Uint32Array(count);
  for (let v = 0, n = 0; v < vertexCount; v++) if (isUsed[v] === 1) used[n++] = v;
  return used;
}
