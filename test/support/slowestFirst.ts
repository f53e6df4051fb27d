import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, by CPU time on two cores, browsers included: from 40 s down to 4 s. */
const SLOWEST: readonly string[] = `
  package/three package/install oracle/generatedSolids three/drawn machine/gpuDrawParity surface/everyKind
  exact/randomPairs oracle/hardCases oracle/realSolids exact/randomPairsDisguised examples/web surface/attacked
  oracle/pressFit machine/listsLimits io/load/fuzz io/write/html.browser solids/everyPixel watch
  machine/deviceLoss cli/endToEnd/check machine/listsWatertight interference/wholeNumbers surface/machines
  cli/endToEnd/scene solids/collideExact selfIntersections surface/tessellateTips io/load/step
  cli/endToEnd/realModels exact/randomPairsTurned machine/kernelOutputs scenes/jaws interference/exactRandomPairs
  exact/nearestFaces gap/direction cli/endToEnd/gap surface/nurbsBodies cli/surfaceJobs solids/everyPixelGpu
  cli/endToEnd/motion scenes/gears io/load/threeMfZip cli/interrupt exact/realMeshes surface/verbs
  machine/listsParity machine/touching machine/touchingCorners io/load/stepSurfaces exact/solidRelationTouching
  report/clashPicture interference/extremes cull interferenceParity gap/walls package/pack interferenceMachines
  cli/endToEnd/badInput solids/keptMaps scenes/teapotInTorus detect/nearestSamples package/bundle
  exact/selfContacts three/sharedBuffers examples/reports exact/facePairsCells
`
  .trim()
  .split(/\s+/);

/** Where a file stands among them; the others come last. */
function placeOf(path: string): number {
  const place = SLOWEST.findIndex((name) => path.endsWith(`test/${name}.test.ts`));
  return place < 0 ? SLOWEST.length : place;
}

export const isSlow = (path: string): boolean => placeOf(path) < SLOWEST.length;

/** Where a project that shares a process for each worker stands: those on the GPU have the longer files. */
const LAST_PROJECTS: readonly (string | undefined)[] = ['gpu', 'together'];

/** Begins with what takes longest, so that all workers end at about the same time; files that share a process come last and in one go. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turnOf = ({ project }: TestSpecification): number => LAST_PROJECTS.indexOf(project.name);
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => turnOf(one) - turnOf(other) || placeOf(one.moduleId) - placeOf(other.moduleId));
  }
}
