import type { Body, BodyState } from '../../body.js';
import { fingerprint } from '../../mesh/fingerprint.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createMeshMap } from '../../mesh/meshMap.js';
import { createMeshMemory } from '../../mesh/meshMemory.js';
import type { GpuContext } from './context.js';
import { type Lattice, latticeFor, toLattice } from './lattice.js';
import type { Pipelines } from './pipelines.js';
import { createPlaces, type Place } from './places.js';
import { createSettlePositions } from './settlePositions.js';

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
  /** Not while something is recorded that may read the body's copy. */
  forget(body: BodyState): void;
  /** Nothing that was recorded is still to be submitted: what no body needs any more is given back. */
  settled(): void;
  /** Uploads every body anew when it is drawn next: a command failed, and nobody knows which. */
  doubt(): void;
  dispose(): void;
}

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
  const places = createPlaces(context);
  /** Copies that no body needs any more, and that something recorded may still read. */
  let left: Resident[] = [];
  let isRecording = false;

  function release(resident: Resident): void {
    if (--resident.bodies > 0) return;
    if (isRecording) left.push(resident);
    else places.giveBack(resident);
  }

  function leave(ref: WeakRef<Body>): void {
    const entry = entries.get(ref);
    if (!entry) return;
    entries.delete(ref);
    release(entry.resident);
  }
  const collected = new FinalizationRegistry(leave);

  function createResident({ mesh: { positions, indices }, bounds }: BodyState): Resident {
    return {
      ...places.take(positions.length / 3, indices.length),
      lattice: latticeFor(bounds),
      bodies: 0,
      isOriginal: true,
      isDoubtful: true,
      largeFaces: 'unknown',
    };
  }

  /** The lattice changes with the positions on it: should either fail, what lies there stays what it was. */
  function uploadPositions(body: BodyState, resident: Resident): void {
    const { page, firstVertex, vertexCount } = resident;
    const lattice = latticeFor(body.bounds);
    if (!body.onDevice || !settle(body.onDevice, vertexCount, lattice, page.positions, firstVertex))
      device.queue.writeBuffer(page.positions, 12 * firstVertex, toLattice(body.mesh.positions, lattice));
    resident.lattice = lattice;
  }

  function upload(body: BodyState, resident: Resident): void {
    device.queue.writeBuffer(resident.page.indices, 4 * resident.firstIndex, unshared(body.mesh.indices));
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
    const newest = originals.last(body.mesh);
    if (resident.bodies > 1 || (newest && newest !== resident)) {
      entry.resident = joined(residentFor(body, printOf));
      release(resident);
    } else {
      resident.isOriginal = false;
      if (!resident.isDoubtful) uploadPositions(body, resident);
    }
    entry.revision = body.revision;
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
      isRecording = true;
      const printOf = printer();
      return bodies.map((body) => resideOne(body, printOf));
    },
    settled() {
      isRecording = false;
      for (const resident of left) places.giveBack(resident);
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
      places.dispose();
      entries.clear();
      left = [];
    },
  };
}

/** WebGPU takes nothing that threads share; Dawn in Node ends the process. */
const unshared = (indices: Uint32Array): Uint32Array<ArrayBuffer> =>
  isShared(indices) ? indices.slice() : (indices as Uint32Array<ArrayBuffer>);

const isShared = ({ buffer }: Uint32Array): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
