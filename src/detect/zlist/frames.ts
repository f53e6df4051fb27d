import { type PackedAtlas, packAtlas } from '../../view/atlas.js';
import type { View } from '../../view/view.js';

/** So many pixels go through the machine at once: enough to keep it busy, few enough for its memory and for caches. */
const FRAME_PIXELS = 2 ** 22;

/** The views in atlases of at most FRAME_PIXELS, unless a single one has more. */
export function* frames(views: readonly View[]): Generator<PackedAtlas> {
  for (let from = 0; from < views.length; ) {
    let end = from;
    for (let pixels = 0; end < views.length; end++) {
      pixels += views[end].columns * views[end].rows;
      if (pixels > FRAME_PIXELS && end > from) break;
    }
    for (const { atlas, indices } of packAtlas(views.slice(from, end)))
      yield { atlas, indices: indices.map((i) => i + from) };
    from = end;
  }
}
