import type { Affine } from '../math/affine.js';
import type { Mesh, Positions } from '../mesh/mesh.js';
import type { Surface } from '../surface/surface.js';
import type { LengthUnit } from './units.js';

/** What a file holds: its parts with names, poses and units. Plain data, apart from the functions of animations. */
export interface Scene {
  /** What a length of 1 means; undefined where the format does not tell. */
  readonly units: LengthUnit | undefined;
  /** In the order of the file. There is at least one. */
  readonly parts: readonly ScenePart[];
  /** What could not be read, and what was read otherwise than it is written. The parts are whole all the same. */
  readonly problems: readonly SceneProblem[];
  /** Motions that the file itself describes. */
  readonly animations: readonly SceneAnimation[];
}

export interface ScenePart {
  /** As the file names it; the file's own name without its ending where it does not. Names need not differ. */
  readonly name: string;
  /**
   * The names of what the part stands in, the outermost first. Parts in one place share one list; parts in places of the same name
   * do not.
   */
  readonly path: readonly string[];
  /** What identifies the part for other programs, where the format has that: an IFC GlobalId. */
  readonly id?: string;
  /** What the part is, where the format tells: IfcWall. */
  readonly type?: string;
  /** In the part's own frame and the file's units. Instances share one object. With a `surface`: faces in its place. */
  readonly mesh: Mesh;
  /** What the part is, where that is no mesh: what a body is to be made of. In the same frame. */
  readonly surface?: Surface;
  /**
   * How far from the curved surfaces that they stand for the faces were asked to stay, in the part's own frame. Absent where the
   * faces are all that the file has, and where its reader does not tell.
   */
  readonly chordError?: number;
  /** Where the part stands in the file's frame. May mirror and scale; can be inverted. */
  readonly pose: Affine;
}

export interface SceneProblem {
  /** `unreadable`: a part is missing from the scene. `repaired`: the file contradicts itself, and this is how it was read. */
  readonly code: 'unreadable' | 'repaired';
  /** The part it concerns, where it is one. */
  readonly part?: string;
  /** The fact, where, and the remedy; without the file's name. */
  readonly message: string;
}

export interface SceneAnimation {
  readonly name: string;
  readonly durationS: number;
  /** All parts at a time from 0 to `durationS`, in the order of the scene's parts. */
  at(timeS: number): readonly PartState[];
}

/** A part at a moment: where it stands and, where it deforms, its new positions (for `body.update`). */
export interface PartState {
  readonly pose: Affine;
  readonly positions?: Positions;
}
