import type { Body } from './body.js';
import { MAX_FRAME_PX } from './constants.js';
import { toParty } from './detect/toParty.js';
import { detectOverlapMesh } from './detect/zlist/detectOverlapMesh.js';
import type { PairKind } from './detect/zlist/judgePair.js';
import { InputError } from './errors.js';
import type { Measurement } from './interferenceReport.js';
import type { Machine, Timings } from './machine/machine.js';
import { sharedMachine } from './machine/open.js';
import type { Vec3 } from './math/vector.js';
import type { Mesh } from './mesh/mesh.js';
import { reportPair } from './reportPair.js';
import { basis } from './view/fit.js';
import { pixelSize, type View } from './view/view.js';

export interface OverlapMeshOptions {
  /** Rays along the longer side of the overlap. */
  resolution?: number;
  /** Along which all rays run; by default the thinnest way through what the bodies can have in common. */
  direction?: Vec3 | undefined;
  /** The machine to use; by default the shared one. */
  machine?: Machine | undefined;
}

export const OVERLAP_MESH_DEFAULTS = {
  resolution: 128,
  direction: undefined,
  machine: undefined,
} as const satisfies OverlapMeshOptions;

/** What two bodies have in common, as a mesh. Plain data. */
export interface OverlapMesh {
  /** In world coordinates, closed, seen from outside counter-clockwise. Undefined where no ray meets an overlap. */
  readonly mesh: Mesh | undefined;
  /**
   * Of each face, on whose surface it lies: 0 A's, 1 B's; 2 where rays do not tell, which is rare. Along the rim, between rays, it is
   * estimated by what the rays beside it are inside of.
   */
  readonly side: Uint8Array;
  /** What the bodies are to each other, as `interference` says. */
  readonly kind: PairKind;
  /** Of the overlap, as the rays through it measure it; the mesh's own comes nearer to it the finer the rays are. */
  readonly volume: number;
  /** How many stretches of rays the mesh is made of. */
  readonly stretches: number;
  /**
   * By how much the rays of the mesh are apart: features smaller than that are rounded off, or missing. So are whole pieces apart from the others
   * that are thinner than `measured.missedBelow`. 0 where there is no mesh.
   */
  readonly pixelSize: readonly [number, number];
  /** By how much depths along the rays may be wrong, from rounding alone. 0 where there is no mesh. */
  readonly depthError: number;
  /** The view that the mesh was made in: a part of that in which the overlap was found. */
  readonly view?: View;
  /** Rays that could not be used, because they enter a body and do not leave it. */
  readonly undecidedRays: number;
  /** How the overlap was looked for; absent where boxes, voxels or a plane between the bodies show them apart. */
  readonly measured?: Measurement;
  readonly machine: string;
  readonly timings: Timings;
}

/**
 * What two bodies have in common, as a closed mesh: to be shown, weighed or written to a file. It is looked for as `interference` does,
 * then its layers are gathered along finer rays (z-lists, Shinya and Forgue 1991) and joined from ray to ray. Nothing is prepared, so bodies may
 * deform from call to call.
 *
 * @example const { mesh, volume } = await overlapMesh(body(torusKnot()), body(icoSphere()), { resolution: 256 })
 */
export async function overlapMesh(a: Body, b: Body, options: OverlapMeshOptions = {}): Promise<OverlapMesh> {
  const begin = performance.now();
  const settings = settingsOf(options);
  check(settings);
  const pair = [toParty(a, 0), toParty(b, 1)] as const;
  const machine = settings.machine ?? (await sharedMachine());
  const stagesMs: Record<string, number> = {};
  const { verdict, found } = await detectOverlapMesh(machine, pair, settings, ({ stagesMs: stages }) => {
    for (const [stage, ms] of Object.entries(stages)) stagesMs[stage] = (stagesMs[stage] ?? 0) + ms;
  });
  const { measured, undecidedRays = 0 } = verdict ? reportPair(verdict) : {};
  return {
    mesh: found?.mesh,
    side: found?.side ?? new Uint8Array(0),
    kind: verdict?.kind ?? 'none',
    volume: found?.volume ?? 0,
    stretches: found?.stretches ?? 0,
    pixelSize: found ? pixelSize(found.view) : [0, 0],
    depthError: found?.depthError ?? 0,
    ...(found && { view: found.view }),
    undecidedRays,
    ...(measured && { measured }),
    machine: machine.name,
    timings: { wallMs: performance.now() - begin, stagesMs },
  };
}

/** Options that are given as undefined are not given. */
function settingsOf(options: OverlapMeshOptions): Required<OverlapMeshOptions> {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  return { ...OVERLAP_MESH_DEFAULTS, ...Object.fromEntries(given) };
}

/** Two pixels come on top of the resolution. */
const MOST_RAYS = MAX_FRAME_PX - 2;

function check({ resolution, direction, machine }: Required<OverlapMeshOptions>): void {
  if (!(Number.isInteger(resolution) && resolution > 0 && resolution <= MOST_RAYS))
    throw new InputError(
      `overlapMesh: the resolution is not a whole number from 1 to ${MOST_RAYS} (${resolution}). Give the number of rays across the overlap.`,
    );
  if (machine !== undefined && typeof machine?.run !== 'function')
    throw new InputError(
      `overlapMesh: this is no machine (${machine === null ? 'null' : typeof machine}). Give what open() returned.`,
    );
  if (direction) basis(direction);
}
