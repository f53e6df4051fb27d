import { mergeParts } from '../src/io/mergeParts.js';
import { type Affine, multiply, rotation, scaling, translation } from '../src/math/affine.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { capsule } from '../src/mesh/shapes/capsule.js';
import { cylinder } from '../src/mesh/shapes/cylinder.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { torus } from '../src/mesh/shapes/torus.js';
import { torusKnot } from '../src/mesh/shapes/torusKnot.js';
import { weld } from '../src/mesh/weld.js';

/** A closed solid of the room. */
export interface RoomPart {
  readonly name: string;
  readonly mesh: Mesh;
  /** Into the room, where y is up. */
  readonly pose: Affine;
}

/** The character walks once around the middle of the room in so many seconds, at so many metres from it. */
export const LAP_TIME = 8;
const LAP_RADIUS = 1.6;

/** Where the character stands after so many seconds: upright, looking along its way, which runs to the left. */
export function placeAt(seconds: number): Affine {
  const angle = (2 * Math.PI * seconds) / LAP_TIME;
  const turned = rotation([0, 1, 0], angle + Math.PI / 2);
  return multiply(translation(LAP_RADIUS * Math.sin(angle), 0, LAP_RADIUS * Math.cos(angle)), turned);
}

/** Something that is in the character's way, and between which seconds the character runs through it, to a twentieth. */
export interface Encounter {
  readonly parts: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** All of them; at other times the character touches nothing. The ring of the lamp is run through twice. */
export const ENCOUNTERS: readonly Encounter[] = [
  { parts: ['lamp'], from: 1.13, to: 1.28 },
  { parts: ['lamp'], from: 1.6, to: 1.77 },
  { parts: ['pillar 3'], from: 3.15, to: 3.47 },
  { parts: ['stool 1'], from: 5.06, to: 5.79 },
  { parts: ['table top', 'table leg 4'], from: 7.04, to: 7.27 },
];

export interface CharacterRoomOptions {
  /** How fine round parts are: 1 makes 38,760 triangles, half of it about a quarter. */
  detail?: number;
}

export const CHARACTER_ROOM_DEFAULTS: Required<CharacterRoomOptions> = { detail: 1 };

/** Solids stand so much above what they stand on: no two of them share a plane. */
const FELT = 0.002;
const UPRIGHT = rotation([1, 0, 0], -Math.PI / 2);

/** At a time of the lap and so far from the middle of the room; shapes stand along y. */
function onLap(seconds: number, radius: number, y: number): Affine {
  const angle = (2 * Math.PI * seconds) / LAP_TIME;
  return multiply(translation(radius * Math.sin(angle), y, radius * Math.cos(angle)), UPRIGHT);
}

/**
 * A room about the way that the character takes: floor and walls, stairs, pillars, a table, stools, a lamp and a sculpture. Some of them are in
 * its way, see {@link ENCOUNTERS}.
 */
export function characterRoom(options: CharacterRoomOptions = {}): RoomPart[] {
  const { detail } = { ...CHARACTER_ROOM_DEFAULTS, ...options };
  const cuts = (count: number, least = 3): number => Math.max(least, Math.round(detail * count));
  const slab = (size: readonly [number, number, number], segments: number): Mesh =>
    weld(box({ size, segments: cuts(segments, 1) })).mesh;
  const parts: RoomPart[] = [
    { name: 'floor', mesh: slab([7, 0.2, 7], 8), pose: translation(0, -0.1, 0) },
    { name: 'back wall', mesh: slab([7, 2.8, 0.2], 8), pose: translation(0, 1.4 + FELT, -3.4) },
    { name: 'side wall', mesh: slab([0.2, 2.8, 6.6], 8), pose: translation(-3.4, 1.4 + FELT, 0.1) },
  ];
  for (let step = 0; step < 6; step++) {
    const height = 0.17 * (step + 1);
    const pose = translation(3.2 - 0.28 * (5 - step), height / 2 + FELT, -2.2);
    parts.push({ name: `stair ${step + 1}`, mesh: slab([0.28 - FELT, height, 1.2], 3), pose });
  }

  const pillar = cylinder({ radius: 0.14, height: 2.6, segments: cuts(48), heightSegments: cuts(24, 1) });
  const standing = 1.3 + FELT;
  for (const [k, seconds] of [0.6, 2, 3.5, 4.6, 6.3].entries())
    parts.push({ name: `pillar ${k + 1}`, mesh: pillar, pose: onLap(seconds, k === 2 ? 2.05 : 2.6, standing) });

  const leg = cylinder({ radius: 0.03, height: 0.72, segments: cuts(16), heightSegments: cuts(8, 1) });
  const top = cylinder({ radius: 0.45, height: 0.04, segments: cuts(64), heightSegments: cuts(2, 1) });
  const table = onLap(7.2, 2.2, 0);
  parts.push({ name: 'table top', mesh: top, pose: multiply(table, translation(0, 0, 0.74 + 2 * FELT)) });
  for (let k = 0; k < 4; k++) {
    const [x, y] = [0.28 * (k & 1 ? 1 : -1), 0.28 * (k & 2 ? 1 : -1)];
    parts.push({ name: `table leg ${k + 1}`, mesh: leg, pose: multiply(table, translation(x, y, 0.36 + FELT)) });
  }

  const stool = capsule({ radius: 0.16, height: 0.12, segments: cuts(40), rings: cuts(12, 2) });
  for (const [k, [seconds, radius]] of [
    [5.4, 1.75],
    [1.2, 2.5],
    [7.8, 2.7],
  ].entries())
    parts.push({ name: `stool ${k + 1}`, mesh: stool, pose: onLap(seconds, radius, 0.22 + FELT) });

  const lamp = torus({ radius: 0.3, tubeRadius: 0.05, segments: cuts(64), sides: cuts(24) });
  parts.push({ name: 'lamp', mesh: lamp, pose: onLap(1.5, 1.6, 1.84) });
  const ball = icoSphere({ radius: 0.11, subdivisions: detail < 0.5 ? 2 : 4 });
  parts.push({ name: 'ball', mesh: ball, pose: onLap(4, 2.5, 0.11 + FELT) });

  const plinth = cylinder({ radius: 0.4, height: 0.6, segments: cuts(64), heightSegments: cuts(4, 1) });
  parts.push({ name: 'plinth', mesh: plinth, pose: multiply(translation(0, 0.3 + FELT, 0), UPRIGHT) });
  const knot = torusKnot({ segments: cuts(192, 12), sides: cuts(20) });
  const small = multiply(translation(0, 1.17, 0), scaling(0.32));
  parts.push({ name: 'sculpture', mesh: knot, pose: small });
  return parts;
}

/** The whole room as one mesh of many solids. */
export const roomMesh = (parts: readonly RoomPart[]): Mesh => mergeParts(parts);
