/**
 * Elementary functions in f32, to about 2⁻²². WGSL grants sin and cos no more than 2⁻¹¹, and log no more than 2⁻²¹. Nothing
 * here relies on the order in which a compiler adds: were both parts of π/2 taken together, the bounds in pointError.wgsl.ts
 * and interval.wgsl.ts would still hold. Polynomials are Taylor's, as many terms as their remainder needs. No function here
 * or there returns early or branches, be it by `&&`: inlined a hundred times, that takes drivers minutes to compile (122 s
 * instead of 3 for metaballs).
 */
export const elementaryWgsl = /* wgsl */ `
const HALF_PI_ = 1.57079632679;
const PI_ = 3.14159265359;

/** Sine and cosine. */
fn turn_(x: f32) -> vec2f {
  let k = round(x * 0.636619772);
  // Within an eighth of a turn, also where x is too large for that to mean anything.
  let r = clamp((x - k * 1.5703125) - k * 4.83826794897e-4, -0.8, 0.8);
  let z = r * r;
  let s = r + r * z * (-0.166666667 + z * (8.33333333e-3 + z * (-1.98412698e-4 + z * 2.75573192e-6)));
  let c = 1.0 + z * (-0.5 + z * (0.0416666667 + z * (-1.38888889e-3 + z * (2.48015873e-5 - z * 2.75573192e-7))));
  let q = i32(k) & 3;
  let turned = select(vec2f(s, c), vec2f(c, s), (q & 1) == 1);
  return turned * vec2f(select(1.0, -1.0, q >= 2), select(1.0, -1.0, ((q + 1) & 2) != 0));
}

fn tan_(x: f32) -> f32 { let w = turn_(x); return w.x / w.y; }

fn atan2_(y: f32, x: f32) -> f32 {
  let m = max(abs(x), abs(y));
  var r = min(abs(x), abs(y)) / max(m, 1e-37);
  let isSteep = r > 0.414213562;
  r = select(r, (r - 1.0) / (r + 1.0), isSteep);
  let z = r * r;
  var a = r + r * z * (-0.333333333 + z * (0.2 + z * (-0.142857143 + z * (0.111111111 + z * (-0.0909090909
    + z * (0.0769230769 - z * 0.0666666667))))));
  a = select(a, 0.785398163397 + a, isSteep);
  a = select(a, HALF_PI_ - a, abs(y) > abs(x));
  a = select(a, PI_ - a, x < 0.0);
  return select(a, -a, y < 0.0);
}

fn atan_(x: f32) -> f32 { return atan2_(x, 1.0); }

/** Up to x = 85, where it is 8e36; more for larger ones. */
fn exp_(x: f32) -> f32 {
  let y = clamp(x, -87.0, 88.0) * 1.44269504;
  let k = round(y);
  let r = (y - k) * 0.69314718;
  let p = 1.0 + r * (1.0 + r * (0.5 + r * (0.166666667 + r * (0.0416666667 + r * (8.33333333e-3 + r * (1.38888889e-3
    + r * 1.98412698e-4))))));
  return p * bitcast<f32>(u32(i32(k) + 127) << 23u);
}

/** The natural one, of a normal number above 0. */
fn log_(x: f32) -> f32 {
  let bits = bitcast<i32>(x);
  let e = (bits - 0x3f3504f3) >> 23u;
  let m = bitcast<f32>(bits - (e << 23u));
  let s = (m - 1.0) / (m + 1.0);
  let z = s * s;
  let l = 2.0 * s * (1.0 + z * (0.333333333 + z * (0.2 + z * (0.142857143 + z * 0.111111111))));
  return f32(e) * 0.69314718 + l;
}

/** With a base below 0 taken as 0. */
fn power_(base: f32, exponent: f32) -> f32 {
  return select(exp_(exponent * log_(max(base, 1.2e-38))), select(0.0, 1e37, exponent < 0.0), base < 1.2e-38);
}

/** Quilez' polynomial blend. */
fn smin_(a: f32, b: f32, radius: f32) -> f32 {
  let h = max(radius - abs(a - b), 0.0);
  return min(a, b) - 0.25 * h * h / radius;
}

fn hypot_(a: f32, b: f32) -> f32 { return sqrt(a * a + b * b); }
`;
