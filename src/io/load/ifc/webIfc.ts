import { optionalPackage, wasmFailure } from '../optionalPackage.js';
import { type Source, unreadable } from '../reader.js';

// The package `web-ifc`, as far as it is used here.

interface WebIfcModule {
  readonly IfcAPI: new () => IfcApi;
}

export interface IfcApi {
  Init(locate: ((file: string) => string) | undefined, singleThread: boolean): Promise<void>;
  SetLogLevel(level: number): void;
  OpenModel(bytes: Uint8Array, settings: object): number;
  GetModelSchema(model: number): string;
  GetTypeCodeFromName(name: string): number;
  GetNameFromTypeCode(code: number): string;
  GetLineType(model: number, id: number): number;
  GetLineIDsWithType(model: number, code: number, includeInherited?: boolean): IfcVector<number>;
  GetLine(model: number, id: number): unknown;
  /** Takes a line that `GetLine` gave, changed. */
  WriteLine(model: number, line: object): void;
  StreamMeshes(model: number, ids: number[], take: (mesh: IfcFlatMesh) => void): void;
  GetGeometry(model: number, id: number): IfcGeometry;
  GetVertexArray(pointer: number, size: number): Float32Array;
  GetIndexArray(pointer: number, size: number): Uint32Array;
  Dispose(): void;
}

export interface IfcVector<T> {
  size(): number;
  get(index: number): T;
}

export interface IfcFlatMesh {
  readonly expressID: number;
  readonly geometries: IfcVector<IfcPlacedGeometry>;
}

export interface IfcPlacedGeometry {
  readonly geometryExpressID: number;
  /** A 4×4 matrix, column by column, from file units to metres with y upwards. */
  readonly flatTransformation: ArrayLike<number>;
}

/** Six numbers per vertex: place and normal. */
interface IfcGeometry {
  GetVertexData(): number;
  GetVertexDataSize(): number;
  GetIndexData(): number;
  GetIndexDataSize(): number;
  delete?(): void;
}

/** Schemas that the package knows by their own name; others it reads as the nearest of these. */
export const KNOWN_SCHEMA = /^IFC(2X3|4|4X3|4X3_ADD2)$/i;

/** The log levels of the package: what it starts with, and silence. */
const LOG_ERRORS = 4;
const LOG_OFF = 6;

/**
 * Circles get one corner less than asked for. 32 corners keep within 0.5 % of the radius, with the four outermost points
 * among them; the package's own choice, 11 corners, is off by 4 %.
 */
const CIRCLE_SEGMENTS = 33;

/**
 * Opens a file in an instance of its own, hands it over, and frees it: one that has met a bad file may hang on the next.
 * Coordinates stay where the file has them, however far from the origin.
 */
export async function withIfcModel<T>(
  bytes: Uint8Array,
  source: Source,
  use: (api: IfcApi, model: number) => T,
  circleSegments = CIRCLE_SEGMENTS,
): Promise<T> {
  const { IfcAPI } = (await optionalPackage('IFC', 'web-ifc', 'WebIFC', source)) as WebIfcModule;
  const failed = (error: unknown) =>
    unreadable(source, `the reader of IFC failed on it (${wasmFailure(error)})`, 'Export it again.');
  const api = new IfcAPI();
  await initSilently(api, source).catch((error) => {
    throw failed(error);
  });
  try {
    const model = openModel();
    return use(api, model);
  } finally {
    try {
      api.SetLogLevel(LOG_ERRORS); // the level is the package's, not the instance's
      api.Dispose();
    } catch {
      // An instance that has failed cannot be asked to clean up; it goes with its last reference.
    }
  }

  function openModel(): number {
    let model: number;
    try {
      model = api.OpenModel(bytes, { COORDINATE_TO_ORIGIN: false, CIRCLE_SEGMENTS: circleSegments });
    } catch (error) {
      // The header is looked into by JavaScript: a missing one shows as a TypeError.
      throw error instanceof TypeError ? refused() : failed(error);
    }
    if (!(model >= 0)) throw refused();
    return model;
  }

  function refused() {
    const head = String.fromCharCode(...bytes.subarray(0, 4096));
    const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']{1,40})'/i.exec(head)?.[1];
    const fact = !schema
      ? 'its header names no schema'
      : KNOWN_SCHEMA.test(schema)
        ? 'its data are no IFC that can be read'
        : `its schema '${schema}' is not known`;
    return unreadable(source, fact, 'Export it again, as IFC2X3, IFC4 or IFC4X3.');
  }
}

/**
 * The package takes hold of the console when an instance is made, which happens before its first wait, and writes there
 * when the instance aborts. What it takes hold of here leads nowhere.
 */
async function initSilently(api: IfcApi, { locate }: Source): Promise<void> {
  const { log, error } = console;
  let ready: Promise<void>;
  try {
    console.log = console.error = ignore;
    ready = api.Init(locate, true);
  } finally {
    console.log = log;
    console.error = error;
  }
  await ready;
  api.SetLogLevel(LOG_OFF);
}

function ignore(): void {}
