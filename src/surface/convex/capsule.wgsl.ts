/**
 * One call casts one ray at a capsule; {@link capsuleCaster} is its twin on the host and says why. Lengths are in sizes of the
 * capsule. The origin is shifted along the ray to the point nearest to the centre; a fused product keeps it on the ray.
 */
export const capsuleWgsl = /* wgsl */ `
/** Half the length of a line in the ball about (0, 0, center); below 0 where it misses. */
fn ballReach_(q: vec3f, u: vec3f, center: f32, radius: f32) -> f32 {
  let p = fma(vec3f(center * u.z), u, q - vec3f(0.0, 0.0, center));
  let distance = length(p);
  if (!(distance < radius)) { return -1.0; }
  return sqrt((radius - distance) * (radius + distance));
}

fn castRay(o: vec3f, d: vec3f, first: f32, last: f32, at: u32) {
  let half = parameter(0u);
  let radius = parameter(1u);
  let toSize = parameter(2u);
  let square = dot(d, d);
  let there = -dot(o, d) / square;
  let o1 = fma(vec3f(there), d, o);
  let rest = -dot(o1, d) / square;
  let q = fma(vec3f(rest), d, o1) * toSize;
  let u = d * inverseSqrt(square);

  let across = dot(u.xy, u.xy);
  let turn = q.x * u.y - q.y * u.x;
  let width = sqrt(across) * radius;
  let room = (width - turn) * (width + turn);
  if (room < 0.0) { return; }
  // Along the axis the ends of the endless cylinder are far off; how far does not matter.
  let per = 1.0 / max(across, 1e-12);
  let middle = -dot(q.xy, u.xy) * per;
  let reach = select(sqrt(room) * per, 1e6, across < 1e-12);
  var s = vec2f(middle - reach, middle + reach);
  let z = fma(s, vec2f(u.z), vec2f(q.z));
  var patches = vec2u(0u);
  if (abs(z.x) > half) {
    let center = select(-half, half, z.x > 0.0);
    let inBall = ballReach_(q, u, center, radius);
    if (inBall < 0.0) { return; }
    s.x = center * u.z - inBall;
    patches.x = select(2u, 1u, z.x > 0.0);
  }
  if (abs(z.y) > half) {
    let center = select(-half, half, z.y > 0.0);
    let inBall = ballReach_(q, u, center, radius);
    if (inBall < 0.0) { return; }
    s.y = center * u.z + inBall;
    patches.y = select(2u, 1u, z.y > 0.0);
  }
  let t = fma(s, vec2f(inverseSqrt(square) / toSize), vec2f(there + rest));
  if (!(t.y > t.x)) { return; }
  meet(t.x, true, patches.x);
  meet(t.y, false, patches.y);
}
`;
