import type { Material, Mesh } from 'three';

/** A stretch of a geometry's corners that is drawn with one material. */
export interface DrawnGroup {
  readonly material: Material;
  /** Of the index where there is one, of the vertices otherwise. */
  readonly start: number;
  readonly end: number;
}

/** What the renderers draw of a mesh's geometry; of a batch, each group stands for all that is in it. */
export function drawnGroups({ geometry, material }: Mesh): DrawnGroup[] {
  const { index, attributes, drawRange, groups } = geometry;
  if (!attributes.position) return [];
  const count = index ? index.count : attributes.position.count;
  const first = Math.max(0, drawRange.start);
  const last = Math.min(count, drawRange.start + drawRange.count);
  if (!Array.isArray(material)) return material?.visible ? [{ material, start: first, end: last }] : [];
  const drawn: DrawnGroup[] = [];
  for (const group of groups) {
    const own: Material | undefined = material[group.materialIndex ?? 0];
    const end = Math.min(last, group.start + group.count);
    if (own?.visible) drawn.push({ material: own, start: Math.max(first, group.start), end });
  }
  return drawn;
}
