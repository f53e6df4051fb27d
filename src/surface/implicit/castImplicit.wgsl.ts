/** Interval evaluations that one ray may take; what is left then is decided by signs. */
export const SPAN_BUDGET = 512;

/**
 * One invocation casts one ray: it clips it to the box, then settles one stretch after the other, from near to far. A
 * stretch is settled where the formula's interval has no 0; where its slope's has none (then there is one root, or none);
 * where slopes no steeper than that cannot lead from its ends to 0 (the mean value form); where there is nothing but
 * rounding; or where it is too short. Else it is halved, or goes on from where slopes can first lead to 0. In a settled
 * stretch there is a crossing where its ends are on different sides. Ends are looked at once, and shared by both neighbours:
 * so entries and exits take turns whatever rounding does.
 *
 * The stack has room for as many halves as there can be. A ray whose work is spent gives up once; signs decide what is left.
 */
export const castImplicitWgsl = /* wgsl */ `
const BUDGET_ = ${SPAN_BUDGET}u;

/** As many halves as there can be until they are too short. */
const STACK_ = 24u;

/** What the next point is for: the ray's start, the end of a stretch, the start of what is left of one, or nothing. */
const FIRST_ = 0u;
const NEXT_ = 1u;
const AHEAD_ = 2u;
const DONE_ = 3u;

/** How far 0 is off at least: at an end about which nothing but its side is known, it may be there. */
fn sure_(end: End_) -> f32 { return select(max(abs(end.f) - end.noise, 0.0), 0.0, end.noise == 0.0); }

/**
 * How far from 0 the formula can be in a stretch with slopes of both signs: by its interval, or by its slopes from the left
 * end.
 */
fn most_(s: vec4f, left: End_, right: End_) -> f32 {
  let width = right.t - left.t;
  return max(min(s.y, left.f + width * s.w), min(-s.x, -left.f - width * s.z));
}

/** All crossings between a and b. Returns whether the ray is inside at b. */
fn search_(o: vec3f, d: vec3f, a: f32, b: f32, firstPatch: u32) -> bool {
  let reach = max(abs(a), abs(b));
  setPad_(o, d, reach);
  let least = max((b - a) * 4.76837158e-7, reach * 1.2e-7);
  var stack: array<End_, STACK_>;
  var depth = 0u;
  var budget = BUDGET_;
  var left: End_;
  var right: End_;
  var t = a;
  var stage = FIRST_;
  loop {
    let here = endAt_(o, d, t);
    if (stage == FIRST_) {
      left = here;
      if (left.f < 0.0) {
        if (firstPatch == 0u) { startInside(); } else { meet(a, true, firstPatch); }
      }
      t = b;
      stage = NEXT_;
      continue;
    }
    if (stage == AHEAD_) {
      // There was no root on the way, so it is on the same side, whatever rounding says.
      left = End_(t, select(max(here.f, SPECK_), min(here.f, -SPECK_), left.f < 0.0), here.noise);
    } else {
      right = here;
    }
    stage = DONE_;
    loop {
      let width = right.t - left.t;
      var isSettled = width <= least || depth == STACK_;
      var t0 = left.t;
      if (!isSettled && budget == 0u) {
        surrender_();
        isSettled = true;
      }
      if (!isSettled) {
        budget--;
        isPartial_ = false;
        let s = spanBetween_(o, d, left.t, right.t);
        let isNoise = most_(s, left, right) <= 4.0 * min(left.noise, right.noise);
        // Nothing rises faster than s.w or falls faster than −s.z.
        t0 += sure_(left) / max(select(s.w, -s.z, left.f > 0.0), SPECK_);
        let t1 = right.t - sure_(right) / max(select(-s.z, s.w, right.f > 0.0), SPECK_);
        isSettled = s.x > 0.0 || s.y < 0.0 || s.z > 0.0 || s.w < 0.0 || isNoise || t0 >= t1;
        // All that holds only where the formula has a value.
        if (isPartial_) {
          isSettled = false;
          t0 = left.t;
        }
      }
      if (!isSettled) {
        // Much of it is known to have no root: on from there. Else it is halved.
        stage = select(NEXT_, AHEAD_, t0 - left.t > 0.4 * width);
        t = select(0.5 * (left.t + right.t), t0, stage == AHEAD_);
        isSettled = t <= left.t || t >= right.t;
      }
      if (!isSettled) {
        if (stage == NEXT_) {
          stack[depth] = right;
          depth++;
        }
        break;
      }
      stage = DONE_;
      if ((left.f < 0.0) != (right.f < 0.0)) { meet(rootBetween_(o, d, left, right, reach), right.f < 0.0, 0u); }
      left = right;
      if (depth == 0u) { break; }
      depth--;
      right = stack[depth];
    }
    if (stage == DONE_) { break; }
  }
  return left.f < 0.0;
}

fn castRay(o: vec3f, d: vec3f, first: f32, last: f32, at: u32) {
  hasGivenUp_ = false;
  var a = first;
  var b = last;
  var firstPatch = 0u;
  var lastPatch = 0u;
  for (var k = 0u; k < 3u; k++) {
    let low = parameter(k);
    let high = parameter(3u + k);
    if (d[k] == 0.0) {
      if (o[k] < low || o[k] > high) { return; }
      continue;
    }
    let isUp = d[k] > 0.0;
    let t0 = (select(high, low, isUp) - o[k]) / d[k];
    let t1 = (select(low, high, isUp) - o[k]) / d[k];
    if (t0 > a) { a = t0; firstPatch = 2u * k + select(2u, 1u, isUp); }
    if (t1 < b) { b = t1; lastPatch = 2u * k + select(1u, 2u, isUp); }
  }
  if (a >= b) { return; }
  let endsInside = search_(o, d, a, b, firstPatch);
  if (endsInside && lastPatch != 0u) { meet(b, false, lastPatch); }
}
`;
