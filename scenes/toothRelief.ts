/** A place on a crown from above, in mm: x mesial, y buccal. */
export type Place = readonly [x: number, y: number];

export interface Cusp {
  readonly at: Place;
  /** Of the tip, above the floor of the fossa, in mm. */
  readonly height: number;
}

/** A crest between two places: marginal ridges, the upper molars' oblique ridge. */
export interface Ridge {
  readonly from: Place;
  readonly to: Place;
  readonly height: number;
}

export interface Relief {
  readonly cusps: readonly Cusp[];
  readonly ridges: readonly Ridge[];
  /** Lines along which fissures are cut in. */
  readonly grooves: readonly (readonly Place[])[];
  /** How steeply cusps rise; 0.7 is 35°. */
  readonly slope: number;
}

/** mm: over this a cusp's tip is round. */
const TIP_RADIUS = 0.55;
/** A cusp is longer towards the middle of the tooth and narrower across: its triangular ridge. */
const ALONG = 0.8;
const ACROSS = 1.2;
/** A ridge is a little steeper than a cusp. */
const RIDGE_SLOPE = 0.95;
/** How sharply hills meet, per mm: the valley between two is rounded over about a fifth of a mm. */
const SHARPNESS = 5;
const GROOVE = { depth: 0.34, width: 0.34 };

/** The height over the floor of the fossa, in mm: the highest of the hills, softly, less the grooves. */
export function reliefAt({ cusps, ridges, grooves, slope }: Relief, x: number, y: number): number {
  let sum = 1; // the floor
  for (const { at, height } of cusps) sum += Math.exp(SHARPNESS * (height - slope * cuspDistance(at, x, y)));
  for (const { from, to, height } of ridges) {
    const d = segmentDistance(from, to, x, y);
    sum += Math.exp(SHARPNESS * (height - RIDGE_SLOPE * (Math.hypot(d, TIP_RADIUS) - TIP_RADIUS)));
  }
  let cut = 0;
  for (const line of grooves) {
    let d = Infinity;
    for (let i = 1; i < line.length; i++) d = Math.min(d, segmentDistance(line[i - 1], line[i], x, y));
    cut = Math.max(cut, Math.exp(-((d / GROOVE.width) ** 2)));
  }
  return Math.log(sum) / SHARPNESS - GROOVE.depth * cut;
}

function cuspDistance([cx, cy]: Place, x: number, y: number): number {
  const r = Math.hypot(cx, cy);
  const [ux, uy] = r > 0 ? [cx / r, cy / r] : [1, 0];
  const [dx, dy] = [x - cx, y - cy];
  const along = ALONG * (dx * ux + dy * uy);
  const across = ACROSS * (dy * ux - dx * uy);
  return Math.hypot(along, across, TIP_RADIUS) - TIP_RADIUS;
}

function segmentDistance([ax, ay]: Place, [bx, by]: Place, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
