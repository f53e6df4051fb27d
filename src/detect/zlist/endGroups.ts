/** Groups among the few ends of stretches around a corner: each end is of a pixel of the four, at a depth. The lowest number stands for its group. */
export interface EndGroups {
  /** A vertex for each group, to be set. */
  readonly vertex: Uint32Array;
  /** Begins a group with end m. */
  put(m: number, pixel: number, depth: number): void;
  find(m: number): number;
  unite(m: number, n: number): void;
  /** Whether no pixel has an end in both groups. */
  areApart(m: number, n: number): boolean;
  /** The pixels that have an end in m's group, a bit each. */
  pixels(m: number): number;
  /** The mean depth of m's group. */
  mean(m: number): number;
  /** Makes groups of the ends of m's group, of `count` ends in all, that are at the same depth, and tells whether these are more than one. */
  scatter(m: number, count: number): boolean;
}

/** Room for so many ends. */
export function createEndGroups(most: number): EndGroups {
  const parent = new Uint32Array(most);
  const mask = new Uint8Array(most);
  const sum = new Float64Array(most);
  const size = new Uint8Array(most);
  const own = { pixel: new Uint8Array(most), depth: new Float64Array(most) };
  const vertex = new Uint32Array(most);

  const put = (m: number, pixel: number, depth: number): void => {
    parent[m] = m;
    mask[m] = 1 << pixel;
    sum[m] = depth;
    size[m] = 1;
    own.pixel[m] = pixel;
    own.depth[m] = depth;
  };
  const find = (m: number): number => {
    while (parent[m] !== m) m = parent[m];
    return m;
  };
  const unite = (m: number, n: number): void => {
    const one = find(m);
    const other = find(n);
    if (one === other) return;
    const low = Math.min(one, other);
    const high = Math.max(one, other);
    parent[high] = low;
    mask[low] |= mask[high];
    sum[low] += sum[high];
    size[low] += size[high];
  };
  return {
    vertex,
    put,
    find,
    unite,
    areApart: (m, n) => (mask[find(m)] & mask[find(n)]) === 0,
    pixels: (m) => mask[find(m)],
    mean: (m) => sum[find(m)] / size[find(m)],
    scatter(m, count) {
      const group = find(m);
      const members: number[] = [];
      for (let n = group; n < count; n++) if (find(n) === group) members.push(n);
      if (members.every((n) => own.depth[n] === own.depth[m])) return false;
      for (const n of members) put(n, own.pixel[n], own.depth[n]);
      for (const n of members) unite(members.find((other) => own.depth[other] === own.depth[n])!, n);
      return true;
    },
  };
}
