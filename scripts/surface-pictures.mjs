// Draws the pictures of docs/surfaces.md, one of each kind of solid that is no mesh, into docs/surfaces. Needs `npm run build`
// before; names as arguments draw these alone: `node scripts/surface-pictures.mjs torus gear`.
//
// What is seen is the first layer of the CPU machine's own lists. It is shaded with the normals of the true surface; only the
// B-spline patches are seen as the faces that the view has made of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { gear } from '../dist/scenes/gears.js';
import { gyroidLattice } from '../dist/scenes/gyroidLattice.js';
import { metaballs } from '../dist/scenes/metaballs.js';
import { nurbsTeapot } from '../dist/scenes/nurbsTeapot.js';
import { worldNormal } from '../dist/src/detect/surfaceNormal.js';
import {
  body,
  encodePng,
  faceOf,
  fitView,
  formula,
  pixelSize,
  single,
  surface,
  worldFromScreen,
} from '../dist/src/index.js';
import { createCpuMachine } from '../dist/src/machine/cpu/cpuMachine.js';
import { flattened, patchesOfFaces } from '../dist/src/machine/flattened.js';
import { identity, transformPoint } from '../dist/src/math/affine.js';
import { faceNormals } from '../dist/src/mesh/normals.js';

const { cos, hypot, max, mul, sin, smin, square, sub, x, y, z } = formula;

/** A die: the distance from a rounded cube, less all that is within a pip. Neither changes faster than the distance does. */
function die() {
  // Places on a face, in rows of three; opposite faces add up to seven.
  const faces = ['4', '08', '048', '0268', '02468', '023568'];
  const places = [
    (u, v) => [u, v, 1.1],
    (u, v) => [u, -1.1, v],
    (u, v) => [1.1, u, v],
    (u, v) => [-1.1, u, v],
    (u, v) => [u, 1.1, v],
    (u, v) => [u, v, -1.1],
  ];
  const along = (step) => 0.45 * ((step % 3) - 1);
  const pips = faces.flatMap((face, k) => Array.from(face, (at) => places[k](along(at), along(Math.floor(at / 3)))));
  return surface.functionSolid({
    f(px, py, pz) {
      const cube = Math.hypot(
        Math.max(Math.abs(px) - 0.75, 0),
        Math.max(Math.abs(py) - 0.75, 0),
        Math.max(Math.abs(pz) - 0.75, 0),
      );
      let nearest = Infinity;
      for (const [cx, cy, cz] of pips) nearest = Math.min(nearest, (px - cx) ** 2 + (py - cy) ** 2 + (pz - cz) ** 2);
      return Math.max(cube - 0.25, 0.21 - Math.sqrt(nearest));
    },
    lipschitz: 1,
    bounds: { min: [-1.1, -1.1, -1.1], max: [1.1, 1.1, 1.1] },
  });
}

/** Where the rays go where a kind does not say: from the front and above, z upwards. */
const USUAL = [-0.5, 0.72, -0.5];

/** File, solid, and where the rays go. */
const KINDS = [
  ['sphere', () => surface.sphere({ radius: 1.2 })],
  ['ellipsoid', () => surface.ellipsoid({ radii: [1.5, 1, 0.6] })],
  ['cylinder', () => surface.cylinder({ radius: 0.8, height: 2.2 })],
  ['cone', () => surface.cone({ radius: 1.1, height: 2 })],
  ['frustum', () => surface.frustum({ bottomRadius: 1.2, topRadius: 0.5, height: 1.6 })],
  ['paraboloid', () => surface.paraboloid({ radius: 1, height: 1.8 })],
  ['hyperboloid-one-sheet', () => surface.hyperboloidOfOneSheet({ waistRadius: 0.5, radius: 1, height: 2 })],
  [
    'hyperboloid-two-sheets',
    () => surface.hyperboloidOfTwoSheets({ radius: 1, height: 1.1, tipDistance: 0.2, sheets: 2 }),
    [-0.5, 0.72, -0.36],
  ],
  [
    'cut',
    () =>
      surface.cut(surface.sphere({ radius: 1 }), [
        { normal: [1, -2, 2], distance: 1.8 },
        { normal: [2, -1, 0.1], distance: 1.5 },
        { normal: [-1, -1, 0.3], distance: 1 },
      ]),
  ],
  ['torus', () => surface.torus({ radius: 1.2, tubeRadius: 0.45 }), [-0.5, 0.62, -0.68]],
  ['superellipsoid', () => surface.superellipsoid({ radii: [1.2, 1, 0.8], exponents: [0.4, 0.7] })],
  ['rounded-box', () => surface.roundedBox({ size: [2, 1.5, 1.2], radius: 0.35 })],
  ['capsule', () => surface.capsule({ radius: 0.6, height: 1.4 })],
  [
    'metaballs',
    () =>
      metaballs(
        [
          [-0.6, -0.1, -0.2],
          [0.5, 0.3, -0.1],
          [0, 0, 0.55],
        ],
        0.45,
      ),
  ],
  ['gyroid', () => gyroidLattice({ cells: 2, size: 2 })],
  [
    'blend',
    () =>
      surface.implicit({ f: smin(sub(hypot(x, y, z), 0.8), max(sub(hypot(y, z), 0.35), sub(square(x), 2.25)), 0.4) }),
  ],
  ['gear', () => gear({ teeth: 18, module: 0.15, width: 0.6 }), [-0.45, 0.62, -0.8]],
  ['function', die],
  [
    'height',
    () => surface.heightFunction({ h: mul(0.3, sin(mul(3, x)), cos(mul(2, y))), domain: [-1, 1, -1, 1], base: -1 }),
  ],
  ['nurbs', nurbsTeapot, [-0.35, 0.85, -0.42]],
];

const SIDE_PX = 280;
const MARGIN_PX = 8;
/** Rays along each side of a pixel. */
const DOTS = 3;
/** Tones from black to full colour: a step of two in 255 is not seen, and long runs make a small file. */
const TONES = 112;
/** Colours are multiples of it, for the same reason. */
const STEP = 2;
/** Neighbouring rays whose first layers differ by more than this, in dots, beyond what the slope explains, have an outline between them. */
const JUMP = 10;
/** Of outlines, in dots. */
const WIDTH = 2;
const OUTLINE = [48, 52, 62];

/** Patches of one kind have one tint, and the first is that of the curved side. */
const TINTS = [
  [150, 178, 212],
  [226, 192, 150],
  [172, 200, 168],
  [212, 170, 178],
  [186, 176, 214],
  [204, 204, 170],
];

/** Which tint a patch has: those of a formula's box are alike, and so are the faces, edges and corners of a rounded box. */
function tintOf({ kind, patches }, patch) {
  if (kind === 'implicit' || kind === 'function') return patch === 0 ? 0 : 1;
  if (kind === 'roundedBox') return ['face', 'edge', 'corner'].indexOf(patches[patch].split(' ')[0]);
  if (kind !== 'nurbs') return patch % TINTS.length;
  // The pieces of a pot, each in its tint: 'belly 3', 'handle near left'.
  const pieces = [...new Set(patches.map((name) => name.split(' ')[0]))];
  return pieces.indexOf(patches[patch].split(' ')[0]) % TINTS.length;
}

/** What every ray of a view meets first: depth in dots (infinite where nothing), patch, and normal in the view's axes. */
async function look(machine, solid, view) {
  const lists = await machine.run(single(view), async (frame) => {
    frame.lists([{ body: solid }]);
    return frame.read('lists');
  });
  const count = view.columns * view.rows;
  const depth = new Float64Array(count).fill(Infinity);
  const patch = new Uint32Array(count);
  const normal = new Float64Array(3 * count);
  const back = worldFromScreen(view);
  const normalOf = normalsOf(solid, view);
  for (let p = 0; p < count; p++) {
    const first = lists.first[p];
    if (first === lists.first[p + 1]) continue;
    const piece = faceOf(lists.name[first], lists);
    const at = transformPoint(back, [(p % view.columns) + 0.5, Math.floor(p / view.columns) + 0.5, lists.depth[first]]);
    const n = normalOf(piece, at);
    depth[p] = (lists.depth[first] * view.size[2]) / pixelSize(view)[0];
    patch[p] = solid.surface.kind === 'nurbs' ? patchesOfFaces(solid, view, Uint32Array.of(piece))[0] : piece;
    [view.right, view.down, view.direction].forEach((axis, k) => {
      normal[3 * p + k] = axis[0] * n[0] + axis[1] * n[1] + axis[2] * n[2];
    });
  }
  return { depth, patch, normal };
}

/** The normal at a point of a piece: of the surface, or of the face where patches were flattened. */
function normalsOf(solid, view) {
  if (solid.surface.kind !== 'nurbs') return (piece, at) => worldNormal(solid.surface, identity(), piece, at);
  const { normals } = faceNormals(flattened(solid, view).mesh);
  return (face) => normals.subarray(3 * face, 3 * face + 3);
}

/** Square, with the solid in the middle, as large as the margin lets it be. */
async function frameView(machine, solid, direction) {
  const rough = fitView(solid.bounds, { direction, resolution: 256 });
  const { depth } = await look(machine, solid, rough);
  const [columns, rows] = [[], []];
  depth.forEach((d, p) => {
    if (d === Infinity) return;
    columns.push(p % 256);
    rows.push(Math.floor(p / 256));
  });
  const [w, h] = pixelSize(rough);
  const [left, right] = [(least(columns) - 1) * w, (most(columns) + 2) * w];
  const [top, bottom] = [(least(rows) - 1) * h, (most(rows) + 2) * h];
  const side = (Math.max(right - left, bottom - top) * SIDE_PX) / (SIDE_PX - 2 * MARGIN_PX);
  const [x0, y0] = [(left + right - side) / 2, (top + bottom - side) / 2];
  const origin = rough.origin.map((value, k) => value + x0 * rough.right[k] + y0 * rough.down[k]);
  const dots = SIDE_PX * DOTS;
  return { ...rough, origin, size: [side, side, rough.size[2]], columns: dots, rows: dots };
}

const least = (list) => list.reduce((a, b) => Math.min(a, b));
const most = (list) => list.reduce((a, b) => Math.max(a, b));

const unit = (v) => v.map((value) => value / Math.hypot(...v));
/** Towards the lights, in the view's axes (right, down, away): from the upper left before the picture, and weakly from the right. */
const KEY = unit([-0.5, -0.62, -0.6]);
const FILL = unit([0.9, 0.1, -0.45]);
/** Half way between the first light and the eye: where it gleams. */
const GLEAM = unit([KEY[0], KEY[1], KEY[2] - 1]);

const dot = (n, at, v) => n[at] * v[0] + n[at + 1] * v[1] + n[at + 2] * v[2];

/** The colour of what a ray meets. */
function shade(seen, p, tint) {
  const { normal } = seen;
  // Light goes around a little, so that what lies away from it is dark but not black.
  const key = Math.max(0, (dot(normal, 3 * p, KEY) + 0.35) / 1.35) ** 1.2;
  const fill = Math.max(0, dot(normal, 3 * p, FILL));
  const gleam = 0.16 * Math.max(0, dot(normal, 3 * p, GLEAM)) ** 28;
  const tone = Math.round((0.4 + 0.68 * key + 0.14 * fill) * TONES) / TONES;
  return TINTS[tint].map((value) => value * tone + (Math.round(gleam * TONES) / TONES) * 255);
}

/** Whether the picture has an outline in a dot: beside it there is nothing, or what lies farther behind than the slope explains. */
function isOutline({ depth, normal }, p, columns) {
  const steep = Math.min(normal[3 * p + 2], -0.05);
  const endsAt = (q, slope) => depth[q] - depth[p] > JUMP + 3 * WIDTH * Math.abs(slope / steep);
  return (
    endsAt(p - WIDTH, normal[3 * p]) ||
    endsAt(p + WIDTH, normal[3 * p]) ||
    endsAt(p - WIDTH * columns, normal[3 * p + 1]) ||
    endsAt(p + WIDTH * columns, normal[3 * p + 1])
  );
}

/** Every pixel is the mean of its dots, and as clear as many of them meet nothing. */
function paint(seen, solid, view) {
  const { columns } = view;
  const rgba = new Uint8Array(4 * SIDE_PX * SIDE_PX);
  for (let py = 0; py < SIDE_PX; py++)
    for (let px = 0; px < SIDE_PX; px++) {
      const sum = [0, 0, 0, 0];
      for (let k = 0; k < DOTS * DOTS; k++) {
        const p = (py * DOTS + Math.floor(k / DOTS)) * columns + px * DOTS + (k % DOTS);
        if (seen.depth[p] === Infinity) continue;
        const colour = shade(seen, p, tintOf(solid.surface, seen.patch[p]));
        const ink = isOutline(seen, p, columns) ? 0.9 : 0;
        for (let c = 0; c < 3; c++) sum[c] += Math.min(255, colour[c]) * (1 - ink) + OUTLINE[c] * ink;
        sum[3]++;
      }
      if (sum[3] === 0) continue;
      const at = 4 * (py * SIDE_PX + px);
      for (let c = 0; c < 3; c++) rgba[at + c] = STEP * Math.floor(sum[c] / sum[3] / STEP);
      rgba[at + 3] = Math.round((255 * sum[3]) / DOTS ** 2);
    }
  return rgba;
}

const folder = new URL('../docs/surfaces/', import.meta.url);
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const machine = createCpuMachine();
for (const [name, make, direction = USUAL] of KINDS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const begin = performance.now();
  const solid = body(make(), { name });
  const view = await frameView(machine, solid, direction);
  const seen = await look(machine, solid, view);
  const png = await encodePng(SIDE_PX, SIDE_PX, paint(seen, solid, view));
  writeFileSync(new URL(`${name}.png`, folder), png);
  console.log(
    `${name}.png: ${(png.length / 1024).toFixed(1)} kB, ${((performance.now() - begin) / 1000).toFixed(1)} s`,
  );
}
machine.close();
