import { type Source, unreadable } from './reader.js';

export type Format = 'stl' | 'obj' | 'ply' | 'off' | 'gltf' | '3mf' | 'step' | 'ifc' | 'nurbs';

/** Endings by format, the usual one first. */
const ENDINGS: Readonly<Record<Format, readonly string[]>> = {
  stl: ['stl'],
  obj: ['obj'],
  ply: ['ply'],
  off: ['off'],
  gltf: ['gltf', 'glb'],
  '3mf': ['3mf'],
  step: ['step', 'stp', 'p21'],
  ifc: ['ifc'],
  nurbs: ['json'],
};

export const LOAD_FORMATS = Object.keys(ENDINGS) as readonly Format[];

/** All endings of files that can be read, without their dots. */
export const LOAD_ENDINGS: readonly string[] = Object.values(ENDINGS).flat();

export const isFormat = (word: string): word is Format => Object.hasOwn(ENDINGS, word);

/** How far into a file its format shows, and how long the header of STEP and IFC may be. */
const HEAD_BYTES = 4096;
const HEADER_BYTES = 65_536;

/** The format, as the bytes tell, else as the name's ending does. */
export function formatOf(bytes: Uint8Array, source: Pick<Source, 'name'>): Format {
  return formatByBytes(bytes) ?? formatByName(source.name) ?? refuse(source);
}

/** The format that the ending names. */
export function formatByName(name: string): Format | undefined {
  const ending = /\.([^./\\]+)$/.exec(name.toLowerCase())?.[1];
  return LOAD_FORMATS.find((format) => ending !== undefined && ENDINGS[format].includes(ending));
}

/** The format, where the bytes leave no doubt; OBJ has no mark of its own. */
function formatByBytes(bytes: Uint8Array): Format | undefined {
  const head = textOf(bytes, HEAD_BYTES);
  if (isBinaryStl(bytes)) return 'stl'; // before all others: its header may be any text
  if (head.startsWith('glTF')) return 'gltf';
  if (head.startsWith('PK\x03\x04')) return '3mf';
  if (/^ply\s/.test(head)) return 'ply';
  if (/^(\xef\xbb\xbf)?\s*ISO-10303-21\s*;/.test(head)) {
    const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)/i.exec(textOf(bytes, HEADER_BYTES))?.[1];
    return schema === undefined ? undefined : /^IFC/i.test(schema) ? 'ifc' : 'step';
  }
  if (/^\s*(ST)?C?N?4?n?OFF\b/.test(head)) return 'off';
  // Both are JSON: one of ours says so near its beginning.
  if (/^(\xef\xbb\xbf)?\s*\{/.test(head)) return /"zclash"\s*:\s*"nurbs"/.test(head) ? 'nurbs' : 'gltf';
  if (/^\s*solid\b.*\n\s*facet\s+normal\s/i.test(head)) return 'stl';
  return undefined;
}

const textOf = (bytes: Uint8Array, length: number): string =>
  Array.from(bytes.subarray(0, length), (byte) => String.fromCharCode(byte)).join('');

/** 80 bytes of any text, the number of triangles, and 50 bytes for each. */
const isBinaryStl = (bytes: Uint8Array): boolean =>
  bytes.length > 84 &&
  bytes.length === 84 + 50 * (bytes[80] + 2 ** 8 * bytes[81] + 2 ** 16 * bytes[82] + 2 ** 24 * bytes[83]);

function refuse(source: Pick<Source, 'name'>): never {
  throw unreadable(
    source,
    'neither the bytes nor the ending tell the format',
    `Formats are ${LOAD_FORMATS.map((format) => ENDINGS[format].join(' ')).join(', ')}: rename the file, or name its format.`,
  );
}
