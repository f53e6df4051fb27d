import { identity } from '../../../math/affine.js';
import { weld } from '../../../mesh/weld.js';
import type { SceneProblem } from '../../scene.js';
import { type Reader, type Source, unreadable } from '../reader.js';

/** 80 bytes of anything, and the number of facets. */
export const HEADER_BYTES = 84;
/** Normal, three corners (12 floats) and two bytes of anything. */
export const FACET_BYTES = 50;
const CORNERS_AT = 12;

/** How many facets the head promises; NaN where there is no whole head. */
export const facetCountOf = (bytes: Uint8Array): number =>
  bytes.length < HEADER_BYTES ? Number.NaN : view(bytes).getUint32(HEADER_BYTES - 4, true);

/** Reads a binary STL file: one part, in f32 as in the file. */
export const readBinaryStl: Reader = (bytes, source) => {
  const { facetCount, problems } = countFacets(bytes, source);
  const numbers = view(bytes);
  const positions = new Float32Array(9 * facetCount);
  for (let facet = 0; facet < facetCount; facet++) {
    const at = HEADER_BYTES + FACET_BYTES * facet + CORNERS_AT;
    for (let k = 0; k < 9; k++) {
      const x = numbers.getFloat32(at + 4 * k, true);
      if (!Number.isFinite(x))
        throw unreadable(
          source,
          `a coordinate of facet ${facet + 1} of ${facetCount} is not finite (${x} at byte ${at + 4 * k})`,
          'Repair the model or export it again.',
        );
      positions[9 * facet + k] = x;
    }
  }
  const { mesh } = weld({ positions, indices: Uint32Array.from({ length: 3 * facetCount }, (_, i) => i) });
  return {
    units: undefined,
    parts: [{ name: source.stem, path: [], mesh, pose: identity() }],
    problems,
    animations: [],
  };
};

/** The facets that there are: as the head says, else as the length does where it is a whole number of them. */
function countFacets(bytes: Uint8Array, source: Source): { facetCount: number; problems: SceneProblem[] } {
  const promised = facetCountOf(bytes);
  if (Number.isNaN(promised))
    throw unreadable(
      source,
      `it is no STL file: it neither begins with 'solid' nor has the ${HEADER_BYTES} bytes of a binary head (${bytes.length} bytes)`,
      'Export it again.',
    );
  const present = (bytes.length - HEADER_BYTES) / FACET_BYTES;
  const problems: SceneProblem[] = [];
  let facetCount = promised;
  if (promised !== present && present > 0 && Number.isInteger(present)) {
    facetCount = present;
    problems.push({
      code: 'repaired',
      message: `the head promises ${promised} facets, the file holds ${present}: all of these are read. Export it again if some are missing.`,
    });
  } else if (promised > present) {
    const facet = Math.floor(present);
    throw unreadable(
      source,
      `the file ends at byte ${bytes.length}, ${present === facet ? 'before' : 'within'} facet ${facet + 1} of the ${promised} that its head promises`,
      'It is cut off, or no STL file: export it again.',
    );
  } else if (promised < present && promised > 0)
    problems.push({
      code: 'repaired',
      message: `behind the last of ${promised} facets ${bytes.length - HEADER_BYTES - FACET_BYTES * promised} bytes follow that are no whole facets: they are left out. Export the file again if facets are missing.`,
    });
  if (facetCount === 0) throw unreadable(source, 'it holds no facets', 'Export a model that has a surface.');
  return { facetCount, problems };
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
