import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial, SRGBColorSpace } from 'three';
import { type Body, type BodyState, still } from '../body.js';
import { InputError } from '../errors.js';
import type { GapMap } from '../gapMap.js';
import { type Affine, invert } from '../math/affine.js';
import type { Mesh as BodyMesh } from '../mesh/mesh.js';
import { vertexNormals } from '../mesh/normals.js';
import { paintGap } from '../paintGap.js';
import { coloursOn, type GapPreset, type GapRange } from '../report/gapColours.js';
import { gapScaleOf } from '../report/gapScaleOf.js';
import { type GapLegendStops, gapLegendStops } from './gapLegendStops.js';
import { asOverlay, placeAt, replaceGeometry, toReuse } from './overlay.js';
import { shadeOf } from './overlayShade.js';

/** What shows a gap on a body. */
export type GapMesh = Mesh<BufferGeometry, MeshBasicMaterial>;

export interface GapOverlayOptions {
  /** `clash`: red and yellow inside both, green to blue apart; `occlusion`: a dentist's foil; `deviation`: blue, white, red. */
  preset?: GapPreset;
  /** Where the colours end; by default by the map itself. */
  range?: GapRange | undefined;
  /** What a model unit is called. */
  unit?: string;
  /**
   * Where there is no gap to be told, as on sides turned away: the body is left as it is, or made grey. Left as it is, it also shows
   * beyond the threshold of `occlusion`.
   */
  unknown?: 'leave' | 'grey';
  /** How much darker than the legend what looks away from the light is, 0 to 1: for the shape to show. */
  shade?: number;
  opacity?: number;
  /** An overlay to show this gap in, instead of a new one. */
  into?: GapMesh | undefined;
}

export const GAP_OVERLAY_DEFAULTS = {
  preset: 'clash',
  range: undefined,
  unit: 'units',
  unknown: 'leave',
  shade: 0.3,
  opacity: 1,
  into: undefined,
} as const satisfies GapOverlayOptions;

/** A gap on a body, and what its colours mean. */
export interface GapOverlay {
  readonly object: GapMesh;
  /** The gap at each vertex of the body's mesh, NaN where there is none; and its colour there, as of the legend, in three's working space. */
  readonly values: Float32Array;
  readonly colors: Float32Array;
  readonly legend: GapLegendStops;
}

const NAME = 'zclash gap';

/**
 * A map of gaps painted on one of its bodies, as an object for the scene that lies on the body: its own geometry, with colours at the
 * vertices. It needs no lights. The body's own object, its geometry and its materials stay as they are.
 *
 * The body must stand as it did when `gap` was asked. The object is in world coordinates: add it to the scene, not to the body.
 *
 * @example
 * const { object, legend } = gapOverlay(await gap(upper, lower), upper, 'a', { preset: 'occlusion', unit: 'mm' });
 * scene.add(object);
 */
export function gapOverlay(map: GapMap, body: Body, which: 'a' | 'b', options: GapOverlayOptions = {}): GapOverlay {
  const { preset, range, unit, unknown, shade, opacity, into } = settingsOf(options);
  const reused = toReuse(into, NAME, 'gapOverlay');
  const values = paintGap(map, body, which);
  const scale = gapScaleOf(map, preset, range);
  const colors = toWorkingSpace(coloursOn(values, scale));
  const object = reused ?? asOverlay(new Mesh(new BufferGeometry(), material()), NAME);
  object.material.opacity = opacity;
  object.renderOrder = 1;
  const state = still(body);
  const isShown = (value: number): boolean =>
    unknown === 'grey' || !(Number.isNaN(value) || (preset === 'occlusion' && value > scale.range[1]));
  const painted = fadeOut(state.mesh, shaded(state, colors, shade), values, isShown);
  replaceGeometry(object, geometryOf(state.mesh, painted), [0, 0, 0]);
  placeAt(object, state.pose);
  return { object, values, colors, legend: gapLegendStops(map, scale, unit) };
}

/** A little before the body's own faces, and after them, since its edges fade out. */
const material = (): MeshBasicMaterial =>
  new MeshBasicMaterial({
    ...{ vertexColors: true, side: DoubleSide, forceSinglePass: true, toneMapped: false, fog: false },
    ...{ transparent: true, depthWrite: false },
    ...{ polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 },
  });

/** Faces, and colours with opacity. */
interface Painted {
  readonly indices: Uint32Array;
  readonly rgba: Float32Array;
}

/**
 * The faces that have a vertex to be shown. Their other vertices take the mean colour of their neighbours, and are transparent: edges
 * of what is known fade out.
 */
function fadeOut(
  { indices }: BodyMesh,
  colors: Float32Array,
  values: Float32Array,
  isShown: (value: number) => boolean,
): Painted {
  const rgba = new Float32Array(4 * values.length);
  for (let v = 0; v < values.length; v++)
    if (isShown(values[v])) rgba.set([colors[3 * v], colors[3 * v + 1], colors[3 * v + 2], 1], 4 * v);
  const faces: number[] = [];
  const sums = new Float32Array(4 * values.length);
  for (let i = 0; i < indices.length; i += 3) {
    const face = [indices[i], indices[i + 1], indices[i + 2]];
    const shown = face.filter((v) => rgba[4 * v + 3] === 1);
    if (shown.length === 0) continue;
    faces.push(...face);
    if (shown.length === 3) continue;
    for (const v of face) for (const w of shown) for (let c = 0; c < 4; c++) sums[4 * v + c] += rgba[4 * w + c];
  }
  for (let i = 0; i < rgba.length; i += 4)
    if (rgba[i + 3] === 0) for (let c = i; c < i + 3; c++) rgba[c] = sums[c] / (sums[i + 3] || 1);
  return { indices: Uint32Array.from(faces), rgba };
}

function geometryOf({ positions }: BodyMesh, { indices, rgba }: Painted): BufferGeometry {
  const geometry = new BufferGeometry();
  if (indices.length === 0) return geometry;
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(rgba, 4));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

/** Legends are in sRGB. */
function toWorkingSpace(rgb: Uint8Array): Float32Array {
  const out = new Float32Array(rgb.length);
  const color = new Color();
  for (let i = 0; i < rgb.length; i += 3)
    color.setRGB(rgb[i] / 255, rgb[i + 1] / 255, rgb[i + 2] / 255, SRGBColorSpace).toArray(out, i);
  return out;
}

function shaded({ mesh, pose }: BodyState, colors: Float32Array, shade: number): Float32Array {
  if (shade === 0) return colors;
  const normals = vertexNormals(mesh);
  const m = invert(pose);
  const out = new Float32Array(colors.length);
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = normalInWorld(m, normals[i], normals[i + 1], normals[i + 2]);
    const bright = shadeOf(x, y, z, shade);
    for (let c = i; c < i + 3; c++) out[c] = bright * colors[c];
  }
  return out;
}

/** Normals go by the transposed inverse. */
function normalInWorld(m: Affine, x: number, y: number, z: number): [number, number, number] {
  const n = [m[0] * x + m[4] * y + m[8] * z, m[1] * x + m[5] * y + m[9] * z, m[2] * x + m[6] * y + m[10] * z] as const;
  const length = Math.hypot(...n) || 1;
  return [n[0] / length, n[1] / length, n[2] / length];
}

/** Options that are given as undefined are not given. */
function settingsOf(options: GapOverlayOptions): Required<GapOverlayOptions> {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  const settings: Required<GapOverlayOptions> = { ...GAP_OVERLAY_DEFAULTS, ...Object.fromEntries(given) };
  const { unknown, shade, opacity } = settings;
  if (unknown !== 'leave' && unknown !== 'grey')
    throw new InputError(`gapOverlay: there is no way '${unknown}' to show the unknown. Choose one of: leave, grey.`);
  for (const [name, value] of Object.entries({ shade, opacity }))
    if (!(value >= 0 && value <= 1))
      throw new InputError(`gapOverlay: the ${name} is not from 0 to 1 (${value}). Give a number in between.`);
  return settings;
}
