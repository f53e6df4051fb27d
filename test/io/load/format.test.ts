import { describe, expect, it } from 'vitest';
import { type Format, formatByName, formatOf } from '../../../src/io/load/format.js';
import { utf8 } from './support/readWith.js';

const step = (schema: string, padding = 0): string =>
  `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('${'x'.repeat(padding)}'),'2;1');\nFILE_SCHEMA (\n( '${schema}' ));\nENDSEC;`;
const binaryStl = (header: string, triangles: number): Uint8Array => {
  const bytes = new Uint8Array(84 + 50 * triangles);
  bytes.set(utf8(header).subarray(0, 80));
  new DataView(bytes.buffer).setUint32(80, triangles, true);
  return bytes;
};
const told = (data: string | Uint8Array, name: string) =>
  formatOf(typeof data === 'string' ? utf8(data) : data, { name });

describe('the format of a file', () => {
  const marks: readonly (readonly [string, string | Uint8Array, Format])[] = [
    ['binary glTF', 'glTF\x02\0\0\0', 'gltf'],
    ['glTF', '  {"asset":{}}', 'gltf'],
    ['glTF with a byte order mark', '\ufeff{"asset":{}}', 'gltf'],
    ['a zip', 'PK\x03\x04', '3mf'],
    ['PLY', 'ply\r\nformat ascii 1.0\n', 'ply'],
    ['OFF', 'OFF\n3 1 0\n', 'off'],
    ['OFF with normals', 'NOFF 3 1 0\n', 'off'],
    ['STEP', step('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'), 'step'],
    ['IFC', step('IFC4'), 'ifc'],
    ['IFC with a long header', step('ifc2x3', 20_000), 'ifc'],
    ['text STL', 'solid thing\n facet normal 0 0 1\n', 'stl'],
    ['binary STL', binaryStl('made by hand', 2), 'stl'],
    ['binary STL that begins as something else', binaryStl('OFF the shelf', 2), 'stl'],
  ];

  it.each(marks)('by the bytes: %s', (_, data, format) => {
    // Whatever the name says, and without one.
    for (const name of ['-', 'model', 'model.obj', 'model.stl', 'model.step', 'model.glb'])
      expect(told(data, name)).toBe(format);
  });

  it.each([
    ['a.STL', 'stl'],
    ['folder.ply/b.obj', 'obj'],
    ['C:\\parts\\c.GlB', 'gltf'],
    ['d.step', 'step'],
    ['d.stp', 'step'],
    ['d.p21', 'step'],
    ['e.ifc', 'ifc'],
    ['f.3mf', '3mf'],
    ['g.tar.off', 'off'],
  ] as const)('by the name: %s', (name, format) => {
    expect(formatByName(name)).toBe(format);
    expect(told('v 1 2 3\n', name)).toBe(format);
  });

  it('a STEP without a schema is what its name says', () => {
    expect(told('ISO-10303-21;\nHEADER;\n', 'x.ifc')).toBe('ifc');
    expect(told('ISO-10303-21;\nHEADER;\n', 'x.stp')).toBe('step');
  });

  it('an STL of the wrong length, and text that is none, are not told by their bytes', () => {
    for (const data of [binaryStl('x', 2).subarray(1), 'solid ground\n', 'v 0 0 0\n', '\0\0\0\0'])
      expect(() => told(data, 'model')).toThrow(
        /^model: neither the bytes nor the ending tell the format\. Formats are stl, obj, /,
      );
  });
});
