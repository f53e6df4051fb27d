import {
  BatchedMesh,
  Bone,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Group,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';

/** Objects in every form that three.js draws, all about the origin and a few units wide. White, so that pictures show where they are. */
export const drawnObjects: Readonly<Record<string, () => Object3D>> = {
  mesh: () => placed(new Mesh(new TorusKnotGeometry(1, 0.3, 64, 12), white())),
  'negative scale': () => {
    const mesh = placed(new Mesh(lopsided(), white()));
    mesh.scale.set(-1.3, 0.7, 1.1);
    return mesh;
  },
  skinned: () => placed(worm()),
  'skinned, detached': () => {
    const mesh = worm();
    mesh.bindMode = 'detached';
    mesh.bindMatrix.makeTranslation(0.1, 0.2, -0.1);
    return placed(mesh);
  },
  morphing: () => placed(morphing()),
  'morphing and skinned': () => {
    const mesh = worm();
    addMorph(mesh.geometry, 0.25);
    mesh.updateMorphTargets();
    mesh.morphTargetInfluences![0] = 0.8;
    return placed(mesh);
  },
  instanced: () => placed(instanced()),
  batched: () => placed(batched()),
  drawRange: () => {
    const mesh = placed(new Mesh(new TorusGeometry(1.2, 0.4, 12, 32), white()));
    mesh.geometry.setDrawRange(12 * 6, 32 * 6 * 5);
    return mesh;
  },
  groups: () => {
    const geometry = new BoxGeometry(2, 1.5, 1); // six groups, one for each side
    const hidden = white();
    hidden.visible = false;
    return placed(new Mesh(geometry, [white(), hidden, white(), white(), hidden, white()]));
  },
  interleaved: () => placed(new Mesh(interleaved(new TorusKnotGeometry(1, 0.3, 64, 12)), white())),
  quantised: () => {
    const mesh = placed(new Mesh(quantised(new TorusKnotGeometry(0.6, 0.2, 64, 12)), white()));
    mesh.scale.setScalar(2);
    return mesh;
  },
  'a group of several': () => {
    const group = new Group();
    const left = new Mesh(new SphereGeometry(0.6, 24, 16), white());
    left.position.x = -1;
    const right = worm();
    right.position.x = 0.8;
    right.scale.set(-0.7, 0.7, 0.7);
    const unseen = new Mesh(new SphereGeometry(3), white());
    unseen.visible = false;
    group.add(left, right, unseen);
    return placed(group);
  },
};

const white = () => new MeshBasicMaterial({ color: 0xffffff, side: 2 });

function placed<T extends Object3D>(object: T): T {
  object.position.set(0.2, -0.1, 0.3);
  object.rotation.set(0.4, -0.7, 0.2);
  object.updateMatrixWorld(true);
  return object;
}

/** Nothing of it is its own mirror image. */
function lopsided(): BufferGeometry {
  const geometry = new SphereGeometry(1, 24, 16);
  const at = geometry.attributes.position;
  for (let i = 0; i < at.count; i++)
    if (at.getX(i) > 0) at.setXYZ(i, 2 * at.getX(i), at.getY(i) + 0.4 * at.getX(i), at.getZ(i));
  return geometry;
}

/** A capsule along y with three bones, bent and twisted. */
function worm(): SkinnedMesh {
  const geometry = new CapsuleGeometry(0.4, 2, 8, 16, 12);
  const { position } = geometry.attributes;
  const skinIndex = new Uint16Array(4 * position.count);
  const skinWeight = new Float32Array(4 * position.count);
  for (let i = 0; i < position.count; i++) {
    const along = Math.min(1.999, Math.max(0, position.getY(i) + 1));
    const bone = Math.floor(along);
    skinIndex.set([bone, bone + 1, 0, 0], 4 * i);
    skinWeight.set([1 - (along - bone), along - bone, 0, 0], 4 * i);
  }
  geometry.setAttribute('skinIndex', new BufferAttribute(skinIndex, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(skinWeight, 4));
  const bones = [0, 1, 2].map((k) => {
    const bone = new Bone();
    bone.position.y = k === 0 ? -1 : 1;
    return bone;
  });
  bones[0].add(bones[1]);
  bones[1].add(bones[2]);
  const mesh = new SkinnedMesh(geometry, white());
  mesh.add(bones[0]);
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  bones[1].rotation.set(0.2, 0.5, 0.9);
  bones[2].rotation.set(-0.8, 0, 0.6);
  bones[2].scale.setScalar(1.3);
  return mesh;
}

function morphing(): Mesh {
  const geometry = new SphereGeometry(1, 32, 20);
  addMorph(geometry, 0.8);
  const mesh = new Mesh(geometry, white());
  mesh.updateMorphTargets();
  mesh.morphTargetInfluences![0] = 0.6;
  return mesh;
}

function addMorph(geometry: BufferGeometry, height: number): void {
  const { position } = geometry.attributes;
  const moved = new Float32Array(3 * position.count);
  for (let i = 0; i < position.count; i++)
    moved.set(
      [position.getX(i) * (1 + height * Math.sin(5 * position.getY(i))), position.getY(i), position.getZ(i) + height],
      3 * i,
    );
  geometry.morphAttributes.position = [new BufferAttribute(moved, 3)];
}

function instanced(): InstancedMesh {
  const mesh = new InstancedMesh(lopsided(), white(), 8);
  mesh.count = 5;
  for (let k = 0; k < 8; k++) mesh.setMatrixAt(k, spread(k));
  return mesh;
}

const spread = (k: number): Matrix4 =>
  new Matrix4().compose(
    new Vector3(Math.cos(2.2 * k) * 1.5, Math.sin(2.2 * k) * 1.5, 0.3 * k - 0.6),
    new Quaternion().setFromAxisAngle(new Vector3(0.6, 0, 0.8), k),
    new Vector3(0.3 + 0.1 * k, k % 2 ? -0.4 : 0.4, 0.5),
  );

function batched(): BatchedMesh {
  const shapes = [new BoxGeometry(1, 1.4, 0.8), lopsided(), new TorusGeometry(0.7, 0.25, 10, 24)];
  const mesh = new BatchedMesh(8, 4000, 12000, white());
  const kinds = shapes.map((shape) => mesh.addGeometry(shape));
  const ids = Array.from({ length: 6 }, (_, k) => mesh.addInstance(kinds[k % 3]));
  ids.forEach((id, k) => {
    mesh.setMatrixAt(id, spread(k));
  });
  mesh.setVisibleAt(ids[2], false);
  mesh.deleteInstance(ids[4]);
  return mesh;
}

function interleaved(geometry: BufferGeometry): BufferGeometry {
  const { position } = geometry.attributes;
  const words = new Float32Array(8 * position.count).fill(7);
  for (let i = 0; i < position.count; i++) words.set([position.getX(i), position.getY(i), position.getZ(i)], 8 * i + 2);
  const made = new BufferGeometry();
  made.setAttribute('position', new InterleavedBufferAttribute(new InterleavedBuffer(words, 8), 3, 2));
  return made.setIndex(geometry.index);
}

/** Positions between -1 and 1 as 16 bits each, as glTF's KHR_mesh_quantization has them. */
function quantised(geometry: BufferGeometry): BufferGeometry {
  const { position } = geometry.attributes;
  const small = Int16Array.from(position.array, (v) => Math.round(v * 32767));
  const made = new BufferGeometry();
  made.setAttribute('position', new BufferAttribute(small, 3, true));
  return made.setIndex(geometry.index);
}
