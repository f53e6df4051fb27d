import { InputError } from '../../../errors.js';
import { identity } from '../../../math/affine.js';
import { boundsOf, extent, uniteBoxes } from '../../../math/box.js';
import { type Mesh, mesh as toMesh } from '../../../mesh/mesh.js';
import { weld } from '../../../mesh/weld.js';
import type { Scene, ScenePart, SceneProblem } from '../../scene.js';
import { optionalPackage, wasmFailure } from '../optionalPackage.js';
import { type Source, unreadable } from '../reader.js';
import { demandWhole } from '../text/part21.js';
import { stepSurfaces } from './stepSurfaces.js';
import { type StepNode, stepPlaces } from './stepTree.js';

/** The package `occt-import-js`, as far as it is used here. */
type Occt = (options: {
  print(text: string): void;
  printErr(text: string): void;
  locateFile?: (file: string) => string;
}) => Promise<{ ReadStepFile(bytes: Uint8Array, parameters: OcctParameters): OcctResult }>;

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
 * How near triangles stay to curved faces by default: no farther than 0.05 % of the mean side of the box (of each assembly or part
 * that is in no other), and on round faces about 0.13 % of the radius (63 corners to a circle, whatever the file's size).
 * Measured: the package's own choice (0.001, 0.5) gives 26 corners in a large assembly, and half as many triangles on free-form
 * parts. Lengths come in millimetres, whatever the file is written in: the package converts them.
 */
const BOX_SHARE = 0.0005;
const ANGULAR_DEFLECTION = 0.2;

/** The package's box goes around the control points of B-splines, so it may be larger than that of the faces: twice that is told. */
const BOX_SLACK = 2;
/** Below this, the package takes a deflection for none; in millimetres. */
const LEAST_DEFLECTION = 1e-7;

interface OcctParameters {
  readonly linearUnit: 'millimeter';
  readonly linearDeflectionType: 'bounding_box_ratio' | 'absolute_value';
  readonly linearDeflection: number;
  readonly angularDeflection: number;
}

const parametersOf = (chordError: number | undefined): OcctParameters => ({
  linearUnit: 'millimeter',
  ...(chordError === undefined
    ? { linearDeflectionType: 'bounding_box_ratio', linearDeflection: BOX_SHARE }
    : { linearDeflectionType: 'absolute_value', linearDeflection: chordError }),
  angularDeflection: ANGULAR_DEFLECTION,
});

/** What is no plane and no straight line. Files without any have nothing that triangles could be off from. */
const CURVED =
  /\b(CIRCLE|ELLIPSE|PARABOLA|HYPERBOLA|CLOTHOID|CIRCULAR_INVOLUTE|OFFSET_\w+|\w*B_SPLINE\w*|BEZIER_\w+|\w*UNIFORM_\w+|SURFACE_OF_\w+|\w*(CYLINDRICAL|CONICAL|SPHERICAL|TOROIDAL)_SURFACE|RIGHT_CIRCULAR_\w+|SPHERE|TORUS|ELLIPSOID)\s*\(/;

/** Longer files are not looked through: their entities would take as much memory again. */
const MOST_TEXT = 2 ** 26;

/**
 * Reads STEP with the package `occt-import-js`: every solid, and every shell outside of one, is a part in millimetres,
 * where it stands. Faces of a solid do not share vertices in what comes back, but have the same coordinates along an
 * edge: welded exactly, all 130 solids in the package's test files are closed. So no tolerance is needed.
 *
 * Solids that are whole B-spline patches and nothing else become surfaces, see {@link stepSurfaces}; all others stay triangles,
 * and say how far these were asked to stay from the true surfaces.
 */
export async function readStep(bytes: Uint8Array, source: Source): Promise<Scene> {
  demandWhole(bytes, 'STEP', source);
  if (source.chordError !== undefined && source.chordError < LEAST_DEFLECTION)
    throw unreadable(
      source,
      `a chord error of ${source.chordError} mm is less than can be asked for`,
      `Give ${LEAST_DEFLECTION} mm or more.`,
    );
  const { root, meshes } = await runOcct(bytes, source);
  const places = stepPlaces(
    root,
    meshes.map(({ name }) => name),
    bytes,
  );
  const top: readonly string[] = [];
  const solids: Solid[] = [];
  const problems: SceneProblem[] = [];
  meshes.forEach((shape, i) => {
    const { name: ownName, path } = places.get(i) ?? { name: '', path: top };
    const name = ownName || source.stem;
    const faceCount = shape.brep_faces.length;
    const lost = shape.brep_faces.filter(({ first, last }) => last < first).length;
    try {
      solids.push({ name, path, mesh: toWelded(shape), faceCount: faceCount - lost });
      if (lost > 0) problems.push({ code: 'repaired', part: name, message: lostFaces(name, lost, faceCount) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const message = `part '${name}' has no faces that can be turned into triangles (of ${faceCount}). Repair it where it was made.`;
      problems.push({ code: 'unreadable', part: name, message });
    }
  });
  const parts = partsOf(solids, bytes, source.chordError);
  if (parts.length === 0)
    throw unreadable(
      source,
      problems[0]?.message.replace(/\..*$/, '') ?? 'there is no solid and no surface in it',
      'Export the shapes themselves: curves are not read, nor parts that lie in other files.',
    );
  return { units: 'mm', parts, problems, animations: [] };
}

interface Solid extends Pick<ScenePart, 'name' | 'path' | 'mesh'> {
  readonly faceCount: number;
}

/** Solids with what is known of the surfaces that their faces stand for. */
function partsOf(solids: readonly Solid[], bytes: Uint8Array, chordError: number | undefined): ScenePart[] {
  if (solids.length === 0) return [];
  const text = bytes.length <= MOST_TEXT ? new TextDecoder('latin1').decode(bytes) : undefined;
  const deflection = chordError ?? usualDeflection(solids);
  const surfaces = text === undefined ? undefined : stepSurfaces(text, solids, deflection, chordError);
  const isCurved = text === undefined || CURVED.test(text);
  return solids.map(({ name, path, mesh }, k) => ({
    ...{ name, path, pose: identity() },
    ...(surfaces?.get(k) ?? { mesh, ...(isCurved && { chordError: deflection }) }),
  }));
}

/** What the package makes of its share of the box, or more. */
function usualDeflection(solids: readonly Solid[]): number {
  const sides = extent(solids.map(({ mesh }) => boundsOf(mesh.positions)).reduce(uniteBoxes));
  const share = (BOX_SLACK * BOX_SHARE * (sides[0] + sides[1] + sides[2])) / 3;
  // Of what is too small, the package takes a millimetre: that is more than all of it.
  return share < BOX_SLACK * LEAST_DEFLECTION ? Math.max(...sides) : share;
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
    result = occt.ReadStepFile(bytes, parametersOf(source.chordError));
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
