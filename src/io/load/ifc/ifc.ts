import { InputError } from '../../../errors.js';
import type { Scene, ScenePart, SceneProblem } from '../../scene.js';
import { wasmFailure } from '../optionalPackage.js';
import { type Source, unreadable } from '../reader.js';
import { demandWhole } from '../text/part21.js';
import { ifcGeometries, type PlacedMesh } from './ifcGeometry.js';
import { classOf, type IfcLine, type IfcTree, idsOf, ifcTree, lineOf, referenceIn, textIn } from './ifcTree.js';
import { keepBodies } from './keepBodies.js';
import { lengthUnitProblem } from './lengthUnit.js';
import { type IfcApi, KNOWN_SCHEMA, withIfcModel } from './webIfc.js';

/**
 * What takes up no room: openings are cut out already, spaces and zones are air, and the rest is for planning. Of what
 * structures space only sites are matter.
 */
const NO_MATTER =
  /^Ifc(Opening|Voiding|Space$|SpatialZone|ExternalSpatial|Virtual|Annotation|Grid|Port|DistributionPort|Structural|Alignment|LinearElement|Referent|Positioning|Building$|BuildingStorey|Facility|Bridge|Road|Railway|Marine|EarthworksCut)/;

/**
 * Reads IFC with the package `web-ifc`: every product with a body is a part, in metres, with z upwards, at the file's own
 * coordinates. Its id is the GlobalId, its type the class, its path what it is a part of, the project first.
 */
export async function readIfc(bytes: Uint8Array, source: Source): Promise<Scene> {
  demandWhole(bytes, 'IFC', source);
  return withIfcModel(bytes, source, (api, model) => {
    try {
      return readProducts(api, model, source);
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw unreadable(source, `the reader of IFC failed on it (${wasmFailure(error)})`, 'Export it again.');
    }
  });
}

function readProducts(api: IfcApi, model: number, source: Source): Scene {
  const schema = api.GetModelSchema(model);
  const problems: SceneProblem[] = [];
  if (!KNOWN_SCHEMA.test(schema))
    problems.push({
      code: 'repaired',
      message: `its schema ${schema} is read as the nearest one that web-ifc knows. Export it as IFC2X3, IFC4 or IFC4X3 to be sure.`,
    });
  const unitProblem = lengthUnitProblem(api, model);
  if (unitProblem) problems.push(unitProblem);
  const tree = ifcTree(api, model);
  const shapes = keepBodies(api, model);
  const placedMesh = ifcGeometries(api, model);
  const parts: ScenePart[] = [];
  const products = idsOf(api, model, 'IFCPRODUCT', true).sort((a, b) => a - b);
  for (const id of products) {
    const type = classOf(api, model, id);
    if (NO_MATTER.test(type)) continue;
    const line = lineOf(api, model, id);
    let placed: PlacedMesh | undefined;
    let reason = '';
    try {
      placed = bodyOf(api, model, id, placedMesh);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error; // the instance is lost, not only the product
      reason = ` (${wasmFailure(error).replace(/\. .*$/, '')})`;
    }
    if (placed) parts.push(partOf(id, type, line, tree, placed));
    else if (reason || !line || shapes.hasBody(referenceIn(line.Representation))) {
      const name = tree.nameOf(id);
      const message = `the body of ${type} '${name}' (#${id}) cannot be built${reason}. Repair it where it was made.`;
      problems.push({ code: 'unreadable', part: name, message });
    }
  }
  if (parts.length === 0)
    throw unreadable(
      source,
      problems.find(({ code }) => code === 'unreadable')?.message.replace(/\. .*$/, '') ??
        'there is no product with a body in it',
      'Export the building elements with their geometry.',
    );
  return { units: 'm', parts, problems, animations: [] };
}

function partOf(id: number, type: string, line: IfcLine | undefined, tree: IfcTree, placed: PlacedMesh): ScenePart {
  const globalId = textIn(line?.GlobalId);
  return {
    name: tree.nameOf(id),
    path: tree.pathOf(id),
    ...(globalId !== undefined && { id: globalId }),
    type,
    ...placed,
  };
}

/** The package keeps a geometry only as long as it hands it over, and nothing may be thrown through it. */
function bodyOf(
  api: IfcApi,
  model: number,
  id: number,
  place: ReturnType<typeof ifcGeometries>,
): PlacedMesh | undefined {
  let placed: PlacedMesh | undefined;
  let fault: unknown;
  api.StreamMeshes(model, [id], ({ geometries }) => {
    try {
      placed = place(Array.from({ length: geometries.size() }, (_, k) => geometries.get(k)));
    } catch (error) {
      fault = error;
    }
  });
  if (fault !== undefined) throw fault;
  return placed;
}
