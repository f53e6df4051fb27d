/**
 * The depth at which the ray of a pixel meets a face, or passes an edge, for whoever has `items` and `positions` bound.
 *
 * It comes from the true vertices, measured on the body's integer lattice. A point P of the face near the ray is taken by
 * whole arithmetic (weights in 1/65536), and so is the point R of the ray near P; both are exact modulo 2^32, so P - R is
 * exact however large the coordinates are. Only this short vector becomes f32, so even a face seen almost edge-on loses no
 * digits. Where a pose flattens the body, the vector may be longer than 2^31 steps: how many times 2^32 it lost is told by
 * the same difference in coarse f32.
 */
export const trueDepthWgsl = /* wgsl */ `
fn lattice(item: u32, vertex: u32) -> vec3i {
  let at = 3u * (items[item].firstVertex + vertex);
  return vec3i(positions[at], positions[at + 1u], positions[at + 2u]);
}

/** The face's plane on the lattice, for any number of its pixels. */
struct Plane { a: vec3i, ab: vec3i, ac: vec3i, normal: vec3f, slope: f32 }

fn planeOf(item: u32, corner: vec3u) -> Plane {
  let a = lattice(item, corner.x);
  let ab = lattice(item, corner.y) - a;
  let ac = lattice(item, corner.z) - a;
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

/** A depth in steps of 2^-20 of the range. */
fn stepsAt(about: f32) -> i32 { return i32(clamp(about, -1000.0, 1000.0) * 1048576.0); }
fn depthOfSteps(steps: i32) -> f32 { return f32(steps) / 1048576.0; }

/** P - R: from the ray at depth \`steps\` to the point of the face with weights \`k\`. */
fn fromRay(item: u32, a: vec3i, ab: vec3i, ac: vec3i, k: vec2i, pixel: vec2i, steps: i32) -> vec3f {
  let whole = a + share(ab, k.x) + share(ac, k.y)
    - (items[item].originWhole + pixel.x * items[item].rightWhole + pixel.y * items[item].downWhole + steps * items[item].stepWhole);
  let rest = shareRest(ab, k.x) + shareRest(ac, k.y)
    - (items[item].originRest + f32(pixel.x) * items[item].rightRest + f32(pixel.y) * items[item].downRest + f32(steps) * items[item].stepRest);
  let coarse = vec3f(a) + (f32(k.x) * vec3f(ab) + f32(k.y) * vec3f(ac)) / 65536.0
    - (items[item].origin + f32(pixel.x) * items[item].right + f32(pixel.y) * items[item].down + depthOfSteps(steps) * items[item].along);
  let turns = round((coarse - vec3f(whole)) / 4294967296.0);
  return turns * 4294967296.0 + vec3f(whole) + rest;
}

/** \`z\`: the corners' depths. The weights say where on the face the ray is about to meet it. */
fn depthAt(item: u32, z: vec3f, p: Plane, pixel: vec2i, weights: vec2f) -> f32 {
  let k = vec2i(clamp(weights, vec2f(0.0), vec2f(1.0)) * 65535.0);
  let steps = stepsAt(z.x + (f32(k.x) * (z.y - z.x) + f32(k.y) * (z.z - z.x)) / 65536.0);
  let more = dot(p.normal, fromRay(item, p.a, p.ab, p.ac, k, pixel, steps)) / p.slope;
  let depth = depthOfSteps(steps) + select(0.0, more, abs(more) < 1e30);
  // Snapping may cover a centre just outside the true face; there its plane overshoots.
  return clamp(depth, min(z.x, min(z.y, z.z)), max(z.x, max(z.y, z.z)));
}
`;
