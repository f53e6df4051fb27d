// A character of three.js that walks: each frame it is taken as it would be drawn, and asked what it runs into. No renderer is needed.

import { interference } from 'zclash';
import { bodyFrom } from 'zclash/three';
import { character } from '../scenes/character.js';
import { poseAt } from '../scenes/characterPose.js';
import { characterRoom, LAP_TIME, placeAt } from '../scenes/characterScene.js';
import { poseHero, roomGroup, skinnedMesh } from '../scenes/characterThree.js';

const FRAMES = 40;
// A SkinnedMesh with a skeleton, and a Group of meshes. A loader of three.js gives the same.
const figure = character({ triangles: 4000 });
const hero = skinnedMesh(figure);
const room = roomGroup(characterRoom({ detail: 0.5 }));

// Bodies that follow: nothing is baked, built or refitted. `bodiesFrom(room)` would have told the room's meshes apart.
const bodies = [bodyFrom(hero), bodyFrom(room)];
console.log('seconds  verdict  depth mm  volume cm³  where');
for (let frame = 0; frame < FRAMES; frame++) {
  const seconds = (LAP_TIME * frame) / FRAMES;
  poseHero(hero, figure, poseAt(seconds), placeAt(seconds)); // or mixer.update(delta)

  const [pair] = (await interference(bodies, { resolution: 128 })).pairs;
  const found = pair && [
    (1000 * pair.depthAlongView).toFixed(1).padEnd(10),
    (1e6 * pair.volume).toFixed(1).padEnd(12),
    pair.point?.map((metres) => metres.toFixed(2)).join(' '),
  ];
  console.log(`${seconds.toFixed(1).padEnd(9)}${(pair?.kind ?? 'none').padEnd(9)}${found?.join('') ?? ''}`);
}
