/**
 * One call casts one ray at a quadric cut by planes; {@link quadricCaster} is its twin on the host and says why. Lengths are in radii of
 * the ball that holds the solid, and the form's largest coefficient is about 1: whatever the solid's size and the form's scale, nothing
 * overflows.
 *
 * 1. The parameter is shifted along the ray to the point nearest to the middle; a ray that misses the ball is done.
 * 2. The planes leave a stretch from lo to hi.
 * 3. The form along the ray is a parabola, looked at from its vertex where that is near: it leaves the stretch, a part of it, or two.
 *
 * Parameters: the middle, 1 / radius, ten coefficients, how many planes there are, and four numbers for each.
 */
export const quadricWgsl = /* wgsl */ `
fn tell_(lo: f32, patchLo: u32, hi: f32, patchHi: u32) {
  if (lo < hi) {
    meet(lo, true, patchLo);
    meet(hi, false, patchHi);
  }
}

fn castRay(o: vec3f, d: vec3f, first: f32, last: f32, at: u32) {
  let perRadius = parameter(3u);
  let v = d * perRadius;
  let square = dot(v, v);
  if (!(square > 0.0)) { return; }
  let p = (o - vec3f(parameter(0u), parameter(1u), parameter(2u))) * perRadius;
  // Twice: the first step ends where coordinates are small, and the second one starts there.
  var start = -dot(p, v) / square;
  var q = fma(vec3f(start), v, p);
  let more = -dot(q, v) / square;
  q = fma(vec3f(more), v, q);
  start += more;
  if (dot(q, q) > 1.0001) { return; }

  let reach = 1.5 * inverseSqrt(square);
  var lo = -reach;
  var hi = reach;
  var patchLo = 0u;
  var patchHi = 0u;
  let planeCount = u32(parameter(14u));
  for (var k = 0u; k < planeCount; k++) {
    let n = vec3f(parameter(15u + 4u * k), parameter(16u + 4u * k), parameter(17u + 4u * k));
    let slope = dot(n, v);
    let depth = parameter(18u + 4u * k) - dot(n, q);
    // Beyond reach a quotient is not needed, and might be too large.
    let isCrossed = abs(depth) <= reach * abs(slope) && slope != 0.0;
    if (isCrossed) {
      let s = depth / slope;
      if (slope > 0.0 && s < hi) { hi = s; patchHi = k + 1u; }
      if (slope < 0.0 && s > lo) { lo = s; patchLo = k + 1u; }
    } else if (depth < 0.0) { return; }
  }
  if (!(lo < hi)) { return; }

  let squares = vec3f(parameter(4u), parameter(5u), parameter(6u));
  let mixed = 0.5 * vec3f(parameter(7u), parameter(8u), parameter(9u));
  let linear = vec3f(parameter(10u), parameter(11u), parameter(12u));
  let m = mat3x3f(squares.x, mixed.x, mixed.y, mixed.x, squares.y, mixed.z, mixed.y, mixed.z, squares.z);
  let mv = m * v;
  let a = dot(mv, v);
  let b = 0.5 * dot(linear, v);
  var h = dot(mv, q) + b;
  let isNear = abs(h) <= 2.0 * reach * abs(a) && a != 0.0;
  var vertex = 0.0;
  var x = q;
  if (isNear) {
    vertex = -h / a;
    x = fma(vec3f(vertex), v, q);
    h = dot(mv, x) + b;
  }
  let g = dot(m * x + linear, x) + parameter(13u);
  let discriminant = fma(h, h, -a * g);

  if (!isNear) {
    if (discriminant > 0.0) {
      let root = sqrt(discriminant) + abs(h);
      let isRising = h > 0.0;
      if (abs(g) <= 2.0 * reach * root && root > 0.0) {
        let s = select(g, -g, isRising) / root;
        if (isRising && s < hi) { hi = s; patchHi = 0u; }
        if (!isRising && s > lo) { lo = s; patchLo = 0u; }
      } else if (g > 0.0) { return; }
    } else if (!(g < 0.0)) { return; }
    tell_(start + lo, patchLo, start + hi, patchHi);
    return;
  }
  let spread = sqrt(max(discriminant, 0.0)) / abs(a);
  let middle = vertex - h / a;
  let s0 = middle - spread;
  let s1 = middle + spread;
  if (a > 0.0) {
    if (s0 > lo) { lo = s0; patchLo = 0u; }
    if (s1 < hi) { hi = s1; patchHi = 0u; }
    tell_(start + lo, patchLo, start + hi, patchHi);
  } else if (!(start + s0 < start + s1) || s1 <= lo || s0 >= hi) {
    tell_(start + lo, patchLo, start + hi, patchHi);
  } else {
    tell_(start + lo, patchLo, start + s0, 0u);
    tell_(start + s1, 0u, start + hi, patchHi);
  }
}
`;
