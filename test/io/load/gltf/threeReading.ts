import { AnimationMixer, type Mesh, Object3D, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

/** A file as three.js reads and plays it. */
export interface ThreeScene {
  /** Where the corners of all meshes' triangles are in the world, mesh by mesh, at a time of the first animation or at rest. */
  cornersAt(timeS: number | undefined): Float64Array[];
}

export async function readByThree(glb: Uint8Array): Promise<ThreeScene> {
  const gltf = await new Promise<GLTF>((resolve, reject) =>
    new GLTFLoader().parse(glb.slice().buffer, '', resolve, reject),
  );
  const root = new Object3D().add(gltf.scene);
  const mixer = new AnimationMixer(gltf.scene);
  const actions = gltf.animations.slice(0, 1).map((clip) => mixer.clipAction(clip));
  return {
    cornersAt(timeS) {
      mixer.stopAllAction();
      if (timeS !== undefined) {
        for (const action of actions) action.reset().play().clampWhenFinished = true;
        for (const action of actions) action.setLoop(2200, 1); // once
        mixer.setTime(timeS);
      }
      root.updateMatrixWorld(true);
      const corners: Float64Array[] = [];
      root.traverse((object) => {
        if ((object as Mesh).isMesh) corners.push(worldCorners(object as Mesh));
      });
      return corners;
    },
  };
}

function worldCorners(mesh: Mesh): Float64Array {
  const { index, attributes } = mesh.geometry;
  const count = index?.count ?? attributes.position.count;
  const out = new Float64Array(3 * count);
  const at = new Vector3();
  for (let i = 0; i < count; i++)
    out.set(
      mesh
        .getVertexPosition(index?.getX(i) ?? i, at)
        .applyMatrix4(mesh.matrixWorld)
        .toArray(),
      3 * i,
    );
  return out;
}
