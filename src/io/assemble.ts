import { type Body, type BodyOptions, body } from '../body.js';
import { multiply, scaling } from '../math/affine.js';
import type { Surface } from '../surface/surface.js';
import { distinctNames } from './distinctNames.js';
import { type Joined, joinParts } from './joinParts.js';
import type { Scene, ScenePart, SceneProblem } from './scene.js';
import { stableId } from './stableId.js';
import { type LengthUnit, unitRatio } from './units.js';

export interface SceneFile {
  /** As the user named it. */
  readonly file: string;
  readonly scene: Scene;
}

export interface AssembleOptions {
  /** The common unit, and that of files that do not tell theirs. By default the first one that a file tells. */
  units?: LengthUnit | undefined;
  /** Each file becomes one body, whatever number of parts it has. */
  whole?: boolean;
  /** The names of all files that were asked for, where some could not be read: ids are told apart by these, too. */
  allFiles?: readonly string[] | undefined;
}

/** The bodies of several files in one frame and one unit. */
export interface Assembly {
  readonly units: LengthUnit | undefined;
  readonly bodies: readonly AssembledBody[];
  /** Files without units of their own, that were taken to be in `units` because another file is. */
  readonly assumed: readonly string[];
  /** Names of bodies whose surfaces gave way to the faces in their place, because several parts were asked for as one body. */
  readonly faceted: readonly string[];
  /** What was wrong with the files, and could be read all the same but for the parts named. */
  readonly problems: readonly (SceneProblem & { readonly file: string })[];
}

/** What tells a body of files from others. */
export interface BodyOrigin {
  /** From the names of its file and its part, not from their order: the same in every run. */
  readonly id: string;
  /** Tells the body from all others that it stands beside. */
  readonly name: string;
  readonly file: string;
  /** The names of what the part stands in, the outermost first. */
  readonly path: readonly string[];
  /** As in the file: an IFC GlobalId, an IFC class. */
  readonly sourceId?: string;
  readonly type?: string;
}

/** What is said of a body wherever it is told of. */
export interface BodyIdentity extends BodyOrigin {
  /** What the body is, where that is no mesh: its triangles are then faces in its place. Absent for a mesh. */
  readonly surface?: { readonly kind: Surface['kind']; readonly patchCount: number };
  /**
   * How far its triangles may lie from the surface that they stand for, as the body stands. Absent where they are all that its file has,
   * and where the file's reader does not tell.
   */
  readonly chordError?: number;
}

export interface AssembledBody extends BodyOrigin {
  /** As the file names it. */
  readonly partName: string;
  readonly body: Body;
  /** Of a mesh: how far from curved surfaces its faces were asked to stay, in its own frame, where the file's reader tells. */
  readonly deflection?: number;
}

type AnyPart = ScenePart & Partial<Pick<Joined, 'isFaceted'>>;

/** Puts the parts of files together as bodies that can be told apart. */
export function assemble(files: readonly SceneFile[], options: AssembleOptions = {}): Assembly {
  const told = files.find(({ scene }) => scene.units)?.scene.units;
  const units = options.units ?? told;
  const parts = files.flatMap(({ file, scene }, k) => {
    const ratio = scene.units && units ? unitRatio(scene.units, units) : 1;
    return (options.whole ? [wholeOf(scene, file)] : (scene.parts as readonly AnyPart[])).map((part) => ({
      k,
      file,
      part,
      ratio,
    }));
  });
  const asked = [...files.map(({ file }) => file), ...(options.allFiles ?? [])];
  const fileKeys = shortestDistinct(asked);
  const ids = idsOf(parts.map(({ k, part }) => [fileKeys[k], ...part.path, part.id ?? part.name]));
  const names = distinctNames(parts.map(({ file, part }) => ({ name: part.name, path: part.path, file })));
  const bodies = parts.map(({ file, part, ratio }, i): AssembledBody => {
    const pose = ratio === 1 ? part.pose : multiply(scaling(ratio), part.pose);
    const { path, id, type } = part;
    return {
      ...{ id: ids[i], name: names[i], partName: part.name, file, path },
      ...(id !== undefined && { sourceId: id }),
      ...(type !== undefined && { type }),
      ...shaped(part, { name: names[i], pose }),
    };
  });
  const assumed = options.units || !told ? [] : files.filter(({ scene }) => !scene.units).map(({ file }) => file);
  const faceted = names.filter((_, i) => parts[i].part.isFaceted);
  const problems = files.flatMap(({ file, scene }) => scene.problems.map((problem) => ({ file, ...problem })));
  return { units, bodies, assumed, faceted, problems };
}

/** A scene as one part. */
function wholeOf({ parts }: Scene, file: string): AnyPart {
  const [only] = parts;
  if (parts.length === 1) return only;
  return Object.assign(joinParts(parts), { name: file.replace(/^.*[\\/]/, ''), path: [] });
}

/** A part's shape as a body, and how near its faces are to what they stand for. */
export const shaped = (part: Pick<ScenePart, 'mesh' | 'surface' | 'chordError'>, options: BodyOptions) => {
  const { surface, chordError } = part;
  const asked = chordError !== undefined && { chordError };
  return surface
    ? { body: body(surface, { ...options, ...asked }) }
    : { body: body(part.mesh, options), ...(asked && { deflection: asked.chordError }) };
};

/**
 * Ids of parts: from the file's name, the names of what the part stands in, and its id or name. Where these are equal, the first
 * keeps its own id and the others are numbered. Lists are hashed as such, so that no name can be taken for a path or a number.
 */
function idsOf(keys: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  return keys.map((key) => {
    const id = stableId(key);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : stableId(key, count);
  });
}

/** Of each path as many folders as tell it from others of the same name: ids do not depend on where a project lies. */
export function shortestDistinct(paths: readonly string[]): string[] {
  const segments = paths.map((path) => path.split(/[\\/]+/));
  const namesakes = new Map<string, number[]>();
  for (const [k, all] of segments.entries()) {
    const name = all[all.length - 1];
    const group = namesakes.get(name);
    if (group) group.push(k);
    else namesakes.set(name, [k]);
  }
  const out = new Array<string>(paths.length);
  for (const group of namesakes.values()) {
    const wanted = new Set(group.map((k) => paths[k])).size;
    const ends = (depth: number): string[] => group.map((k) => segments[k].slice(-depth).join('/'));
    const most = Math.max(...group.map((k) => segments[k].length));
    let depth = 1;
    while (depth < most && new Set(ends(depth)).size < wanted) depth++;
    for (const [i, end] of ends(depth).entries()) out[group[i]] = end;
  }
  return out;
}
