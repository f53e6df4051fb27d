import type { Body, BodyState } from '../../body.js';
import { uniqueEdges } from '../../mesh/edges.js';
import type { GpuContext } from './context.js';
import { USAGE } from './device.js';

/** The edges of a body on the device, as pairs of vertices. */
export interface BodyEdges {
  readonly buffer: GPUBuffer;
  readonly edgeCount: number;
  /** Tells buffers apart, also after a body was forgotten and drawn again. */
  readonly number: number;
}

export interface EdgeBuffers {
  /** Found and uploaded when first asked for; an update moves vertices and leaves edges alone. */
  of(body: BodyState): BodyEdges;
  forget(body: BodyState): void;
  dispose(): void;
}

export function createEdgeBuffers(context: GpuContext): EdgeBuffers {
  const known = new WeakMap<Body, BodyEdges>();
  const alive = new Set<BodyEdges>();
  let count = 0;

  function drop(edges: BodyEdges): void {
    if (alive.delete(edges)) edges.buffer.destroy();
  }
  const collected = new FinalizationRegistry(drop);

  return {
    of(body) {
      let edges = known.get(body.identity);
      if (!edges) {
        const pairs = uniqueEdges(body.mesh) as Uint32Array<ArrayBuffer>;
        const buffer = context.buffer('edges', pairs.byteLength, USAGE.storage | USAGE.copyDst);
        context.device.queue.writeBuffer(buffer, 0, pairs);
        edges = { buffer, edgeCount: pairs.length / 2, number: count++ };
        known.set(body.identity, edges);
        alive.add(edges);
        collected.register(body.identity, edges);
      }
      return edges;
    },
    forget(body) {
      const edges = known.get(body.identity);
      if (edges) drop(edges);
      known.delete(body.identity);
    },
    dispose() {
      for (const { buffer } of alive) buffer.destroy();
      alive.clear();
    },
  };
}
