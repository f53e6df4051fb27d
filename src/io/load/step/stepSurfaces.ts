import { InputError } from '../../../errors.js';
import { type Box, boundsOf } from '../../../math/box.js';
import { massProperties } from '../../../mesh/mass.js';
import type { Mesh } from '../../../mesh/mesh.js';
import type { ScenePart } from '../../scene.js';
import { nurbsFromStep } from '../nurbs/nurbsFromStep.js';
import { surfacePart } from '../nurbs/surfacePart.js';

/** A solid as faces, and how many surfaces it has in the file. */
export interface FacetedSolid {
  readonly mesh: Mesh;
  readonly faceCount: number;
}

export type SurfacedSolid = ReturnType<typeof surfacePart>;

/** What a file needs to have for a look at its surfaces; in what is placed elsewhere than it is drawn, none is taken. */
const HAS_SPLINES = /B_SPLINE_SURFACE|BEZIER_SURFACE/;
const IS_ASSEMBLY = /NEXT_ASSEMBLY_USAGE_OCCURRENCE|MAPPED_ITEM|REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION/;

/**
 * The solids of a STEP file that are B-spline patches and nothing else, as surfaces, by the place of the faces that they are to
 * replace. Text and faces come from two readers: a surface is taken for those faces only that have as many surfaces, the same
 * box and the same volume, as far as `deflection` (of the faces from what they stand for) lets one tell, and only where no other
 * solid could be meant. All others stay faces.
 */
export function stepSurfaces(
  text: string,
  faceted: readonly FacetedSolid[],
  deflection: number,
  chordError: number | undefined,
): ReadonlyMap<number, SurfacedSolid> {
  const matched = new Map<number, SurfacedSolid>();
  if (!HAS_SPLINES.test(text) || IS_ASSEMBLY.test(text)) return matched;
  const { solids, left } = nurbsFromStep(text);
  // Where one reader has solids that the other has not, nobody can tell which.
  if (solids.length === 0 || solids.length + left.length !== faceted.length) return matched;
  const figures = faceted.map(({ mesh }) => figuresOf(mesh));
  const candidates = solids.map(({ surface }) => {
    const part = partOf(surface, chordError);
    const places: number[] = [];
    if (part) {
      const own = figuresOf(part.mesh);
      const slack = deflection + part.chordError;
      faceted.forEach(({ faceCount }, k) => {
        if (faceCount === surface.patches.length && areAlike(own, figures[k], slack)) places.push(k);
      });
    }
    return { part, places };
  });
  const asked = new Map<number, number>();
  for (const { places } of candidates) for (const k of places) asked.set(k, (asked.get(k) ?? 0) + 1);
  for (const { part, places } of candidates)
    if (part && places.length === 1 && asked.get(places[0]) === 1) matched.set(places[0], part);
  return matched;
}

/** Undefined where faces for it would be too many: then those of the other reader stay. */
function partOf(surface: Parameters<typeof surfacePart>[0], chordError: ScenePart['chordError']) {
  try {
    return surfacePart(surface, chordError);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}

interface Figures {
  readonly box: Box;
  readonly volume: number;
  readonly area: number;
}

const figuresOf = (mesh: Mesh): Figures => {
  const { volume, area } = massProperties(mesh);
  return { box: boundsOf(mesh.positions), volume, area };
};

/** Whether both can be faces of one solid that lie no farther apart than `slack`. */
const areAlike = (a: Figures, b: Figures, slack: number): boolean =>
  Math.abs(a.volume - b.volume) <= Math.max(a.area, b.area) * slack &&
  [0, 1, 2].every(
    (k) => Math.abs(a.box.min[k] - b.box.min[k]) <= slack && Math.abs(a.box.max[k] - b.box.max[k]) <= slack,
  );
