import { DEPTH_SLACK } from '../../raster.js';
import { frameWgsl } from './frame.wgsl.js';

/**
 * One vertex invocation takes one corner of one face or edge of one item (the instance), out of the same buffers as the
 * lists. A face of a mirrored body is turned, so that faces whose outside is seen are always counter-clockwise.
 *
 * One fragment invocation works out the depth of its pixel's centre and drops it outside the depth range. The hardware
 * would interpolate over the snapped corners, which on a coarse grid is wrong by as much as the snapping times the slope,
 * and clip at the near and far planes, where faces often lie. So corners go out at a depth of no meaning, with the plane
 * of the true face; the very same terms in every pass give equal depths to equal faces, and peeling meets no face twice.
 *
 * Measured on an H200 at 512 × 512, 160,800 faces and 1,680: 0.86 and 0.17 ms a draw; with the plane worked out per
 * fragment 0.66 and 0.32 ms; without depth and fragments 0.42 and 0.11 ms. SwiftShader's own depths were off by up to
 * 4e-3 of the range, these by 1.2e-6 (the H200's by 5.4e-6).
 *
 * Nothing can overflow: counters are the stencil's own.
 */
export const drawWgsl = (beyondKept: boolean): string => /* wgsl */ `
${frameWgsl}
@group(0) @binding(0) var<storage, read> items: array<Item>;
@group(0) @binding(1) var<storage, read> positions: array<i32>;
@group(0) @binding(2) var<storage, read> corners: array<u32>; // the vertices of faces, or of edges
${beyondKept ? '@group(1) @binding(0) var keptPlane: texture_2d<f32>;' : ''}

/** Depth at p: start.z + slope · (p - start), within its range; p counts from the tile's corner. */
struct Corner {
  @builtin(position) @invariant position: vec4f,
  @location(0) @interpolate(flat) start: vec3f,
  @location(1) @interpolate(flat) slope: vec2f,
  @location(2) @interpolate(flat) range: vec2f,
  @location(3) @interpolate(flat) tileAndId: vec3u,
}

fn lattice(item: u32, vertex: u32) -> vec3i {
  let at = 3u * (items[item].firstVertex + vertex);
  return vec3i(positions[at], positions[at + 1u], positions[at + 2u]);
}

/** To pixels and depth: of a point with w = 1, of a difference of points with w = 0. */
fn onScreen(item: u32, q: vec4f) -> vec3f {
  return vec3f(dot(items[item].toX, q), dot(items[item].toY, q), dot(items[item].toDepth, q));
}
fn placeOf(item: u32, at: vec3i) -> vec3f { return onScreen(item, vec4f(vec3f(at - items[item].centre), 1.0)); }
fn between(item: u32, tail: vec3i, head: vec3i) -> vec3f { return onScreen(item, vec4f(vec3f(head - tail), 0.0)); }

fn cornerOf(item: u32, own: vec3i, start: vec3f, slope: vec2f, range: vec2f, number: u32) -> Corner {
  let share = placeOf(item, own).xy / vec2f(items[item].tile.zw);
  let id = select(number, items[item].nameBase, items[item].nameBase != 0u);
  return Corner(vec4f(2.0 * share.x - 1.0, 1.0 - 2.0 * share.y, 0.5, 1.0), start, slope, range, vec3u(items[item].tile.xy, id));
}

@vertex
fn faces(@builtin(vertex_index) index: u32, @builtin(instance_index) item: u32) -> Corner {
  let face = index / 3u;
  let k = index - 3u * face;
  let at = items[item].firstIndex + 3u * face;
  let v = array(lattice(item, corners[at]), lattice(item, corners[at + 1u]), lattice(item, corners[at + 2u]));
  let a = placeOf(item, v[0]);
  let u = between(item, v[0], v[1]);
  let w = between(item, v[0], v[2]);
  let area = u.x * w.y - u.y * w.x;
  let slope = vec2f(u.z * w.y - w.z * u.y, w.z * u.x - u.z * w.x) / select(area, 1e30, area == 0.0);
  let range = a.z + vec2f(min(0.0, min(u.z, w.z)), max(0.0, max(u.z, w.z)));
  return cornerOf(item, v[select(k, (3u - k) % 3u, items[item].entrySign < 0)], a, slope, range, face + 1u);
}

/** Along the axis on which an edge is longer it has one depth per pixel, its own. */
@vertex
fn edges(@builtin(vertex_index) index: u32, @builtin(instance_index) item: u32) -> Corner {
  let first = index & ~1u;
  let v = array(lattice(item, corners[first]), lattice(item, corners[first + 1u]));
  let a = placeOf(item, v[0]);
  let u = between(item, v[0], v[1]);
  let alongX = abs(u.x) >= abs(u.y);
  let length = select(u.y, u.x, alongX);
  let rise = u.z / select(length, 1e30, length == 0.0);
  let range = a.z + vec2f(min(0.0, u.z), max(0.0, u.z));
  return cornerOf(item, v[index & 1u], a, select(vec2f(0.0, rise), vec2f(rise, 0.0), alongX), range, index / 2u + 1u);
}

/** The fragment's depth, if it is to be drawn at all. */
fn depthOf(c: Corner) -> f32 {
  let p = c.position.xy - vec2f(c.tileAndId.xy) - c.start.xy;
  let z = clamp(c.start.z + dot(c.slope, p), c.range.x, c.range.y);
  if (!(z >= ${-DEPTH_SLACK} && z <= ${1 + DEPTH_SLACK})) { discard; }
  let depth = clamp(z, 0.0, 1.0);
  ${beyondKept ? 'if (!(depth > textureLoad(keptPlane, vec2i(c.position.xy), 0).x)) { discard; }' : ''}
  return depth;
}

struct DepthAndId { @builtin(frag_depth) depth: f32, @location(0) id: u32 }
@fragment fn nothing() {}
@fragment fn clipped(c: Corner) { _ = depthOf(c); }
@fragment fn withId(c: Corner) -> @location(0) u32 { _ = depthOf(c); return c.tileAndId.z; }
@fragment fn withDepth(c: Corner) -> @builtin(frag_depth) f32 { return depthOf(c); }
@fragment fn withDepthAndId(c: Corner) -> DepthAndId { return DepthAndId(depthOf(c), c.tileAndId.z); }

/** A triangle over the whole viewport. */
@vertex
fn everywhere(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(select(-1.0, 3.0, index == 1u), select(-1.0, 3.0, index == 2u), 0.5, 1.0);
}
`;
