import type { MeshInspection } from './inspect.js';

export type DiagnosticCode =
  | 'empty'
  | 'index-out-of-range'
  | 'non-finite'
  | 'open'
  | 'non-manifold'
  | 'flipped'
  | 'inside-out'
  | 'degenerate'
  | 'duplicate'
  | 'unwelded'
  | 'unused';

export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** The fact, the value, and what follows from it. */
  readonly message: string;
  /** How many faces, edges or vertices it concerns. */
  readonly count: number;
}

/** Puts what was found into words, the gravest first. */
export function diagnose(facts: Omit<MeshInspection, 'diagnostics'>): Diagnostic[] {
  const out: Diagnostic[] = [];
  const say = (code: DiagnosticCode, count: number, message: string): void => {
    if (count > 0) out.push({ code, message: `${code}: ${message}`, count });
  };
  const { triangles, vertices, closed, edges } = facts;

  say('empty', triangles === 0 ? 1 : 0, 'there are no triangles (0). Nothing can collide with it.');
  say(
    'index-out-of-range',
    facts.outOfRangeCount,
    `faces name vertices that do not exist (${facts.outOfRangeCount} of ${triangles} faces, ${vertices} vertices). They are left out, and the mesh is refused as a body.`,
  );
  say(
    'non-finite',
    facts.nonFiniteCount,
    `coordinates are not finite (${facts.nonFiniteCount} of ${vertices} vertices). Faces on them are left out, and the mesh is refused as a body.`,
  );
  say(
    'open',
    facts.openEdgeCount,
    `the surface has open edges (${facts.openEdgeCount} of ${edges}). It encloses no volume: a ray may enter without leaving, and overlap volumes are not to be trusted near the holes.`,
  );
  say(
    'non-manifold',
    facts.nonManifoldEdgeCount,
    closed
      ? `edges have more than two faces (${facts.nonManifoldEdgeCount} of ${edges}). The faces pair up in direction, so the volume is well defined, but parts of the solid only touch there.`
      : `edges have more than two faces (${facts.nonManifoldEdgeCount} of ${edges}). Inside and outside are ambiguous around those where the faces do not pair up.`,
  );
  say(
    'flipped',
    facts.flippedEdgeCount,
    `neighbouring faces disagree on what is outside (${facts.flippedEdgeCount} of ${edges} edges). Entry and exit of a ray cannot be told by the faces' direction, and the signed volume is meaningless.`,
  );
  say(
    'inside-out',
    closed && facts.signedVolume < 0 ? triangles : 0,
    `the faces look inwards (signed volume ${facts.signedVolume}). Inside and outside are exchanged; reverse the order of the vertices of every face.`,
  );
  say(
    'degenerate',
    facts.degenerateFaces.length,
    `faces have no area (${facts.degenerateFaces.length} of ${triangles}). They bound nothing and have no normal.`,
  );
  say(
    'duplicate',
    facts.duplicateFaces.length,
    `faces repeat the vertices of another face (${facts.duplicateFaces.length} of ${triangles}). A ray meets them twice at the same depth.`,
  );
  const unwelded = vertices - facts.unusedVertices - facts.weldedVertices;
  say(
    'unwelded',
    unwelded,
    `vertices stand at the same place as others (${unwelded} of ${vertices}). Edges between faces are found by welding; coordinates that differ in the last digit are not joined.`,
  );
  say(
    'unused',
    facts.unusedVertices,
    `vertices belong to no sound face (${facts.unusedVertices} of ${vertices}). They are left out of everything.`,
  );
  return out;
}
