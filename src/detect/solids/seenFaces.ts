import type { BodyState } from '../../body.js';
import { DEPTH_ERROR_SHARE } from '../../constants.js';
import type { Frame, Machine } from '../../machine/machine.js';
import { transformDirection } from '../../math/affine.js';
import { extent } from '../../math/box.js';
import { cross, dot, length, type Vec3 } from '../../math/vector.js';
import { single } from '../../view/atlas.js';
import { collisionZone } from '../../view/direction.js';
import { pixelSize, type View } from '../../view/view.js';

/** The faces of two bodies that face each other across the collision zone: face number → pixels in which it is seen. */
export interface SeenFaces {
  readonly a: ReadonlyMap<number, number>;
  readonly b: ReadonlyMap<number, number>;
  /** Pixels in the zone. */
  readonly pixelCount: number;
  /** Pixels in which the bodies face each other, near or far. */
  readonly facingCount: number;
  /** The least gap between faces that face each other, as a share of the view's depth; negative where they overlap. */
  readonly leastGap: number;
}

/** Whether a pixel belongs to the zone; `gap` between its facing layers as a share of the view's depth, negative inside. */
export type InZone = (pixel: number, gap: number) => boolean;

/**
 * How much farther apart than the nearest layers (or than touching ones, where bodies overlap) layers may be to count as
 * near, as a share of the least width of the volume in which the bodies can meet; for bodies apart, of the view's depth.
 * A quarter takes in what surrounds the contact, also where only a point touches, and leaves out what turns away from it.
 */
export const NEAR_SHARE = 1 / 4;

/**
 * The least share of the facing layers, nearest first, that makes a zone, however far it reaches; no unit. Where boxes overlap by
 * little, what is near by {@link NEAR_SHARE} can be one slope of one cusp of fourteen teeth, and would turn the view to it.
 * A quarter is what a ball shows within 30° of its nearest point: enough to tell how surfaces lie, and still about the contact.
 * Of teeth an eighth can still be a few slopes (14° off their axis; a sixteenth 33°), and with a half come the outer walls (16°).
 */
export const FAIR_SHARE = 1 / 4;

/**
 * Faces at a greater angle than this cosine tells (some 75°) do not face each other; no unit. It keeps out the side walls
 * of a body that a slanting ray meets beside the contact: they stand square to what they are seen against.
 */
const FACING_COSINE = 0.25;

/**
 * Which faces are seen in the collision zone: the item buffer (Weghorst, Hooper and Greenberg 1984), in which a face is
 * drawn with its number as colour, as Myszkowski, Okunev and Kunii 1995 use it in section 7.
 *
 * Two layers of a ray can meet where it leaves one body and enters the other: A's last exit and B's first entry (Z_max of
 * A and Z_min of B, where A is the nearer one), or B's last exit and A's first entry. Of these the pair that is less deep
 * in each other counts, the shorter way out, and both where they are equal. Layers outside the view's depth are not seen.
 *
 * The zone: by default where such layers are near to each other or overlap ({@link NEAR_SHARE}), and at least the nearest
 * {@link FAIR_SHARE} of them; else what `inZone` says.
 */
export function seenFaces(
  machine: Machine,
  a: BodyState,
  b: BodyState,
  view: View,
  inZone?: InZone,
): Promise<SeenFaces> {
  return machine.run(single(view), async (frame) => {
    const lastOfA = await drawItems(frame, a, 'exits');
    const firstOfB = await drawItems(frame, b, 'entries');
    const lastOfB = await drawItems(frame, b, 'exits');
    const firstOfA = await drawItems(frame, a, 'entries');
    const ab = facing(view, { body: a, ...lastOfA }, { body: b, ...firstOfB });
    const ba = facing(view, { body: b, ...lastOfB }, { body: a, ...firstOfA });
    return count(ab, ba, reachIn(a, b, view), inZone);
  });
}

interface Items {
  /** Face number + 1 per pixel, 0 where there is none. */
  readonly id: Uint32Array;
  readonly depth: Float32Array;
}

/** The item buffer of a body's last exits, or of its first entries. Layers on the near and far planes count. */
async function drawItems(frame: Frame, body: BodyState, which: 'exits' | 'entries'): Promise<Items> {
  const isLast = which === 'exits';
  frame.clear({ depth: isLast ? 0 : 1, id: 0 });
  const cull = isLast ? 'entries' : 'exits';
  frame.draw('faces', [{ body }], {
    cull,
    depth: isLast ? 'greater-equal' : 'less-equal',
    writeDepth: true,
    id: 'face',
  });
  return { id: await frame.read('id'), depth: await frame.read('depth') };
}

interface Facing {
  readonly exits: Uint32Array;
  readonly entries: Uint32Array;
  /** From the exit to the entry, as a share of the view's depth; −Infinity where one of them is not there. */
  readonly gap: Float32Array;
  /** 1 where the two faces face each other. */
  readonly isFacing: Uint8Array;
}

function facing({ direction }: View, leaves: Items & { body: BodyState }, enters: Items & { body: BodyState }): Facing {
  const gap = new Float32Array(leaves.id.length).fill(-Infinity);
  const isFacing = new Uint8Array(gap.length);
  // Neighbours mostly see the same two faces.
  let [exit, entry, facesOther] = [0, 0, 0];
  for (let p = 0; p < gap.length; p++) {
    if (leaves.id[p] === 0 || enters.id[p] === 0) continue;
    gap[p] = enters.depth[p] - leaves.depth[p];
    if (leaves.id[p] !== exit || enters.id[p] !== entry) {
      exit = leaves.id[p];
      entry = enters.id[p];
      const m = areaVector(leaves.body, exit - 1);
      const n = areaVector(enters.body, entry - 1);
      // Both are turned to look along the ray, so neither a mirroring pose nor the order of corners matters.
      const ways = Math.sign(dot(m, direction)) * Math.sign(dot(n, direction));
      facesOther = (dot(m, n) * ways) / (length(m) * length(n)) > FACING_COSINE ? 1 : 0;
    }
    isFacing[p] = facesOther;
  }
  return { exits: leaves.id, entries: enters.id, gap, isFacing };
}

function count(ab: Facing, ba: Facing, reach: number, given: InZone | undefined): SeenFaces {
  // The shorter way out is settled before it is asked whether its faces face each other: else, beside a contact, the two
  // bodies' far sides would be taken for it.
  const counts = (own: Facing, other: Facing, p: number) =>
    own.isFacing[p] === 1 && own.gap[p] >= other.gap[p] - 2 * DEPTH_ERROR_SHARE;
  const pixels = ab.gap.length;
  const gaps = new Float32Array(2 * pixels);
  let [pairs, facingCount] = [0, 0];
  for (let p = 0; p < pixels; p++) {
    const before = pairs;
    if (counts(ab, ba, p)) gaps[pairs++] = ab.gap[p];
    if (counts(ba, ab, p)) gaps[pairs++] = ba.gap[p];
    if (pairs > before) facingCount++;
  }
  const facing = gaps.subarray(0, pairs);
  const leastGap = facing.reduce((least, gap) => Math.min(least, gap), Infinity);
  const most = fairReach(facing, Math.max(0, leastGap) + reach);
  const inZone = given ?? ((_: number, gap: number) => gap <= most);
  const a = new Map<number, number>();
  const b = new Map<number, number>();
  let pixelCount = 0;
  for (let p = 0; p < pixels; p++) {
    const isAhead = counts(ab, ba, p) && inZone(p, ab.gap[p]);
    const isBack = counts(ba, ab, p) && inZone(p, ba.gap[p]);
    if (isAhead) {
      tell(a, ab.exits[p]);
      tell(b, ab.entries[p]);
    }
    if (isBack) {
      tell(b, ba.exits[p]);
      tell(a, ba.entries[p]);
    }
    if (isAhead || isBack) pixelCount++;
  }
  return { a, b, pixelCount, facingCount, leastGap };
}

/** `most`, or as much more as takes in a fair share of the gaps, which are put in order for that. */
function fairReach(gaps: Float32Array, most: number): number {
  const fair = Math.ceil(FAIR_SHARE * gaps.length);
  const near = gaps.reduce((count, gap) => count + Number(gap <= most), 0);
  return near >= fair ? most : gaps.sort()[fair - 1];
}

/**
 * The default reach of the zone, as a share of the view's depth: of the least width of what the bodies can have in common.
 * That width is the depth of a view along it, and unlike a view's own depth it stays the same when the view is turned.
 * Where bodies just touch it is next to nothing, so a pixel's width is the least: what is nearer looks like one surface.
 */
function reachIn(a: BodyState, b: BodyState, view: View): number {
  const depth = view.size[2];
  const widths = collisionZone(a, b).boxes.flatMap(({ box, frameFromWorld: m }) =>
    extent(box).map((size, k) => size / Math.hypot(m[4 * k], m[4 * k + 1], m[4 * k + 2])),
  );
  const least = Math.min(depth, ...widths);
  return Math.max(NEAR_SHARE * (least < 0 ? depth : least), ...pixelSize(view)) / depth;
}

const tell = (faces: Map<number, number>, id: number): Map<number, number> =>
  faces.set(id - 1, (faces.get(id - 1) ?? 0) + 1);

/** A face's normal in the world, as long as twice its area there; not a number where a face is not finite. */
export function areaVector({ mesh: { positions, indices }, pose }: BodyState, face: number): Vec3 {
  const [i, j, k] = [3 * indices[3 * face], 3 * indices[3 * face + 1], 3 * indices[3 * face + 2]];
  // Sides are taken before they are moved: far from the origin a pose would round them.
  const side = (to: number): Vec3 =>
    transformDirection(pose, [
      positions[to] - positions[i],
      positions[to + 1] - positions[i + 1],
      positions[to + 2] - positions[i + 2],
    ]);
  return cross(side(j), side(k));
}
