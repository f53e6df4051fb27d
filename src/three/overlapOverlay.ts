import {
  BackSide,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  GreaterDepth,
  LessEqualDepth,
  Mesh,
  MeshBasicMaterial,
  type MeshBasicMaterialParameters,
} from 'three';
import type { Body } from '../body.js';
import { InputError } from '../errors.js';
import { type OverlapMesh, type OverlapMeshOptions, overlapMesh } from '../overlapMesh.js';
import { overlapGeometry } from './overlapGeometry.js';
import { asOverlay, replaceGeometry, toReuse } from './overlay.js';

/** What shows an overlap: one geometry, drawn with three materials. */
export type OverlapOverlay = Mesh<BufferGeometry, MeshBasicMaterial[]>;

export interface OverlapLook {
  /** The overlap's colour: B's side has it, A's is lighter. */
  color?: ColorRepresentation | undefined;
  /** From 0 to 1. */
  opacity?: number | undefined;
  /** An overlay to show this overlap in, instead of a new one: for use in every frame. It keeps its look unless another is given. */
  into?: OverlapOverlay | undefined;
}

export interface OverlapOverlayOptions extends OverlapMeshOptions, OverlapLook {}

export const OVERLAP_LOOK_DEFAULTS = { color: 0xff2a4d, opacity: 0.9 } as const;

const NAME = 'zclash overlap';
/** After all that a scene has; lines come later still. */
export const OVERLAY_ORDER = 10_000;

/** What overlays look like, until they are told otherwise. */
const looks = new WeakMap<OverlapOverlay, { color: ColorRepresentation; opacity: number }>();

/**
 * What two bodies have in common, as an object for the scene: seen through the bodies, in a colour of its own, with A's side lighter than
 * B's. It needs no lights, and works in `WebGLRenderer` and in `WebGPURenderer`. Not visible where the bodies do not overlap.
 *
 * It is in world coordinates: add it to the scene, not to one of the bodies. Bodies keep their materials.
 *
 * @example
 * const overlay = await overlapOverlay(a, b);
 * scene.add(overlay);
 * // after the bodies moved or deformed:
 * await overlapOverlay(a, b, { into: overlay });
 */
export async function overlapOverlay(a: Body, b: Body, options: OverlapOverlayOptions = {}): Promise<OverlapOverlay> {
  const { color, opacity, into, ...rest } = options;
  checkLook(options);
  return overlapObject(await overlapMesh(a, b, rest), { color, opacity, into });
}

/**
 * The same of an overlap that is at hand.
 *
 * @example const overlay = overlapObject(await overlapMesh(a, b, { resolution: 256 }), { color: 'gold' })
 */
export function overlapObject(found: OverlapMesh, look: OverlapLook = {}): OverlapOverlay {
  if (!(found?.side instanceof Uint8Array))
    throw new InputError(
      `overlapObject: this is no overlap (${found === null ? 'null' : typeof found}). Give what overlapMesh() returned.`,
    );
  checkLook(look);
  const object = look.into ?? asOverlay(new Mesh(new BufferGeometry(), materials()), NAME);
  const before = looks.get(object) ?? OVERLAP_LOOK_DEFAULTS;
  const { color = before.color, opacity = before.opacity } = look;
  looks.set(object, { color, opacity });
  object.renderOrder = OVERLAY_ORDER;
  object.material[2].opacity = opacity;
  const { geometry, at } = overlapGeometry(found, new Color(color));
  for (let k = 0; k < 3; k++) geometry.addGroup(0, Infinity, k);
  replaceGeometry(object, geometry, at);
  return object;
}

/**
 * Through the bodies, and yet nearer parts of the overlap before farther ones: depths are pushed back to behind the overlap first, then
 * the overlap's nearest ones are written, and what has these is coloured, once. All three run the same program, so that depths are equal.
 */
function materials(): MeshBasicMaterial[] {
  const common = { vertexColors: true, transparent: true, toneMapped: false, fog: false } as const;
  const passes: readonly MeshBasicMaterialParameters[] = [
    { side: BackSide, colorWrite: false, depthFunc: GreaterDepth },
    { colorWrite: false, depthFunc: LessEqualDepth },
    { depthFunc: LessEqualDepth },
  ];
  return passes.map((pass) => new MeshBasicMaterial({ ...common, ...pass }));
}

function checkLook({ opacity, into }: OverlapLook): void {
  if (opacity !== undefined && !(opacity >= 0 && opacity <= 1))
    throw new InputError(`overlapOverlay: the opacity is not from 0 to 1 (${opacity}). Give a number in between.`);
  toReuse(into, NAME, 'overlapOverlay');
}
