import { deflateSync, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readThreeMf } from '../../../src/io/load/threeMf/threeMf.js';
import { seeded } from '../../../src/math/random.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { messageOf, readWith, utf8 } from './support/readWith.js';
import { boxObject, modelXml, threeMf } from './support/threeMfPackage.js';
import { zip64 } from './support/zip64.js';

const read = (data: Uint8Array) => readWith(readThreeMf, data, 'plate.3mf');
const refusal = (data: Uint8Array) => messageOf(read(data));

const MODEL = '3D/3dmodel.model';
const XML = modelXml(boxObject(1, 'name="box"'), '<item objectid="1"/>');

/** A package of the model alone, as bytes to spoil; `at` finds the place of a signature. */
function spoiled(spoil: (view: DataView, at: (signature: number) => number) => void, xml = XML): Uint8Array {
  const bytes = zipSync({ [MODEL]: strToU8(xml) });
  const view = new DataView(bytes.buffer);
  spoil(view, (signature) => {
    for (let i = bytes.length - 4; i >= 0; i--) if (view.getUint32(i, true) === signature) return i;
    throw new Error('no such signature');
  });
  return bytes;
}
/** How many bytes the model takes in such a package. */
const PACKED = deflateSync(strToU8(XML)).length;
const [HEAD, LISTED, END] = [0x04034b50, 0x02014b50, 0x06054b50];

describe('zip packages', () => {
  it.each([
    ['deflated', zipSync({ [MODEL]: strToU8(XML) }, { level: 9 })],
    ['stored', zipSync({ [MODEL]: strToU8(XML) }, { level: 0 })],
    ['with 64-bit records, sizes behind the data', zip64({ 'x.txt': utf8('x'), [MODEL]: utf8(XML) })],
    ['with a comment at the end', withComment()],
    ['with backslashes in names', zipSync({ '3D\\3dmodel.model': strToU8(XML) })],
    ['in a larger buffer', Uint8Array.of(1, 2, 3, ...zipSync({ [MODEL]: strToU8(XML) })).subarray(3)],
    [
      'longer than what is unpacked at once',
      zipSync({ [MODEL]: strToU8(XML.replace('<metadata', `<!--${noise(300_000)}--><metadata`)) }),
    ],
  ])('%s', async (_, bytes) => {
    const scene = await read(bytes);
    expect(scene.problems).toEqual([]);
    expect(inspect(scene.parts[0].mesh)).toMatchObject({ closed: true, signedVolume: 6 });
  });

  it('refuses a package cut off anywhere', async () => {
    const whole = threeMf(XML);
    for (let length = 4; length < whole.length; length += 7)
      expect(await refusal(whole.subarray(0, length))).toBe(
        `plate.3mf: it is a zip package without a directory at its end (${length} bytes). The package is damaged or cut off: export it again.`,
      );
  });

  it('refuses other archives', async () => {
    expect(await refusal(zipSync({ 'a/part.stl': new Uint8Array(84), 'b.txt': new Uint8Array(1) }))).toBe(
      "plate.3mf: the zip package holds no 3D model (no '3d/3dmodel.model' among its 2 entries). Give a 3MF file; unpack other archives first.",
    );
  });

  it.each([
    [
      'an encrypted entry',
      spoiled((view, at) => view.setUint16(at(LISTED) + 8, 1, true)),
      "its entry '3D/3dmodel.model' is encrypted. Export the model without a password.",
    ],
    [
      'another method',
      spoiled((view, at) => view.setUint16(at(LISTED) + 10, 14, true)),
      "its entry '3D/3dmodel.model' is packed by method 14; only 0 (stored) and 8 (deflated) are read. Export it again.",
    ],
    [
      'a wrong checksum',
      spoiled((view, at) => view.setUint32(at(LISTED) + 16, 7, true)),
      "its entry '3D/3dmodel.model' does not agree with its checksum. The package is damaged or hostile: export it again.",
    ],
    [
      'an entry outside',
      spoiled((view, at) => view.setUint32(at(LISTED) + 42, 1e9, true)),
      `its entry '3D/3dmodel.model' (byte 1000000000, ${PACKED} bytes) does not lie within the file. The package is damaged or cut off: export it again.`,
    ],
    [
      'a directory outside',
      spoiled((view, at) => view.setUint32(at(END) + 16, 1e9, true)),
      'its directory of 1 entries at byte 1000000000 does not fit into the file. The package is damaged or cut off: export it again.',
    ],
    [
      'more entries than there are',
      spoiled((view, at) => view.setUint16(at(END) + 10, 60000, true)),
      /^plate\.3mf: its directory of 60000 entries at byte \d+ does not fit into the file\. /,
    ],
    [
      'a spoiled directory',
      spoiled((view, at) => view.setUint8(at(LISTED), 0)),
      /^plate\.3mf: its directory breaks off at entry 1 of 1 \(byte \d+\)\. /,
    ],
    [
      'a spoiled head',
      spoiled((view, at) => view.setUint8(at(HEAD), 1)),
      /^plate\.3mf: its entry '3D\/3dmodel\.model' \(byte 0, \d+ bytes\) does not lie within the file\. /,
    ],
    [
      'spoiled data',
      spoiled((view) => view.setUint32(50, 0xffffffff)),
      /^plate\.3mf: its entry '3D\/3dmodel\.model' (cannot be unpacked|unpacks to|does not agree)/,
    ],
  ])('refuses %s', async (_, bytes, message) => {
    const found = await refusal(bytes);
    if (typeof message === 'string') expect(found).toBe(`plate.3mf: ${message}`);
    else expect(found).toMatch(message);
  });

  it('refuses two entries of one name, and entries that share bytes', async () => {
    const two = zipSync({ '3D/a.model': strToU8(XML), '3D/b.model': strToU8(XML) });
    const view = new DataView(two.buffer);
    const second = two.length - 22 - 46 - 10; // the entry of b: nothing but the end follows it
    const named = two.slice();
    named[second + 46 + 3] = 'a'.charCodeAt(0);
    expect(await refusal(named)).toBe(
      "plate.3mf: it has two entries '3D/a.model'. The package is damaged or cut off: export it again.",
    );
    view.setUint32(second + 42, 0, true);
    expect(await refusal(two)).toBe(
      "plate.3mf: its entries '3D/a.model' and '3D/b.model' overlap (byte 0). Such a package is damaged or hostile: export it again.",
    );
  });
});

describe('zip bombs', () => {
  const blank = modelXml(`${boxObject(1)}${' '.repeat(2e7)}`, '<item objectid="1"/>');

  it('refuses what unpacks to far more than it takes, before it does', async () => {
    const bytes = zipSync({ [MODEL]: strToU8(blank) });
    const packed = new DataView(bytes.buffer).getUint32(18, true);
    expect(await refusal(bytes)).toBe(
      `plate.3mf: its entry '3D/3dmodel.model' would unpack from ${packed} to ${blank.length} bytes, more than 250 times as many. The package is damaged or hostile: export it again.`,
    );
  });

  it('refuses what unpacks to far more in several entries, each of them small', async () => {
    const object = (path: string) => `<component objectid="1" p:path="${path}"/>`;
    const paths = ['/3D/a.model', '/3D/b.model'];
    const root = modelXml(
      `${boxObject(1)}<object id="2"><components>${paths.map(object).join('')}</components></object>`,
      '<item objectid="1"/><item objectid="2"/>',
    );
    const small = modelXml(`${boxObject(1)}${' '.repeat(1e7)}`, '');
    const { parts, problems } = await read(threeMf(root, { '3D/a.model': small, '3D/b.model': small }));
    expect(parts).toHaveLength(2);
    expect(problems).toHaveLength(1);
    expect(problems[0].message).toMatch(
      /^its entry '3D\/b\.model' would unpack with those before it from \d+ to 2000\d+ bytes, more than 250 times as many\. /,
    );
  });

  it.each([
    ['elements', '<a/>'],
    ['text', 'text'],
    ['comments', '<!---->'],
    ['faces of a faulty object', null],
  ])('refuses too many %s that are no part of a model', async (_, piece) => {
    const filler =
      piece === null
        ? `<object id="2"><mesh><triangles>${'<triangle/>'.repeat(2e6)}</triangles></mesh></object>`
        : piece.repeat(2.2e7 / piece.length);
    const xml = modelXml(`${boxObject(1)}<!--${noise(2e5)}-->${filler}`, '<item objectid="1"/>');
    expect(await refusal(zipSync({ [MODEL]: strToU8(xml) }))).toMatch(
      /^plate\.3mf: it holds too much that is no part of a model: text, comments or unknown elements \(3D\/3dmodel\.model, line \d+\)\. /,
    );
  });

  it('reads a mesh of the same size', async () => {
    const count = 380;
    const vertices = Array.from(
      { length: count ** 2 },
      (_, i) => `<vertex x="${i % count}.000000" y="${Math.floor(i / count)}.000000" z="${(i * 7) % 10}.000000"/>\n`,
    );
    const triangles = Array.from({ length: (count - 1) ** 2 }, (_, i) => {
      const a = i + Math.floor(i / (count - 1));
      const [b, c, d] = [a + 1, a + count, a + count + 1];
      return `<triangle v1="${a}" v2="${b}" v3="${c}"/>\n<triangle v1="${b}" v2="${d}" v3="${c}"/>\n`;
    });
    const mesh = `<mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh>`;
    const xml = modelXml(`<object id="1">${mesh}</object>`, '<item objectid="1"/>');
    expect(xml.length).toBeGreaterThan(1.8e7);
    const { parts, problems } = await read(zipSync({ [MODEL]: strToU8(xml) }));
    expect(problems).toEqual([]);
    expect(parts[0].mesh.indices.length).toBe(6 * (count - 1) ** 2);
  });

  it('refuses what unpacks to more than it says, as soon as it does', async () => {
    expect(await refusal(spoiled((view, at) => view.setUint32(at(LISTED) + 24, 5000, true), blank))).toBe(
      "plate.3mf: its entry '3D/3dmodel.model' unpacks to more than the 5000 bytes that it says. The package is damaged or hostile: export it again.",
    );
  });

  it('refuses what unpacks to less than it says', async () => {
    expect(await refusal(spoiled((view, at) => view.setUint32(at(LISTED) + 24, 5000, true)))).toBe(
      `plate.3mf: its entry '3D/3dmodel.model' unpacks to ${XML.length} bytes instead of 5000. The package is damaged or hostile: export it again.`,
    );
  });

  it('refuses more than a gigabyte', async () => {
    expect(await refusal(spoiled((view, at) => view.setUint32(at(LISTED) + 24, 2e9, true)))).toBe(
      "plate.3mf: its entry '3D/3dmodel.model' would unpack to 2000000000 bytes, and a package may hold 1073741824. Divide the model into several files.",
    );
  });
});

/** With 100 bytes of comment, in which another end of the directory seems to begin. */
function withComment(): Uint8Array {
  const bytes = zipSync({ [MODEL]: strToU8(XML) });
  new DataView(bytes.buffer).setUint16(bytes.length - 2, 100, true);
  return Uint8Array.of(...bytes, ...utf8('PK\u0005\u0006'), ...new Uint8Array(96).fill(0xff));
}

/** Text that does not shrink (seed 3). */
function noise(length: number): string {
  const next = seeded(3);
  return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(26 * next()))).join('');
}
