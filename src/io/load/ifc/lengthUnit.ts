import type { SceneProblem } from '../../scene.js';
import { classOf, idsOf, lineOf, referenceIn, textIn } from './ifcTree.js';
import type { IfcApi } from './webIfc.js';

/** Units of length that the package knows; it takes metres without a word where it finds none. */
const KNOWN_UNIT = /^Ifc(SIUnit|ConversionBasedUnit)$/;

/** Says that lengths were taken as metres where the file does not tell, or tells in a way that the package cannot read. */
export function lengthUnitProblem(api: IfcApi, model: number): SceneProblem | undefined {
  const projects = idsOf(api, model, 'IFCPROJECT');
  const assignments = projects.map((project) => referenceIn(lineOf(api, model, project)?.UnitsInContext));
  const units = assignments
    .flatMap((id) => (id === undefined ? [] : [lineOf(api, model, id)?.Units].flat()))
    .flatMap((reference) => referenceIn(reference) ?? [])
    .filter((id) => textIn(lineOf(api, model, id)?.UnitType) === 'LENGTHUNIT')
    .map((id) => classOf(api, model, id));
  const fact =
    units.length === 0
      ? 'it names no unit of length'
      : projects.length > 1
        ? `it has ${projects.length} projects, so that their units cannot be told apart`
        : units.some((unit) => KNOWN_UNIT.test(unit))
          ? undefined
          : `its unit of length (${units[0]}) cannot be read`;
  return fact === undefined
    ? undefined
    : { code: 'repaired', message: `${fact}: metres are taken. Name the unit where the file is made.` };
}
