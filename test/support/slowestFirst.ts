import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, by CPU time on two cores: from 40 s down to 5 s. */
const SLOWEST: readonly string[] = `
  examples/web package/install package/three oracle/generatedSolids three/drawn oracle/realSolids
  exact/randomPairs surface/everyKind exact/randomPairsDisguised machine/listsWatertight io/load/fuzz
  cli/endToEnd/check machine/listsLimits oracle/pressFit machine/gpuDrawParity surface/attacked
  oracle/hardCases solids/everyPixel interference/wholeNumbers watch surface/machines selfIntersections
  cli/endToEnd/scene cli/endToEnd/realModels io/write/html.browser interference/extremes gap/direction
  report/clashPicture scenes/jaws solids/collideExact machine/deviceLoss cli/endToEnd/motion
  surface/tessellateTips cli/endToEnd/gap interferenceParity machine/kernelOutputs io/load/step
  surface/nurbsBodies io/load/threeMfZip io/load/stepSurfaces exact/randomPairsTurned machine/listsParity
  exact/selfContacts exact/nearestFaces machine/touching exact/realMeshes scenes/gears detect/nearestSamples
  solids/everyPixelGpu machine/touchingCorners exact/facePairsCells cli/surfaceJobs
  interference/exactRandomPairs exact/solidRelationTouching interferenceMachines cull gap/walls surface/verbs
`
  .trim()
  .split(/\s+/);

/** Where a file stands among them; the others come last. */
function placeOf(path: string): number {
  const place = SLOWEST.findIndex((name) => path.endsWith(`test/${name}.test.ts`));
  return place < 0 ? SLOWEST.length : place;
}

export const isSlow = (path: string): boolean => placeOf(path) < SLOWEST.length;

/** Begins with what takes longest, so that both workers end at about the same time; files that share a process come last and in one go. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turnOf = ({ moduleId, project }: TestSpecification): number =>
      project.config.isolate ? placeOf(moduleId) : SLOWEST.length + 1;
    return (await super.sort(files)).sort((one, other) => turnOf(one) - turnOf(other));
  }
}
