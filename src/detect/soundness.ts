import { type Body, type BodyState, body as bodyOf } from '../body.js';
import { standFor } from '../machine/standIns.js';
import { isBalanced } from '../mesh/balancedEdges.js';
import type { Diagnostic } from '../mesh/diagnose.js';
import { inspect } from '../mesh/inspect.js';
import type { Mesh } from '../mesh/mesh.js';
import { createMeshMemory } from '../mesh/meshMemory.js';
import { solidFacts } from '../mesh/solidFacts.js';
import { withoutRepeats } from '../mesh/withoutRepeats.js';

/** How far a body can be trusted to be a solid, and what to do about it where it is none. */
export interface Soundness {
  /** Rays may enter and not leave: those must be found and put aside. */
  readonly mayBeOpen: boolean;
  /** Its faces do not agree on what is outside: inside is where an odd number of layers lies before. */
  readonly oddInside: boolean;
  /** It is closed, but each face is there twice, back to back: a sheet. It bounds nothing. */
  readonly hasNoVolume?: true;
  /** What a user should know; empty for a sound solid. */
  readonly diagnostics: readonly Diagnostic[];
  /** The body to look at in its place, with the same faces by number, where that mends it. */
  readonly mended?: Body;
}

const SOUND: Soundness = { mayBeOpen: false, oddInside: false, diagnostics: [] };

const known = new WeakMap<Body, { revision: number; soundness: Soundness }>();

/** Bodies that are made of the same arrays share them also when they are mended. */
const mendedMeshes = createMeshMemory<Mesh>();

/**
 * Looks at a body once per revision. A closed mesh costs one pass over its faces; only where its vertex numbers do not show
 * it closed, it is inspected thoroughly.
 */
export function soundness(body: BodyState): Soundness {
  const { identity, revision, surface } = body;
  // Those that are no meshes were checked when they were made: they are closed.
  if (surface) return SOUND;
  const before = known.get(identity);
  if (before?.revision === revision) return before.soundness;
  const result = lookAt(body);
  known.set(identity, { revision, soundness: result });
  if (result.mended) standFor(identity, result.mended);
  return result;
}

function lookAt({ mesh, bounds, name }: BodyState): Soundness {
  const { positions, indices } = mesh;
  const { volume, rounding, flatCount } = solidFacts(positions, indices, bounds);
  if (isBalanced(indices) && volume > rounding)
    return flatCount === 0 ? SOUND : { ...SOUND, diagnostics: [flatFaces(flatCount)] };
  const facts = inspect(mesh);
  const diagnostics = facts.diagnostics.filter(({ code }) => code !== 'unused' && code !== 'unwelded');
  const areAllTwice = facts.closed && 2 * facts.duplicateFaces.length === facts.triangles;
  // Back to back, faces bound nothing; facing the same way, they bound the same twice.
  const isSheet = areAllTwice && Math.abs(volume) <= rounding;
  if ((!facts.closed || (areAllTwice && !isSheet)) && facts.duplicateFaces.length > 0) {
    const once = mended(mesh);
    const now = inspect(once);
    if (now.closed) {
      const turned = now.diagnostics.filter(({ code }) => code === 'inside-out');
      return {
        ...{ mayBeOpen: false, oddInside: false, diagnostics: [...diagnostics, ...turned] },
        mended: bodyOf(once, { name }),
      };
    }
  }
  const found = { mayBeOpen: !facts.closed, oddInside: facts.flippedEdgeCount > 0, diagnostics };
  if (!isSheet) return found;
  return { ...found, hasNoVolume: true, diagnostics: [...diagnostics, noVolume(indices.length / 3)] };
}

function mended(mesh: Mesh): Mesh {
  const remembered = mendedMeshes.of(mesh);
  const once = remembered.value ?? withoutRepeats(mesh);
  remembered.keep(once);
  return once;
}

const flatFaces = (count: number): Diagnostic => ({
  code: 'degenerate',
  message: `degenerate: faces have no area (${count}). They bound nothing, and no ray meets them.`,
  count,
});

const noVolume = (count: number): Diagnostic => ({
  code: 'degenerate',
  message: `degenerate: each face is there twice, back to back (${count} faces). The body bounds nothing, and is taken for a surface.`,
  count,
});
