import { InputError } from '../../../errors.js';
import type { SceneProblem } from '../../scene.js';
import { type Reader, type Source, unreadable } from '../reader.js';
import { readSlicerNames, SLICER_FILES } from './slicerNames.js';
import { type ModelFile, readThreeMfModel } from './threeMfModel.js';
import { threeMfParts } from './threeMfParts.js';
import { type Unpacked, unpackEntry } from './unpackEntry.js';
import { attribute, readXml, type XmlDocument } from './xml.js';
import { type ZipEntry, zipEntries } from './zip.js';

const RELATIONSHIPS = '_rels/.rels';
const MODEL_TYPE = /\/3dmodel$/;
const USUAL_MODEL = '3d/3dmodel.model';

/** How much of what is unpacked may be of no use: that much anyway, and so many times the size of the package. */
const FREE_IDLE = 2 ** 24;
const IDLE_RATIO = 16;

type Document = (entry: ZipEntry) => XmlDocument;

/**
 * Reads a 3MF package: the meshes of its build as parts with names, poses and units, over several model files where the
 * production extension is used. Slices, textures and materials are passed over. Nothing outside the package is read.
 */
export const readThreeMf: Reader = (bytes, source) => {
  const entries = new Map(zipEntries(bytes, source).map((entry) => [packageName(entry.name), entry]));
  const unpacked: Unpacked = { bytes: 0, packedBytes: 0 };
  const idle = { charactersLeft: FREE_IDLE + IDLE_RATIO * bytes.length };
  const document: Document = (entry) => ({
    name: entry.name,
    feed: (take) => unpackEntry(bytes, entry, unpacked, source, take),
    idle,
  });
  const { name: rootName, entry: rootEntry } = findRoot(entries, document, source);
  const root = readThreeMfModel(source, document(rootEntry));

  const files = new Map<string, ModelFile | string>([[rootName, root]]);
  const open = (path: string): ModelFile | string => {
    const name = packageName(path);
    const known = files.get(name);
    if (known !== undefined) return known;
    const entry = entries.get(name);
    const opened = entry
      ? orReason(source, () => readThreeMfModel(source, document(entry)))
      : `the package holds no model file '${path.slice(0, 80)}', which the build needs. Export it again.`;
    files.set(name, opened);
    return opened;
  };
  const slicerEntry = SLICER_FILES.map((name) => entries.get(name)).find((entry) => entry !== undefined);
  const names = slicerEntry ? readSlicerNames(source, document(slicerEntry)) : new Map<string, string>();
  const { parts, problems } = threeMfParts(root, open, names, source);
  const all = [...unknownExtensions(files), ...problems];
  if (parts.length > 0) return { units: root.units, parts, problems: all, animations: [] };
  const reason = all.find(({ code }) => code === 'unreadable')?.message;
  throw reason === undefined
    ? unreadable(source, 'it holds no objects', 'Export a model that has a surface.')
    : new InputError(`${source.name}: ${reason}`);
};

/** The model that the package is about: as its relationships say, else where it usually is. */
function findRoot(entries: ReadonlyMap<string, ZipEntry>, document: Document, source: Source) {
  let name = USUAL_MODEL;
  const relationships = entries.get(RELATIONSHIPS);
  if (relationships) {
    const targets: string[] = [];
    readXml(source, document(relationships), {
      open(tag) {
        if (tag.local === 'Relationship' && MODEL_TYPE.test(attribute(tag, 'Type') ?? ''))
          if (attribute(tag, 'TargetMode') !== 'External') targets.push(attribute(tag, 'Target') ?? '');
        return false;
      },
      close() {},
    });
    if (targets.length > 0) name = packageName(targets[0]);
  }
  const entry = entries.get(name);
  if (!entry)
    throw unreadable(
      source,
      `the zip package holds no 3D model (no '${name.slice(0, 80)}' among its ${entries.size} entries)`,
      'Give a 3MF file; unpack other archives first.',
    );
  return { name, entry };
}

/** Names in packages: without case, from the package's root; nothing leads out of it. */
function packageName(path: string): string {
  const names: string[] = [];
  for (const name of path.replaceAll('\\', '/').toLowerCase().split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

/** What cannot be read of a file among several is a problem of the parts that need it. */
function orReason<T>(source: Source, read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message.slice(source.name.length + 2);
  }
}

function unknownExtensions(files: ReadonlyMap<string, ModelFile | string>): SceneProblem[] {
  const uris = new Set([...files.values()].flatMap((file) => (typeof file === 'string' ? [] : file.unknownExtensions)));
  return [...uris].map((uri) => ({
    code: 'unreadable',
    message: `the package demands the extension '${uri.slice(0, 120)}', which is not read: shapes that need it are missing. Export plain meshes.`,
  }));
}
