import { type Affine, multiply, translation } from '../src/math/affine.js';
import type { Character } from './character.js';
import type { CharacterPose } from './characterPose.js';

/** Where each bone takes the flesh that is around it at rest, twelve numbers each, row by row. */
export function boneMaps({ bones }: Pick<Character, 'bones'>, { rotations, shift }: CharacterPose): Float64Array {
  const maps = new Float64Array(12 * bones.length);
  const places: Affine[] = [];
  bones.forEach(({ parent, head: [x, y, z] }, k) => {
    const turned = fromQuaternion(rotations, 4 * k);
    const [px, py, pz] = parent < 0 ? [-shift[0], -shift[1], -shift[2]] : bones[parent].head;
    const local = multiply(translation(x - px, y - py, z - pz), turned);
    places.push(parent < 0 ? local : multiply(places[parent], local));
    maps.set(multiply(places[k], translation(-x, -y, -z)), 12 * k);
  });
  return maps;
}

/**
 * Linear blend skinning in one flat loop: the mesh's positions in a pose, in the character's own frame.
 *
 * @example hero.update(characterSkin(figure, poseAt(seconds)))
 */
export function characterSkin(
  figure: Character,
  pose: CharacterPose,
  target: Float32Array = new Float32Array(figure.mesh.positions.length),
): Float32Array {
  const { skinIndices, skinWeights, mesh } = figure;
  const { positions } = mesh;
  const maps = boneMaps(figure, pose);
  for (let v = 0, s = 0; v < positions.length; v += 3, s += 4) {
    const [x, y, z] = [positions[v], positions[v + 1], positions[v + 2]];
    let [px, py, pz] = [0, 0, 0];
    for (let k = s; k < s + 4; k++) {
      const weight = skinWeights[k];
      if (weight === 0) break; // the weights fall
      const m = 12 * skinIndices[k];
      px += weight * (maps[m] * x + maps[m + 1] * y + maps[m + 2] * z + maps[m + 3]);
      py += weight * (maps[m + 4] * x + maps[m + 5] * y + maps[m + 6] * z + maps[m + 7]);
      pz += weight * (maps[m + 8] * x + maps[m + 9] * y + maps[m + 10] * z + maps[m + 11]);
    }
    target[v] = px;
    target[v + 1] = py;
    target[v + 2] = pz;
  }
  return target;
}

function fromQuaternion(q: Float64Array, at: number): Affine {
  const [x, y, z, w] = q.subarray(at, at + 4);
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0],
  );
}
