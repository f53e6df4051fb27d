import { type Collider, collider } from '../../src/collide.js';
import { interference } from '../../src/interference.js';
import type { Machine, Timings } from '../../src/machine/machine.js';
import { bodiesFrom, bodyFrom, type ThreeBody } from '../../src/three/bodyFrom.js';
import { type Watch, watch } from '../../src/watch.js';
import type { Stage } from './stage.js';

/** What one way of asking says of a frame. */
export interface Told {
  /** Whether the character and the room have points in common. */
  readonly isHit: boolean;
  /** In the words of the way. */
  readonly says: string;
  readonly timings?: Timings;
  /** Overlaps that hold a ball of this diameter are not missed, in metres. */
  readonly missedBelow?: number;
}

export interface Way {
  readonly name: string;
  /** Takes the character as it stands: skins it, and asks. */
  ask(): Promise<Told>;
}

/**
 * Ways to ask zclash. Each has a body of the character for itself, so that none profits from what another one has skinned or uploaded;
 * the room is taken once and stays.
 */
export function waysOf({ hero, resolutions }: Stage, room: ThreeBody, machine: Machine): Way[] {
  return [
    ...resolutions.map((resolution) => reporting(`report ${resolution}²`, bodyFrom(hero), [room], resolution, machine)),
    ...[resolutions[0], resolutions[resolutions.length - 1]].map((resolution) =>
      looking(`look ${resolution}²`, collider(bodyFrom(hero), room, { machine, resolution })),
    ),
    watching('watch', watch(bodyFrom(hero), room, { machine })),
  ];
}

/** The room as a body for each of its meshes: those far from the character are left out by their boxes. */
export function partWaysOf({ hero, room, resolutions }: Stage, machine: Machine): Way[] {
  const parts = bodiesFrom(room);
  return resolutions.map((resolution) =>
    reporting(`report ${resolution}², by parts`, bodyFrom(hero), parts, resolution, machine),
  );
}

function reporting(
  name: string,
  hero: ThreeBody,
  room: readonly ThreeBody[],
  resolution: number,
  machine: Machine,
): Way {
  const between = (a: number): boolean => a === 0;
  return {
    name,
    async ask() {
      const { pairs, cleared, timings } = await interference([hero, ...room], { machine, resolution, between });
      const says = pairs.length > 0 ? pairs.map(({ kind }) => kind).join(' ') : 'none';
      const missedBelow = Math.max(...[...pairs, ...cleared].map(({ measured }) => measured.missedBelow));
      return { isHit: pairs.length > 0, says, timings, missedBelow };
    },
  };
}

const looking = (name: string, pair: Collider): Way => ({
  name,
  async ask() {
    const { answer, timings } = await pair.look();
    return { isHit: answer === 'yes', says: answer, timings };
  },
});

const watching = (name: string, pair: Watch): Way => ({
  name,
  async ask() {
    const { interferes, kind } = await pair.ask();
    return { isHit: interferes, says: kind };
  },
});
