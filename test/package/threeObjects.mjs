// Goes into fresh projects, with one version of three.js or another. Every object is a box of size 1, drawn with its middle at
// x = 1 by means of its own, then at 0; a block of size 2 stands at 0. So half of the box is in the block, then all of it.
import * as THREE from 'three';
import { contacts, interference } from 'zclash';
import { bodyFrom, contactLines, disposeOverlay, overlapOverlay } from 'zclash/three';

const material = () => new THREE.MeshBasicMaterial();
const box = () => new THREE.BoxGeometry(1, 1, 1);
const at = (x) => new THREE.Matrix4().makeTranslation(x, 0, 0);

/** Each object, and what draws it at x. */
const OBJECTS = {
  mesh() {
    const object = new THREE.Mesh(box(), material());
    return [object, (x) => object.position.set(x, 0, 0)];
  },
  mirrored() {
    const object = new THREE.Mesh(box(), material());
    object.scale.x = -1;
    return [object, (x) => object.position.set(x, 0, 0)];
  },
  morphed() {
    const geometry = box();
    geometry.morphTargetsRelative = true;
    const { count } = geometry.attributes.position;
    const shift = Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? 2 : 0));
    geometry.morphAttributes.position = [new THREE.BufferAttribute(shift, 3)];
    const object = new THREE.Mesh(geometry, material());
    return [object, (x) => (object.morphTargetInfluences[0] = x / 2)];
  },
  skinned() {
    const geometry = box();
    const { count } = geometry.attributes.position;
    const weights = Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0));
    geometry.setAttribute('skinIndex', new THREE.BufferAttribute(new Uint16Array(4 * count), 4));
    geometry.setAttribute('skinWeight', new THREE.BufferAttribute(weights, 4));
    const object = new THREE.SkinnedMesh(geometry, material());
    const bone = new THREE.Bone();
    object.add(bone);
    object.bind(new THREE.Skeleton([bone]));
    return [object, (x) => bone.position.set(x, 0, 0)];
  },
  instanced() {
    const object = new THREE.InstancedMesh(box(), material(), 2);
    object.setMatrixAt(1, at(9));
    return [
      object,
      (x) => {
        object.setMatrixAt(0, at(x));
        object.instanceMatrix.needsUpdate = true;
      },
    ];
  },
  batched() {
    const object = new THREE.BatchedMesh(3, 100, 100, material());
    object.addGeometry(new THREE.SphereGeometry(5, 4, 3));
    const geometry = object.addGeometry(box());
    const [first, second] = [object.addInstance(geometry), object.addInstance(geometry)];
    object.setMatrixAt(second, at(9));
    return [object, (x) => object.setMatrixAt(first, at(x))];
  },
};

/** Prints, for every object: name, place, kind, volume and its error. `draw` is called before each look. */
export async function collideAll(machine, draw = () => {}, renderer = undefined) {
  const block = new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2), material());
  const scene = new THREE.Scene();
  scene.add(block);
  for (const [name, make] of Object.entries(OBJECTS)) {
    const [object, moveTo] = make();
    scene.add(object);
    const bodies = [bodyFrom(block, { renderer }), bodyFrom(object, { renderer })];
    for (const x of [1, 0]) {
      moveTo(x);
      await draw(scene);
      const { pairs } = await interference(bodies, { machine, resolution: 32 });
      console.log(name, x, pairs[0].kind, pairs[0].volume, pairs[0].volumeError);
    }
    moveTo(1);
    if (name === 'mesh') await showAll(scene, bodies, machine, draw);
    scene.remove(object);
  }
}

/** Overlays are drawn, too: the overlap from x = 0.5 to 1, and the lines around it. */
async function showAll(scene, [block, object], machine, draw) {
  const overlays = [
    await overlapOverlay(block, object, { machine, resolution: 32 }),
    contactLines(await contacts(block, object, { machine })),
  ];
  scene.add(...overlays);
  await draw(scene);
  for (const overlay of overlays) {
    const { min, max } = new THREE.Box3().setFromObject(overlay);
    console.log(overlay.name, overlay.visible, min.toArray(), max.toArray());
    disposeOverlay(overlay);
  }
}
