import { describe, expect, it } from 'vitest';
import { readIfc } from '../../../src/io/load/ifc/ifc.js';
import type { Scene } from '../../../src/io/scene.js';
import { transformPoint } from '../../../src/math/affine.js';
import { inspect, type MeshInspection } from '../../../src/mesh/inspect.js';
import { ifcDirect } from './ifcDirect.js';
import { readWith } from './support/readWith.js';
import { type ModelEntry, modelBytes, sharedModels } from './support/sharedModels.js';

// Real buildings: against INDEX.json, against the package read directly, and against what their authors wrote down.

interface IfcEntry extends ModelEntry {
  ifc: { elements: number; triangles: number; elementsWatertight: number; bbox: [number[], number[]] };
}
const models = sharedModels('.ifc') as IfcEntry[] | undefined;

const inPlace = ({ mesh, pose }: Scene['parts'][number]): MeshInspection => {
  const positions: number[] = [];
  for (let i = 0; i < mesh.positions.length; i += 3)
    positions.push(...transformPoint(pose, [mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]]));
  return inspect({ positions, indices: mesh.indices });
};

describe.skipIf(!models)('buildings of others', () => {
  it.each(models ?? [])('$file', async ({ file, ifc }) => {
    const bytes = modelBytes(file);
    const scene = await readWith(readIfc, bytes, file);
    expect([scene.units, scene.problems]).toEqual(['m', []]);

    // The package by itself, with its own choice of corners, gives the figures of INDEX.json: so the second reading is right.
    const coarse = await ifcDirect(bytes, 12);
    const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
    expect({
      elements: coarse.length,
      triangles: sum(coarse.map(({ found }) => found.triangles)),
      elementsWatertight: coarse.filter(({ found }) => found.closed).length,
    }).toEqual({
      elements: ifc.elements,
      triangles: ifc.triangles,
      elementsWatertight: ifc.elementsWatertight,
    });

    // With our choice, each part is what the package gives, turned back to z upwards; a zone is air and no part.
    const fine = (await ifcDirect(bytes, 33)).filter(({ type }) => type !== 'IfcSpatialZone');
    const parts = new Map(scene.parts.map((part) => [part.id, part]));
    expect([...parts.keys()].sort()).toEqual(fine.map(({ globalId }) => globalId).sort());
    for (const { globalId, type, found } of fine) {
      const part = parts.get(globalId)!;
      const ours = inPlace(part);
      expect(part.type).toBe(type);
      expect([part.name, ours.closed]).toEqual([part.name, true]);
      expect(Math.abs(ours.signedVolume - found.signedVolume)).toBeLessThan(1e-9 + 1e-6 * found.signedVolume);
      const { min, max } = found.bounds;
      const turned = { min: [min[0], -max[2], min[1]], max: [max[0], -min[2], max[1]] };
      for (let k = 0; k < 3; k++) {
        expect(ours.bounds.min[k]).toBeCloseTo(turned.min[k], 9);
        expect(ours.bounds.max[k]).toBeCloseTo(turned.max[k], 9);
      }
      // Faces without area are put back, none is lost.
      expect(ours.triangles).toBeGreaterThanOrEqual(found.triangles);
      expect(ours.triangles - found.triangles).toBeLessThanOrEqual(found.openEdgeCount / 2);
    }
    // The box of INDEX.json, rounded to millimetres there.
    const all = scene.parts.map(inPlace);
    const [low, high] = ifc.bbox;
    [low[0], -high[2], low[1]].forEach((x, k) => {
      expect(Math.min(...all.map(({ bounds }) => bounds.min[k]))).toBeCloseTo(x, 2);
    });
    [high[0], -low[2], high[1]].forEach((x, k) => {
      expect(Math.max(...all.map(({ bounds }) => bounds.max[k]))).toBeCloseTo(x, 2);
    });
  });

  it('volumes are those that the authors wrote down', async () => {
    let compared = 0;
    for (const { file } of models!.filter(({ file }) => /Architecture|Structural/.test(file))) {
      const bytes = modelBytes(file);
      const volumes = netVolumes(new TextDecoder('latin1').decode(bytes));
      for (const { id, mesh } of (await readWith(readIfc, bytes, file)).parts) {
        const volume = volumes.get(id!);
        if (volume === undefined) continue;
        expect(inspect(mesh).signedVolume / volume).toBeCloseTo(1, 6);
        compared++;
      }
    }
    expect(compared).toBe(17);
  });

  it('parts stand in storeys and assemblies, products that repeat share a mesh', async () => {
    const placed = async (name: string) => (await readWith(readIfc, modelBytes(`ifc/${name}`), name)).parts;
    const girder = (await placed('PCERT_Building-Structural.ifc')).find(({ name }) => name === 'girder')!;
    const house = ['ifc silly sample scene - project', 'environment - site', 'house - site', 'Single-family house'];
    expect(girder.path).toEqual([...house, 'house - roof']);
    const kitchen = (await placed('PCERT_Building-Architecture.ifc')).find(({ name }) => name === 'kitchen')!;
    expect(kitchen.path).toEqual([...house, '00 groundfloor', 'living room']);
    const parts = await placed('webifc_example.ifc');
    expect(parts[0].path).toEqual(['3458', 'Default', 'IfcBuilding #129', 'Level 1']);
    expect([parts.length, new Set(parts.map(({ mesh }) => mesh)).size]).toEqual([115, 94]);
  });
});

/** The quantity `NetVolume` of every product that has it, by GlobalId. */
function netVolumes(text: string): Map<string, number> {
  const entities = new Map(
    Array.from(text.matchAll(/#(\d+)=(IFC\w+)\((.*)\);/g), ([, id, kind, body]) => [id, { kind, body }]),
  );
  const references = (body: string) => Array.from(body.matchAll(/#(\d+)/g), ([, id]) => id);
  const volumes = new Map<string, number>();
  for (const { kind, body } of entities.values()) {
    if (kind !== 'IFCRELDEFINESBYPROPERTIES') continue;
    const [, ...ids] = references(body); // the first is the owner
    const set = entities.get(ids.pop()!);
    if (set?.kind !== 'IFCELEMENTQUANTITY') continue;
    for (const quantity of references(set.body)) {
      const net = /^'NetVolume',\$,\$,([\d.E+-]+)/.exec(entities.get(quantity)?.body ?? '');
      if (net) for (const id of ids) volumes.set(/^'([^']+)'/.exec(entities.get(id)!.body)![1], Number(net[1]));
    }
  }
  return volumes;
}
