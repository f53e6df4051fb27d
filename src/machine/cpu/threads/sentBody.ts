import type { BodyState } from '../../../body.js';
import type { View } from '../../../view/view.js';
import { type LayerBody, layerBody } from '../gatherLayers.js';
import { sharedBody } from './sharedBody.js';

/** The body as a worker sees it: what is large of it lies in shared memory. */
export function sentBody(view: View, body: BodyState): LayerBody {
  const seen = layerBody(view, body);
  return seen.surface ? seen : { ...seen, ...sharedBody(body, seen.blocks) };
}
