import type { Mesh, Object3D } from 'three';
import type { Body } from '../body.js';
import { InputError } from '../errors.js';
import { multiply } from '../math/affine.js';
import { drawnMeshes } from './drawnMeshes.js';
import { drawnParts, instanceMap } from './drawnParts.js';
import { type Instances, instances } from './instances.js';
import { type Joined, joinParts } from './joinParts.js';
import { label } from './label.js';
import { meshShape, type Taking } from './meshShape.js';
import { type Placement, placement } from './placement.js';
import { isSeen, standing } from './standing.js';
import { type Taken, threeBody } from './threeBody.js';

/** What to do where shaders move vertices, or a compute shader writes them. */
export type Displaced = 'refuse' | 'as-stored';

export interface BodyFromOptions {
  /** For reports and messages; by default the object's name, or its type where it has none. */
  name?: string;
  /**
   * What shaders do to vertices cannot be followed: displacement maps, `positionNode` and `vertexNode`, shader materials,
   * `InstancedBufferGeometry`, storage buffers. By default such objects are refused; 'as-stored' takes their vertices as they are stored.
   * What `onBeforeCompile` does is not noticed.
   */
  displaced?: Displaced;
  /**
   * The WebGPURenderer that draws the object. A machine on the same device (`machineFor(renderer)`) then reads the positions of meshes that
   * neither bones nor morph targets move in the renderer's own buffers, and nothing is uploaded: for meshes that it has not drawn yet. With
   * other renderers, and for other meshes, it changes nothing.
   */
  renderer?: object | undefined;
}

export const BODY_FROM_DEFAULTS = { displaced: 'refuse' } as const;

/** A body that stands for what three.js draws of an object, and follows it: every query takes the object as it stands. */
export interface ThreeBody extends Body {
  readonly object: Object3D;
  /** Which instance of the object, where it is one of an `InstancedMesh` or a `BatchedMesh`. */
  readonly instance?: number;
  /** Takes the object as it is now. Queries do this by themselves, and throw where nothing is drawn of it. */
  follow(): void;
  /** Whether something is drawn of it now: hidden objects, and instances scaled to nothing, are no bodies. */
  readonly isDrawn: boolean;
}

/**
 * Everything that is drawn of an object and beneath it, as one body: skinned, morphed, instanced and batched as drawn, with
 * `drawRange`, groups and levels of detail. It follows the object. Attributes are read again where `needsUpdate` was set.
 *
 * What counts is what would be drawn if the object were rendered: it and what is beneath must be visible, its ancestors need not be,
 * and layers, cameras and clipping planes do not matter. Lines, points, sprites, lights and helpers are passed over.
 *
 * The body's faces lie in the frame of the object; where only one mesh is drawn, in the frame of that mesh. `pose` leads to the world.
 *
 * @example const { pairs } = await interference([bodyFrom(robot), bodyFrom(cell)])
 */
export function bodyFrom(object: Object3D, options: BodyFromOptions = {}): ThreeBody {
  const partsOf = drawnParts(object, takingOf(object, options));
  let joined: Joined | undefined;
  return threeBody({
    object,
    name: options.name,
    renderer: options.renderer,
    take(place) {
      const pose = standing(object, place.world(object));
      const parts = partsOf(place);
      if (parts.shapes.length === 0) throw nothingDrawn(object);
      if (parts.shapes.length === 1) return { shape: parts.shapes[0], pose: multiply(pose, parts.maps.slice(0, 12)) };
      joined = joinParts(object, parts, joined);
      return { shape: joined.shape, pose };
    },
  });
}

/**
 * A body for every mesh that is drawn of an object and beneath it, and for every instance of an `InstancedMesh` or a `BatchedMesh`.
 * Each follows its own mesh, as `bodyFrom` has it; call again where there are new ones. What is hidden later is refused by queries: ask
 * `isDrawn` before.
 *
 * @example const { pairs } = await interference(bodiesFrom(assembly))
 */
export function bodiesFrom(object: Object3D, options: Omit<BodyFromOptions, 'name'> = {}): ThreeBody[] {
  const taking = takingOf(object, options, 'bodiesFrom');
  const place = placement();
  standing(object, place.world(object));
  const bodies = drawnMeshes(object).flatMap((mesh) => {
    const many = instances(mesh, taking);
    return many ? instanceBodies(mesh, many, place, options) : meshBodies(mesh, taking, place, options);
  });
  if (bodies.length === 0) throw nothingDrawn(object);
  return bodies;
}

/** One body, or none where nothing is drawn. */
function meshBodies(mesh: Mesh, taking: Taking, now: Placement, { renderer }: BodyFromOptions): ThreeBody[] {
  const shapeOf = meshShape(mesh, taking);
  if (!isSeen(mesh, now.world(mesh)) || !shapeOf(now)) return [];
  const take = (place: Placement): Taken => {
    const pose = standing(mesh, place.world(mesh));
    const shape = mesh.visible ? shapeOf(place) : undefined;
    if (!shape) throw nothingDrawn(mesh);
    return { shape, pose };
  };
  return [threeBody({ object: mesh, name: undefined, renderer, take })];
}

function instanceBodies(mesh: Mesh, many: Instances, now: Placement, { renderer }: BodyFromOptions): ThreeBody[] {
  const bodies: ThreeBody[] = [];
  for (let instance = 0; instance < many.count(); instance++) {
    if (!many.isDrawn(instance) || !many.shape(instance)(now)) continue;
    if (!isSeen(mesh, instanceMap(many, instance, now.world(mesh)))) continue;
    const take = (place: Placement): Taken => {
      const isDrawn = mesh.visible && many.isDrawn(instance);
      const shape = isDrawn ? many.shape(instance)(place) : undefined;
      if (!shape) throw nothingDrawn(mesh, instance);
      return { shape, pose: standing(mesh, instanceMap(many, instance, place.world(mesh))) };
    };
    bodies.push(threeBody({ object: mesh, instance, name: undefined, renderer, take }));
  }
  return bodies;
}

function takingOf(object: Object3D, options: BodyFromOptions, verb = 'bodyFrom'): Taking {
  if (!object?.isObject3D)
    throw new InputError(
      `${verb}: this is no object of three.js (${object === null ? 'null' : typeof object}). Give a Mesh, a Group, a Scene or another Object3D.`,
    );
  if (typeof options !== 'object' || options === null)
    throw new InputError(
      `${verb}: the options are no object (${String(options)}). Give { name, displaced, renderer }, or nothing.`,
    );
  const displaced: string = options.displaced ?? BODY_FROM_DEFAULTS.displaced;
  if (displaced !== 'refuse' && displaced !== 'as-stored')
    throw new InputError(`${verb}: displaced has an unknown value (${displaced}). Give 'refuse' or 'as-stored'.`);
  return { displaced, keepsRows: options.renderer !== undefined };
}

function nothingDrawn(object: Object3D, instance?: number): InputError {
  const what = instance === undefined ? label(object) : `instance ${instance} of the ${label(object)}`;
  let why = 'its meshes have no faces to draw, or no visible material';
  if (instance !== undefined) why = 'it is deleted, hidden or beyond the count';
  else if (!object.visible) why = 'it is not visible';
  else if (drawnMeshes(object).length === 0)
    why = 'there is no visible mesh; lines, points, sprites, lights and helpers are no solids';
  return new InputError(`bodyFrom: nothing is drawn of the ${what} (${why}). Show it, or leave it out of the query.`);
}
