import {
  Color,
  IcosahedronGeometry,
  Mesh,
  MeshNormalMaterial,
  PerspectiveCamera,
  Scene,
  TorusKnotGeometry,
  WebGLRenderer,
} from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { contacts, gap } from 'zclash';
import { bodyFrom, contactLines, disposeOverlay, gapOverlay, machineFor, overlapOverlay } from 'zclash/three';
import type { RendererName } from './compareDrawn.js';

/** A knot and a ball: left their overlap and the curves of contact through both, right the gap between them on the knot. */
export async function showOverlays(name: RendererName): Promise<{ overlays: number; left: number }> {
  document.body.replaceChildren();
  const renderer =
    name === 'WebGPURenderer' ? new WebGPURenderer({ antialias: true }) : new WebGLRenderer({ antialias: true });
  renderer.setSize(640, 480);
  document.body.append(renderer.domElement);
  if (renderer instanceof WebGPURenderer) await renderer.init();
  const scene = new Scene();
  scene.background = new Color(0xf4f4f2);
  const glass = new MeshNormalMaterial({ transparent: true, opacity: 0.3, depthWrite: false });
  const knot = new Mesh(new TorusKnotGeometry(1, 0.35, 240, 40), glass);
  const ball = new Mesh(new IcosahedronGeometry(1, 20), glass);
  ball.position.set(0.7, 0.4, 0.2);
  const [upper, lower] = [new Mesh(knot.geometry, glass), new Mesh(ball.geometry, glass)];
  upper.position.set(3.6, 0, 0);
  lower.position.set(3.6, -0.2, -2.2);
  scene.add(knot, ball, upper, lower);
  const machine = await machineFor(renderer);
  const [a, b, c, d] = [knot, ball, upper, lower].map((mesh) => bodyFrom(mesh, { renderer }));
  const overlays = [
    await overlapOverlay(a, b, { machine }),
    contactLines(await contacts(a, b, { machine })),
    gapOverlay(await gap(c, d, { machine, resolution: 128 }), c, 'a', { unit: 'mm' }).object,
  ];
  scene.add(...overlays);
  const camera = new PerspectiveCamera(38, 640 / 480, 0.1, 50);
  camera.position.set(0.6, 2.6, -7.5);
  camera.lookAt(1.8, 0, 0);
  const render = async () => {
    if (renderer instanceof WebGPURenderer) await renderer.renderAsync(scene, camera);
    else renderer.render(scene, camera);
  };
  await render();
  // What shows the answers is no body itself.
  const left = bodyFrom(scene).mesh.indices.length / 3;
  Object.assign(globalThis, {
    async clearOverlays() {
      for (const overlay of overlays) {
        scene.remove(overlay);
        disposeOverlay(overlay);
      }
      machine.close();
      await render();
    },
  });
  return { overlays: overlays.filter(({ visible }) => visible).length, left };
}
