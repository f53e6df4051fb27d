import { type Body, type BodyState, worldBounds } from '../../body.js';
import type { Kernel } from '../../machine/kernel.js';
import type { Machine } from '../../machine/machine.js';
import { identity } from '../../math/affine.js';
import { AXES } from '../../math/vector.js';
import { createMeshMap } from '../../mesh/meshMap.js';
import { createMeshMemory, type Remembered } from '../../mesh/meshMemory.js';
import { fitView } from '../../view/fit.js';
import { pixelSize } from '../../view/view.js';
import type { Party } from '../pairFinding.js';
import { frames } from './frames.js';

/** What rays tell of a body alone. */
export interface BodyRays {
  /** How many meet it. */
  readonly rays: number;
  /** How many do not leave it as often as they enter, and how many are inside more than once. */
  readonly open: number;
  readonly self: number;
}

/** For a tile with one body, wholly in view: the numbers of {@link BodyRays}. */
export const countRays: Kernel = {
  name: 'countRays',
  reads: ['lists'],
  tally: { rays: 'sum', open: 'sum', self: 'sum' },
  /** Whether inside is where an odd number of layers lies before; how long a ray is inside twice by rounding. */
  parameterCount: 2,
  inThreads: true,

  cpu({ columns, rows, first, layerName, layerDepth }, tally, [oddInside, noise]) {
    for (let p = 0; p < columns * rows; p++) {
      if (first[p] === first[p + 1]) continue;
      let winding = 0;
      let from = 0;
      let isTwice = false;
      for (let k = first[p]; k < first[p + 1]; k++) {
        const depth = layerDepth[2 * k + 1];
        if (Math.abs(winding) > 1 && depth - from > noise) isTwice = true;
        winding += (layerName[2 * k] >>> 31) * 2 - 1;
        from = depth;
      }
      tally.rays++;
      if ((winding & (oddInside ? 1 : -1)) !== 0) tally.open++;
      else if (isTwice && !oddInside) tally.self++;
    }
  },

  wgsl: /* wgsl */ `
fn examine() {
  if (layerCount() == 0u) { return; }
  var winding = 0;
  var start = 0.0;
  var isTwice = false;
  for (var k = 0u; k < layerCount(); k++) {
    let depth = depthOf(layer(k));
    if (abs(winding) > 1 && depth - start > parameter(1u)) { isTwice = true; }
    winding += select(-1, 1, isEntry(layer(k)));
    start = depth;
  }
  tally_rays(1u);
  let oddInside = parameter(0u) != 0.0;
  if ((winding & select(-1, 1, oddInside)) != 0) { tally_open(1u); }
  else if (isTwice && !oddInside) { tally_self(1u); }
}`,
};

/** Enough to find what is wrong with a body; not more, since every new body is looked at. */
const RAYS = 64;

/** Bodies are looked at when first met, and again where they deform and may be open. */
const known = new WeakMap<Body, { readonly revision: number; readonly found: BodyRays }>();

/** What was found of one body holds for others of the same mesh: rays go along the mesh's own axes. */
const foundOfMesh = createMeshMemory<BodyRays>();

/** Of a sound body that deforms is seen what the views of its pairs show: to look at all of it in each frame costs as much as they do. */
const UNKNOWN: BodyRays = { rays: 0, open: 0, self: 0 };

/** Looks at bodies along three axes, each alone; at one of those that are of the same mesh. */
export async function bodyRays(machine: Machine, parties: readonly Party[]): Promise<BodyRays[]> {
  // What is known is read now: another question may look at these bodies, as they are by then, while this one waits.
  const found = parties.map((party) => (isFresh(party) ? undefined : foundBefore(party)));
  const kinds = alikeBodies(parties.filter((_, k) => !found[k]));
  const looks = kinds
    .filter(({ remembered }) => !remembered?.value)
    .flatMap((kind) => {
      const { soundness } = kind.parties[0];
      const body = atRest(kind.parties[0].body);
      return AXES.map((direction) => ({
        ...{ kind, body, soundness },
        view: fitView(worldBounds(body), { direction, resolution: RAYS }),
      }));
    });
  const sums = new Map<Alike, BodyRays>();
  for (const { atlas, indices } of frames(looks.map(({ view }) => view))) {
    const shown = indices.map((i) => looks[i]);
    const tallies = await machine.run(atlas, async (frame) => {
      frame.lists(shown.map(({ body }, tile) => ({ body, tile })));
      return frame.examine(
        countRays,
        shown.map(({ soundness, view }) => [Number(soundness.oddInside), Math.max(...pixelSize(view)) / view.size[2]]),
      );
    });
    shown.forEach(({ kind }, tile) => {
      const { rays, open, self } = tallies[tile];
      const sum = sums.get(kind) ?? UNKNOWN;
      sums.set(kind, { rays: sum.rays + rays, open: sum.open + open, self: sum.self + self });
    });
  }
  const foundNow = new Map<Body, BodyRays>();
  for (const kind of kinds) {
    const rays = sums.get(kind) ?? kind.remembered!.value!;
    kind.remembered?.keep(rays);
    for (const { body } of kind.parties) {
      // Another question may have looked at it meanwhile, as it is by now.
      const newest = known.get(body.identity)?.revision ?? 0;
      if (newest <= body.revision) known.set(body.identity, { revision: body.revision, found: rays });
      foundNow.set(body.identity, rays);
    }
  }
  return parties.map(({ body }, k) => found[k] ?? foundNow.get(body.identity)!);
}

/** In its own frame: what is found then follows from the mesh alone, whichever body of it comes first. */
const atRest = (body: BodyState): BodyState => (body.surface ? body : { ...body, pose: identity() });

function foundBefore({ body: { identity, revision } }: Party): BodyRays {
  const before = known.get(identity)!;
  return before.revision === revision ? before.found : UNKNOWN;
}

function isFresh({ body, soundness }: Party): boolean {
  const before = known.get(body.identity);
  return !before || (before.revision !== body.revision && soundness.mayBeOpen);
}

/** Bodies of one mesh, and what is remembered of it; or one that is no mesh. */
interface Alike {
  readonly parties: Party[];
  readonly remembered?: Remembered<BodyRays>;
}

function alikeBodies(parties: readonly Party[]): Alike[] {
  const kinds: Alike[] = [];
  const ofMesh = createMeshMap<Alike>();
  for (const party of new Map(parties.map((one) => [one.body.identity, one])).values()) {
    if (party.body.surface) {
      kinds.push({ parties: [party] });
      continue;
    }
    const { mesh } = party.body;
    const same = ofMesh.get(mesh);
    if (same) same.parties.push(party);
    else {
      const kind: Alike = { parties: [party], remembered: foundOfMesh.of(mesh) };
      kinds.push(kind);
      ofMesh.set(mesh, kind);
    }
  }
  return kinds;
}
