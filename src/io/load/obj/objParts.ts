import { joinOpenGroups } from './joinOpenGroups.js';
import type { ObjPiece, ObjStatements } from './objStatements.js';

/** What becomes a part. */
export interface ObjPart {
  readonly name: string;
  readonly path: readonly string[];
  /** What is wrong with one of its faces. */
  readonly fault: string | undefined;
  /** None where there is a fault. */
  readonly indices: Uint32Array;
}

const NONE = new Uint32Array(0);

/** How many names a part is called by that is made of several groups. */
const NAMES_SHOWN = 3;

/**
 * Divides an OBJ file into parts. Objects (`o`) are parts; where there is at most one, groups (`g`) are, unless they are
 * patches of one surface: see {@link joinOpenGroups}. The same holds for several objects of one name.
 */
export function objParts(
  { positions, faces, pieces, runs }: ObjStatements,
  indices: Uint32Array,
  stem: string,
): ObjPart[] {
  // Face p has n - 2 triangles for n corners, and so have all before it.
  const firstTriangle = (face: number): number => (face === 0 ? 0 : faces.ends.values[face - 1] - 2 * face);
  const spans = runs.map(([face, piece], k) => ({
    piece,
    begin: firstTriangle(face),
    end: firstTriangle(runs[k + 1]?.[0] ?? faces.ends.length),
  }));

  const hasObjects = pieces.some(({ object }) => object !== pieces[0].object);
  const leaders = pieceLeaders(pieces, hasObjects);
  const classes = hasObjects ? nameClasses(pieces) : pieces.map(() => 0);
  if (new Set(leaders.map((leader) => classes[leader])).size < new Set(leaders).size) {
    const leaderOf = new Uint32Array(indices.length / 3);
    for (const { piece, begin, end } of spans) leaderOf.fill(leaders[piece], begin, end);
    const joined = joinOpenGroups(positions, indices, leaderOf, classes);
    for (let piece = 0; piece < leaders.length; piece++) leaders[piece] = joined[leaders[piece]];
  }

  const members = new Map<number, { pieces: ObjPiece[]; spans: typeof spans }>();
  for (const [i, piece] of pieces.entries()) {
    const leader = leaders[i];
    const member = members.get(leader);
    if (member) member.pieces.push(piece);
    else members.set(leader, { pieces: [piece], spans: [] });
  }
  for (const span of spans) members.get(leaders[span.piece])!.spans.push(span);
  // One list for all parts in one place: the file, or the only object.
  const top: readonly string[] = [];
  const objectName = pieces[0]?.objectName ?? '';
  const inObject = hasObjects || objectName === '' ? top : [objectName];
  const parts: ObjPart[] = [];
  for (const { pieces: own, spans: ownSpans } of members.values()) {
    const isObject = hasObjects || (members.size === 1 && objectName !== '');
    const name = isObject ? own[0].objectName || stem : groupsName(own, members.size === 1, stem);
    const fault = own.find((piece) => piece.fault !== undefined)?.fault;
    const isFaulty = fault !== undefined;
    parts.push({
      name,
      path: isObject ? top : inObject,
      fault,
      indices: isFaulty ? NONE : members.size === 1 ? indices : gather(indices, ownSpans),
    });
  }
  // Points and lines written as faces are gone by now.
  return parts.filter(({ fault, indices: own }) => fault !== undefined || own.length > 0);
}

/** The first piece of the same object; where there is at most one object, every piece by itself. */
function pieceLeaders(pieces: readonly ObjPiece[], hasObjects: boolean): number[] {
  const firsts = new Map<number, number>();
  return pieces.map(({ object }, i) => {
    if (!hasObjects) return i;
    if (!firsts.has(object)) firsts.set(object, i);
    return firsts.get(object)!;
  });
}

/** The first piece whose object has the same name; without a name, each by itself. */
function nameClasses(pieces: readonly ObjPiece[]): number[] {
  const firsts = new Map<string, number>();
  return pieces.map(({ objectName }, i) => {
    if (objectName === '') return i;
    if (!firsts.has(objectName)) firsts.set(objectName, i);
    return firsts.get(objectName)!;
  });
}

function groupsName(pieces: readonly ObjPiece[], isAll: boolean, stem: string): string {
  const names = [
    ...new Set(pieces.map(({ groupName }) => groupName).filter((name) => name !== '' && name !== 'default')),
  ];
  // A file that is one part of several groups goes by its own name.
  if (names.length === 0 || (isAll && names.length > 1)) return stem;
  const more = names.length > NAMES_SHOWN ? ` + ${names.length - NAMES_SHOWN} more` : '';
  return names.slice(0, NAMES_SHOWN).join(' + ') + more;
}

function gather(indices: Uint32Array, spans: readonly { begin: number; end: number }[]): Uint32Array {
  const out = new Uint32Array(3 * spans.reduce((sum, { begin, end }) => sum + end - begin, 0));
  let length = 0;
  for (const { begin, end } of spans) {
    out.set(indices.subarray(3 * begin, 3 * end), length);
    length += 3 * (end - begin);
  }
  return out;
}
