/**
 * One call casts one ray at a superellipsoid; {@link superellipsoidCaster} and {@link gaugeAlong} are its twins on the host and say
 * why. Lengths are in radii. The origin is shifted along the ray to the point nearest to the centre; a fused product keeps it on the
 * ray. A ray that is not settled within the steps is all but tangent, and is taken as it stands.
 */
export const superellipsoidWgsl = /* wgsl */ `
/** (|x|^p + |y|^p)^(1/p), its slope and its bend, for x and y given likewise; y does not bend. */
fn norm_(x: vec3f, y: vec2f, p: f32) -> vec3f {
  let ax = abs(x.x);
  let ay = abs(y.x);
  let isX = ax >= ay;
  let large = max(max(ax, ay), 1e-30);
  let w = min(ax, ay) / large;
  // Squares without a logarithm, which is coarse on some devices.
  let wp = select(exp2(p * log2(max(w, 1e-30))), w * w, p == 2.0);
  let factor = select(exp2(log2(1.0 + wp) / p), sqrt(1.0 + wp), p == 2.0);
  let byLarge = factor / (1.0 + wp);
  let bySmall = select(byLarge * wp / max(w, 1e-30), byLarge, p == 1.0);
  let by = select(vec2f(bySmall, byLarge), vec2f(byLarge, bySmall), isX);
  let dx = select(x.yz, -x.yz, x.x < 0.0);
  let dy = select(y.y, -y.y, y.x < 0.0);
  let turn = (x.x * y.y - x.y * y.x) / large;
  let sharpness = select(select(0.0, wp / max(w * w, 1e-20), w > 1e-10), 1.0, p == 2.0);
  let bend = (p - 1.0) * turn * turn * sharpness * byLarge / (large * (1.0 + wp)) + by.x * dx.y;
  return vec3f(large * factor, by.x * dx.x + by.y * dy, bend);
}

struct Entry_ { s: f32, isThere: bool }

fn enter_(q: vec3f, u: vec3f, p: vec2f, start: f32, end: f32, lastStep: f32) -> Entry_ {
  var s = start;
  var safe = start;
  var high = end;
  var isInAtHigh = false;
  for (var k = 0; k < 32; k++) {
    let here = fma(vec3f(s), u, q);
    let gauge = norm_(norm_(vec3f(here.x, u.x, 0.0), vec2f(here.y, u.y), p.x), vec2f(here.z, u.z), p.y);
    let excess = gauge.x - 1.0;
    if (excess >= 0.0) {
      if (gauge.y < 0.0) { safe = max(safe, s - excess / gauge.y); }
      else if (s <= safe) { return Entry_(s, excess == 0.0); }
      else { high = s; }
    } else {
      high = s;
      isInAtHigh = true;
    }
    if (!(safe < high)) { return Entry_(high, isInAtHigh || safe == high); }
    let half = gauge.x * gauge.y;
    let bend = gauge.y * gauge.y + gauge.x * gauge.z;
    let c = excess * (gauge.x + 1.0);
    let room = half * half - bend * c;
    let width = sqrt(max(0.0, room));
    let next = s + select((-half - width) / max(bend, 1e-20), c / (width - half), half < 0.0);
    if (room >= 0.0 && next >= safe && next <= high) {
      if (abs(next - s) <= lastStep) { return Entry_(next, true); }
      s = next;
    } else if (excess >= 0.0) {
      if (abs(safe - s) <= 0.1 * lastStep) { return Entry_(safe, true); }
      s = safe;
    } else {
      s = 0.5 * (safe + high);
      if (high - safe < 6e-8) { return Entry_(s, true); }
    }
  }
  return Entry_(s, true);
}

fn castRay(o: vec3f, d: vec3f, first: f32, last: f32, at: u32) {
  let perRadius = vec3f(parameter(0u), parameter(1u), parameter(2u));
  let p = vec2f(parameter(3u), parameter(4u));
  let v = d * perRadius;
  let square = dot(v, v);
  let there = -dot(o * perRadius, v) / square;
  let o1 = fma(vec3f(there), d, o);
  let rest = -dot(o1 * perRadius, v) / square;
  let q = fma(vec3f(rest), d, o1) * perRadius;
  let u = v * inverseSqrt(square);

  // A ray that runs along a slab is as if it crossed it far off.
  let steep = max(abs(u), vec3f(1e-12));
  let middle = -q * select(vec3f(1.0), vec3f(-1.0), u < vec3f(0.0)) / steep;
  let reach = vec3f(1.0) / steep;
  let low = max(max(middle.x - reach.x, middle.y - reach.y), middle.z - reach.z);
  let high = min(min(middle.x + reach.x, middle.y + reach.y), middle.z + reach.z);
  if (!(high > low)) { return; }
  let lastStep = select(1e-3 / max(p.x, p.y), 1e-6, min(p.x, p.y) < 2.0);
  let entry = enter_(q, u, p, low, high, lastStep);
  if (!entry.isThere || !(entry.s < high)) { return; }
  let exit = enter_(q, -u, p, -high, -entry.s, lastStep);
  let perUnit = inverseSqrt(square);
  let t0 = fma(entry.s, perUnit, there + rest);
  let t1 = fma(-exit.s, perUnit, there + rest);
  if (!exit.isThere || !(t1 > t0)) { return; }
  meet(t0, true, 0u);
  meet(t1, false, 0u);
}
`;
