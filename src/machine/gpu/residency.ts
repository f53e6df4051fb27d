import type { Body, BodyState } from '../../body.js';
import type { GpuContext } from './context.js';
import { USAGE } from './device.js';
import { type Lattice, latticeFor, toLattice } from './lattice.js';
import type { Pipelines } from './pipelines.js';
import { createSettlePositions } from './settlePositions.js';

/** Buffers that several bodies share, so that thousands of small bodies go through one dispatch. */
export interface Page {
  readonly positions: GPUBuffer;
  readonly indices: GPUBuffer;
  readonly vertexRoom: number;
  readonly indexRoom: number;
  vertices: number;
  indicesUsed: number;
  bodies: number;
}

/** A body on the device. */
export interface Resident {
  readonly page: Page;
  readonly firstVertex: number;
  readonly firstIndex: number;
  readonly vertexCount: number;
  revision: number;
  lattice: Lattice;
  /**
   * Whether its faces were ever too large for the pass that draws small ones. Where there were none so far, the pass for large ones is left
   * out; should some come up, the query runs once more with it, and from then on always.
   */
  largeFaces: 'unknown' | 'none' | 'some';
}

export interface Residency {
  /** The body's copy on the device, uploaded or renewed where needed; read off a buffer where the device holds the body's positions. */
  reside(body: BodyState): Resident;
  forget(body: BodyState): void;
  /** Uploads every body anew when it is drawn next: a command failed, and nobody knows which. */
  doubt(): void;
  dispose(): void;
}

const PAGE_VERTICES = 1 << 16;
const PAGE_INDICES = 3 << 17;

export function createResidency(context: GpuContext, pipelines: Pipelines): Residency {
  const { device } = context;
  const settle = createSettlePositions(context, pipelines);
  const residents = new Map<WeakRef<Body>, Resident>();
  const known = new WeakMap<Body, { ref: WeakRef<Body>; resident: Resident }>();
  const pages = new Set<Page>();
  let open: Page | undefined;

  function leave(ref: WeakRef<Body>): void {
    const resident = residents.get(ref);
    if (!resident) return;
    residents.delete(ref);
    const { page } = resident;
    if (--page.bodies > 0) return;
    pages.delete(page);
    if (open === page) open = undefined;
    page.positions.destroy();
    page.indices.destroy();
  }
  const collected = new FinalizationRegistry(leave);

  function createPage(vertexRoom: number, indexRoom: number): Page {
    const usage = USAGE.storage | USAGE.copyDst;
    const page: Page = {
      positions: context.buffer('positions', 12 * vertexRoom, usage),
      indices: context.buffer('indices', 4 * indexRoom, usage),
      vertexRoom,
      indexRoom,
      vertices: 0,
      indicesUsed: 0,
      bodies: 0,
    };
    pages.add(page);
    return page;
  }

  /** A page with room; a large body gets one of its own. */
  function pageFor(vertexCount: number, indexCount: number): Page {
    if (vertexCount > PAGE_VERTICES / 4 || indexCount > PAGE_INDICES / 4) return createPage(vertexCount, indexCount);
    if (!open || open.vertices + vertexCount > open.vertexRoom || open.indicesUsed + indexCount > open.indexRoom)
      open = createPage(PAGE_VERTICES, PAGE_INDICES);
    return open;
  }

  function uploadPositions(body: BodyState, resident: Resident): void {
    resident.lattice = latticeFor(body.bounds);
    resident.revision = body.revision;
    const { page, firstVertex, vertexCount, lattice } = resident;
    if (body.onDevice && settle(body.onDevice, vertexCount, lattice, page.positions, firstVertex)) return;
    device.queue.writeBuffer(page.positions, 12 * firstVertex, toLattice(body.mesh.positions, lattice));
  }

  return {
    reside(body) {
      const entry = known.get(body.identity);
      if (entry && residents.has(entry.ref)) {
        if (entry.resident.revision !== body.revision) uploadPositions(body, entry.resident);
        return entry.resident;
      }
      const { positions, indices } = body.mesh;
      const vertexCount = positions.length / 3;
      const page = pageFor(vertexCount, indices.length);
      const resident: Resident = {
        page,
        firstVertex: page.vertices,
        firstIndex: page.indicesUsed,
        vertexCount,
        revision: -1,
        lattice: latticeFor(body.bounds),
        largeFaces: 'unknown',
      };
      page.vertices += vertexCount;
      page.indicesUsed += indices.length;
      page.bodies++;
      device.queue.writeBuffer(page.indices, 4 * resident.firstIndex, indices as Uint32Array<ArrayBuffer>);
      uploadPositions(body, resident);
      const ref = new WeakRef(body.identity);
      residents.set(ref, resident);
      known.set(body.identity, { ref, resident });
      collected.register(body.identity, ref);
      return resident;
    },
    forget(body) {
      const entry = known.get(body.identity);
      if (entry) leave(entry.ref);
      known.delete(body.identity);
    },
    doubt() {
      for (const resident of residents.values()) resident.revision = -1;
    },
    dispose() {
      for (const page of pages) {
        page.positions.destroy();
        page.indices.destroy();
      }
      pages.clear();
      residents.clear();
    },
  };
}
