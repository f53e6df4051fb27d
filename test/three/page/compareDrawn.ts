import {
  Color,
  type Object3D,
  OrthographicCamera,
  RenderTarget,
  Scene,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { WebGPURenderer } from 'three/webgpu';
import {
  type Body,
  body,
  fitView,
  icoSphere,
  interference,
  type LayerLists,
  type Machine,
  open,
  single,
  translation,
  type View,
  worldBounds,
} from 'zclash';
import { bodyFrom, machineFor } from 'zclash/three';
import { bakedBody } from './bakedBody.js';
import { drawnObjects } from './drawnObjects.js';

/** A row of pixels is 512 bytes: WebGPU wants rows in multiples of 256. */
const SIZE = 128;
export type RendererName = 'WebGPURenderer' | 'WebGLRenderer';

interface Answer {
  readonly kind: string;
  readonly volume: number;
  readonly volumeError: number;
}

/** What was seen of one object. */
export interface Comparison {
  readonly name: string;
  readonly machine: string;
  /** Whether the machine reads the positions in the renderer's own buffer. */
  readonly isShared: boolean;
  /** Pixels that three.js draws, rays that meet the body, and those where the two differ: at all, and not beside an outline. */
  readonly drawn: number;
  readonly met: number;
  readonly differing: number;
  readonly differingInside: number;
  /** Rays on which body and baked body have another number of layers. */
  readonly otherLayers: number;
  /** On the others: by how much depths differ, as a share of the view's depth. */
  readonly depthDifference: number;
  /** Against a ball: the body's overlap, and the baked body's. */
  readonly found: Answer;
  readonly baked: Answer;
}

export interface Comparisons {
  readonly found: readonly Comparison[];
  /** Pixels that three.js draws otherwise once the machine is closed. */
  readonly changedAfterClose: number;
}

/** Every object as three.js draws it, as a body sees it, and as the CPU bakes it. */
export async function compareDrawn(name: RendererName): Promise<Comparisons> {
  const host = await open({ backend: 'cpu' });
  const found: Comparison[] = [];
  const renderer = name === 'WebGPURenderer' ? new WebGPURenderer() : new WebGLRenderer();
  if (renderer instanceof WebGPURenderer) await renderer.init();
  const machine = await machineFor(renderer);
  const drawings: { object: Object3D; view: View; drawn: number[] }[] = [];
  for (const [title, make] of Object.entries(drawnObjects)) {
    const object = make();
    // Before the first frame, so that a WebGPURenderer can share its buffers.
    const subject = bodyFrom(object, { renderer });
    subject.follow();
    const view = viewOf(subject);
    const lists = await listsOf(machine, subject, view);
    const layers = layersOf(lists);
    const drawn = await draw(renderer, object, view);
    const baked = bakedBody(object);
    const bakedLists = await listsOf(host, baked, view);
    const bakedLayers = layersOf(bakedLists);

    const ball = body(icoSphere({ radius: 1.4, subdivisions: 3 }), { name: 'ball', pose: translation(0.5, 0.4, 0.2) });
    const answer = async (one: Body, on: Machine): Promise<Answer> => {
      const { pairs } = await interference([one, ball], { machine: on, resolution: 64, direction: view.direction });
      return pairs[0] ?? { kind: 'none', volume: 0, volumeError: 0 };
    };
    const answers = { found: await answer(subject, machine), baked: await answer(baked, host) };
    machine.forget(subject);
    drawings.push({ object, view, drawn });
    const isMet = layers.map((count) => Number(count > 0));
    found.push({
      name: title,
      machine: machine.name,
      isShared: subject.onDevice !== undefined,
      drawn: drawn.reduce((sum, one) => sum + one, 0),
      met: isMet.reduce((sum, one) => sum + one, 0),
      differing: count((p) => isMet[p] !== drawn[p]),
      differingInside: count((p) => isMet[p] !== drawn[p] && !isBesideOutline(isMet, p)),
      otherLayers: count((p) => layers[p] !== bakedLayers[p]),
      depthDifference: depthDifference(lists, bakedLists),
      ...answers,
    });
  }
  machine.close();
  let changedAfterClose = 0;
  for (const { object, view, drawn } of drawings) {
    const again = await draw(renderer, object, view);
    changedAfterClose += count((p) => again[p] !== drawn[p]);
  }
  host.close();
  renderer.dispose();
  return { found, changedAfterClose };
}

function count(holds: (pixel: number) => boolean): number {
  let sum = 0;
  for (let p = 0; p < SIZE * SIZE; p++) if (holds(p)) sum++;
  return sum;
}

/** Whether the eight pixels around are not all the same. */
function isBesideOutline(mask: readonly number[], p: number): boolean {
  const [x, y] = [p % SIZE, Math.floor(p / SIZE)];
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) {
      const [u, v] = [x + dx, y + dy];
      if (u < 0 || v < 0 || u >= SIZE || v >= SIZE || mask[v * SIZE + u] !== mask[p]) return true;
    }
  return false;
}

function viewOf(subject: Body): View {
  const { min, max } = worldBounds(subject);
  const grown = { min: min.map((v) => v - 0.3), max: max.map((v) => v + 0.3) } as unknown as typeof subject.bounds;
  return fitView(grown, { direction: [0.36, -0.48, -0.8], resolution: [SIZE, SIZE] });
}

const listsOf = (machine: Machine, subject: Body, view: View): Promise<LayerLists> =>
  machine.run(single(view), async (frame) => {
    frame.lists([{ body: subject }]);
    return frame.read('lists');
  });

const layersOf = ({ first }: LayerLists): number[] =>
  Array.from({ length: SIZE * SIZE }, (_, p) => first[p + 1] - first[p]);

/** The largest, on rays with as many layers in both. */
function depthDifference(one: LayerLists, other: LayerLists): number {
  let most = 0;
  for (let p = 0; p < SIZE * SIZE; p++) {
    const layers = one.first[p + 1] - one.first[p];
    if (layers !== other.first[p + 1] - other.first[p]) continue;
    for (let k = 0; k < layers; k++)
      most = Math.max(most, Math.abs(one.depth[one.first[p] + k] - other.depth[other.first[p] + k]));
  }
  return most;
}

/** Where three.js draws the object, seen as by the view: 1, else 0. */
async function draw(renderer: WebGPURenderer | WebGLRenderer, object: Object3D, view: View): Promise<number[]> {
  const scene = new Scene();
  scene.background = new Color(0);
  scene.add(object);
  const [width, height, depth] = view.size;
  const camera = new OrthographicCamera(-width / 2, width / 2, height / 2, -height / 2, 0, depth);
  const at = (i: number): number => view.origin[i] + (view.right[i] * width + view.down[i] * height) / 2;
  camera.position.set(at(0), at(1), at(2));
  camera.up.set(-view.down[0], -view.down[1], -view.down[2]);
  camera.lookAt(new Vector3(...view.direction).add(camera.position));
  let rgba: ArrayLike<number>;
  if (renderer instanceof WebGPURenderer) {
    const target = new RenderTarget(SIZE, SIZE);
    renderer.setRenderTarget(target);
    await renderer.renderAsync(scene, camera);
    rgba = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, SIZE, SIZE)) as unknown as ArrayLike<number>;
    renderer.setRenderTarget(null);
    target.dispose();
  } else {
    const target = new WebGLRenderTarget(SIZE, SIZE);
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    const upwards = new Uint8Array(4 * SIZE * SIZE); // WebGL's first row is the lowest
    renderer.readRenderTargetPixels(target, 0, 0, SIZE, SIZE, upwards);
    const rows = Array.from({ length: SIZE }, (_, y) =>
      upwards.subarray(4 * SIZE * (SIZE - 1 - y), 4 * SIZE * (SIZE - y)),
    );
    rgba = Uint8Array.from(rows.flatMap((row) => [...row]));
    renderer.setRenderTarget(null);
    target.dispose();
  }
  scene.remove(object);
  return Array.from({ length: SIZE * SIZE }, (_, p) => Number(rgba[4 * p] > 127));
}
