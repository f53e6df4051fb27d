import { describe, expect, it } from 'vitest';
import { readThreeMf } from '../../../src/io/load/threeMf/threeMf.js';
import { messageOf, readWith, utf8 } from './support/readWith.js';
import { boxMesh, boxObject, modelXml, threeMf } from './support/threeMfPackage.js';

const read = (data: Uint8Array) => readWith(readThreeMf, data, 'plate.3mf');
const refusal = (data: Uint8Array) => messageOf(read(data));

const GOOD = boxObject(1, 'name="good"');
const ITEM = '<item objectid="1"/>';
const component = (id: number, rest = '') => `<component objectid="${id}" ${rest}/>`;
const group = (id: number, ...components: string[]) =>
  `<object id="${id}"><components>${components.join('')}</components></object>`;

it('counts faulty objects beyond the first, and refuses far too many', async () => {
  const objects = Array.from({ length: 100 }, (_, i) => `<object id="${i + 2}" name="bad"/>`).join('');
  const items = Array.from({ length: 100 }, (_, i) => `<item objectid="${i + 2}"/>`).join('');
  const { parts, problems } = await read(threeMf(modelXml(GOOD + objects, ITEM + items)));
  expect(parts.map(({ name }) => name)).toEqual(['good']);
  expect(problems).toHaveLength(21);
  expect(problems[20]).toEqual({
    code: 'unreadable',
    message: 'and 80 more like it: parts that cannot be read. Repair the model or export it again.',
  });
  const message =
    /^plate\.3mf: it names more than 100000 objects \(3D\/3dmodel\.model, line \d+\)\. Divide it into several files\.$/;
  expect(await refusal(threeMf(modelXml(GOOD, ITEM.repeat(100_001))))).toMatch(message);
  expect(await refusal(threeMf(modelXml(GOOD + '<object id="2"/>'.repeat(100_001), ITEM)))).toMatch(message);
});

describe('readThreeMf, one part unreadable: the rest is read, alone it is refused', () => {
  const broken = (mesh: string) => `<object id="2" name="bad">${mesh}</object>`;
  it.each([
    [
      'NaN',
      broken(boxMesh(1, 1, 1).replace('x="1"', 'x="nan"')),
      "'nan' is no x coordinate of object 2 (3D/3dmodel.model, line 25)",
    ],
    [
      'a coordinate beyond f64',
      broken(boxMesh(1, 1, 1).replace('x="1"', 'x="1e999"')),
      "'1e999' is no x coordinate of object 2 (3D/3dmodel.model, line 25)",
    ],
    [
      'a missing coordinate',
      broken(boxMesh(1, 1, 1).replace('x="1"', '')),
      "'' is no x coordinate of object 2 (3D/3dmodel.model, line 25)",
    ],
    [
      'a vertex too far',
      broken(boxMesh(1, 1, 1).replace('v2="3"', 'v2="8"')),
      "a triangle of object 2 names vertex '8', but there are only 8, counted from 0 (3D/3dmodel.model, line 32)",
    ],
    [
      'a vertex that is none',
      broken(boxMesh(1, 1, 1).replace('v2="3"', 'v2="-1"')),
      "a triangle of object 2 names vertex '-1', but there are only 8, counted from 0 (3D/3dmodel.model, line 32)",
    ],
    [
      'no triangles',
      broken(boxMesh(1, 1, 1).replace(/<triangles>.*<\/triangles>/s, '')),
      'object 2 has no triangles (3D/3dmodel.model)',
    ],
    [
      'no shape',
      broken('<metadatagroup/>'),
      'object 2 has neither a mesh nor components that are read (3D/3dmodel.model)',
    ],
    ['an id twice', broken(boxMesh(1, 1, 1)) + broken(boxMesh(1, 1, 1)), 'object 2 is there twice (3D/3dmodel.model)'],
  ])('%s', async (_, bad, fact) => {
    const scene = await read(threeMf(modelXml(`${GOOD}\n${bad}`, `${ITEM}<item objectid="2"/><item objectid="2"/>`)));
    expect(scene.parts.map(({ name }) => name)).toEqual(['good']);
    const message = `${fact}. Repair the model or export it again.`;
    expect(scene.problems).toEqual([{ code: 'unreadable', part: 'bad', message }]);
    expect(await refusal(threeMf(modelXml(`${GOOD}\n${bad}`, '<item objectid="2"/>')))).toBe(`plate.3mf: ${message}`);
  });

  it.each([
    [
      'a missing object',
      '<item objectid="9"/>',
      undefined,
      "the build names object '9', which is not there (line 26). Repair the model or export it again.",
    ],
    [
      'a flattening transform',
      '<item objectid="1" transform="1 0 0 0 1 0 0 0 0 0 0 0"/>',
      'good',
      "the build places 'good' by a transform that is none or flattens it (line 26). Repair the model or export it again.",
    ],
    [
      'eleven numbers',
      '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0"/>',
      'good',
      "the build places 'good' by a transform that is none or flattens it (line 26). Repair the model or export it again.",
    ],
    [
      'numbers that are none',
      '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 x"/>',
      'good',
      "the build places 'good' by a transform that is none or flattens it (line 26). Repair the model or export it again.",
    ],
    [
      'a missing file',
      '<item objectid="1" p:path="/3D/../../etc/passwd"/>',
      undefined,
      "the package holds no model file '/3D/../../etc/passwd', which the build needs. Export it again.",
    ],
    [
      'a broken file',
      '<item objectid="1" p:path="/3D/broken.model"/>',
      undefined,
      'it is no valid XML: unclosed tag: model (3D/broken.model, line 1). Export the file again.',
    ],
  ])('%s', async (_, item, part, message) => {
    const others = { '3D/broken.model': '<model>' };
    const scene = await read(threeMf(modelXml(GOOD, `${ITEM}\n${item}`).replace('<build>\n', '<build>'), others));
    expect(scene.parts.map(({ name }) => name)).toEqual(['good']);
    expect(scene.problems).toEqual([{ code: 'unreadable', ...(part && { part }), message }]);
  });

  it('says what of an object is not read, and which extensions are demanded', async () => {
    const lattice = boxObject(1, 'name="good"').replace('</mesh>', '<b:beamlattice/></mesh>');
    const attributes = 'xmlns:b="http://example.com/beams" requiredextensions="p b"';
    expect((await read(threeMf(modelXml(lattice, ITEM, attributes)))).problems).toEqual([
      {
        code: 'unreadable',
        message:
          "the package demands the extension 'http://example.com/beams', which is not read: shapes that need it are missing. Export plain meshes.",
      },
      {
        code: 'unreadable',
        part: 'good',
        message: "the beams of a lattice in 'good' are not read. Export it as a mesh.",
      },
    ]);
  });
});

describe('readThreeMf, refusals', () => {
  const doubled = (count: number) =>
    Array.from({ length: count }, (_, k) => group(k + 2, component(k + 1), component(k + 1))).join('');
  const chain = (count: number) => Array.from({ length: count }, (_, k) => group(k + 2, component(k + 1))).join('');
  it.each([
    [
      'an object in itself',
      group(2, component(2)),
      2,
      "plate.3mf: its object 2 ('object 2') contains itself. Repair the model or export it again.",
    ],
    [
      'an object in itself over others',
      group(2, component(1), component(3)) + group(3, component(2)),
      2,
      "plate.3mf: its object 2 ('object 2') contains itself. Repair the model or export it again.",
    ],
    [
      'billions of instances',
      doubled(40),
      41,
      'plate.3mf: its build places more than 100000 objects. Divide it into several files.',
    ],
    [
      'billions of empty instances',
      doubled(40).replace(component(1), ''),
      41,
      'plate.3mf: its build places more than 100000 objects. Divide it into several files.',
    ],
    [
      'objects nested too deep',
      chain(70),
      71,
      "plate.3mf: its objects are nested more than 64 deep (in 'object 71'). Repair the model or export it again.",
    ],
  ])('%s', async (_, objects, id, message) => {
    expect(await refusal(threeMf(modelXml(GOOD + objects, `<item objectid="${id}"/>`)))).toBe(message);
  });

  const xml = modelXml(GOOD, ITEM);
  it.each([
    ['no objects', modelXml('', ''), 'plate.3mf: it holds no objects. Export a model that has a surface.'],
    [
      'an unknown unit',
      modelXml(GOOD, ITEM, 'unit="furlong"'),
      "plate.3mf: its unit 'furlong' is none of micron, millimeter, centimeter, inch, foot, meter (3D/3dmodel.model, line 2). Export the file again.",
    ],
    [
      'another document',
      '<html/>',
      "plate.3mf: it is no 3MF model but begins with 'html' (3D/3dmodel.model, line 1). Export the file again.",
    ],
    [
      'a document type',
      xml.replace('<model', '<!DOCTYPE model [<!ENTITY a "b">]><model'),
      'plate.3mf: it declares a document type, which may define entities (3D/3dmodel.model, line 2). Export the file again.',
    ],
    [
      'an entity',
      xml.replace('good', '&a;'),
      'plate.3mf: it is no valid XML: undefined entity (3D/3dmodel.model, line 5). Export the file again.',
    ],
    [
      'tags that do not match',
      xml.replace('</mesh>', '</mess>'),
      'plate.3mf: it is no valid XML: unexpected close tag (3D/3dmodel.model, line 23). Export the file again.',
    ],
    [
      'a text cut off',
      xml.slice(0, -20),
      'plate.3mf: it is no valid XML: unclosed tag: build (3D/3dmodel.model, line 26). Export the file again.',
    ],
    [
      'nothing',
      '',
      'plate.3mf: it is no valid XML: document must contain a root element (3D/3dmodel.model, line 1). Export the file again.',
    ],
    [
      'bytes that are no text',
      Uint8Array.of(...utf8('<model a="'), 0xff, 0xfe, ...utf8('"/>')),
      'plate.3mf: it is no valid text: The encoded data was not valid for encoding utf-8 (3D/3dmodel.model, line 1). Export the file again.',
    ],
    [
      'elements nested too deep',
      xml.replace('<resources>', '<a>'.repeat(200)),
      'plate.3mf: its elements are nested more than 128 deep (3D/3dmodel.model, line 4). Export the file again.',
    ],
  ])('%s', async (_, model, message) => {
    expect(await refusal(threeMf(model))).toBe(message);
  });
});
