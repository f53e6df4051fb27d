/**
 * The formula at points and over stretches of a ray, as functions of t; giving up, once per ray; and roots between two
 * points.
 */
export const rayPointsWgsl = /* wgsl */ `
/** Stands for a value of which the side is known, and nothing else. */
const SPECK_ = 1e-30;

/** A point of the ray: the formula there, and a bound of its error. */
struct End_ { t: f32, f: f32, noise: f32 }

/** How far rounding moves points of the ray. */
var<private> pad_: vec3f;
var<private> hasGivenUp_: bool;

fn surrender_() {
  if (!hasGivenUp_) { giveUp(); }
  hasGivenUp_ = true;
}

fn setPad_(o: vec3f, d: vec3f, reach: f32) { pad_ = 2.5e-7 * (abs(o) + reach * abs(d)); }

/** Intervals of the formula and of its slope between two points of the ray. */
fn spanBetween_(o: vec3f, d: vec3f, t0: f32, t1: f32) -> vec4f {
  let p = o + t0 * d;
  let q = o + t1 * d;
  let low = min(p, q) - pad_;
  let high = max(p, q) + pad_;
  return span_(vec2f(low.x, high.x), vec2f(low.y, high.y), vec2f(low.z, high.z), d);
}

fn endAt_(o: vec3f, d: vec3f, t: f32) -> End_ {
  undefined_ = false;
  let v = near_(o + t * d, pad_);
  // By bits: a compiler may take for granted that there are neither NaNs nor infinities.
  if (undefined_ || (bitcast<u32>(v.x) & 0x7fffffffu) > bitcast<u32>(f32(BIG_))) {
    surrender_();
    return End_(t, SPECK_, 0.0);
  }
  let isOff = (bitcast<u32>(v.y) & 0x7fffffffu) > bitcast<u32>(f32(BIG_));
  return End_(t, select(max(v.x, SPECK_), min(v.x, -SPECK_), v.x < 0.0), select(v.y * 1.001 + SPECK_, 0.0, isOff));
}

/** Between ends on different sides: regula falsi (Anderson and Björck 1973), and halving by turns where it is slow. */
fn rootBetween_(o: vec3f, d: vec3f, left: End_, right: End_, reach: f32) -> f32 {
  var a = left.t;
  var b = right.t;
  var fa = left.f;
  var fb = right.f;
  let enough = 6e-8 * reach;
  // Rounding does a fraction of what it could.
  let noise = 0.06 * min(left.noise, right.noise);
  var last = 0;
  for (var k = 0u; k < 64u && b - a > enough; k++) {
    let middle = 0.5 * (a + b);
    var t = select(clamp(a - fa * ((b - a) / (fb - fa)), a, b), middle, k > 9u && (k & 1u) == 1u);
    if (t <= a || t >= b) { t = middle; }
    if (t <= a || t >= b) { break; }
    let f = value_(o + t * d);
    if (abs(f) <= noise) { return t; }
    if ((f < 0.0) == (fa < 0.0)) {
      if (last == 1) { fb *= select(0.5, 1.0 - f / fa, abs(f) < abs(fa)); }
      a = t;
      fa = f;
      last = 1;
    } else {
      if (last == -1) { fa *= select(0.5, 1.0 - f / fb, abs(f) < abs(fb)); }
      b = t;
      fb = f;
      last = -1;
    }
  }
  return 0.5 * (a + b);
}
`;
