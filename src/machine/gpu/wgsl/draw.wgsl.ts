import { DEPTH_SLACK } from '../../raster.js';
import { frameWgsl } from './frame.wgsl.js';
import { trueDepthWgsl } from './trueDepth.wgsl.js';

/** What is drawn, whether only beyond the kept plane, and whether depths out of the range are clamped instead of dropped. */
export interface DrawVariant {
  readonly what: 'faces' | 'edges';
  readonly beyondKept: boolean;
  readonly clamps: boolean;
}

/**
 * One vertex invocation takes one corner of one face or edge of one item (the instance), out of the same buffers as the
 * lists. A face of a mirrored body is turned, so that faces whose outside is seen are always counter-clockwise.
 *
 * One fragment invocation works out the depth of its pixel's centre, as the lists do, and drops it outside the depth range
 * (or clamps it). The hardware would interpolate over the snapped corners, which on a coarse grid is wrong by as much as the
 * snapping times the slope, and clip at the near and far planes, where faces often lie. So corners go out at a depth of no
 * meaning; the very same terms in every pass give equal depths to equal faces, and peeling meets no face twice.
 *
 * Measured on an H200 at 512 × 512, for 1,680, 160,800 and 1,442,400 faces: 0.33, 0.90 and 2.8 ms a draw. With the plane
 * worked out in f32 per corner and passed on: 0.09, 0.86 and 4.0 ms, but depths were wrong by up to 5.4e-6 of the range on
 * solids and 7.9e-5 on steep walls, where these are by 2.4e-7, like the lists'. Without depth: 0.05, 0.35 and 2.8 ms.
 *
 * Nothing can overflow: counters are the stencil's own.
 */
export const drawWgsl = ({ what, beyondKept, clamps }: DrawVariant): string => /* wgsl */ `
${frameWgsl}
@group(0) @binding(0) var<storage, read> items: array<Item>;
@group(0) @binding(1) var<storage, read> positions: array<i32>;
@group(0) @binding(2) var<storage, read> corners: array<u32>; // the vertices of faces, or of edges
${beyondKept ? '@group(1) @binding(0) var keptPlane: texture_2d<f32>;' : ''}
${trueDepthWgsl}

struct Corner {
  @builtin(position) @invariant position: vec4f,
  /** The item, and the number of the face or edge. */
  @location(0) @interpolate(flat) source: vec2u,
}

/** To pixels and depth: of a point with w = 1, of a difference of points with w = 0. */
fn onScreen(item: u32, q: vec4f) -> vec3f {
  return vec3f(dot(items[item].toX, q), dot(items[item].toY, q), dot(items[item].toDepth, q));
}
fn placeOf(item: u32, at: vec3i) -> vec3f { return onScreen(item, vec4f(vec3f(at - items[item].centre), 1.0)); }

fn cornerOf(item: u32, vertex: u32, number: u32) -> Corner {
  let share = placeOf(item, lattice(item, vertex)).xy / vec2f(items[item].tile.zw);
  return Corner(vec4f(2.0 * share.x - 1.0, 1.0 - 2.0 * share.y, 0.5, 1.0), vec2u(item, number));
}

@vertex
fn faces(@builtin(vertex_index) index: u32, @builtin(instance_index) item: u32) -> Corner {
  let face = index / 3u;
  let k = index - 3u * face;
  let turned = select(k, (3u - k) % 3u, items[item].entrySign < 0);
  return cornerOf(item, corners[items[item].firstIndex + 3u * face + turned], face);
}

@vertex
fn edges(@builtin(vertex_index) index: u32, @builtin(instance_index) item: u32) -> Corner {
  return cornerOf(item, corners[index], index / 2u);
}

${what === 'edges' ? edgeDepthWgsl : faceDepthWgsl}

/** The fragment's depth, if it is to be drawn at all. */
fn depthOf(c: Corner) -> f32 {
  let item = c.source.x;
  let pixel = vec2i(c.position.xy) - vec2i(items[item].tile.xy);
  let z = depthIn(item, c.source.y, pixel) + items[item].depthOffset;
  ${clamps ? '' : `if (!(z >= ${-DEPTH_SLACK} && z <= ${1 + DEPTH_SLACK})) { discard; }`}
  let depth = clamp(z, 0.0, 1.0);
  ${beyondKept ? 'if (!(depth > textureLoad(keptPlane, vec2i(c.position.xy), 0).x)) { discard; }' : ''}
  return depth;
}

/** What goes into the id plane. */
fn idOf(c: Corner) -> u32 {
  let own = items[c.source.x].nameBase;
  return select(c.source.y + 1u, own, own != 0u);
}

struct DepthAndId { @builtin(frag_depth) depth: f32, @location(0) id: u32 }
@fragment fn nothing() {}
@fragment fn clipped(c: Corner) { _ = depthOf(c); }
@fragment fn withId(c: Corner) -> @location(0) u32 { _ = depthOf(c); return idOf(c); }
@fragment fn withDepth(c: Corner) -> @builtin(frag_depth) f32 { return depthOf(c); }
@fragment fn withDepthAndId(c: Corner) -> DepthAndId { return DepthAndId(depthOf(c), idOf(c)); }

/** A triangle over the whole viewport. */
@vertex
fn everywhere(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(select(-1.0, 3.0, index == 1u), select(-1.0, 3.0, index == 2u), 0.5, 1.0);
}
`;

const faceDepthWgsl = /* wgsl */ `
/** The depth at which the ray of a pixel meets a face. */
fn depthIn(item: u32, face: u32, pixel: vec2i) -> f32 {
  let at = items[item].firstIndex + 3u * face;
  let p = planeOf(item, vec3u(corners[at], corners[at + 1u], corners[at + 2u]));
  let a = placeOf(item, p.a);
  let u = onScreen(item, vec4f(vec3f(p.ab), 0.0));
  let v = onScreen(item, vec4f(vec3f(p.ac), 0.0));
  let d = vec2f(pixel) + 0.5 - a.xy;
  let area = u.x * v.y - u.y * v.x;
  let weights = vec2f(d.x * v.y - d.y * v.x, u.x * d.y - u.y * d.x) / select(area, 1e30, area == 0.0);
  return depthAt(item, a.z + vec3f(0.0, u.z, v.z), p, pixel, weights);
}`;

const edgeDepthWgsl = /* wgsl */ `
/** Along the axis on which an edge is longer it has one depth per pixel, its own. */
fn depthIn(item: u32, edge: u32, pixel: vec2i) -> f32 {
  let tail = lattice(item, corners[2u * edge]);
  let along = lattice(item, corners[2u * edge + 1u]) - tail;
  let a = placeOf(item, tail);
  let u = onScreen(item, vec4f(vec3f(along), 0.0));
  let major = select(vec3f(0.0, 1.0, 0.0), vec3f(1.0, 0.0, 0.0), abs(u.x) >= abs(u.y));
  let length = dot(major, u);
  let slope = u.z / select(length, 1e30, length == 0.0);
  let weight = dot(major.xy, vec2f(pixel) + 0.5 - a.xy) / select(length, 1e30, length == 0.0);
  let k = i32(clamp(weight, 0.0, 1.0) * 65535.0);
  let steps = stepsAt(a.z + f32(k) * u.z / 65536.0);
  let here = onScreen(item, vec4f(fromRay(item, tail, along, vec3i(0), vec2i(k, 0), pixel, steps), 0.0));
  let depth = depthOfSteps(steps) + here.z - slope * dot(major, here);
  return clamp(depth, a.z + min(0.0, u.z), a.z + max(0.0, u.z));
}`;
