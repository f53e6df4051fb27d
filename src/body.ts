import { InputError } from './errors.js';
import { type Affine, determinant, identity, transformBox } from './math/affine.js';
import { type Box, boundsOf } from './math/box.js';
import { type Mesh, mesh as toMesh, toPositions } from './mesh/mesh.js';
import { usedVertices } from './mesh/usedVertices.js';

/** A body as it stands at one moment. Machines keep their own copy of it, known by identity and revision. */
export interface BodyState {
  readonly kind: 'mesh';
  readonly name: string;
  readonly mesh: Mesh;
  /** Where the body stands. */
  readonly pose: Affine;
  /** Grows with every update. */
  readonly revision: number;
  /** The box in the body's own frame, around the vertices that faces use. */
  readonly bounds: Box;
  /** The body whose state this is. */
  readonly identity: Body;
}

/** What can collide: a shape with a name and a pose. */
export interface Body extends BodyState {
  /** Assign another map to move the body; that costs nothing. */
  pose: Affine;
  /** New positions for the same faces: a deforming body costs what a rigid one costs. */
  update(positions: ArrayLike<number>): void;
}

/**
 * The body as it is now, whatever happens to it later. Queries take turns, so what they are asked about must be held
 * fast when they are asked.
 */
export function still(body: BodyState): BodyState {
  if (!body?.identity)
    throw new InputError(`body: this is no body (${body === null ? 'null' : typeof body}). Make one with body(mesh).`);
  const { kind, name, mesh, pose, revision, bounds, identity } = body;
  return { kind, name, mesh, pose: pose.slice(), revision, bounds, identity };
}

export interface BodyOptions {
  /** For reports and messages. */
  name?: string;
  /** Any invertible affine map, row-major: 12 numbers (three rows) or 16 (with the last row 0 0 0 1). */
  pose?: ArrayLike<number>;
}

/**
 * A mesh as a body.
 *
 * @example const ball = body(icoSphere({ radius: 2 }), { name: 'ball', pose: translation(1, 0, 0) })
 */
export function body(
  shape: { positions: ArrayLike<number>; indices?: ArrayLike<number> },
  options: BodyOptions = {},
): Body {
  let current = toMesh(shape.positions, shape.indices);
  let pose = options.pose === undefined ? identity() : toPose(options.pose);
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
    get pose() {
      return pose;
    },
    set pose(next) {
      pose = toPose(next);
    },
    get revision() {
      return revision;
    },
    get bounds() {
      bounds ??= boundsOf(current.positions, usedVertices(current.indices, current.positions.length / 3));
      return bounds;
    },
    update(positions) {
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

/** The box around the body where it stands. */
export const worldBounds = (body: BodyState): Box => transformBox(body.pose, body.bounds);

/** Takes 12 or 16 row-major numbers as a pose. */
export function toPose(numbers: ArrayLike<number>): Affine {
  if (numbers.length !== 12 && numbers.length !== 16)
    throw new InputError(`body: a pose has 12 or 16 numbers (${numbers.length} given). Write the matrix row by row.`);
  const pose = new Float64Array(12);
  for (let i = 0; i < 12; i++) pose[i] = numbers[i];
  const lastRow = numbers.length === 16 ? [numbers[12], numbers[13], numbers[14], numbers[15]] : [0, 0, 0, 1];
  if (lastRow.join() !== '0,0,0,1')
    throw new InputError(
      `body: the pose is not affine (its last row is ${lastRow.join(' ')}). Give the matrix row by row, with 0 0 0 1 as the last.`,
    );
  const d = determinant(pose);
  if (!Number.isFinite(d) || d === 0 || !pose.every(Number.isFinite))
    throw new InputError(
      `body: the pose cannot be inverted (determinant ${d}). Give a pose that does not flatten the body.`,
    );
  return pose;
}
