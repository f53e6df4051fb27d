import { InputError } from '../../errors.js';
import type { Scene } from '../scene.js';
import { type Format, formatOf, isFormat, LOAD_FORMATS } from './format.js';
import { demandChordError, type Reader, type Source, unreadable } from './reader.js';
import { stemOf } from './stemOf.js';

export interface LoadOptions {
  /** The file's name: for messages, for parts without a name, and its ending tells the format where the bytes do not. */
  name?: string;
  /** The format, where neither the bytes nor the name tell it. */
  format?: Format | undefined;
  /** Reads a file that this one names, as a glTF names its buffers. By default none is read. */
  resolve?: ((uri: string) => Promise<Uint8Array>) | undefined;
  /** Where the WebAssembly files of occt-import-js and web-ifc lie, for bundlers that do not find them. */
  locate?: ((file: string) => string) | undefined;
  /**
   * How far faces may lie from the curved surfaces that they stand for, in the scene's units (STEP: millimetres). For STEP and B-splines;
   * files of other formats have no curved surfaces, or are not asked. By default 1/2000 of the mean side of a
   * STEP file's box, and 2^-11 of a B-spline solid's largest extent.
   */
  chordError?: number | undefined;
}

/** Each reader is loaded when a file asks for it. */
const READERS: Readonly<Record<Format, () => Promise<Reader>>> = {
  stl: async () => (await import('./stl/stl.js')).readStl,
  obj: async () => (await import('./obj/obj.js')).readObj,
  ply: async () => (await import('./ply/ply.js')).readPly,
  off: async () => (await import('./off.js')).readOff,
  gltf: async () => (await import('./gltf/gltf.js')).readGltf,
  '3mf': async () => (await import('./threeMf/threeMf.js')).readThreeMf,
  step: async () => (await import('./step/step.js')).readStep,
  ifc: async () => (await import('./ifc/ifc.js')).readIfc,
  nurbs: async () => (await import('./nurbs/readNurbs.js')).readNurbs,
};

/**
 * Reads a file's bytes as a scene of parts. STL, OBJ, PLY, OFF, glTF, 3MF and B-splines (JSON) are read here; STEP needs the package
 * `occt-import-js`, IFC `web-ifc`, compressed glTF `draco3dgltf` or `meshoptimizer`.
 *
 * @example
 * const scene = await load(await file.arrayBuffer(), { name: file.name });
 * const bodies = scene.parts.map(({ surface, mesh, name, pose }) => body(surface ?? mesh, { name, pose }));
 */
export async function load(data: ArrayBuffer | Uint8Array, options: LoadOptions = {}): Promise<Scene> {
  const { name = 'file', resolve, locate, chordError } = options;
  if (!(data instanceof Uint8Array || data instanceof ArrayBuffer))
    throw new InputError(`load: the data are no bytes (${typeof data}). Give an ArrayBuffer or a Uint8Array.`);
  if (options.format !== undefined && !isFormat(options.format))
    throw new InputError(`load: there is no format '${options.format}'. Choose one of: ${LOAD_FORMATS.join(', ')}.`);
  demandChordError(chordError, 'load');
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  const source: Source = {
    name,
    stem: stemOf(name),
    resolve:
      resolve ??
      (async (uri) => {
        throw unreadable(
          { name },
          `it names another file ('${uri}')`,
          'Give `resolve` to read it, or one file with all in it.',
        );
      }),
    ...(locate && { locate }),
    ...(chordError !== undefined && { chordError }),
  };
  if (bytes.length === 0) throw unreadable(source, 'the file is empty (0 bytes)', 'Export it again.');
  const read = await READERS[options.format ?? formatOf(bytes, source)]();
  return read(bytes, source);
}
