// The whole public surface.
export {
  type Body,
  type BodyOptions,
  type BodyState,
  body,
  type DevicePositions,
  type GpuBuffer,
  type GpuDevice,
  type MeshLike,
  worldBounds,
} from './body.js';
export { COLLIDE_DEFAULTS, type CollideOptions, type Collider, collide, collider } from './collide.js';
export type { Collision, CollisionLook } from './collision.js';
export {
  COLLISIONS_DEFAULTS,
  type CollidingPair,
  type Collisions,
  type CollisionsOptions,
  collisions,
} from './collisions.js';
export { CONTACTS_DEFAULTS, type ContactsOptions, type ContactsReport, contacts } from './contacts.js';
export { CULL_DEFAULTS, type Culled, type CullOptions, cull } from './cull.js';
export type { DecidedBy, PairDecision } from './detect/exact/decidePairs.js';
export type { WatchWay, Witness } from './detect/exact/watchPair.js';
export type { LayerSource } from './detect/solids/concaveAlgorithm.js';
export type { CountingAlgorithm, Settlement } from './detect/solids/countSolids.js';
export type { Evidence } from './detect/solids/lookout.js';
export { ANSWER as PIXEL_ANSWERS } from './detect/solids/pixelAnswer.js';
export type { PairKind } from './detect/zlist/judgePair.js';
export { DISTANCE_DEFAULTS, type DistanceOptions, type DistanceReport, distance } from './distance.js';
export { DeviceError, InputError } from './errors.js';
export type { ContactCurve } from './exact/contact/contactCurves.js';
export type { ContactKind } from './exact/contact/contactKind.js';
export { GAP_DEFAULTS, type GapOptions, gap } from './gap.js';
export { type GapArea, type GapMap, type GapMeasurement, type GapPlace, type GapRegion, SEEN } from './gapMap.js';
export { INTERFERENCE_DEFAULTS, type InterferenceOptions, interference } from './interference.js';
export type {
  BodyDiagnostic,
  FaceContactReport,
  GroupReport,
  Interference,
  Measurement,
  NearFacesReport,
  PairReport,
  SolidsReport,
} from './interferenceReport.js';
export { type AssembledBody, type AssembleOptions, type Assembly, assemble, type SceneFile } from './io/assemble.js';
export type { Format } from './io/load/format.js';
export { type LoadOptions, load } from './io/load/load.js';
export type { PartState, Scene, SceneAnimation, ScenePart, SceneProblem } from './io/scene.js';
export type { LengthUnit } from './io/units.js';
export { BCF_DEFAULTS, type BcfOptions, toBcf } from './io/write/bcf.js';
export { toCsv } from './io/write/csv.js';
export { type HtmlOptions, toHtml } from './io/write/html.js';
export { toJson } from './io/write/json.js';
export { encodePng } from './io/write/png.js';
export type { Best, CpuTally, Kernel, Parameters, Pixels, Tally, TallyRule } from './machine/kernel.js';
export type { ListSweep, TileLists } from './machine/listSweep.js';
export { faceOf, isEntry, type LayerLists, type LayerNames, slotOf } from './machine/lists.js';
export type { Drawn, Frame, ListOptions, Machine, Timings, TouchingFaces, TouchingPair } from './machine/machine.js';
export { type OpenOptions, open } from './machine/open.js';
export type {
  Compare,
  DrawState,
  FillState,
  StencilOperation,
  StencilSide,
  StencilState,
  Values,
} from './machine/state.js';
export {
  type Affine,
  identity,
  invert,
  multiply,
  rotation,
  scaling,
  transformPoint,
  translation,
} from './math/affine.js';
export type { Box } from './math/box.js';
export type { Vec3 } from './math/vector.js';
export type { Diagnostic, DiagnosticCode } from './mesh/diagnose.js';
export { uniqueEdges } from './mesh/edges.js';
export { convexHull } from './mesh/hull.js';
export { inspect, type MeshInspection } from './mesh/inspect.js';
export { type MassProperties, massProperties, type Symmetric3 } from './mesh/mass.js';
export { type Mesh, mesh, type Positions } from './mesh/mesh.js';
export { faceNormals, vertexNormals } from './mesh/normals.js';
export { type BoxOptions, box } from './mesh/shapes/box.js';
export { type BumpySphereOptions, bumpySphere } from './mesh/shapes/bumpySphere.js';
export { type CapsuleOptions, capsule } from './mesh/shapes/capsule.js';
export { type ConeOptions, cone } from './mesh/shapes/cone.js';
export { type CylinderOptions, cylinder } from './mesh/shapes/cylinder.js';
export { type HeightFieldOptions, heightField } from './mesh/shapes/heightField.js';
export { type IcoSphereOptions, icoSphere, type UvSphereOptions, uvSphere } from './mesh/shapes/sphere.js';
export { type TorusOptions, torus } from './mesh/shapes/torus.js';
export { type TorusKnotOptions, torusKnot } from './mesh/shapes/torusKnot.js';
export { type WedgeOptions, wedge } from './mesh/shapes/wedge.js';
export { type Welded, weld } from './mesh/weld.js';
export { type MotionOptions, type MotionReport, motion, type PairMotion } from './motion.js';
export { OVERLAP_MESH_DEFAULTS, type OverlapMesh, type OverlapMeshOptions, overlapMesh } from './overlapMesh.js';
export { paintGap } from './paintGap.js';
export { type Baseline, type BaselinePair, withBaseline } from './report/baseline.js';
export type { Picture } from './report/canvas.js';
export type { ClashFocus } from './report/clashFocus.js';
export {
  CLASH_PICTURE_DEFAULTS,
  type ClashPicture,
  type ClashPictureOptions,
  clashPicture,
} from './report/clashPicture.js';
export type {
  ClashReport,
  PairTimes,
  ReportBody,
  ReportDiagnostic,
  ReportGroup,
  ReportMotion,
  ReportPair,
  ReportSelection,
  ReportSettings,
  ResolvedPair,
  ReviewedAs,
  ReviewStatus,
  SeenBy,
  Undecided,
} from './report/clashReport.js';
export { GAP_PRESETS, type GapPreset, type GapRange, gapColours } from './report/gapColours.js';
export { GAP_PICTURE_DEFAULTS, type GapPictureOptions, gapPicture } from './report/gapPicture.js';
export type { GapReport, GapSettings, RayCounts } from './report/gapReport.js';
export type { InspectedBody, InspectReport } from './report/inspectReport.js';
export { OVERLAP_PICTURE_DEFAULTS, type OverlapPictureOptions, overlapPicture } from './report/overlapPicture.js';
export { parseReport } from './report/parseReport.js';
export {
  type AssemblyReport,
  REPORT_ASSEMBLY_DEFAULTS,
  type ReportAssemblyOptions,
  reportAssembly,
} from './report/reportAssembly.js';
export type { ChordReport } from './reportChord.js';
export {
  type MeetingKind,
  SELF_INTERSECTIONS_DEFAULTS,
  type SelfIntersections,
  type SelfIntersectionsOptions,
  selfIntersections,
} from './selfIntersections.js';
export type { Formula } from './surface/formula/formula.js';
export * as formula from './surface/formula/formula.js';
export type { PointFunction } from './surface/implicit/functionValue.js';
export { normalAt } from './surface/normalAt.js';
export type {
  Capsule,
  FunctionSolid,
  Implicit,
  NurbsPatch,
  NurbsSolid,
  Quadric,
  RaySurface,
  RoundedBox,
  Superellipsoid,
  Surface,
  Torus,
} from './surface/surface.js';
export * as surface from './surface/surfaces.js';
export type { Tessellation } from './surface/tessellate/tessellateSides.js';
export { tessellated } from './surface/tessellated.js';
export { type Atlas, type AtlasLimits, type PackedAtlas, packAtlas, single, type Tile } from './view/atlas.js';
export { type FitPairOptions, type FitViewOptions, fitPair, fitView } from './view/fit.js';
export { pixelSize, screenFromWorld, type View, worldFromScreen } from './view/view.js';
export { WATCH_DEFAULTS, type Watch, type WatchAnswer, type WatchOptions, watch } from './watch.js';
