import type { Body, BodyState } from '../../body.js';
import { fingerprint } from '../../mesh/fingerprint.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createMeshMap } from '../../mesh/meshMap.js';
import { createMeshMemory } from '../../mesh/meshMemory.js';
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
  residents: number;
}

/** Where a mesh lies on the device. */
interface Place {
  readonly page: Page;
  readonly firstVertex: number;
  readonly firstIndex: number;
  readonly vertexCount: number;
  readonly indexCount: number;
}

/** A mesh on the device: of one body, or of several that were made of the same arrays. */
export interface Resident extends Place {
  lattice: Lattice;
  bodies: number;
  /** Whether it holds what it was made of; not where its body deformed. */
  isOriginal: boolean;
  /** Whether it has to be uploaded, at first or again. */
  isDoubtful: boolean;
  /**
   * Whether its faces were ever too large for the pass that draws small ones. Where there were none so far, the pass for large ones is left
   * out; should some come up, the query runs once more with it, and from then on always.
   */
  largeFaces: 'unknown' | 'none' | 'some';
}

export interface Residency {
  /** The bodies' copies on the device, uploaded or renewed where needed; read off a buffer where the device holds a body's positions. */
  reside(bodies: readonly BodyState[]): Resident[];
  forget(body: BodyState): void;
  /** Nothing that was recorded is still to be submitted: from now on what no body needs any more may be written over. */
  settled(): void;
  /** Uploads every body anew when it is drawn next: a command failed, and nobody knows which. */
  doubt(): void;
  dispose(): void;
}

const PAGE_VERTICES = 1 << 16;
const PAGE_INDICES = 3 << 17;

/** With one body more. */
function joined(resident: Resident): Resident {
  resident.bodies++;
  return resident;
}

/** Fingerprints of meshes that nobody writes into meanwhile: each is worked out once. */
function printer(): (mesh: Mesh) => number {
  const prints = createMeshMap<number>();
  return (mesh) => {
    const print = prints.get(mesh) ?? fingerprint(mesh);
    prints.set(mesh, print);
    return print;
  };
}

/** Which copy is a body's, and of which revision. */
interface Entry {
  readonly ref: WeakRef<Body>;
  resident: Resident;
  revision: number;
}

export function createResidency(context: GpuContext, pipelines: Pipelines): Residency {
  const { device } = context;
  const settle = createSettlePositions(context, pipelines);
  const entries = new Map<WeakRef<Body>, Entry>();
  const known = new WeakMap<Body, Entry>();
  /** Copies that other bodies of the same arrays may use. */
  const originals = createMeshMemory<Resident>();
  const pages = new Set<Page>();
  let open: Page | undefined;
  /** Places that no body needs any more, on pages that others need; and those of them that something recorded may still read. */
  let free: Place[] = [];
  let left: Place[] = [];

  function release(resident: Resident): void {
    const { page } = resident;
    if (--resident.bodies > 0) return;
    if (--page.residents > 0) {
      left.push(resident);
      return;
    }
    pages.delete(page);
    free = free.filter((place) => place.page !== page);
    if (open === page) open = undefined;
    page.positions.destroy();
    page.indices.destroy();
  }

  function leave(ref: WeakRef<Body>): void {
    const entry = entries.get(ref);
    if (!entry) return;
    entries.delete(ref);
    release(entry.resident);
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
      residents: 0,
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

  /** Where a mesh of just that size lay, or after all others of a page. Bodies that deform as one go to and fro between two places. */
  function placeFor(vertexCount: number, indexCount: number): Place {
    const at = free.findIndex((place) => place.vertexCount === vertexCount && place.indexCount === indexCount);
    if (at >= 0) return free.splice(at, 1)[0];
    const page = pageFor(vertexCount, indexCount);
    const place = { page, firstVertex: page.vertices, firstIndex: page.indicesUsed, vertexCount, indexCount };
    page.vertices += vertexCount;
    page.indicesUsed += indexCount;
    return place;
  }

  function createResident({ mesh: { positions, indices }, bounds }: BodyState): Resident {
    const { page, firstVertex, firstIndex, vertexCount, indexCount } = placeFor(positions.length / 3, indices.length);
    page.residents++;
    return {
      ...{ page, firstVertex, firstIndex, vertexCount, indexCount },
      lattice: latticeFor(bounds),
      bodies: 0,
      isOriginal: true,
      isDoubtful: true,
      largeFaces: 'unknown',
    };
  }

  function uploadPositions(body: BodyState, resident: Resident): void {
    resident.lattice = latticeFor(body.bounds);
    const { page, firstVertex, vertexCount, lattice } = resident;
    if (body.onDevice && settle(body.onDevice, vertexCount, lattice, page.positions, firstVertex)) return;
    device.queue.writeBuffer(page.positions, 12 * firstVertex, toLattice(body.mesh.positions, lattice));
  }

  function upload(body: BodyState, resident: Resident): void {
    const indices = body.mesh.indices as Uint32Array<ArrayBuffer>;
    device.queue.writeBuffer(resident.page.indices, 4 * resident.firstIndex, indices);
    uploadPositions(body, resident);
    resident.isDoubtful = false;
  }

  /** The copy for a body that has none: another body's, where that is of the same arrays. */
  function residentFor(body: BodyState, printOf: (mesh: Mesh) => number): Resident {
    const original = originals.of(body.mesh, printOf(body.mesh));
    if (original.value?.isOriginal && original.value.bodies > 0) return original.value;
    const resident = createResident(body);
    original.keep(resident);
    return resident;
  }

  /**
   * A body that deformed. Its copy is written over, unless others use it too, or have one of the new arrays: many instances may deform as one.
   */
  function renew(entry: Entry, body: BodyState, printOf: (mesh: Mesh) => number): void {
    const { resident } = entry;
    entry.revision = body.revision;
    const newest = originals.last(body.mesh);
    if (resident.bodies > 1 || (newest && newest !== resident)) {
      entry.resident = joined(residentFor(body, printOf));
      release(resident);
    } else {
      resident.isOriginal = false;
      if (!resident.isDoubtful) uploadPositions(body, resident);
    }
  }

  function resideOne(body: BodyState, printOf: (mesh: Mesh) => number): Resident {
    let entry = known.get(body.identity);
    if (!entry || !entries.has(entry.ref)) {
      const resident = joined(residentFor(body, printOf));
      entry = { ref: new WeakRef(body.identity), resident, revision: body.revision };
      entries.set(entry.ref, entry);
      known.set(body.identity, entry);
      collected.register(body.identity, entry.ref);
    } else if (entry.revision !== body.revision) renew(entry, body, printOf);
    if (entry.resident.isDoubtful) upload(body, entry.resident);
    return entry.resident;
  }

  return {
    reside(bodies) {
      const printOf = printer();
      return bodies.map((body) => resideOne(body, printOf));
    },
    settled() {
      for (const place of left) if (pages.has(place.page)) free.push(place);
      left = [];
    },
    forget(body) {
      const entry = known.get(body.identity);
      if (entry) leave(entry.ref);
      known.delete(body.identity);
    },
    doubt() {
      for (const { resident } of entries.values()) resident.isDoubtful = true;
    },
    dispose() {
      for (const page of pages) {
        page.positions.destroy();
        page.indices.destroy();
      }
      pages.clear();
      entries.clear();
      free = left = [];
    },
  };
}
