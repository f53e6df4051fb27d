import type { Body } from '../../body.js';
import { InputError } from '../../errors.js';
import type { Atlas, Tile } from '../../view/atlas.js';
import type { Drawn } from '../machine.js';
import type { DrawState, FillState, Values } from '../state.js';
import type { GpuContext, RoomyBuffer } from './context.js';
import { USAGE } from './device.js';
import { createDrawItems, type DrawCall } from './drawItems.js';
import { createDrawPipelines, type DrawPipelines } from './drawPipelines.js';
import { type BodyEdges, createEdgeBuffers, type EdgeBuffers } from './edgeBuffers.js';
import { entries } from './layerPasses.js';
import { createOcclusion, type Occlusion } from './occlusion.js';
import type { Page } from './places.js';
import { createPlanePasses, type DrawnPlane, type PlanePasses } from './planePasses.js';
import { createPlaneStore, type PlaneStore } from './planeStore.js';
import { createPlanePool, type GpuPlanes, type PlanePool } from './planes.js';
import type { Recorder } from './recorder.js';
import type { Residency } from './residency.js';

/** What drawing shares on one device. */
export interface DrawParts {
  readonly context: GpuContext;
  readonly residency: Residency;
  readonly pool: PlanePool;
  readonly pipelines: DrawPipelines;
  readonly planePasses: PlanePasses;
  readonly edges: EdgeBuffers;
  readonly occlusion: Occlusion;
  readonly items: RoomyBuffer;
  readonly stored: PlaneStore;
  dispose(): void;
}

export function createDrawParts(context: GpuContext, residency: Residency): DrawParts {
  const pool = createPlanePool(context);
  const edges = createEdgeBuffers(context);
  const occlusion = createOcclusion(context);
  const stored = createPlaneStore(context);
  return {
    context,
    residency,
    pool,
    edges,
    occlusion,
    stored,
    pipelines: createDrawPipelines(context),
    planePasses: createPlanePasses(context),
    items: context.roomy('drawn items', USAGE.storage | USAGE.copyDst),
    dispose() {
      pool.dispose();
      edges.dispose();
      occlusion.dispose();
      stored.dispose();
    },
  };
}

interface DrawCommand {
  readonly kind: 'draw';
  readonly number: number;
  readonly what: 'faces' | 'edges';
  readonly state: DrawState;
  readonly calls: readonly (DrawCall & { readonly edges: BodyEdges | undefined })[];
}
type PassCommand = DrawCommand | { readonly kind: 'fill'; readonly state: FillState };
type Command =
  | PassCommand
  | { readonly kind: 'clear'; readonly values: Values }
  | { readonly kind: 'keep' }
  // The key is held until the planes are copied: its texture lives as long as it.
  | { readonly kind: 'store'; readonly key: object }
  | { readonly kind: 'recall'; readonly key: object };

/**
 * The draws of one frame. They wait until somebody wants to see what they did, and are then recorded together: clears
 * become the beginning of the next pass, and draws between clears share one.
 *
 * Coverage is the hardware's: right wherever no drawn edge comes nearer to the pixel's centre than the machine's
 * `snapPx`. That holds for vertices up to some 4096 pixels from the middle of the screen. One farther off is drawn, too,
 * but f32 rounds it by some 2^-22 of that distance, which comes on top: 1/128 pixel at `GPU_GUARD_PX`. Lines are drawn by
 * the hardware's rule: of two adjoining pixels it may take the other one than the CPU machine.
 */
export interface DrawPasses {
  clear(values: Values): void;
  draw(what: 'faces' | 'edges', drawn: readonly Drawn[], state: DrawState): number;
  fill(state: FillState): void;
  keep(): void;
  /** To be recorded and submitted at once: the planes are another frame's soon. */
  store(key: object): void;
  recall(key: object): boolean;
  readonly drawCount: number;
  /** Whether a body has been updated since it was drawn here: record and submit before it goes to the device again. */
  isStale(): boolean;
  /** Records all that waits; then also what `read` need be cleared to. */
  record(record: Recorder, read?: readonly DrawnPlane[]): void;
  /** The textures; those that were named to `record` have their values. */
  planes(): GpuPlanes;
}

/** Values that planes have in a new frame. */
const FRESH: readonly [DrawnPlane, number][] = [
  ['depth', 1],
  ['stencil', 0],
  ['id', 0],
  ['kept', 1],
];

export function createDrawPasses(atlas: Atlas, parts: DrawParts): DrawPasses {
  const { context, residency, occlusion, pipelines, planePasses, stored } = parts;
  const { device } = context;
  const items = createDrawItems();
  /** Bodies of waiting draws, with the revision that was drawn. They are held here: their buffers live as long as they. */
  const waiting = new Map<Body, number>();
  let commands: Command[] = [];
  let drawCount = 0;
  /** Clears that no pass has carried out yet. */
  const due = new Map(FRESH);
  let textures: GpuPlanes | undefined;
  const planes = () => (textures ??= parts.pool.of(atlas.width, atlas.height));

  function tileOf(number: number): Tile {
    const tile = atlas.tiles[number];
    if (!tile)
      throw new InputError(
        `machine: there is no tile ${number} (the frame has ${atlas.tiles.length}). Count them from 0.`,
      );
    return tile;
  }

  function recordPass(record: Recorder, run: readonly PassCommand[]): void {
    const { depthStencil, id } = planes();
    const depth = due.get('depth');
    const stencil = due.get('stencil');
    const withId = run.some((c) => c.kind === 'draw' && c.state.id !== undefined);
    const draws = run.filter((c) => c.kind === 'draw');
    const pass = record.encoder().beginRenderPass({
      label: 'draw',
      ...record.timed('draws'),
      colorAttachments: withId ? [attachment(id, due.get('id'))] : [],
      depthStencilAttachment: {
        view: depthStencil,
        ...(depth === undefined ? { depthLoadOp: 'load' } : { depthLoadOp: 'clear', depthClearValue: depth }),
        depthStoreOp: 'store',
        ...(stencil === undefined ? { stencilLoadOp: 'load' } : { stencilLoadOp: 'clear', stencilClearValue: stencil }),
        stencilStoreOp: 'store',
      },
      ...(draws.length > 0 ? { occlusionQuerySet: occlusion.setOf(draws[0].number) } : {}),
    });
    due.delete('depth');
    due.delete('stencil');
    if (withId) due.delete('id');
    for (const command of run) {
      if (command.kind === 'draw') recordDraw(pass, command, withId);
      else {
        pass.setPipeline(pipelines.fill(command.state, withId));
        pass.setStencilReference(command.state.stencil.reference ?? 0);
        for (const tile of atlas.tiles) {
          showTile(pass, tile);
          pass.draw(3);
        }
      }
    }
    pass.end();
  }

  function recordDraw(pass: GPURenderPassEncoder, { number, what, state, calls }: DrawCommand, withId: boolean): void {
    const pipeline = (clips: boolean) => pipelines.draw(what, state, withId, clips);
    pass.setStencilReference(state.stencil?.reference ?? 0);
    if (state.beyondKept) {
      const kept = context.bind('beyond kept', pipelines.keptLayout, [{ binding: 0, resource: planes().kept }]);
      pass.setBindGroup(1, kept);
    }
    pass.beginOcclusionQuery(occlusion.indexOf(number));
    calls.forEach(({ item, clips, tile, page, edges, cornerCount }, k) => {
      const last = calls[k - 1];
      if (clips !== last?.clips) pass.setPipeline(pipeline(clips));
      if (tile !== last?.tile) showTile(pass, tile);
      if (edges || page !== last?.page) pass.setBindGroup(0, edges ? groupOfEdges(page, edges) : groupOfPage(page));
      pass.draw(cornerCount, 1, 0, item);
    });
    pass.endOcclusionQuery();
  }

  const pageNumbers = new Map<Page, number>();
  function groupOfPage(page: Page): GPUBindGroup {
    if (!pageNumbers.has(page)) pageNumbers.set(page, pageNumbers.size);
    const parts = entries(itemBuffer(), page.positions, page.indices);
    return context.bind(`faces ${pageNumbers.get(page)}`, pipelines.layout, parts);
  }

  function groupOfEdges(page: Page, { buffer, number }: BodyEdges): GPUBindGroup {
    const label = `edges ${number}`;
    return device.createBindGroup({
      label,
      layout: pipelines.layout,
      entries: entries(itemBuffer(), page.positions, buffer),
    });
  }

  const itemBuffer = () => parts.items.atLeast(items.words().byteLength);

  /** Carries out the clears of planes that are looked at before any pass has come to do so. */
  function settle(record: Recorder, read: readonly DrawnPlane[]): void {
    const isDue = (plane: DrawnPlane) => due.has(plane) && read.includes(plane);
    if (isDue('depth') || isDue('stencil')) recordPass(record, []);
    for (const plane of ['id', 'kept'] as const)
      if (isDue(plane)) {
        const label = `clear ${plane}`;
        const colorAttachments = [attachment(planes()[plane], due.get(plane))];
        record
          .encoder()
          .beginRenderPass({ label, ...record.timed('draws'), colorAttachments })
          .end();
        due.delete(plane);
      }
  }

  return {
    clear(values) {
      commands.push({ kind: 'clear', values });
    },
    draw(what, drawn, state) {
      const residents = residency.reside(drawn.map(({ body }) => body));
      const calls = drawn.map(({ body, tile: number = 0 }, place) => {
        const tile = tileOf(number);
        const resident = residents[place];
        const item = items.add(tile, body, resident, state.id === 'body' ? place + 1 : 0, state);
        if (item === undefined) return undefined;
        const edges = what === 'edges' ? parts.edges.of(body) : undefined;
        const cornerCount = edges ? 2 * edges.edgeCount : body.mesh.indices.length;
        waiting.set(body.identity, body.revision);
        return { ...item, tile, page: resident.page, edges, cornerCount };
      });
      planes(); // says at once where the device cannot
      commands.push({
        kind: 'draw',
        number: drawCount,
        what,
        state,
        calls: calls.filter((call) => call !== undefined),
      });
      return drawCount++;
    },
    fill(state) {
      commands.push({ kind: 'fill', state });
    },
    keep() {
      commands.push({ kind: 'keep' });
    },
    store(key) {
      planes(); // says at once where the device cannot
      commands.push({ kind: 'store', key });
    },
    recall(key) {
      const known = stored.get(key, atlas.width, atlas.height) !== undefined;
      if (known) commands.push({ kind: 'recall', key });
      return known;
    },
    get drawCount() {
      return drawCount;
    },
    isStale: () => [...waiting].some(([body, revision]) => body.revision !== revision),
    record(record, read = []) {
      if (items.count > 0) device.queue.writeBuffer(itemBuffer(), 0, items.words());
      let run: PassCommand[] = [];
      const endRun = () => {
        if (run.some((c) => c.kind === 'draw' && c.state.beyondKept)) settle(record, ['kept']);
        if (run.length > 0) recordPass(record, run);
        run = [];
      };
      for (const command of commands) {
        if (command.kind === 'clear') {
          endRun();
          for (const plane of ['depth', 'stencil', 'id'] as const) {
            const value = command.values[plane];
            if (value !== undefined) due.set(plane, value);
          }
        } else if (command.kind === 'keep') {
          endRun();
          settle(record, ['depth']);
          planePasses.recordKeep(record, planes());
          due.delete('kept');
        } else if (command.kind === 'store') {
          endRun();
          settle(record, ['depth', 'stencil']);
          const { width, height, depthStencilTexture } = planes();
          copyPlanes(record, depthStencilTexture, stored.put(command.key, width, height));
        } else if (command.kind === 'recall') {
          endRun();
          const { width, height, depthStencilTexture } = planes();
          copyPlanes(record, stored.get(command.key, width, height)!, depthStencilTexture);
          due.delete('depth');
          due.delete('stencil');
        } else {
          const first = run.find((c) => c.kind === 'draw');
          // A pass has one set of queries.
          if (first && command.kind === 'draw' && occlusion.setOf(first.number) !== occlusion.setOf(command.number))
            endRun();
          run.push(command);
        }
      }
      endRun();
      settle(record, read);
      commands = [];
      items.clear();
      waiting.clear();
      pageNumbers.clear();
    },
    planes,
  };
}

const attachment = (view: GPUTextureView, clear: number | undefined): GPURenderPassColorAttachment => ({
  view,
  ...(clear === undefined ? { loadOp: 'load' } : { loadOp: 'clear', clearValue: [clear, 0, 0, 0] }),
  storeOp: 'store',
});

function copyPlanes(record: Recorder, source: GPUTexture, destination: GPUTexture): void {
  const { width, height } = source;
  record.encoder().copyTextureToTexture({ texture: source }, { texture: destination }, [width, height]);
}

function showTile(pass: GPURenderPassEncoder, { view, x, y }: Tile): void {
  pass.setViewport(x, y, view.columns, view.rows, 0, 1);
  pass.setScissorRect(x, y, view.columns, view.rows);
}
