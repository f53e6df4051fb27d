/**
 * Intervals of functions that are no arithmetic, and of their slopes. Widths follow from the errors in pointError.wgsl.ts,
 * twice.
 */
export const intervalFunctionsWgsl = /* wgsl */ `
fn expSpan_(a: vec2f) -> vec2f {
  let share = (6.0 + 4.0 * max(abs(a.x), abs(a.y))) * UNIT_;
  return clamp(widen_(vec2f(exp_(a.x), exp_(a.y)), share) + vec2f(-1e-36, 1e-36), vec2f(0.0), vec2f(BIG_));
}

fn logSpan_(a: vec2f) -> vec2f {
  isPartial_ = isPartial_ | (a.x < 1.2e-38);
  let v = vec2f(log_(max(a.x, 1.2e-38)), log_(max(a.y, 1.2e-38)));
  return vec2f(select(v.x, -BIG_, a.x < 1.2e-38), v.y) + vec2f(-6.0, 6.0) * UNIT_ * (1.0 + abs(v));
}

/** Of the sine in xy, of the cosine in zw. */
fn turnSpan_(a: vec2f) -> vec4f {
  let p = turn_(a.x);
  let q = turn_(a.y);
  let turns = a * 0.159154943;
  let sine = ordered_(vec2f(p.x, q.x));
  let cosine = ordered_(vec2f(p.y, q.y));
  let slack = 2.0 * turnError_(max(abs(a.x), abs(a.y)));
  // Between the ends there is a highest or lowest point where a count of whole turns goes up.
  const PEAKS = vec4f(0.25, -0.25, 0.5, 0.0);
  let has = floor(turns.y + PEAKS) > floor(turns.x + PEAKS);
  const WAY = vec4f(-1.0, 1.0, -1.0, 1.0);
  return clamp(select(vec4f(sine, cosine), WAY, has) + slack * WAY, vec4f(-1.000001), vec4f(1.000001));
}

fn tanSpan_(a: vec2f) -> vec2f {
  let slack = 2.0 * turnError_(max(abs(a.x), abs(a.y)));
  let wide = a + vec2f(-slack, slack);
  let hasPole = floor(wide.y * 0.318309886 + 0.5) > floor(wide.x * 0.318309886 + 0.5);
  let p = turn_(wide.x);
  let q = turn_(wide.y);
  let isOff = hasPole | (min(p.y * q.y, min(abs(p.y), abs(q.y))) < 1e-6);
  let cosines = select(vec2f(p.y, q.y), vec2f(1.0), isOff);
  return select(bounded_(widen_(vec2f(p.x, q.x) / cosines, 4.0 * WIDE_)), ALL_, isOff);
}

fn atanSpan_(a: vec2f) -> vec2f { return vec2f(atan_(a.x), atan_(a.y)) + vec2f(-10.0, 10.0) * UNIT_; }

/** Whether the angle jumps, or is not defined, somewhere in the box. */
fn hasCut_(y: vec2f, x: vec2f) -> bool { return hasZero_(y) & (x.x <= 0.0); }

/** Off the cut, the angle is least and greatest at corners, as seen from the origin. */
fn atan2Span_(y: vec2f, x: vec2f) -> vec2f {
  // Seen from the origin, the last corner to the right has a large x if above, a small one if below; its y goes by the sign of x.
  let firstX = select(x.x, x.y, y.x >= 0.0);
  let lastX = select(x.x, x.y, y.y <= 0.0);
  let first = vec2f(firstX, select(y.y, y.x, firstX > 0.0));
  let last = vec2f(lastX, select(y.x, y.y, lastX > 0.0));
  let v = vec2f(atan2_(first.y, first.x), atan2_(last.y, last.x)) + vec2f(-16.0, 16.0) * UNIT_;
  return select(v, vec2f(-3.141594, 3.141594), hasCut_(y, x));
}

fn atan2Slope_(y: vec2f, x: vec2f, dy: vec2f, dx: vec2f) -> vec2f {
  let cross = subSpan_(mulSpan_(x, dy), mulSpan_(y, dx));
  return select(mulSpan_(cross, inverseSpan_(addSpan_(squareSpan_(x), squareSpan_(y)))), ALL_, hasCut_(y, x));
}

/** The blend goes up with a and with b. */
fn sminSpan_(a: vec2f, b: vec2f, radius: f32) -> vec2f {
  let v = vec2f(smin_(a.x, b.x, radius), smin_(a.y, b.y, radius));
  return v + vec2f(-2.0, 2.0) * UNIT_ * (abs(v) + abs(a) + abs(b) + 2.0 * radius);
}

/** A mean of both slopes, weighted by how far a is below b. */
fn sminSlope_(a: vec2f, b: vec2f, da: vec2f, db: vec2f, radius: f32) -> vec2f {
  let weight = clamp(0.5 + vec2f(b.x - a.y, b.y - a.x) * (0.5 / radius) + vec2f(-1e-6, 1e-6), vec2f(0.0), vec2f(1.0));
  let p = mix(db, da, weight.x);
  let q = mix(db, da, weight.y);
  let slack = WIDE_ * (abs(da) + abs(db));
  return hull_(p, q) + vec2f(-1.0, 1.0) * slack;
}

fn powerSpan_(a: vec2f, exponent: f32) -> vec2f {
  let v = vec2f(power_(a.x, exponent), power_(a.y, exponent));
  let most = max(abs(log_(max(a.x, 1.2e-38))), abs(log_(max(a.y, 1.2e-38))));
  let share = min(1.0, (8.0 + 6.0 * abs(exponent) * (1.0 + most)) * UNIT_);
  return clamp(widen_(ordered_(v), share) + vec2f(-1e-36, 1e-36), vec2f(0.0), vec2f(BIG_));
}

/** Flat where the base is taken as 0. */
fn powerSlope_(a: vec2f, da: vec2f, exponent: f32) -> vec2f {
  let slope = mulSpan_(scaleSpan_(powerSpan_(a, exponent - 1.0), exponent), da);
  return select(slope, hull_(slope, vec2f(0.0)), a.x <= 0.0);
}

/** Of whole powers v of both ends of a, by products. */
fn oddSpan_(v: vec2f, exponent: f32) -> vec2f { return bounded_(widen_(v, min(1.0, 2.0 * exponent * UNIT_))); }

fn evenSpan_(a: vec2f, v: vec2f, exponent: f32) -> vec2f {
  let s = oddSpan_(ordered_(v), exponent);
  return vec2f(select(s.x, 0.0, hasZero_(a)), s.y);
}
`;
