/** Rays along a steep outline may take a face for the next one: a few of many tell nothing, and count as none. */
export const beyondChance = (count: number, rays: number): number => (count > 3 + rays / 4096 ? count : 0);
