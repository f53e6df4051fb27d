import type { Group, Matrix4, SkinnedMesh } from 'three';
import { type Character, character } from '../../scenes/character.js';
import { type CharacterPose, poseAt } from '../../scenes/characterPose.js';
import { characterRoom, LAP_TIME, placeAt, roomMesh } from '../../scenes/characterScene.js';
import { poseHero, roomGroup, skinnedMesh, toMatrix4 } from '../../scenes/characterThree.js';
import { faceCount, type Mesh } from '../../src/mesh/mesh.js';

/** The character on its way through the room, frame by frame, as three.js has it. */
export interface Stage {
  readonly figure: Character;
  readonly hero: SkinnedMesh;
  readonly room: Group;
  /** Its solids one by one, where they stand. */
  readonly parts: readonly Mesh[];
  readonly frameCount: number;
  /** Rays across and down, from few to many. */
  readonly resolutions: readonly number[];
  readonly triangles: { readonly hero: number; readonly room: number };
  /** Puts the character where it is in a frame. */
  show(frame: number): Shown;
}

export interface Shown {
  readonly pose: CharacterPose;
  /** From the character's frame to the room's. */
  readonly place: Matrix4;
}

export interface StageOptions {
  readonly frameCount: number;
  readonly triangles: number;
  readonly detail: number;
  readonly resolutions: readonly number[];
}

export function createStage({ frameCount, triangles, detail, resolutions }: StageOptions): Stage {
  const figure = character({ triangles });
  const parts = characterRoom({ detail });
  const hero = skinnedMesh(figure);
  return {
    ...{ figure, hero, room: roomGroup(parts), parts: parts.map((part) => roomMesh([part])), frameCount, resolutions },
    triangles: { hero: triangles, room: parts.reduce((sum, { mesh }) => sum + faceCount(mesh), 0) },
    show(frame) {
      const seconds = (LAP_TIME * frame) / frameCount;
      const [now, place] = [poseAt(seconds), placeAt(seconds)];
      poseHero(hero, figure, now, place);
      return { pose: now, place: toMatrix4(place) };
    },
  };
}
