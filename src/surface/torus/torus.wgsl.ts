import { turningPointsWgsl } from './turningPoints.wgsl.js';

/**
 * One call casts one ray at a torus; {@link torusCaster} is its twin on the host and says why. Here lengths are in sizes of the
 * torus, so that fourth powers stay in range.
 *
 * 1. The origin is shifted along the ray to the point nearest to the centre; a fused product keeps it on the ray.
 * 2. The ray is cut to the ball and the slab that hold the torus.
 * 3. The turning points of the quartic are found, and the function there: the ray misses if none is inside.
 * 4. Each stretch between them that leads in or out has one root, told as a crossing.
 */
export const torusWgsl = /* wgsl */ `
${turningPointsWgsl}
struct Line_ { q: vec3f, u: vec3f, major: f32, minor: f32, nearest: f32, perUnit: f32 }

/** (ρ − R)² + z² − r², and its slope. */
fn along_(line: Line_, s: f32) -> vec2f {
  let p = fma(vec3f(s), line.u, line.q);
  let rho = length(p.xy);
  let e = rho - line.major;
  let value = fma(e, e, (p.z - line.minor) * (p.z + line.minor));
  let slope = 2.0 * fma(p.z, line.u.z, e * dot(p.xy, line.u.xy) / max(rho, 1e-20));
  return vec2f(value, slope);
}

/** The root from \`start\` between a and b, at whose ends the signs differ. */
fn root_(line: Line_, a: f32, b: f32, isInAtA: bool, start: f32) -> f32 {
  var low = a;
  var high = b;
  var s = start;
  var before = b - a;
  for (var k = 0; k < 24; k++) {
    let at = along_(line, s);
    if ((at.x < 0.0) == isInAtA) { low = s; } else { high = s; }
    let step = at.x / select(at.y, 1e-20, abs(at.y) < 1e-20);
    let next = s - step;
    if (next >= low && next <= high && 2.0 * abs(step) <= before) {
      s = next;
      before = abs(step);
      // The next error is about step² / slope.
      if (step * step <= 2e-8 * abs(at.y)) { break; }
    } else {
      before = 0.5 * (high - low);
      s = low + before;
      if (before < 3e-8) { break; }
    }
  }
  return s;
}

/** Crossings come in order. A stretch that is told has a length: rounding must not leave one that ends where it begins. */
var<private> entry_: f32;
fn meetAt_(line: Line_, s: f32, isEntry: bool) {
  let t = fma(s, line.perUnit, line.nearest);
  if (isEntry) { entry_ = t; return; }
  if (!(t > entry_)) { return; }
  meet(entry_, true, 0u);
  meet(t, false, 0u);
}

/** Between an end, where the ray is outside, and a turning point inside: a parabola about the latter is where Newton starts. */
fn crossOuter_(line: Line_, end: f32, turn: f32, value: f32) {
  let outside = max(0.0, along_(line, end).x);
  let start = turn + (end - turn) * sqrt(value / (value - outside));
  let isEntry = end < turn;
  meetAt_(line, root_(line, min(end, turn), max(end, turn), !isEntry, start), isEntry);
}

/** Between two turning points, one of them inside. */
fn crossInner_(line: Line_, a: f32, atA: f32, b: f32, atB: f32) {
  let part = atA / (atA - atB);
  let share = select(1.0 - sqrt(max(0.0, 0.5 - 0.5 * part)), sqrt(max(0.0, 0.5 * part)), part < 0.5);
  meetAt_(line, root_(line, a, b, atA < 0.0, a + (b - a) * share), atB < 0.0);
}

fn castRay(o: vec3f, d: vec3f, first: f32, last: f32, at: u32) {
  let toSize = parameter(2u);
  let square = dot(d, d);
  var line: Line_;
  line.major = parameter(0u);
  line.minor = parameter(1u);
  let there = -dot(o, d) / square;
  let o1 = fma(vec3f(there), d, o);
  let rest = -dot(o1, d) / square;
  line.q = fma(vec3f(rest), d, o1) * toSize;
  line.u = d * inverseSqrt(square);
  line.nearest = there + rest;
  line.perUnit = inverseSqrt(square) / toSize;
  let q2 = dot(line.q, line.q);
  if (!(q2 < 1.0)) { return; }

  var high = sqrt(1.0 - q2);
  var low = -high;
  if (abs(line.q.z) + abs(line.u.z) * high > line.minor) {
    let perZ = 1.0 / select(min(line.u.z, -1e-12), max(line.u.z, 1e-12), line.u.z >= 0.0);
    let middle = -line.q.z * perZ;
    let half = abs(line.minor * perZ);
    low = max(low, middle - half);
    high = min(high, middle + half);
    if (!(high > low)) { return; }
  }

  let major2 = line.major * line.major;
  let p = q2 + (line.major - line.minor) - 2.0 * major2 * dot(line.u.xy, line.u.xy);
  let turn = turningPoints_(p, 2.0 * major2 * line.q.z * line.u.z);
  let value = vec3f(along_(line, turn.x).x, along_(line, turn.y).x, along_(line, turn.z).x);
  let isIn = (value < vec3f(0.0)) & (turn > vec3f(low)) & (turn < vec3f(high));
  // A turning point beyond the ends is no end of a stretch: its neighbour's stretch then runs to the ray's own end.
  let isThere = (turn > vec3f(low)) & (turn < vec3f(high));
  if (isIn.x) { crossOuter_(line, low, turn.x, value.x); }
  if (isIn.x != isIn.y) {
    if (isThere.x && isThere.y) { crossInner_(line, turn.x, value.x, turn.y, value.y); }
    else if (isIn.x) { crossOuter_(line, high, turn.x, value.x); }
    else { crossOuter_(line, low, turn.y, value.y); }
  }
  if (isIn.y != isIn.z) {
    if (isThere.y && isThere.z) { crossInner_(line, turn.y, value.y, turn.z, value.z); }
    else if (isIn.y) { crossOuter_(line, high, turn.y, value.y); }
    else { crossOuter_(line, low, turn.z, value.z); }
  }
  if (isIn.z) { crossOuter_(line, high, turn.z, value.z); }
}
`;
