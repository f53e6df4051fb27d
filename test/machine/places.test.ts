import { describe, expect, it } from 'vitest';
import { createPlaces, type Place } from '../../src/machine/gpu/places.js';
import { seeded } from '../../src/math/random.js';

/** Stands for the device: knows which buffers it has, and how many bytes they take. */
function device() {
  const living = new Map<GPUBuffer, { readonly label: string; readonly bytes: number }>();
  const buffer = (label: string, bytes: number): GPUBuffer => {
    const made = { destroy: () => living.delete(made) } as unknown as GPUBuffer;
    living.set(made, { label, bytes });
    return made;
  };
  return { living, buffer };
}

const overlap = (from: number, count: number, other: number, otherCount: number): boolean =>
  from < other + otherCount && other < from + count;

describe('places', () => {
  it('never lie on each other, nor beyond their page, and leave nothing behind (seed 1)', () => {
    const random = seeded(1);
    const { living, buffer } = device();
    const places = createPlaces({ buffer });
    const taken: Place[] = [];
    let most = 0;
    for (let step = 0; step < 4000; step++) {
      if (taken.length > 0 && random() < 0.5) {
        places.giveBack(taken.splice(Math.floor(random() * taken.length), 1)[0]);
        continue;
      }
      const isLarge = random() < 0.02;
      const vertexCount = 1 + Math.floor(random() ** 4 * (isLarge ? 100_000 : 16_000));
      const indexCount = 3 * (1 + Math.floor(random() * 2 * vertexCount));
      const place = places.take(vertexCount, indexCount);
      expect([place.vertexCount, place.indexCount]).toEqual([vertexCount, indexCount]);
      const { page, firstVertex, firstIndex } = place;
      expect(12 * (firstVertex + vertexCount)).toBeLessThanOrEqual(living.get(page.positions)!.bytes);
      expect(4 * (firstIndex + indexCount)).toBeLessThanOrEqual(living.get(page.indices)!.bytes);
      const shared = taken.filter(
        (other) =>
          other.page === page &&
          (overlap(firstVertex, vertexCount, other.firstVertex, other.vertexCount) ||
            overlap(firstIndex, indexCount, other.firstIndex, other.indexCount)),
      );
      expect(shared, `step ${step}`).toEqual([]);
      taken.push(place);
      most = Math.max(most, living.size / 2);
    }
    expect(most).toBeGreaterThan(1);
    for (const place of taken) places.giveBack(place);
    expect(living.size).toBe(0);
  });

  it('are cut from what is free: small ones that stay do not hold pages that large ones left', () => {
    const { living, buffer } = device();
    const places = createPlaces({ buffer });
    for (let k = 0; k < 1200; k++) {
      const vertexCount = 4000 + ((7 * k) % 9000);
      const gone = [0, 1].map(() => places.take(vertexCount, 3 * vertexCount));
      if (k % 6 === 0) places.take(10, 48);
      for (const place of gone) places.giveBack(place);
    }
    expect(living.size / 2).toBe(1);
  });

  it('are the same ones again for meshes that come in turns', () => {
    const { buffer } = device();
    const places = createPlaces({ buffer });
    places.take(20, 60);
    let [now, before] = [places.take(500, 3000), places.take(500, 3000)];
    const both = new Set([now.firstVertex, before.firstVertex]);
    for (let k = 0; k < 10; k++) {
      places.giveBack(before);
      [now, before] = [places.take(500, 3000), now];
      expect(both.has(now.firstVertex)).toBe(true);
    }
  });

  it('of large meshes have pages of their own, of just their size', () => {
    const { living, buffer } = device();
    const places = createPlaces({ buffer });
    places.take(10, 30);
    const large = places.take(20_000, 60_000);
    expect([living.get(large.page.positions)!.bytes, living.get(large.page.indices)!.bytes]).toEqual([
      240_000, 240_000,
    ]);
    places.giveBack(large);
    expect(living.size).toBe(2);
    places.dispose();
    expect(living.size).toBe(0);
  });
});
