import type { GpuContext } from './context.js';
import { USAGE } from './device.js';

/** Buffers that several meshes share, so that thousands of small bodies go through one dispatch. */
export interface Page {
  readonly positions: GPUBuffer;
  readonly indices: GPUBuffer;
}

/** Where a mesh lies on the device. */
export interface Place {
  readonly page: Page;
  readonly firstVertex: number;
  readonly firstIndex: number;
  readonly vertexCount: number;
  readonly indexCount: number;
}

/** Room for meshes. */
export interface Places {
  take(vertexCount: number, indexCount: number): Place;
  /** Somebody else may have it from now on; a page that nobody needs any more is destroyed. */
  giveBack(place: Place): void;
  dispose(): void;
}

const PAGE_VERTICES = 1 << 16;
const PAGE_INDICES = 3 << 17;

/**
 * A page and what is free of it, from its beginning to its end. Vertices and indices are taken together and in the same order, so free
 * places that follow each other in one follow each other in the other, too, and become one.
 */
interface Room {
  readonly page: Page;
  readonly whole: Place;
  readonly free: Place[];
}

export function createPlaces({ buffer }: Pick<GpuContext, 'buffer'>): Places {
  const rooms = new Map<Page, Room>();

  function createRoom(vertexCount: number, indexCount: number): Room {
    const usage = USAGE.storage | USAGE.copyDst;
    const page: Page = {
      positions: buffer('positions', 12 * vertexCount, usage),
      indices: buffer('indices', 4 * indexCount, usage),
    };
    const whole: Place = { page, firstVertex: 0, firstIndex: 0, vertexCount, indexCount };
    const room = { page, whole, free: [whole] };
    rooms.set(page, room);
    return room;
  }

  function destroy({ page }: Room): void {
    rooms.delete(page);
    page.positions.destroy();
    page.indices.destroy();
  }

  return {
    take(vertexCount, indexCount) {
      // A large mesh gets a page of its own.
      if (vertexCount > PAGE_VERTICES / 4 || indexCount > PAGE_INDICES / 4)
        return cut(createRoom(vertexCount, indexCount).free, 0, vertexCount, indexCount);
      for (const { free } of rooms.values()) {
        const at = free.findIndex((place) => place.vertexCount >= vertexCount && place.indexCount >= indexCount);
        if (at >= 0) return cut(free, at, vertexCount, indexCount);
      }
      return cut(createRoom(PAGE_VERTICES, PAGE_INDICES).free, 0, vertexCount, indexCount);
    },
    giveBack({ page, firstVertex, firstIndex, vertexCount, indexCount }) {
      const room = rooms.get(page);
      if (!room) return;
      const { free, whole } = room;
      let place: Place = { page, firstVertex, firstIndex, vertexCount, indexCount };
      let at = free.findIndex((other) => other.firstIndex > firstIndex);
      if (at < 0) at = free.length;
      free.splice(at, 0, place);
      if (at > 0 && endsWhere(free[at - 1], place)) free.splice(--at, 2, (place = joined(free[at], place)));
      const next = free[at + 1];
      if (next && endsWhere(place, next)) free.splice(at, 2, (place = joined(place, next)));
      if (place.vertexCount === whole.vertexCount && place.indexCount === whole.indexCount) destroy(room);
    },
    dispose() {
      for (const room of rooms.values()) destroy(room);
    },
  };
}

/** The first part of a free place; the rest of it stays free. */
function cut(free: Place[], at: number, vertexCount: number, indexCount: number): Place {
  const { page, firstVertex, firstIndex, ...room } = free[at];
  const rest: Place = {
    page,
    firstVertex: firstVertex + vertexCount,
    firstIndex: firstIndex + indexCount,
    vertexCount: room.vertexCount - vertexCount,
    indexCount: room.indexCount - indexCount,
  };
  // Vertices or indices alone are kept as well: they are joined to what is given back beside them.
  const isEmpty = rest.vertexCount === 0 && rest.indexCount === 0;
  free.splice(at, 1, ...(isEmpty ? [] : [rest]));
  return { page, firstVertex, firstIndex, vertexCount, indexCount };
}

/** Nothing lies between two places, in the order of the page. */
const endsWhere = (one: Place, next: Place): boolean =>
  one.firstVertex + one.vertexCount === next.firstVertex && one.firstIndex + one.indexCount === next.firstIndex;

const joined = (one: Place, next: Place): Place => ({
  ...one,
  vertexCount: one.vertexCount + next.vertexCount,
  indexCount: one.indexCount + next.indexCount,
});
