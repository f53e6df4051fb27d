import { InputError } from '../../../errors.js';
import { identity } from '../../../math/affine.js';
import { type Mesh, mesh as toMesh } from '../../../mesh/mesh.js';
import { weld } from '../../../mesh/weld.js';
import type { Scene, ScenePart, SceneProblem } from '../../scene.js';
import { optionalPackage, wasmFailure } from '../optionalPackage.js';
import { type Source, unreadable } from '../reader.js';
import { demandWhole } from '../text/part21.js';
import { type StepNode, stepPlaces } from './stepTree.js';

/** The package `occt-import-js`, as far as it is used here. */
type Occt = (options: {
  print(text: string): void;
  printErr(text: string): void;
  locateFile?: (file: string) => string;
}) => Promise<{ ReadStepFile(bytes: Uint8Array, parameters: typeof PARAMETERS): OcctResult }>;

interface OcctResult {
  readonly success: boolean;
  readonly root: StepNode;
  readonly meshes: readonly OcctMesh[];
}

interface OcctMesh {
  readonly name: string;
  readonly attributes: { readonly position: { readonly array: readonly number[] } };
  readonly index: { readonly array: readonly number[] };
  /** Faces of the solid; `last` is before `first` where one could not be turned into triangles. */
  readonly brep_faces: readonly { readonly first: number; readonly last: number }[];
}

/**
 * How near triangles stay to curved faces: no farther than 0.05 % of the mean side of the file's box, and on round faces
 * about 0.13 % of the radius (63 corners to a circle, whatever the file's size). Measured: the package's own choice
 * (0.001, 0.5) gives 26 corners in a large assembly, and half as many triangles on free-form parts.
 * Lengths come in millimetres, whatever the file is written in: the package converts them.
 */
const PARAMETERS = {
  linearUnit: 'millimeter',
  linearDeflectionType: 'bounding_box_ratio',
  linearDeflection: 0.0005,
  angularDeflection: 0.2,
} as const;

/**
 * Reads STEP with the package `occt-import-js`: every solid, and every shell outside of one, is a part in millimetres,
 * where it stands. Faces of a solid do not share vertices in what comes back, but have the same coordinates along an
 * edge: welded exactly, all 130 solids in the package's test files are closed. So no tolerance is needed.
 */
export async function readStep(bytes: Uint8Array, source: Source): Promise<Scene> {
  demandWhole(bytes, 'STEP', source);
  const { root, meshes } = await runOcct(bytes, source);
  const places = stepPlaces(
    root,
    meshes.map(({ name }) => name),
    bytes,
  );
  const top: readonly string[] = [];
  const parts: ScenePart[] = [];
  const problems: SceneProblem[] = [];
  meshes.forEach((shape, i) => {
    const { name: ownName, path } = places.get(i) ?? { name: '', path: top };
    const name = ownName || source.stem;
    const faces = shape.brep_faces.length;
    const lost = shape.brep_faces.filter(({ first, last }) => last < first).length;
    try {
      parts.push({ name, path, mesh: toWelded(shape), pose: identity() });
      if (lost > 0) problems.push({ code: 'repaired', part: name, message: lostFaces(name, lost, faces) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const message = `part '${name}' has no faces that can be turned into triangles (of ${faces}). Repair it where it was made.`;
      problems.push({ code: 'unreadable', part: name, message });
    }
  });
  if (parts.length === 0)
    throw unreadable(
      source,
      problems[0]?.message.replace(/\..*$/, '') ?? 'there is no solid and no surface in it',
      'Export the shapes themselves: curves are not read, nor parts that lie in other files.',
    );
  return { units: 'mm', parts, problems, animations: [] };
}

const lostFaces = (name: string, lost: number, faces: number): string =>
  `part '${name}' is without ${lost} of its ${faces} faces, which could not be turned into triangles. Repair it where it was made.`;

/** A new instance for every file: one that has met a bad file may hang on the next. It goes with its last reference. */
async function runOcct(bytes: Uint8Array, source: Source): Promise<OcctResult> {
  const start = (await optionalPackage('STEP', 'occt-import-js', 'occtimportjs', source)) as Occt;
  const { locate } = source;
  let result: OcctResult;
  try {
    const occt = await start({ print: ignore, printErr: ignore, ...(locate && { locateFile: locate }) });
    result = occt.ReadStepFile(bytes, PARAMETERS);
  } catch (error) {
    throw unreadable(source, `the reader of STEP failed on it (${wasmFailure(error)})`, 'Export it again.');
  }
  if (!result?.success)
    throw unreadable(source, 'its data are no STEP that can be read', 'Export it again, as AP203, AP214 or AP242.');
  return result;
}

function toWelded({ attributes, index }: OcctMesh): Mesh {
  return weld(toMesh(Float64Array.from(attributes.position.array), Uint32Array.from(index.array))).mesh;
}

function ignore(): void {}
