import { InputError } from './errors.js';
import { type Affine, determinant, greatestStretch, identity, transformBox } from './math/affine.js';
import { type Box, boundsOf, extent } from './math/box.js';
import { type Mesh, mesh as toMesh, toPositions } from './mesh/mesh.js';
import { usedVertices } from './mesh/usedVertices.js';
import { checkSurface } from './surface/checkSurface.js';
import type { RaySurface, Surface } from './surface/surface.js';
import { tessellated } from './surface/tessellated.js';

/** A body as it stands at one moment. Machines keep their own copy of it, known by identity and revision. */
export interface BodyState {
  readonly kind: 'mesh' | 'surface';
  readonly name: string;
  /** The faces. Of a surface: faces in its place, no farther from it than `chordError`, made when they are first asked for. */
  readonly mesh: Mesh;
  /** What rays meet, where that is no mesh. */
  readonly surface?: Surface | undefined;
  /** How far the faces may lie from the surface that they stand for, in the body's own frame; 0 where they are the body. */
  readonly chordError: number;
  /** Where the body stands. */
  readonly pose: Affine;
  /** Grows with every update. */
  readonly revision: number;
  /** The box in the body's own frame, around the vertices that faces use. */
  readonly bounds: Box;
  /** The body whose state this is. */
  readonly identity: Body;
  /** Where a device holds the positions already. */
  readonly onDevice?: DevicePositions | undefined;
}

/**
 * WebGPU's own types where the compiler knows them: by `@webgpu/types`, or by `dom` since TypeScript 6. Elsewhere declarations that
 * name them would not compile; any object stands for them there.
 */
export type GpuDevice = typeof globalThis extends { GPUDevice: { prototype: infer Device } } ? Device : object;
export type GpuBuffer = typeof globalThis extends { GPUBuffer: { prototype: infer Buffer } } ? Buffer : object;

/** A mesh's positions in a buffer of a WebGPU device's, as f32: a machine on that device reads them there, and nothing is uploaded. */
export interface DevicePositions {
  readonly device: GpuDevice;
  /** May be bound as storage. Whoever made it destroys it. */
  readonly buffer: GpuBuffer;
  /** Where the first vertex begins, and how far it is to the next one, in words of four bytes. */
  readonly offsetWords: number;
  readonly strideWords: number;
  /** Whether the buffer is there, and holds what the body's mesh does. Queries take turns, so it may be written before one reads it. */
  isCurrent(): boolean;
}

/** What can collide: a shape with a name and a pose. */
export interface Body extends BodyState {
  /** Assign another map to move the body; that costs nothing. */
  pose: Affine;
  /**
   * New positions for the same faces; nothing has to be built for them. A body that was made of a surface takes another surface.
   *
   * Typed arrays are kept as they are given, not copied: after writing into positions call `update`, while no question about the body is
   * under way. Indices stay as they are; for other faces make another body, of an array of its own.
   */
  update(shape: ArrayLike<number> | Surface): void;
  /** Bodies that stand for something else take it as it is now; every query begins with this. */
  follow?(): void;
}

/** A mesh as it is given. */
export interface MeshLike {
  readonly positions: ArrayLike<number>;
  readonly indices?: ArrayLike<number>;
}

/**
 * The body as it is now, whatever happens to it later. Queries take turns, so what they are asked about must be held
 * fast when they are asked.
 */
export function still(body: BodyState & Pick<Body, 'follow'>): BodyState {
  if (!body?.identity)
    throw new InputError(
      `body: this is no body (${body === null ? 'null' : typeof body}). Make one with ${isObjectOfThree(body) ? 'bodyFrom(object) of zclash/three' : 'body(mesh)'}.`,
    );
  body.follow?.();
  const { kind, name, surface, chordError, revision, bounds, identity, onDevice } = body;
  const pose = body.pose.slice();
  if (!surface) return { kind, name, mesh: body.mesh, chordError, pose, revision, bounds, identity, onDevice };
  return {
    ...{ kind, name, surface, chordError, pose, revision, bounds, identity },
    get mesh() {
      return tessellated(surface, chordError).mesh;
    },
  };
}

/** What users of three.js give at first. */
const isObjectOfThree = (given: unknown): boolean =>
  (given as { isObject3D?: boolean } | null | undefined)?.isObject3D === true;

export interface BodyOptions {
  /** For reports and messages. */
  name?: string;
  /** Any invertible affine map, row-major: 12 numbers (three rows) or 16 (with the last row 0 0 0 1). */
  pose?: ArrayLike<number>;
  /**
   * How far faces may lie from a surface, in its own frame, where faces stand for it: in exact precision, for distances and contacts.
   * By default 2^-11 of its largest extent. Rays meet the surface itself.
   */
  chordError?: number;
}

const CHORD_SHARE = 2 ** -11;

/**
 * A mesh, or a surface, as a body.
 *
 * @example const ball = body(icoSphere({ radius: 2 }), { name: 'ball', pose: translation(1, 0, 0) })
 * @example const ring = body(surface.torus({ radius: 2, tubeRadius: 0.5 }), { name: 'ring' })
 */
export function body(shape: MeshLike | Surface, options: BodyOptions = {}): Body {
  if (typeof shape !== 'object' || shape === null || !('kind' in shape || 'positions' in shape))
    throw new InputError(
      `body: the shape is neither a mesh nor a surface (${shape === null ? 'null' : typeof shape}). Give { positions, indices }, or what surface.* returns.`,
    );
  if (typeof options !== 'object' || options === null)
    throw new InputError(`body: the options are no object (${String(options)}). Give { name, pose }, or nothing.`);
  return isSurface(shape) ? surfaceBody(shape, options) : meshBody(shape, options);
}

const isSurface = (shape: MeshLike | Surface | ArrayLike<number>): shape is Surface =>
  typeof shape === 'object' && shape !== null && 'kind' in shape;

/** A pose that can be assigned. */
function posed(given: ArrayLike<number> | undefined): { pose: Affine } {
  let pose = given === undefined ? identity() : toPose(given);
  return {
    get pose() {
      return pose;
    },
    set pose(next) {
      pose = toPose(next);
    },
  };
}

function meshBody(shape: MeshLike, options: BodyOptions): Body {
  let current = toMesh(shape.positions, shape.indices);
  const stand = posed(options.pose);
  let revision = 0;
  let bounds: Box | undefined;
  const self: Body = {
    kind: 'mesh',
    get identity() {
      return self;
    },
    name: options.name ?? 'body',
    get mesh() {
      return current;
    },
    chordError: 0,
    get pose() {
      return stand.pose;
    },
    set pose(next) {
      stand.pose = next;
    },
    get revision() {
      return revision;
    },
    get bounds() {
      bounds ??= boundsOf(current.positions, usedVertices(current.indices, current.positions.length / 3));
      return bounds;
    },
    update(positions) {
      if (isSurface(positions))
        throw new InputError('body: a mesh cannot become a surface. Make a new body of the surface.');
      if (positions.length !== current.positions.length)
        throw new InputError(
          `body: the number of coordinates changed (${current.positions.length} to ${positions.length}). Make a new body where the topology changes.`,
        );
      current = { positions: toPositions(positions), indices: current.indices };
      bounds = undefined;
      revision++;
    },
  };
  return self;
}

function surfaceBody(shape: Surface, options: BodyOptions): Body {
  checkSurface(shape);
  const asked = options.chordError;
  if (asked !== undefined && !(typeof asked === 'number' && asked > 0 && asked < Infinity))
    throw new InputError(`body: the chord error is no length (${asked}). Give a number above 0, in model units.`);
  let current = shape;
  const stand = posed(options.pose);
  let revision = 0;
  const self: Body = {
    kind: 'surface',
    get identity() {
      return self;
    },
    name: options.name ?? 'body',
    get surface() {
      return current;
    },
    get mesh() {
      return tessellated(current, self.chordError).mesh;
    },
    get chordError() {
      return asked ?? CHORD_SHARE * Math.max(...extent(current.bounds));
    },
    get pose() {
      return stand.pose;
    },
    set pose(next) {
      stand.pose = next;
    },
    get revision() {
      return revision;
    },
    get bounds() {
      return current.bounds;
    },
    update(next) {
      if (!isSurface(next))
        throw new InputError('body: a surface has no vertices to be moved. Give another surface, or a new pose.');
      checkSurface(next);
      current = next;
      revision++;
    },
  };
  return self;
}

/** The box around the body where it stands. */
export const worldBounds = (body: BodyState): Box => transformBox(body.pose, body.bounds);

/** What rays are cast at; undefined where faces are drawn. */
export const castAt = ({ surface }: BodyState): RaySurface | undefined =>
  surface && surface.kind !== 'nurbs' ? surface : undefined;

/** How many pieces a body's layers can be named after: faces, or patches of a surface that rays are cast at. */
export const pieceCount = (body: BodyState): number => castAt(body)?.patches.length ?? body.mesh.indices.length / 3;

/** How far the faces in a surface's place may lie from it where the body stands; 0 for a mesh. */
export const worldChordError = ({ surface, chordError, pose }: BodyState): number =>
  surface ? tessellated(surface, chordError).chordError * greatestStretch(pose) : 0;

/** Takes 12 or 16 row-major numbers as a pose. */
export function toPose(numbers: ArrayLike<number>): Affine {
  if (typeof numbers !== 'object' || numbers === null)
    throw new InputError(
      `body: a pose is no list (${String(numbers)}). Write the matrix row by row, 12 or 16 numbers.`,
    );
  if (numbers.length !== 12 && numbers.length !== 16)
    throw new InputError(`body: a pose has 12 or 16 numbers (${numbers.length} given). Write the matrix row by row.`);
  const pose = new Float64Array(12);
  for (let i = 0; i < 12; i++) pose[i] = numbers[i];
  const lastRow = numbers.length === 16 ? [numbers[12], numbers[13], numbers[14], numbers[15]] : [0, 0, 0, 1];
  if (lastRow.join() !== '0,0,0,1')
    throw new InputError(
      `body: the pose is not affine (its last row is ${lastRow.join(' ')}). Give the matrix row by row, with 0 0 0 1 as the last.`,
    );
  const odd = pose.findIndex((number) => !Number.isFinite(number));
  if (odd >= 0)
    throw new InputError(
      `body: number ${odd} of the pose is ${pose[odd]} (row ${Math.floor(odd / 4)}, column ${odd % 4}). Write the matrix row by row, in finite numbers.`,
    );
  const d = determinant(pose);
  if (!Number.isFinite(d) || d === 0)
    throw new InputError(
      `body: the pose cannot be inverted (determinant ${d}). Give a pose that does not flatten the body.`,
    );
  return pose;
}
