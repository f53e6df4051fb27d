/**
 * A value and a bound of its error, (v, e), per operation: what rounding has done so far, passed on, and what the operation
 * itself adds. A sum or product is taken to be wrong by up to a unit in the last place, since WGSL leaves the direction of
 * rounding open; quotients by 2.5, square roots by 5.
 */
export const pointErrorWgsl = /* wgsl */ `
const UNIT_ = 1.25e-7;
const BIG_ = 1e37;

/** Set where a value is asked for that there is none of: a root or logarithm of what is negative, a quotient by 0. */
var<private> undefined_: bool;

/** A number of the formula, as rounded to f32. */
fn constantNear_(c: f32) -> vec2f { return vec2f(c, 6e-8 * abs(c)); }
fn negNear_(a: vec2f) -> vec2f { return vec2f(-a.x, a.y); }
fn addNear_(a: vec2f, b: vec2f) -> vec2f { let v = a.x + b.x; return vec2f(v, a.y + b.y + UNIT_ * abs(v)); }
fn subNear_(a: vec2f, b: vec2f) -> vec2f { let v = a.x - b.x; return vec2f(v, a.y + b.y + UNIT_ * abs(v)); }

fn mulNear_(a: vec2f, b: vec2f) -> vec2f {
  let v = a.x * b.x;
  return vec2f(v, abs(a.x) * b.y + (abs(b.x) + b.y) * a.y + UNIT_ * abs(v));
}

fn divNear_(a: vec2f, b: vec2f) -> vec2f {
  undefined_ = undefined_ | (b.x == 0.0);
  let v = a.x / select(b.x, 1.0, b.x == 0.0);
  let least = abs(b.x) - b.y;
  return vec2f(v, select(BIG_, (a.y + abs(v) * b.y) / max(least, 1e-37) + 3.0 * UNIT_ * abs(v), least > 0.0));
}

fn squareNear_(a: vec2f) -> vec2f { let v = a.x * a.x; return vec2f(v, (2.0 * abs(a.x) + a.y) * a.y + UNIT_ * v); }
fn absNear_(a: vec2f) -> vec2f { return vec2f(abs(a.x), a.y); }

fn sqrtNear_(a: vec2f) -> vec2f {
  undefined_ = undefined_ | (a.x < -a.y);
  let v = sqrt(max(a.x, 0.0));
  return vec2f(v, min(sqrt(a.y), a.y / max(v, 1e-30)) + 5.0 * UNIT_ * v);
}

/** The distance from the origin changes by no more than the point moves. */
fn hypotNear_(a: vec2f, b: vec2f) -> vec2f {
  let v = hypot_(a.x, b.x);
  return vec2f(v, hypot_(a.y, b.y) * 1.00001 + 7.0 * UNIT_ * v + 1e-19);
}

fn expNear_(a: vec2f) -> vec2f {
  let v = exp_(a.x);
  let shift = select(exp_(a.y), 1.3 * a.y, a.y < 0.5);
  return vec2f(v, v * (shift + (3.0 + 2.0 * abs(a.x)) * UNIT_) + 1e-36);
}

fn logNear_(a: vec2f) -> vec2f {
  undefined_ = undefined_ | (a.x < 1.2e-38);
  let v = log_(max(a.x, 1.2e-38));
  let least = a.x - a.y;
  return vec2f(v, select(BIG_, a.y / max(least, 1e-37), least > 0.0) + (3.0 + 2.0 * abs(v)) * UNIT_);
}

/** Of a sine or cosine: reducing the angle to a quarter of a turn loses as much as the angle's own rounding. */
fn turnError_(x: f32) -> f32 { return (3.0 + 1.2 * abs(x)) * UNIT_; }

fn tanNear_(a: vec2f) -> vec2f {
  let w = turn_(a.x);
  let v = w.x / w.y;
  let shift = a.y + turnError_(a.x);
  let least = abs(w.y) - 2.0 * shift;
  return vec2f(v, select(BIG_, 2.0 * shift / max(least * least, 1e-37) + 3.0 * UNIT_ * abs(v), least > 0.0));
}

fn atanNear_(a: vec2f) -> vec2f { return vec2f(atan_(a.x), a.y + 5.0 * UNIT_); }

fn atan2Near_(y: vec2f, x: vec2f) -> vec2f {
  let v = atan2_(y.x, x.x);
  let moved = y.y + x.y;
  let isLost = (moved * 1.01 >= max(abs(y.x), abs(x.x))) | ((abs(y.x) <= y.y) & (x.x <= x.y));
  return vec2f(v, select(1.6 * moved / max(max(abs(y.x), abs(x.x)), 1e-30) + 8.0 * UNIT_, 7.0, isLost));
}

/** From the least that the lesser can be to the most: what is sure to be the greater adds nothing, however wrong it is. */
fn minNear_(a: vec2f, b: vec2f) -> vec2f {
  let v = min(a.x, b.x);
  let least = min(a.x - a.y, b.x - b.y);
  let most = min(a.x + a.y, b.x + b.y);
  return vec2f(v, max(v - least, most - v) * 1.000001 + UNIT_ * abs(v));
}

fn maxNear_(a: vec2f, b: vec2f) -> vec2f { return negNear_(minNear_(negNear_(a), negNear_(b))); }

/** Its slopes in a and in b are shares of 1; where one is less by more than the radius, it is that one. */
fn sminNear_(a: vec2f, b: vec2f, radius: f32) -> vec2f {
  let v = smin_(a.x, b.x, radius);
  let isOne = abs(a.x - b.x) > radius + a.y + b.y;
  let error = select(max(a.y, b.y), minNear_(a, b).y, isOne);
  return vec2f(v, error + UNIT_ * (abs(v) + 2.0 * radius + abs(a.x) + abs(b.x)));
}

fn powerNear_(a: vec2f, exponent: f32) -> vec2f {
  let v = power_(a.x, exponent);
  let below = power_(a.x - a.y, exponent);
  let above = power_(a.x + a.y, exponent);
  let size = max(v, max(below, above));
  let turns = abs(exponent) * (1.0 + 2.0 * max(abs(log_(max(a.x - a.y, 1.2e-38))), abs(log_(max(a.x + a.y, 1.2e-38)))));
  return vec2f(v, max(abs(above - v), abs(v - below)) + size * (4.0 + 3.0 * turns) * 2.0 * UNIT_);
}

/** Of a whole power v of a, by products; \`less\` is the power by one less of |a| and its error. */
fn wholeNear_(a: vec2f, exponent: f32, v: f32, less: f32) -> vec2f {
  return vec2f(v, a.y * exponent * less * (1.0 + exponent * 1e-6) + exponent * UNIT_ * abs(v));
}
`;
