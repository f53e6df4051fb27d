import { InputError } from '../../../../errors.js';
import type { SceneProblem } from '../../../scene.js';
import type { Store } from '../bytes/store.js';
import { called, fault, shown, within } from '../fault.js';
import { isWhole, type Json, listOf, nameOf, objectOf } from '../json.js';
import type { NodeTree } from '../nodes.js';
import { targetCountOf } from '../shape/primitive.js';
import { readTrack, type Track, type TrackPath } from './track.js';

/** What moves one property of one node. */
export interface Channel {
  readonly node: number;
  readonly path: TrackPath;
  readonly track: Track;
}

/** An animation as the file has it. */
export interface Channels {
  readonly name: string;
  readonly durationS: number;
  readonly channels: readonly Channel[];
}

/** The animations of a file. A faulty one is left out and reported: half a motion is none. */
export function readChannels(
  store: Store,
  tree: NodeTree,
): { animations: readonly Channels[]; problems: readonly SceneProblem[] } {
  const animations: Channels[] = [];
  const problems: SceneProblem[] = [];
  listOf(store.json, 'animations', 'the file').forEach((value, index) => {
    const name = nameOf(value);
    try {
      const channels = within(called('animation', index, name), () => channelsOf(store, tree, objectOf(value, 'it')));
      if (channels.length === 0) return; // it moves looks alone
      const durationS = channels.reduce(
        (latest, { track }) => Math.max(latest, track.times[track.times.length - 1]),
        0,
      );
      animations.push({ name: name ?? `animation ${index}`, durationS, channels });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push({ code: 'repaired', message: `a motion was left out: ${error.message}` });
    }
  });
  return { animations, problems };
}

const PATHS: readonly unknown[] = ['translation', 'rotation', 'scale', 'weights'] satisfies TrackPath[];

function channelsOf(store: Store, { nodes }: NodeTree, animation: Json): Channel[] {
  const samplers = listOf(animation, 'samplers', 'it');
  return listOf(animation, 'channels', 'it').flatMap((value, index) =>
    within(`channel ${index}`, () => {
      const channel = objectOf(value, 'it');
      const { node, path } = objectOf(channel.target, 'its target');
      // Channels without a node belong to extensions (KHR_animation_pointer), as do unknown paths.
      if (node === undefined || !PATHS.includes(path)) return [];
      if (!isWhole(node) || node >= nodes.length) throw fault(`it moves node ${shown(node)} of ${nodes.length}`);
      const { mesh, trs, fault: broken } = nodes[node];
      if (broken) throw broken;
      const targetCount = mesh === undefined || path !== 'weights' ? 0 : targetCountOf(store, mesh);
      if (path === 'weights' && targetCount === 0) return [];
      if (path !== 'weights' && !trs) throw fault(`it moves the ${path} of node ${node}, which has a matrix`);
      const { sampler } = channel;
      if (!isWhole(sampler) || sampler >= samplers.length)
        throw fault(`there is no sampler ${shown(sampler)} (the animation has ${samplers.length})`);
      const track = within(`sampler ${sampler}`, () =>
        readTrack(store, objectOf(samplers[sampler], 'it'), path as TrackPath, targetCount),
      );
      return [{ node, path: path as TrackPath, track }];
    }),
  );
}
