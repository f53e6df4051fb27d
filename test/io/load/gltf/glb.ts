/** JSON as tests write it. */
// biome-ignore lint/suspicious/noExplicitAny: tests bend files as no type would let them
export type Loose = any;

const COMPONENTS = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);
const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };

type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

/** A file that is put together by hand, view by view. */
export interface Draft {
  /** Everything but accessors, views and buffers may be set freely. */
  readonly json: Loose;
  /** Adds a buffer view with these numbers, and an accessor for it; returns the accessor's number. */
  accessor(values: Numbers, type: string, more?: object): number;
  view(values: Numbers, more?: object): number;
  binary(): Uint8Array;
  glb(): Uint8Array;
}

export function draft(json: object): Draft {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const file: Loose = {
    asset: { version: '2.0' },
    bufferViews: [],
    accessors: [],
    buffers: [{ byteLength: 0 }],
    ...json,
  };
  const self: Draft = {
    json: file,
    view(values, more = {}) {
      const bytes = new Uint8Array(
        values.buffer.slice(values.byteOffset, values.byteOffset + values.byteLength) as ArrayBuffer,
      );
      file.bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length, ...more });
      chunks.push(bytes, new Uint8Array(-bytes.length & 3));
      length += bytes.length + (-bytes.length & 3);
      file.buffers[0].byteLength = length;
      return file.bufferViews.length - 1;
    },
    accessor(values, type, more = {}) {
      const bufferView = self.view(values);
      const componentType = COMPONENTS.get(values.constructor);
      file.accessors.push({ bufferView, componentType, type, count: values.length / SIZES[type], ...more });
      return file.accessors.length - 1;
    },
    binary: () => Uint8Array.from(chunks.flatMap((chunk) => [...chunk])),
    glb: () => glbOf(file, self.binary()),
  };
  return self;
}

/** A .glb of a JSON and a binary chunk. */
export function glbOf(json: object | string, binary?: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
  const chunks: [number, Uint8Array, number][] = [[0x4e4f534a, text, 0x20]];
  if (binary) chunks.push([0x004e4942, binary, 0]);
  const padded = (bytes: Uint8Array): number => (bytes.length + 3) & ~3;
  const total = chunks.reduce((sum, [, bytes]) => sum + 8 + padded(bytes), 12);
  const out = new Uint8Array(total);
  const data = new DataView(out.buffer);
  data.setUint32(0, 0x46546c67, true);
  data.setUint32(4, 2, true);
  data.setUint32(8, total, true);
  let at = 12;
  for (const [type, bytes, filler] of chunks) {
    data.setUint32(at, padded(bytes), true);
    data.setUint32(at + 4, type, true);
    out.fill(filler, at + 8, at + 8 + padded(bytes)).set(bytes, at + 8);
    at += 8 + padded(bytes);
  }
  return out;
}

/** The JSON and the binary chunk of a .glb. */
export function openGlb(glb: Uint8Array): { json: Loose; binary: Uint8Array | undefined } {
  const data = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  const end = 20 + data.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, end)));
  return { json, binary: end + 8 <= glb.length ? glb.slice(end + 8, end + 8 + data.getUint32(end, true)) : undefined };
}

/** A unit cube around the origin, with eight vertices. */
export const CUBE = {
  positions: Float32Array.of(-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1).map(
    (x) => x / 2,
  ),
  indices: Uint16Array.of(
    0,
    2,
    1,
    0,
    3,
    2,
    4,
    5,
    6,
    4,
    6,
    7,
    0,
    1,
    5,
    0,
    5,
    4,
    1,
    2,
    6,
    1,
    6,
    5,
    2,
    3,
    7,
    2,
    7,
    6,
    3,
    0,
    4,
    3,
    4,
    7,
  ),
};

/** A file with that cube as mesh 0, and these nodes. */
export function cubeDraft(nodes: object[] = [{ mesh: 0, name: 'cube' }], more: object = {}): Draft {
  const file = draft({ nodes, ...more });
  const position = file.accessor(CUBE.positions, 'VEC3', { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] });
  const indices = file.accessor(CUBE.indices, 'SCALAR');
  file.json.meshes ??= [{ name: 'cube mesh', primitives: [{ attributes: { POSITION: position }, indices }] }];
  return file;
}
