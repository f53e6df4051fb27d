import type { BatchedMesh, Mesh, SkinnedMesh } from 'three';
import { InputError } from '../errors.js';
import type { Positions } from '../mesh/mesh.js';
import { batchedRange } from './batched.js';
import type { Displaced } from './bodyFrom.js';
import { drawnFaces, type Faces } from './drawnFaces.js';
import { drawnGroups } from './drawnGroups.js';
import { haveSameNumbers, kept, keptFor, keptNumbers } from './kept.js';
import { label } from './label.js';
import { influencesOf, morph, readTargets, type Targets, targetAttributes } from './morph.js';
import type { Placement } from './placement.js';
import { addStamp, readAttribute } from './readAttribute.js';
import { refuseDisplaced } from './refuseDisplaced.js';
import { hasRows, rowShape } from './rowShape.js';
import { type Shape, shape } from './shape.js';
import { boneMaps, readSkin, type Skin, skin } from './skin.js';
import { type WeldedFaces, weldFaces } from './weldFaces.js';

/** How shapes are taken. */
export interface Taking {
  readonly displaced: Displaced;
  /** Whether vertices shall have the numbers that they have in the geometry, where nothing but its attribute moves them. */
  readonly keepsRows: boolean;
}

/** Which part of a mesh: one geometry of a batch, or one instance where each has its own influences of morph targets. */
export interface Piece {
  readonly geometryId?: number;
  readonly instance?: number;
}

/** What is drawn of a mesh, or of a piece of it, in its own frame and before any instance's matrix; undefined where that is nothing. */
export type TakeShape = (place: Placement) => Shape | undefined;

/** Meshes, and instances of one, that share their faces often share the stored positions and the targets, too. */
const stored = keptFor<Shape>();
const storedTargets = keptFor<Targets>();

export function meshShape(mesh: Mesh, taking: Taking, { geometryId, instance }: Piece = {}): TakeShape {
  const { displaced, keepsRows } = taking;
  const keptFaces = kept<Faces>();
  const keptWelded = kept<WeldedFaces>();
  const keptStored = kept<Shape>();
  const keptRows = kept<Shape>();
  const keptTargets = kept<Targets>();
  const keptSkin = kept<Skin>();
  const keptShape = kept<Shape>();
  let influences: readonly number[] | undefined;
  let maps: Float64Array | undefined;

  function stretches(): number[] {
    const groups = drawnGroups(mesh);
    for (const { material } of groups) refuseDisplaced(mesh, material, displaced);
    if (geometryId !== undefined) return groups.length > 0 ? batchedRange(mesh as BatchedMesh, geometryId) : [];
    const numbers: number[] = [];
    for (const { start, end } of groups) numbers.push(start, end);
    return numbers;
  }

  function readStored(faces: Faces): Shape {
    const { position } = mesh.geometry.attributes;
    const { indices, vertexCount, vertices } = faces;
    const stamp: unknown[] = [faces];
    addStamp(stamp, position);
    return keptStored(stamp, (before) =>
      stored(faces)(stamp, () => {
        const positions = renewed(before, readAttribute(position, 3, vertexCount, vertices), indices);
        return shape(positions, indices, vertices ? undefined : position);
      }),
    );
  }

  function readAllTargets(faces: Faces): Targets {
    const stamp: unknown[] = [faces];
    for (const target of targetAttributes(mesh.geometry)) addStamp(stamp, target);
    return keptTargets(stamp, () => storedTargets(faces)(stamp, () => readTargets(mesh.geometry, faces)));
  }

  function readBones(skinned: SkinnedMesh, faces: Faces): Skin {
    const { skinIndex, skinWeight } = skinned.geometry.attributes;
    const stamp: unknown[] = [faces, skinned.skeleton?.bones.length];
    for (const attribute of [skinIndex, skinWeight]) addStamp(stamp, attribute);
    return keptSkin(stamp, () => readSkin(skinned, faces));
  }

  /** The positions of before, where none differs. */
  function renewed(before: Shape | undefined, positions: Float32Array, indices: Uint32Array): Positions {
    if (before?.mesh.indices === indices && haveSameNumbers(before.mesh.positions, positions))
      return before.mesh.positions;
    for (let i = 0; i < positions.length; i++)
      if (!Number.isFinite(positions[i]))
        throw new InputError(
          `bodyFrom: a drawn vertex of the ${label(mesh)} is not finite (${'xyz'[i % 3]} = ${positions[i]}). Repair its position, its weights or its bones.`,
        );
    return positions;
  }

  return (place) => {
    const drawn = drawnFaces(mesh, stretches(), keptFaces);
    if (drawn.indices.length === 0) return undefined;
    const faces = weldFaces(mesh, drawn, keptWelded);
    const rest = readStored(faces);
    const { geometry } = mesh;
    const skinned = (mesh as SkinnedMesh).isSkinnedMesh ? (mesh as SkinnedMesh) : undefined;
    const isFixed = !skinned && targetAttributes(geometry).length === 0;
    if (isFixed && keepsRows && geometryId === undefined && hasRows(geometry, faces))
      return rowShape(geometry, rest, faces, keptRows);
    influences = keptNumbers(influences, influencesOf(mesh, instance));
    if (!influences && !skinned) return rest;
    const targets = influences && readAllTargets(faces);
    const bones = skinned && readBones(skinned, faces);
    maps = skinned && keptNumbers(maps, boneMaps(skinned, place));
    return keptShape([rest, targets, influences, bones, maps], (before) => {
      const positions = rest.mesh.positions as Float32Array;
      const morphed = targets && influences ? morph(positions, targets, influences) : positions;
      const moved = bones && maps ? skin(morphed, bones, maps) : Float32Array.from(morphed);
      return shape(renewed(before, moved, faces.indices), faces.indices);
    });
  };
}
