import { InputError } from '../errors.js';
import { type GapMap, SEEN } from '../gapMap.js';
import { textWidth, write } from './bitmapFont.js';
import {
  type Canvas,
  type Colour,
  createCanvas,
  DOTS,
  dot,
  INK,
  PAPER,
  type Picture,
  QUIET,
  toPicture,
} from './canvas.js';
import { drawBorder } from './drawMark.js';
import { BODY_COLOURS } from './drawScene.js';
import { coloursOn, type GapPreset, type GapRange, type GapScale } from './gapColours.js';
import { drawCross, drawGapLegend, gapLegendHeight, gapLegendWidth, hatchAt } from './gapDrawLegend.js';
import { gapLegend } from './gapLegend.js';
import { gapScaleOf } from './gapScaleOf.js';
import { gapSettled } from './gapSettled.js';
import { legibleText, shortenText } from './legibleText.js';

export interface GapPictureOptions {
  /** `clash`: red and yellow inside both, green to blue apart; `occlusion`: a dentist's foil; `deviation`: blue, white, red. */
  preset?: GapPreset;
  /** Where the colours end; by default by the map itself. */
  range?: GapRange | undefined;
  /** Pixels along the map's longer side; title and legend come above and below. */
  resolution?: number;
  /** What a model unit is called. */
  unit?: string;
}

export const GAP_PICTURE_DEFAULTS = {
  preset: 'clash',
  range: undefined,
  resolution: 640,
  unit: 'units',
} as const satisfies GapPictureOptions;

const RESOLUTION_RANGE = [128, 4096] as const;
const PADDING = 28;
const TITLE = { top: 20, line: 24, under: 12 } as const;
const OUTLINE: Colour = [70, 74, 82];

/**
 * A gap map as a picture: where a ray sees both bodies, the gap in colours of the preset; grey where only A is, pink where only B
 * is; a cross at the least gap; a legend with signs. Gaps that may be 0 but for their error are shown as contact. A dot that stands for
 * several rays shows the one with the least gap, so that a contact of one ray is seen. The same map gives the same bytes.
 *
 * @example const { width, height, rgba } = gapPicture(await gap(upper, lower), { preset: 'occlusion', unit: 'mm' })
 */
export function gapPicture(map: GapMap, options: GapPictureOptions = {}): Picture {
  const { preset, range, resolution, unit } = settingsOf(options);
  const [least, most] = RESOLUTION_RANGE;
  if (!(Number.isInteger(resolution) && resolution >= least && resolution <= most))
    throw new InputError(
      `gapPicture: the resolution is out of range (${resolution}). Give a whole number from ${least} to ${most}.`,
    );
  const scale = gapScaleOf(map, preset, range);
  const legend = gapLegend(map, scale, unit);
  const [across, down] = [map.columns * map.pixelSize[0], map.rows * map.pixelSize[1]];
  const pixelLength = Math.max(across, down) / resolution;
  const [width, height] = [across, down].map((length) => Math.max(1, Math.round(length / pixelLength)));

  const inner = Math.max(width, gapLegendWidth(legend), ...legend.title.slice(1).map((line) => textWidth(line)));
  const mapTop = TITLE.top + legend.title.length * TITLE.line + TITLE.under;
  const legendTop = mapTop + height + PADDING;
  const canvas = createCanvas(inner + 2 * PADDING, legendTop + gapLegendHeight(legend), PAPER);
  legend.title.forEach((line, k) => {
    const text = shortenText(legibleText(line), inner);
    write(canvas, text, PADDING, TITLE.top + k * TITLE.line, k === 1 ? QUIET : INK);
  });
  const left = PADDING + Math.floor((inner - width) / 2);
  drawMap(canvas, { map, gaps: gapSettled(map), scale, left, top: mapTop, width, height });
  if (map.minimum) {
    const [column, row] = map.minimum.ray;
    const [x, y] = [left + ((column + 0.5) * width) / map.columns, mapTop + ((row + 0.5) * height) / map.rows];
    drawCross(canvas, Math.round(x * DOTS) / DOTS, Math.round(y * DOTS) / DOTS);
  }
  drawBorder(canvas, [left - 1, mapTop - 1], [left + width + 1, mapTop + height + 1]);
  drawGapLegend(canvas, legend, scale, { left: PADDING, top: legendTop, unit, pixelLength });
  return toPicture(canvas);
}

/** Options that are given as undefined are not given. */
function settingsOf(options: GapPictureOptions): Required<GapPictureOptions> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...GAP_PICTURE_DEFAULTS, ...Object.fromEntries(given) };
}

interface Placed {
  readonly map: GapMap;
  readonly gaps: Float32Array;
  readonly scale: GapScale;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function drawMap(canvas: Canvas, { map, gaps, scale, left, top, width, height }: Placed): void {
  const [columns, rows] = [width * DOTS, height * DOTS];
  const rays = shownRays(map, gaps, columns, rows);
  const rgb = coloursOn(gaps, scale);
  const { seen } = map;
  const hasContactLine = scale.preset !== 'occlusion';
  const ranks = Uint8Array.from(rays, (ray) => RANK[seen[ray]]);
  for (let y = 0, p = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, p++) {
      const [ray, rank] = [rays[p], ranks[p]];
      const put = (colour: Colour, opacity = 1) => dot(canvas, left * DOTS + x, top * DOTS + y, colour, opacity);
      if (seen[ray] === SEEN.both) put([rgb[3 * ray], rgb[3 * ray + 1], rgb[3 * ray + 2]]);
      else if (seen[ray] === SEEN.undecided) put(hatchAt(x, y));
      else if (seen[ray] !== SEEN.nothing) put(BODY_COLOURS[seen[ray] === SEEN.onlyA ? 0 : 1]);
      const [west, east] = [x > 0 ? p - 1 : p, x < columns - 1 ? p + 1 : p];
      const [north, south] = [y > 0 ? p - columns : p, y < rows - 1 ? p + columns : p];
      // Lines lie where there is less to see: what is inside both is hidden by none of them.
      if (ranks[west] > rank || ranks[east] > rank || ranks[north] > rank || ranks[south] > rank) put(OUTLINE, 0.8);
      else if (!hasContactLine || !(gaps[ray] >= 0)) continue;
      else if (gaps[rays[west]] < 0 || gaps[rays[east]] < 0 || gaps[rays[north]] < 0 || gaps[rays[south]] < 0)
        put(INK, 0.7);
    }
}

/** Which of two neighbours has the outline: the one of the lower rank. By `SEEN`. */
const RANK = [0, 1, 2, 4, 3] as const;

/** The ray that each dot shows: the nearest, or of several the one with the least gap, else the one that sees most. */
function shownRays({ seen, columns, rows }: GapMap, gaps: Float32Array, across: number, down: number): Uint32Array {
  const rays = new Uint32Array(across * down);
  const bounds = (k: number, dots: number, count: number): readonly [number, number] => {
    if (count <= dots) {
      const only = Math.min(count - 1, Math.floor(((k + 0.5) * count) / dots));
      return [only, only + 1];
    }
    return [Math.floor((k * count) / dots), Math.min(count, Math.ceil(((k + 1) * count) / dots))];
  };
  for (let y = 0, p = 0; y < down; y++) {
    const [row0, row1] = bounds(y, down, rows);
    for (let x = 0; x < across; x++, p++) {
      const [column0, column1] = bounds(x, across, columns);
      let best = row0 * columns + column0;
      for (let row = row0; row < row1; row++)
        for (let column = column0; column < column1; column++) {
          const ray = row * columns + column;
          const [now, before] = [RANK[seen[ray]], RANK[seen[best]]];
          if (now > before || (now === before && gaps[ray] < gaps[best])) best = ray;
        }
      rays[p] = best;
    }
  }
  return rays;
}
