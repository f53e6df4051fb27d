// What needs three.js: bodies of its objects, machines on its devices, and overlays.
export {
  BODY_FROM_DEFAULTS,
  type BodyFromOptions,
  bodiesFrom,
  bodyFrom,
  type Displaced,
  type ThreeBody,
} from './three/bodyFrom.js';
export {
  CONTACT_LINES_DEFAULTS,
  type ContactLines,
  type ContactLinesOptions,
  contactLines,
} from './three/contactLines.js';
export { fetchPositions } from './three/fetchPositions.js';
export type { GapLegendStops } from './three/gapLegendStops.js';
export {
  GAP_OVERLAY_DEFAULTS,
  type GapMesh,
  type GapOverlay,
  type GapOverlayOptions,
  gapOverlay,
} from './three/gapOverlay.js';
export { machineFor } from './three/machineFor.js';
export {
  OVERLAP_LOOK_DEFAULTS,
  type OverlapLook,
  type OverlapOverlay,
  type OverlapOverlayOptions,
  overlapObject,
  overlapOverlay,
} from './three/overlapOverlay.js';
export { disposeOverlay } from './three/overlay.js';
