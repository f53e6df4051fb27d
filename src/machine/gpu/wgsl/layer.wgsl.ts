import { DEPTH_SLACK } from '../../raster.js';
import { frameWgsl } from './frame.wgsl.js';

/**
 * What both rasterizing passes share: reading a face, the depth of one of its points, and appending a layer.
 *
 * Depth comes from the plane of the true vertices, measured on the body's integer lattice. A point P of the plane near
 * the ray is taken by whole arithmetic (weights in 1/65536), and so is the point R of the ray near P; both are exact modulo
 * 2^32, so P - R is exact however large the coordinates are. Only this short vector becomes f32, so even a face seen
 * almost edge-on loses no digits. Where a pose flattens the body, the vector may be longer than 2^31 steps: how many times
 * 2^32 it lost is told by the same difference in coarse f32.
 *
 * Overflow: a pixel's counter goes on past the slots (or the room), and nothing is written; the host sees it and runs
 * the lists again with room.
 */
export const layerWgsl = /* wgsl */ `
${frameWgsl}
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> items: array<Item>;
@group(0) @binding(2) var<storage, read> positions: array<i32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@group(0) @binding(4) var<storage, read> projected: array<vec4i>; // x, y in subpixels, depth as f32
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> layers: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> queue: array<u32>;

const NEAR = ${-DEPTH_SLACK};
const FAR = ${1 + DEPTH_SLACK};

/** A face on the screen: corners in subpixels, turned so that the area is positive; sign +1 for an entry. */
struct Face { a: vec2i, b: vec2i, c: vec2i, z: vec3f, corner: vec3u, sign: i32 }

fn corner(item: u32, vertex: u32) -> vec3i { return projected[items[item].firstProjected + vertex].xyz; }

fn lattice(item: u32, vertex: u32) -> vec3i {
  let at = 3u * (items[item].firstVertex + vertex);
  return vec3i(positions[at], positions[at + 1u], positions[at + 2u]);
}

fn readFace(item: u32, face: u32) -> Face {
  let at = items[item].firstIndex + 3u * face;
  let v = vec3u(indices[at], indices[at + 1u], indices[at + 2u]);
  let a = corner(item, v.x);
  let b = corner(item, v.y);
  let c = corner(item, v.z);
  return Face(a.xy, b.xy, c.xy, bitcast<vec3f>(vec3i(a.z, b.z, c.z)), v, 0);
}

/** Turns a face of negative area; an entry is one whose outside is seen. */
fn oriented(item: u32, f: Face, areaIsNegative: bool) -> Face {
  let sign = select(-items[item].entrySign, items[item].entrySign, areaIsNegative);
  if (areaIsNegative) { return Face(f.a, f.c, f.b, f.z.xzy, f.corner.xzy, sign); }
  return Face(f.a, f.b, f.c, f.z, f.corner, sign);
}

/** The face's plane on the lattice, for any number of its pixels. */
struct Plane { a: vec3i, ab: vec3i, ac: vec3i, normal: vec3f, slope: f32 }

fn planeOf(item: u32, f: Face) -> Plane {
  let a = lattice(item, f.corner.x);
  let ab = lattice(item, f.corner.y) - a;
  let ac = lattice(item, f.corner.z) - a;
  let u = vec3f(ab);
  let v = vec3f(ac);
  let size = max(max(max(abs(u.x), abs(u.y)), abs(u.z)), max(max(abs(v.x), abs(v.y)), abs(v.z)));
  let normal = cross(u / size, v / size);
  return Plane(a, ab, ac, normal, dot(normal, items[item].along));
}

/** k/65536 of an edge, exactly: whole part and rest. */
fn lowProduct(edge: vec3i, k: i32) -> vec3u { return (vec3u(edge) & vec3u(0xffffu)) * u32(k); }
fn share(edge: vec3i, k: i32) -> vec3i { return (edge >> vec3u(16u)) * k + vec3i(lowProduct(edge, k) >> vec3u(16u)); }
fn shareRest(edge: vec3i, k: i32) -> vec3f { return vec3f(lowProduct(edge, k) & vec3u(0xffffu)) / 65536.0; }

fn depthAt(item: u32, f: Face, p: Plane, pixel: vec2i, weights: vec2f) -> f32 {
  let k = vec2i(clamp(weights, vec2f(0.0), vec2f(1.0)) * 65535.0);
  let about = f.z.x + (f32(k.x) * (f.z.y - f.z.x) + f32(k.y) * (f.z.z - f.z.x)) / 65536.0;
  let steps = i32(clamp(about, -1000.0, 1000.0) * 1048576.0);
  let whole = p.a + share(p.ab, k.x) + share(p.ac, k.y)
    - (items[item].originWhole + pixel.x * items[item].rightWhole + pixel.y * items[item].downWhole + steps * items[item].stepWhole);
  let rest = shareRest(p.ab, k.x) + shareRest(p.ac, k.y)
    - (items[item].originRest + f32(pixel.x) * items[item].rightRest + f32(pixel.y) * items[item].downRest + f32(steps) * items[item].stepRest);
  let coarse = vec3f(p.a) + (f32(k.x) * vec3f(p.ab) + f32(k.y) * vec3f(p.ac)) / 65536.0
    - (items[item].origin + f32(pixel.x) * items[item].right + f32(pixel.y) * items[item].down + f32(steps) / 1048576.0 * items[item].along);
  let turns = round((coarse - vec3f(whole)) / 4294967296.0);
  let more = dot(p.normal, turns * 4294967296.0 + vec3f(whole) + rest) / p.slope;
  let depth = f32(steps) / 1048576.0 + select(0.0, more, abs(more) < 1e30);
  // Snapping may cover a centre just outside the true face; there its plane overshoots.
  return clamp(depth, min(f.z.x, min(f.z.y, f.z.z)), max(f.z.x, max(f.z.y, f.z.z)));
}

fn changeBefore(item: u32, pixel: vec2i, sign: i32) {
  let place = u32(pixel.y) * items[item].tile.z + u32(pixel.x);
  if (items[item].before != NOTHING) { atomicAdd(&counters[items[item].before + place], u32(sign)); }
}

fn append(item: u32, face: u32, f: Face, pixel: vec2i, depth: f32) {
  if (depth > FAR) { return; }
  if (depth < NEAR) { changeBefore(item, pixel, f.sign); return; }
  let at = (u32(pixel.y) + items[item].tile.y) * frame.width + u32(pixel.x) + items[item].tile.x;
  let n = atomicAdd(&counters[PIXELS + at], 1u);
  let name = items[item].nameBase + face + select(0u, 0x80000000u, f.sign > 0);
  let layer = vec2u(name, bitcast<u32>(clamp(depth, 0.0, 1.0)));
  if (frame.slotCount == 0u) { if (n < frame.layerRoom) { layers[n] = layer; } }
  else if (n < frame.slotCount) { layers[n * frame.pixelCount + at] = layer; }
}
`;
