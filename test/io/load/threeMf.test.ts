import { describe, expect, it } from 'vitest';
import { body, worldBounds } from '../../../src/body.js';
import { readThreeMf } from '../../../src/io/load/threeMf/threeMf.js';
import type { Scene } from '../../../src/io/scene.js';
import { determinant } from '../../../src/math/affine.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { readWith, utf16 } from './support/readWith.js';
import { boxMesh, boxObject, CORE, modelXml, relationships, threeMf } from './support/threeMfPackage.js';

const read = (data: Uint8Array) => readWith(readThreeMf, data, 'plate.3mf');

/** Path and name, volume and box of every part as it stands. */
const figures = ({ parts }: Scene) =>
  parts.map(({ name, path, mesh, pose }) => {
    const { closed, signedVolume } = inspect(mesh);
    expect(closed).toBe(true);
    const { min, max } = worldBounds(body(mesh, { pose }));
    return [[...path, name].join('/'), signedVolume * determinant(pose), [...min, ...max]];
  });

describe('readThreeMf', () => {
  it('reads a box with its name and unit, in f64', async () => {
    const scene = await read(threeMf(modelXml(boxObject(1, 'name="box"'), '<item objectid="1"/>')));
    expect(scene).toMatchObject({ units: 'mm', problems: [], animations: [] });
    expect(scene.parts[0].mesh.positions).toBeInstanceOf(Float64Array);
    expect(figures(scene)).toEqual([['box', 6, [0, 0, 0, 1, 2, 3]]]);
  });

  it.each([
    ['micron', 'um'],
    ['millimeter', 'mm'],
    ['centimeter', 'cm'],
    ['inch', 'in'],
    ['foot', 'ft'],
    ['meter', 'm'],
  ])('knows the unit %s', async (unit, expected) => {
    const scene = await read(threeMf(modelXml(boxObject(1), '<item objectid="1"/>', `unit="${unit}"`)));
    expect(scene.units).toBe(expected);
  });

  it('names parts by name, part number of the object, part number of the item, id', async () => {
    const objects = [
      boxObject(1, 'name="n" partnumber="o"'),
      boxObject(2, 'partnumber="o"'),
      boxObject(3),
      boxObject(4, 'name=" "'),
    ];
    const items =
      '<item objectid="1" partnumber="i"/><item objectid="2" partnumber="i"/><item objectid="3" partnumber="i"/><item objectid="4"/>';
    const { parts } = await read(threeMf(modelXml(objects.join(''), items)));
    expect(parts.map(({ name }) => name)).toEqual(['n', 'o', 'i', 'object 4']);
  });

  it.each(['Metadata/model_settings.config', 'Metadata/Slic3r_PE_model.config'])(
    'takes names from %s where objects have none',
    async (file) => {
      const objects = `${boxObject(1)}${boxObject(2, 'name="own"')}${boxObject(3)}
        <object id="4"><components><component objectid="1"/><component objectid="2"/><component objectid="3"/></components></object>`;
      const model = modelXml(objects, '<item objectid="4"/><item objectid="1" partnumber="i"/>');
      const config = `<config><object id="4"><metadata key="name" value="House &amp; lid"/><metadata key="extruder" value="1"/>
        <part id="1"><metadata key="name" value="lid"/></part><part id="2"><metadata key="name" value="no"/></part>
        <volume firstid="0"><metadata key="name" value="volume"/></volume></object>
        <object id="1"><metadata type="object" key="name" value="alone"/></object><plate><metadata key="name" value="x"/></plate></config>`;
      const names = (scene: Scene) => scene.parts.map(({ name, path }) => [...path, name].join(' > '));
      const scene = await read(threeMf(model, { [file]: config }));
      expect(names(scene)).toEqual(['House & lid > lid', 'House & lid > own', 'House & lid > object 3', 'alone']);
      expect(scene.problems).toEqual([]);
      // What cannot be read there is no loss.
      expect(names(await read(threeMf(model, { [file]: '<config>' })))).toContain('object 4 > object 1');
    },
  );

  it('multiplies from the left: x y z 1 times the matrix', async () => {
    // A quarter turn about z (x becomes y, y becomes -x), then a move; and a mirror that scales.
    const items = `<item objectid="1" transform="0 1 0 -1 0 0 0 0 1 10 20 30"/>
      <item objectid="1" transform="\t-2 0 0\n0 1 0  0 0 1e0 .5 0. -0"/>`;
    expect(figures(await read(threeMf(modelXml(boxObject(1, 'name="b"'), items))))).toEqual([
      ['b', 6, [8, 20, 30, 10, 21, 33]],
      ['b', -12, [-1.5, 0, 0, 0.5, 2, 3]],
    ]);
  });

  it('places components in components, and shares their mesh', async () => {
    const objects = `${boxObject(1, 'name="bolt"')}
      <object id="2" name="pair"><components><component objectid="1"/><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components></object>
      <object id="3"><components><component objectid="2" transform="2 0 0 0 2 0 0 0 2 0 0 1"/><component objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 -3"/></components></object>`;
    const scene = await read(
      threeMf(modelXml(objects, '<item objectid="3" transform="1 0 0 0 1 0 0 0 1 100 0 0"/><item objectid="1"/>')),
    );
    // Innermost first: moved by 5, doubled, lifted by 1, moved by 100.
    expect(figures(scene)).toEqual([
      ['object 3/pair/bolt', 48, [100, 0, 1, 102, 4, 7]],
      ['object 3/pair/bolt', 48, [110, 0, 1, 112, 4, 7]],
      ['object 3/bolt', 6, [100, 0, -3, 101, 2, 0]],
      ['bolt', 6, [0, 0, 0, 1, 2, 3]],
    ]);
    expect(new Set(scene.parts.map(({ mesh }) => mesh)).size).toBe(1);
  });

  it('reads objects of other model files, in their units', async () => {
    const main = modelXml(
      '<object id="7" name="assembly"><components><component p:path="/3D/Objects/a.model" objectid="1" transform="1 0 0 0 1 0 0 0 1 10 0 0"/><component p:path="/3d/objects/B.model" objectid="2"/></components></object>',
      '<item objectid="7"/><item objectid="1" p:path="/3D/Objects/a.model" transform="1 0 0 0 1 0 0 0 1 0 50 0"/>',
      'requiredextensions="p"',
    );
    const scene = await read(
      threeMf(main, {
        '3D/Objects/a.model': modelXml(boxObject(1, 'name="a"'), '<item objectid="1"/>'),
        '3D/Objects/b.model': modelXml(
          `${boxObject(1, 'name="b"')}<object id="2" name="twin"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 1 0 0"/></components></object>`,
          '',
          'unit="centimeter"',
        ),
      }),
    );
    expect(scene.problems).toEqual([]);
    expect(figures(scene)).toEqual([
      ['assembly/a', 6, [10, 0, 0, 11, 2, 3]],
      ['assembly/twin/b', 6000, [10, 0, 0, 20, 20, 30]],
      ['a', 6, [0, 50, 0, 1, 52, 3]],
    ]);
  });

  it('finds the model by the relationships, else where it usually is', async () => {
    const model = modelXml(boxObject(1, 'name="x"'), '<item objectid="1"/>');
    const other = modelXml(boxObject(1, 'name="other"'), '<item objectid="1"/>');
    const named = await read(
      threeMf(other, { '_rels/.rels': relationships('/Models/Main.MODEL'), 'models/main.model': model }),
    );
    expect(named.parts[0].name).toBe('x');
    const none = await read(threeMf(model, { '_rels/.rels': '<Relationships/>' }));
    expect(none.parts[0].name).toBe('x');
    const outside = await read(threeMf(model, { '_rels/.rels': relationships('/../../3D/./3dmodel.model') }));
    expect(outside.parts[0].name).toBe('x');
  });

  it.each([
    ['UTF-16', (xml: string) => utf16(xml.replace('UTF-8', 'UTF-16'), true)],
    [
      'a prefix for the core namespace',
      (xml: string) => xml.replace('xmlns=', 'xmlns:c=').replace(/(<\/?)(?=[a-z]+)/g, '$1c:'),
    ],
    [
      'another version of the core namespace',
      (xml: string) => xml.replace(CORE, 'http://schemas.microsoft.com/3dmanufacturing/2013/01'),
    ],
    [
      'CDATA, comments and instructions',
      (xml: string) =>
        xml.replace(
          '<resources>',
          '<!-- <object/> --><?x y?><metadata name="d"><![CDATA[<object>]]></metadata><resources>',
        ),
    ],
    ['no declaration', (xml: string) => xml.replace(/<\?.*\?>\n/, '')],
  ])('reads %s', async (_, change) => {
    const scene = await read(threeMf(change(modelXml(boxObject(1, 'name="&amp;&#252;"'), '<item objectid="1"/>'))));
    expect(figures(scene)).toEqual([['&ü', 6, [0, 0, 0, 1, 2, 3]]]);
  });

  it('passes over materials, textures, slices and triangle sets', async () => {
    const resources = `<basematerials id="9"><base name="PLA" displaycolor="#FFFFFF"/></basematerials>
      <s:slicestack id="8"><s:slice ztop="1"><s:vertices><s:vertex x="0" y="0"/></s:vertices><s:polygon startv="0"><s:segment v2="0"/></s:polygon></s:slice></s:slicestack>
      <object id="1" name="b" pid="9" s:slicestackid="8">${boxMesh(1, 2, 3).replace('</mesh>', '<t:trianglesets><t:triangleset name="x"><t:ref index="1"/></t:triangleset></t:trianglesets></mesh>').replace('v1="0"', 'v1="0" pid="9" p1="0"')}</object>`;
    const spaces =
      'xmlns:s="http://schemas.microsoft.com/3dmanufacturing/slice/2015/07" xmlns:t="http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07" requiredextensions=" s t"';
    const scene = await read(threeMf(modelXml(resources, '<item objectid="1"/>', spaces)));
    expect(scene.problems).toEqual([]);
    expect(figures(scene)).toEqual([['b', 6, [0, 0, 0, 1, 2, 3]]]);
  });

  it('leaves out what is there for printing only, unless there is nothing else', async () => {
    const objects = `${boxObject(1, 'name="part"')}${boxObject(2, 'name="tree" type="support"')}${boxObject(3, 'name="blocker" type="other"')}
      <object id="4" name="group" type="solidsupport"><components><component objectid="1"/></components></object>
      <object id="5" name="sheet" type="surface">${boxMesh(1, 1, 1)}</object>`;
    const items = (ids: number[]) => ids.map((id) => `<item objectid="${id}"/>`).join('');
    const scene = await read(threeMf(modelXml(objects, items([2, 1, 3, 4, 5]))));
    expect(scene.parts.map(({ name }) => name)).toEqual(['part', 'sheet']);
    expect(scene.problems).toEqual([
      {
        code: 'repaired',
        message:
          "3 parts are there for printing only and left out ('tree' and others). Export them as models to have them checked.",
      },
    ]);
    const supports = await read(threeMf(modelXml(objects, items([2, 3]))));
    expect(supports.parts.map(({ name }) => name)).toEqual(['tree', 'blocker']);
    expect(supports.problems).toEqual([]);
  });

  it('reads all objects where nothing is to be built', async () => {
    const objects = `${boxObject(1, 'name="a"')}${boxObject(2, 'name="b"')}<object id="3" name="c"><components><component objectid="1"/></components></object>`;
    const scene = await read(threeMf(modelXml(objects, '')));
    expect(figures(scene).map(([name]) => name)).toEqual(['b', 'c/a']);
    expect(scene.problems).toEqual([
      { code: 'repaired', message: 'nothing is to be built: all objects are read instead. Export it with a build.' },
    ]);
  });
});
