import { InputError } from '../../../../errors.js';
import type { ComponentType } from '../bytes/accessor.js';
import { fault } from '../fault.js';
import { damaged, dracoHeader } from './dracoHeader.js';
import { optionalPackage } from './optionalPackage.js';

/** Unpacks a mesh that is compressed with Draco. */
export type Draco = (bytes: Uint8Array, attributes: readonly DracoAttribute[]) => Promise<DracoMesh>;

export interface DracoAttribute {
  /** Draco's number for it, as the file gives it. */
  readonly id: number;
  readonly componentType: ComponentType;
  readonly size: number;
}

export interface DracoMesh {
  /** Three per triangle. */
  readonly indices: Uint32Array;
  readonly vertexCount: number;
  /** In the order in which they were asked for. */
  readonly attributes: readonly DracoValues[];
}

export type DracoValues = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

/** A triangle of a regular grid takes some hundredths of a byte; the decoder needs some hundred bytes for it. */
const FREE_FACES = 1_000_000;
const FACES_PER_BYTE = 64;

/** The part of the package's interface that is used here. Its objects live in WebAssembly and are freed by hand. */
interface DracoModule {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly Decoder: new () => DracoDecoder;
  readonly DecoderBuffer: new () => { Init(bytes: Uint8Array, length: number): void };
  readonly Mesh: new () => { num_faces(): number; num_points(): number };
  destroy(object: object): void;
  _malloc(byteLength: number): number;
  _free(address: number): void;
  readonly [type: `DT_${string}`]: number;
}

interface DracoDecoder {
  DecodeBufferToMesh(buffer: object, mesh: object): { ok(): boolean };
  GetAttributeByUniqueId(mesh: object, id: number): { ptr: number; num_components(): number };
  GetTrianglesUInt32Array(mesh: object, byteLength: number, address: number): boolean;
  GetAttributeDataArrayForAllPoints(
    mesh: object,
    attribute: object,
    type: number,
    byteLength: number,
    address: number,
  ): boolean;
}

const ARRAYS = {
  5120: { type: 'DT_INT8', array: Int8Array },
  5121: { type: 'DT_UINT8', array: Uint8Array },
  5122: { type: 'DT_INT16', array: Int16Array },
  5123: { type: 'DT_UINT16', array: Uint16Array },
  5125: { type: 'DT_UINT32', array: Uint32Array },
  5126: { type: 'DT_FLOAT32', array: Float32Array },
} as const;

type Locate = (file: string) => string;
type CreateModule = (options: object) => Promise<DracoModule>;

/** A decoder of the package `draco3dgltf`, an own one for every file, since its memory never shrinks. */
export async function openDraco(locate?: Locate, packageName = 'draco3dgltf'): Promise<Draco> {
  const exports = await optionalPackage(packageName, 'Draco');
  const create = ((exports.default ?? exports) as Record<string, unknown>).createDecoderModule as CreateModule;
  const silent = (): void => {};
  const open = (): Promise<DracoModule> =>
    create({ print: silent, printErr: silent, ...(locate && { locateFile: locate }) });
  let module: DracoModule | undefined = await open();
  return async (bytes, attributes) => {
    const { faceCount, vertexCount } = dracoHeader(bytes);
    const most = FREE_FACES + FACES_PER_BYTE * bytes.length;
    if (faceCount > most || vertexCount > most)
      throw fault(
        `its ${bytes.length} compressed bytes (Draco) cannot stand for ${faceCount} faces on ${vertexCount} vertices`,
      );
    module ??= await open();
    try {
      return decode(module, bytes, attributes);
    } catch (error) {
      if (error instanceof InputError) throw error;
      module = undefined; // after a trap it answers no more
      throw damaged();
    }
  };
}

function decode(module: DracoModule, bytes: Uint8Array, attributes: readonly DracoAttribute[]): DracoMesh {
  const decoder = new module.Decoder();
  const buffer = new module.DecoderBuffer();
  const mesh = new module.Mesh();
  buffer.Init(bytes, bytes.length);
  const isDecoded = decoder.DecodeBufferToMesh(buffer, mesh).ok();
  module.destroy(buffer);
  try {
    if (!isDecoded) throw damaged();
    const vertexCount = mesh.num_points();
    const indexBytes = copyOut(module, 12 * mesh.num_faces(), (byteLength, address) =>
      decoder.GetTrianglesUInt32Array(mesh, byteLength, address),
    );
    const values = attributes.map(({ id, componentType, size }) => {
      const attribute = decoder.GetAttributeByUniqueId(mesh, id);
      if (attribute.ptr === 0) throw fault(`its compressed bytes (Draco) have no attribute ${id}`);
      if (attribute.num_components() !== size)
        throw fault(
          `attribute ${id} of its compressed bytes (Draco) has ${attribute.num_components()} numbers, not ${size}`,
        );
      const { type, array } = ARRAYS[componentType];
      const copied = copyOut(module, vertexCount * size * array.BYTES_PER_ELEMENT, (byteLength, address) =>
        decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, module[type], byteLength, address),
      );
      return new array(copied.buffer);
    });
    return { indices: new Uint32Array(indexBytes.buffer), vertexCount, attributes: values };
  } finally {
    module.destroy(mesh);
    module.destroy(decoder);
  }
}

/** Has the decoder write so many bytes, and copies them out of its memory. */
function copyOut(
  module: DracoModule,
  byteLength: number,
  write: (byteLength: number, address: number) => boolean,
): Uint8Array<ArrayBuffer> {
  const address = module._malloc(byteLength);
  try {
    if (address === 0 || !write(byteLength, address)) throw damaged();
    return module.HEAPU8.slice(address, address + byteLength); // growing memory is another array: ask late
  } finally {
    module._free(address);
  }
}
