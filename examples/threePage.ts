// A page with three.js: what one mesh cuts out of another, shown while it moves. ?webgl draws with WebGLRenderer.
import { Color, Mesh, MeshNormalMaterial, PerspectiveCamera, Scene, TorusKnotGeometry, WebGLRenderer } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { contacts } from 'zclash';
import { bodyFrom, contactLines, machineFor, overlapOverlay } from 'zclash/three';

const renderer =
  location.search === '?webgl' ? new WebGLRenderer({ antialias: true }) : new WebGPURenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const camera = new PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 50);
camera.position.set(2, 2.5, 5.5);
camera.lookAt(0, 0, 0);

const scene = new Scene();
scene.background = new Color(0xf4f4f2);
const glass = new MeshNormalMaterial({ transparent: true, opacity: 0.35, depthWrite: false });
const still = new Mesh(new TorusKnotGeometry(1, 0.32, 96, 12), glass);
const moving = new Mesh(new TorusKnotGeometry(0.8, 0.3, 96, 12, 3, 2), glass);
scene.add(still, moving);

// Bodies follow their objects; the machine shares the GPU with a WebGPURenderer.
const machine = await machineFor(renderer);
const [a, b] = [bodyFrom(still, { renderer }), bodyFrom(moving, { renderer })];
const overlay = await overlapOverlay(a, b, { machine, resolution: 64 });
let lines = contactLines(await contacts(a, b, { machine }));
scene.add(overlay, lines);

let isAsking = false;
async function ask(): Promise<void> {
  if (isAsking) return; // one question at a time: the next one is about the latest pose
  isAsking = true;
  try {
    await overlapOverlay(a, b, { machine, resolution: 64, into: overlay });
    lines = contactLines(await contacts(a, b, { machine }), { into: lines });
  } finally {
    isAsking = false;
  }
}

function frame(timeMs: number): void {
  moving.position.set(1.2 * Math.sin(timeMs / 2000), 0.3, 0);
  moving.rotation.y = timeMs / 3000;
  void ask();
  renderer.render(scene, camera);
}
renderer.setAnimationLoop(frame);
