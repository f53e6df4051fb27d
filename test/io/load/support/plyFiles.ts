import { CUBE_CORNERS, CUBE_SIDES } from './cubes.js';

/** A scalar's type by any of its names. */
type Scalar = string;

export interface PlyElementData {
  name: string;
  /** Name and type; lists as `count type:value type`. */
  properties: readonly (readonly [name: string, type: Scalar])[];
  /** One row an element; a list is an array. */
  rows: readonly (readonly (number | readonly number[])[])[];
}

/** How many bytes a scalar takes, and how it is written. */
const SCALARS: Record<
  Scalar,
  [bytes: number, write: (view: DataView, at: number, x: number, isLittle: boolean) => void]
> = {
  char: [1, (view, at, x) => view.setInt8(at, x)],
  uchar: [1, (view, at, x) => view.setUint8(at, x)],
  short: [2, (view, at, x, isLittle) => view.setInt16(at, x, isLittle)],
  ushort: [2, (view, at, x, isLittle) => view.setUint16(at, x, isLittle)],
  int: [4, (view, at, x, isLittle) => view.setInt32(at, x, isLittle)],
  uint: [4, (view, at, x, isLittle) => view.setUint32(at, x, isLittle)],
  float: [4, (view, at, x, isLittle) => view.setFloat32(at, x, isLittle)],
  double: [8, (view, at, x, isLittle) => view.setFloat64(at, x, isLittle)],
};
const SIZED: Record<Scalar, Scalar> = {
  int8: 'char',
  uint8: 'uchar',
  int16: 'short',
  uint16: 'ushort',
  int32: 'int',
  uint32: 'uint',
  float32: 'float',
  float64: 'double',
};

export const PLY_FORMATS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
export type PlyFormat = (typeof PLY_FORMATS)[number];

export function plyHead(format: string, elements: readonly PlyElementData[], lineEnd = '\n'): string {
  const lines = ['ply', `format ${format} 1.0`, 'comment made for a test', 'obj_info element vertex 3'];
  for (const { name, properties, rows } of elements) {
    lines.push(`element ${name} ${rows.length}`);
    for (const [property, type] of properties)
      lines.push(
        type.includes(':') ? `property list ${type.replace(':', ' ')} ${property}` : `property ${type} ${property}`,
      );
  }
  return [...lines, 'end_header', ''].join(lineEnd);
}

/** The vertices of a cube with edges of length 1, and its sides. */
export const vertex = (type = 'float'): PlyElementData => ({
  name: 'vertex',
  properties: [
    ['x', type],
    ['y', type],
    ['z', type],
  ],
  rows: CUBE_CORNERS,
});
export const face = (type = 'uchar:int', name = 'vertex_indices'): PlyElementData => ({
  name: 'face',
  properties: [[name, type]],
  rows: CUBE_SIDES.map((side) => [side]),
});

/** A PLY file of the given elements. */
export function plyFile(format: PlyFormat, elements: readonly PlyElementData[], lineEnd = '\n'): Uint8Array {
  const head = new TextEncoder().encode(plyHead(format, elements, lineEnd));
  if (format === 'ascii') {
    const lines = elements.flatMap(({ rows }) =>
      rows.map((row) => row.map((x) => (typeof x === 'number' ? x : [x.length, ...x].join(' '))).join(' ')),
    );
    return Uint8Array.of(...head, ...new TextEncoder().encode([...lines, ''].join(lineEnd)));
  }
  const view = new DataView(new ArrayBuffer(1 << 16));
  let length = 0;
  const write = (type: Scalar, x: number): void => {
    const [bytes, put] = SCALARS[SIZED[type] ?? type];
    put(view, length, x, format === 'binary_little_endian');
    length += bytes;
  };
  for (const { properties, rows } of elements)
    for (const row of rows)
      for (const [k, value] of row.entries()) {
        const [first, second] = properties[k][1].split(':');
        if (typeof value === 'number') write(first, value);
        else {
          write(first, value.length);
          for (const x of value) write(second, x);
        }
      }
  return Uint8Array.of(...head, ...new Uint8Array(view.buffer, 0, length));
}
