import { InputError } from '../../../../errors.js';
import type { Affine } from '../../../../math/affine.js';
import type { Positions } from '../../../../mesh/mesh.js';
import type { PartState, SceneAnimation } from '../../../scene.js';
import { shown } from '../fault.js';
import { compose, type NodeTree } from '../nodes.js';
import type { Placed } from '../parts.js';
import { fromTrs, isPose, STILL, type Trs } from '../transform.js';
import type { Channels } from './channels.js';
import { deform } from './deform.js';
import { jointMaps } from './skin.js';
import { sample } from './track.js';

/** Animations often hide a part by a scale of 0. A pose must be such that it can be undone: the part stays as a speck. */
const SMALLEST_SCALE = 1e-6;

/** What an animation moves at a moment. */
interface Moment {
  /** Where nodes stand in the world, those that the animation moves among them. */
  readonly worldOf: (node: number) => Affine;
  readonly moves: (node: number) => boolean;
  /** How far morph targets are gone, of nodes for which the animation tells. */
  readonly morphs: ReadonlyMap<number, readonly number[]>;
}

/** A motion of the file's parts. Times before the first key and after the last are taken as those. */
export function makeAnimation(
  { name, durationS, channels }: Channels,
  tree: NodeTree,
  worlds: readonly (Affine | InputError)[],
  placed: readonly Placed[],
): SceneAnimation {
  let moved: readonly number[] | undefined; // found when it is first asked for: files may have many animations
  return { name, durationS, at };

  function at(timeS: number): readonly PartState[] {
    if (Number.isNaN(timeS))
      throw new InputError(
        `animation ${shown(name)}: the time must be a number (NaN). Give seconds from 0 to ${durationS}.`,
      );
    moved ??= movedNodes(tree, new Set(channels.map(({ node }) => node)));
    const moment = momentAt(timeS, moved);
    const known = new Map<object, Positions>(); // instances of a node deform alike
    return placed.map((one) => {
      const { part, deforming } = one;
      const pose = poseOf(one, moment);
      if (!isPose(pose))
        throw new InputError(
          `animation ${shown(name)}: part ${shown(part.name)} is scaled to nothing or beyond all numbers at ${timeS} s. Leave that part or that moment out.`,
        );
      if (!deforming) return { pose };
      const positions = known.get(deforming) ?? positionsOf(one, moment, timeS);
      known.set(deforming, positions);
      return { pose, positions };
    });
  }

  function momentAt(timeS: number, moved: readonly number[]): Moment {
    const changes = new Map<number, Partial<Record<keyof Trs, readonly number[]>>>();
    const morphs = new Map<number, readonly number[]>();
    for (const { node, path, track } of channels) {
      const value = sample(track, timeS);
      if (path === 'weights') morphs.set(node, value);
      else changes.set(node, { ...changes.get(node), [path]: path === 'scale' ? value.map(keptFromZero) : value });
    }
    const now = new Map<number, Affine>();
    const worldOf = (node: number): Affine => now.get(node) ?? asPlaced(worlds[node]);
    for (const node of moved) {
      const { trs, local } = tree.nodes[node];
      const change = changes.get(node);
      const parent = tree.parents[node];
      now.set(
        node,
        compose(parent < 0 ? STILL : worldOf(parent), change && trs ? fromTrs({ ...trs, ...change }) : local),
      );
    }
    return { worldOf, moves: (node) => now.has(node), morphs };
  }

  function poseOf({ part, node, inner, deforming }: Placed, { worldOf, moves }: Moment): Affine {
    return deforming?.skin || !moves(node) ? part.pose : compose(worldOf(node), inner);
  }

  function positionsOf({ part, node, deforming }: Placed, moment: Moment, timeS: number): Positions {
    const { base, shifts, morphs, skin } = deforming!;
    const { worldOf, moves, morphs: changed } = moment;
    if (!changed.has(node) && !skin?.joints.some(moves)) return part.mesh.positions;
    try {
      return deform(base, shifts, changed.get(node) ?? morphs, skin && jointMaps(skin, worldOf));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`animation ${shown(name)}: part ${shown(part.name)} at ${timeS} s: ${error.message}`);
    }
  }
}

const keptFromZero = (scale: number): number => (scale === 0 ? SMALLEST_SCALE : scale);

/** Nodes in faulty ones carry no part: wherever they are taken to be, nobody sees it. */
const asPlaced = (world: Affine | InputError): Affine => (world instanceof InputError ? STILL : world);

/** The animated nodes and all that stands in them, parents first. */
function movedNodes({ order, parents }: NodeTree, animated: ReadonlySet<number>): number[] {
  const moves = new Uint8Array(parents.length);
  const moved: number[] = [];
  for (const node of order) {
    if (!animated.has(node) && !(parents[node] >= 0 && moves[parents[node]])) continue;
    moves[node] = 1;
    moved.push(node);
  }
  return moved;
}
