/**
 * Intervals (low, high) per operation, wider than exact ones by what rounding can do to their ends and to a value inside
 * them. Nothing becomes infinite: ends stay within 1e37, which stands for all beyond, so there is neither ∞ − ∞ nor 0 · ∞.
 */
export const intervalWgsl = /* wgsl */ `
const WIDE_ = 3e-7;
const ALL_ = vec2f(-BIG_, BIG_);

/** Set where some of what is below a root or in a logarithm may be negative: an interval then tells of the rest alone. */
var<private> isPartial_: bool;

fn widen_(a: vec2f, share: f32) -> vec2f { return a + vec2f(-share, share) * abs(a); }
fn bounded_(a: vec2f) -> vec2f { return clamp(widen_(a, WIDE_), vec2f(-BIG_), vec2f(BIG_)); }
fn hull_(a: vec2f, b: vec2f) -> vec2f { return vec2f(min(a.x, b.x), max(a.y, b.y)); }
fn ordered_(a: vec2f) -> vec2f { return vec2f(min(a.x, a.y), max(a.x, a.y)); }
fn hasZero_(a: vec2f) -> bool { return (a.x <= 0.0) & (a.y >= 0.0); }

fn addSpan_(a: vec2f, b: vec2f) -> vec2f { return widen_(a + b, WIDE_); }
fn subSpan_(a: vec2f, b: vec2f) -> vec2f { return widen_(a - b.yx, WIDE_); }
fn negSpan_(a: vec2f) -> vec2f { return -a.yx; }

fn mulSpan_(a: vec2f, b: vec2f) -> vec2f {
  let p = a.x * b;
  let q = a.y * b;
  return bounded_(vec2f(min(min(p.x, p.y), min(q.x, q.y)), max(max(p.x, p.y), max(q.x, q.y))));
}

/** Times a number. */
fn scaleSpan_(a: vec2f, share: f32) -> vec2f { return bounded_(ordered_(a * share)); }

fn squareSpan_(a: vec2f) -> vec2f {
  let s = ordered_(a * a);
  return bounded_(vec2f(select(s.x, 0.0, hasZero_(a)), s.y));
}

fn inverseSpan_(a: vec2f) -> vec2f {
  let is = hasZero_(a);
  return select(bounded_(widen_(1.0 / select(a.yx, vec2f(1.0), is), WIDE_)), ALL_, is);
}

fn absSpan_(a: vec2f) -> vec2f {
  let m = ordered_(abs(a));
  return vec2f(select(m.x, 0.0, hasZero_(a)), m.y);
}

/** The slope of |a|. */
fn absSlope_(a: vec2f, da: vec2f) -> vec2f {
  return select(select(hull_(da, -da.yx), -da.yx, a.y <= 0.0), da, a.x >= 0.0);
}

fn sqrtSpan_(a: vec2f) -> vec2f {
  isPartial_ = isPartial_ | (a.x < 0.0);
  return widen_(sqrt(max(a, vec2f(0.0))), 1e-6);
}

/** From the root, not from what is below it. */
fn sqrtSlope_(root: vec2f, da: vec2f) -> vec2f {
  let low = max(root.x, 0.0);
  return mulSpan_(da, bounded_(vec2f(0.5 / max(root.y, 1e-36), select(BIG_, 0.5 / max(low, 1e-36), low > 0.0))));
}

fn hypotSpan_(a: vec2f, b: vec2f) -> vec2f {
  return max(sqrtSpan_(addSpan_(squareSpan_(a), squareSpan_(b))) + vec2f(-1e-18, 1e-18), vec2f(0.0));
}

/** a / h, where h is no less than |a|. */
fn shareOf_(a: vec2f, h: vec2f) -> vec2f {
  let least = vec2f(select(-1.0, 0.0, a.x >= 0.0), select(1.0, 0.0, a.y <= 0.0));
  return select(clamp(mulSpan_(a, inverseSpan_(h)), vec2f(-1.000001), vec2f(1.000001)), least, h.x <= 0.0);
}

/** The slope of the lesser of a and b, or of both where neither is sure to be it. */
fn minSlope_(a: vec2f, b: vec2f, da: vec2f, db: vec2f) -> vec2f {
  return select(select(hull_(da, db), db, b.y < a.x), da, a.y < b.x);
}
`;
