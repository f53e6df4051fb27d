import { describe, expect, it } from 'vitest';
import { loadFile } from '../../../src/io/load/loadFile.js';
import { ifcFile } from './ifcShapes.js';
import { boxObject, modelXml, threeMf } from './support/threeMfPackage.js';

// `--within same-parent` goes by this: parts in one place share one list of names, parts in places of the same name do not.
describe('places of parts', () => {
  it('3MF: components of an object, and of another of the same name', async () => {
    const motor = (id: number) =>
      `<object id="${id}" name="motor"><components><component objectid="1"/><component objectid="1"/></components></object>`;
    const xml = modelXml(boxObject(1) + motor(2) + motor(3), '<item objectid="2"/><item objectid="3"/>');
    const { parts } = await loadFile('motors.3mf', { data: threeMf(xml) });
    expect(parts.map(({ path }) => path)).toEqual(Array(4).fill(['motor']));
    expect(parts[0].path).toBe(parts[1].path);
    expect(parts[2].path).toBe(parts[3].path);
    expect(parts[0].path).not.toBe(parts[2].path);
  });

  it('IFC: what stands in one storey, read in a thread', async () => {
    const wall = (name: string, globalId: string) => ({
      ...{ entity: 'IFCWALL', name, globalId, body: [{ box: [4, 0.2, 3] as const }] },
    });
    const walls = [wall('north', '1xS3BCk291UvhgP2a6eflN'), wall('south', '1xS3BCk291UvhgP2a6eflM')];
    const { parts } = await loadFile('walls.ifc', { data: new TextEncoder().encode(ifcFile(walls)) });
    expect(parts.length).toBe(2);
    expect(parts[0].path.length).toBeGreaterThan(2);
    expect(parts[0].path).toBe(parts[1].path);
  });

  it('glTF: nodes of the same name', async () => {
    const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString('base64');
    const gltf = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        ...[
          { name: 'motor', children: [2, 3] },
          { name: 'motor', children: [4] },
        ],
        ...['case', 'lid', 'lid'].map((name) => ({ name, mesh: 0 })),
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 3 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${triangle}` }],
    };
    const { parts } = await loadFile('motors.gltf', { data: new TextEncoder().encode(JSON.stringify(gltf)) });
    expect(parts.map(({ path }) => path)).toEqual(Array(3).fill(['motor']));
    expect(parts[0].path).toBe(parts[1].path);
    expect(parts[0].path).not.toBe(parts[2].path);
  });
});
