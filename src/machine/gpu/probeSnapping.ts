import { seeded } from '../../math/random.js';
import type { GpuContext } from './context.js';
import { TEXTURE_USAGE, USAGE } from './device.js';

/** Triangles stand in cells of this many pixels across and down, in a square of cells; both powers of two. */
const CELL_PX = 8;
const CELLS = 64;
const SIDE_PX = CELL_PX * CELLS;
/** Vertices keep this far from their cell's border, so that no snapping carries a triangle into the next cell. */
const MARGIN_PX = 0.5;
/** Vertices lie on this fraction of a pixel: finer than any snapping, and still exact in f32, in clip space as on the screen. */
const FINEST = 2 ** 14;
const SEED = 20;

/** Every device is taken to snap at least this coarsely: a pixel's 256th is what all of them promise at best. */
export const LEAST_SNAP_PX = 2 ** -8;

/** One invocation passes one corner on; every covered pixel becomes 1. */
const probeWgsl = /* wgsl */ `
@group(0) @binding(0) var<storage, read> corners: array<vec2f>;
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f { return vec4f(corners[index], 0.5, 1.0); }
@fragment fn covered() -> @location(0) u32 { return 1u; }
`;

/**
 * How far the hardware's rasterizer moves edges, in pixels: drivers snap vertices to a grid of their own, which cannot be
 * asked for. Draws some thousand random triangles, compares with the exact coverage of the vertices as given, and takes
 * the pixel centre farthest from the outline at which the two differ; rounded up to a power of two, and doubled, since
 * no sample meets the worst case. Snapping moves a corner, and so every point of an edge, by at most the half diagonal
 * of the grid's cell: where a pixel's coverage changes, the true edge is as near as that.
 */
export async function probeSnapping(context: GpuContext): Promise<number> {
  const screen = randomTriangles();
  const worst = farthestDifference(screen, await drawTriangles(context, screen));
  return worst === 0 ? LEAST_SNAP_PX : Math.max(LEAST_SNAP_PX, 2 * 2 ** Math.ceil(Math.log2(worst)));
}

/** Six numbers per triangle, in pixels, one triangle per cell. */
function randomTriangles(): Float64Array {
  const random = seeded(SEED);
  const screen = new Float64Array(6 * CELLS * CELLS);
  const within = () => Math.round((MARGIN_PX + random() * (CELL_PX - 2 * MARGIN_PX)) * FINEST) / FINEST;
  for (let cell = 0; cell < CELLS * CELLS; cell++)
    for (let k = 0; k < 6; k += 2) {
      screen[6 * cell + k] = CELL_PX * (cell % CELLS) + within();
      screen[6 * cell + k + 1] = CELL_PX * Math.floor(cell / CELLS) + within();
    }
  return screen;
}

/** One byte per pixel. */
async function drawTriangles(context: GpuContext, screen: Float64Array): Promise<Uint8Array> {
  const { device } = context;
  const clip = Float32Array.from(screen, (px, k) => (px / (SIDE_PX / 2) - 1) * (k % 2 === 0 ? 1 : -1));
  const corners = context.buffer('probe corners', clip.byteLength, USAGE.storage | USAGE.copyDst);
  const coverage = context.buffer('probe coverage', SIDE_PX * SIDE_PX, USAGE.copySrc | USAGE.copyDst);
  const { attachment, copySrc } = TEXTURE_USAGE;
  const format = 'r8uint';
  const texture = device.createTexture({
    label: 'probe',
    size: [SIDE_PX, SIDE_PX],
    format,
    usage: attachment | copySrc,
  });
  device.queue.writeBuffer(corners, 0, clip);
  const module = device.createShaderModule({ label: 'probe', code: probeWgsl });
  const pipeline = device.createRenderPipeline({
    label: 'probe',
    layout: 'auto',
    vertex: { module, entryPoint: 'corner' },
    fragment: { module, entryPoint: 'covered', targets: [{ format }] },
  });
  const encoder = device.createCommandEncoder({ label: 'probe' });
  const colorAttachments: GPURenderPassColorAttachment[] = [
    { view: texture.createView(), loadOp: 'clear', storeOp: 'store' },
  ];
  const pass = encoder.beginRenderPass({ label: 'probe', colorAttachments });
  pass.setPipeline(pipeline);
  const entries = [{ binding: 0, resource: { buffer: corners } }];
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.draw(screen.length / 2);
  pass.end();
  encoder.copyTextureToBuffer({ texture }, { buffer: coverage, bytesPerRow: SIDE_PX }, [SIDE_PX, SIDE_PX]);
  try {
    return new Uint8Array(await context.readBack(encoder, coverage, 0, SIDE_PX * SIDE_PX));
  } finally {
    for (const made of [corners, coverage, texture]) made.destroy();
  }
}

/** Among pixels whose coverage is not that of the exact triangle, the largest distance to its outline. */
function farthestDifference(screen: Float64Array, covered: Uint8Array): number {
  let worst = 0;
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const [ax, ay, bx, by, cx, cy] = screen.subarray(6 * cell, 6 * cell + 6);
    const x0 = CELL_PX * (cell % CELLS);
    const y0 = CELL_PX * Math.floor(cell / CELLS);
    for (let row = y0; row < y0 + CELL_PX; row++)
      for (let column = x0; column < x0 + CELL_PX; column++) {
        const x = column + 0.5;
        const y = row + 0.5;
        const a = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        const b = (cx - bx) * (y - by) - (cy - by) * (x - bx);
        const c = (ax - cx) * (y - cy) - (ay - cy) * (x - cx);
        const inside = (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
        if (inside === (covered[row * SIDE_PX + column] !== 0)) continue;
        const distance = Math.min(
          segmentDistance(x, y, ax, ay, bx, by),
          segmentDistance(x, y, bx, by, cx, cy),
          segmentDistance(x, y, cx, cy, ax, ay),
        );
        worst = Math.max(worst, distance);
      }
  }
  return worst;
}

function segmentDistance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy;
  const t = squared > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
