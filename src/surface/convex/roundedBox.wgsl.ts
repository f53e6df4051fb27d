import { ROUNDED_BOX_PATCH_OF } from './roundedBoxPatches.js';

/**
 * One call casts one ray at a rounded box; {@link roundedBoxCaster} is its twin on the host and says why. Lengths are in sizes of the
 * box. The origin is shifted along the ray to the point nearest to the centre; a fused product keeps it on the ray. A ray that is not
 * settled within the steps, at a seam, is taken as it stands: every step is nearer.
 */
export const roundedBoxWgsl = /* wgsl */ `
const patchOf_ = array<u32, 27>(${ROUNDED_BOX_PATCH_OF.join('u, ')}u);

struct Entry_ { s: f32, place: u32, isThere: bool }

fn enter_(q: vec3f, u: vec3f, inner: vec3f, radius: f32, start: f32) -> Entry_ {
  var s = start;
  var safe = start;
  var tried = 27u;
  var here = 13u;
  for (var k = 0; k < 24; k++) {
    let p = fma(vec3f(s), u, q);
    let e = p - clamp(p, -inner, inner);
    let signs = vec3u(vec3i(sign(e)) + vec3i(1));
    here = signs.x + 3u * signs.y + 9u * signs.z;
    if (here == tried) { break; }
    let distance = length(e);
    let c = (distance - radius) * (distance + radius);
    let slope = dot(e, u);
    if (tried < 27u && (c < 0.0 || slope >= 0.0)) {
      tried = 27u;
      s = safe;
      continue;
    }
    if (!(slope < 0.0)) { return Entry_(0.0, here, false); }
    let newton = s - 0.5 * c / slope;
    if (abs(c) <= 1e-7 * radius * radius) { return Entry_(newton, here, true); }
    let bend = dot(select(vec3f(0.0), u * u, e != vec3f(0.0)), vec3f(1.0));
    let room = slope * slope - bend * c;
    tried = select(27u, here, room >= 0.0);
    safe = newton;
    s = select(newton, s + c / (sqrt(max(0.0, room)) - slope), room >= 0.0);
  }
  return Entry_(s, here, true);
}

fn castRay(o: vec3f, d: vec3f, first: f32, last: f32, at: u32) {
  let inner = vec3f(parameter(0u), parameter(1u), parameter(2u));
  let radius = parameter(3u);
  let toSize = parameter(4u);
  let square = dot(d, d);
  let there = -dot(o, d) / square;
  let o1 = fma(vec3f(there), d, o);
  let rest = -dot(o1, d) / square;
  let q = fma(vec3f(rest), d, o1) * toSize;
  let u = d * inverseSqrt(square);

  // A ray that runs along a slab is as if it crossed it far off: its distance from the slab is decided in the end.
  let outer = inner + vec3f(radius);
  let steep = max(abs(u), vec3f(1e-12));
  let middle = -q * select(vec3f(1.0), vec3f(-1.0), u < vec3f(0.0)) / steep;
  let reach = outer / steep;
  let low = max(max(middle.x - reach.x, middle.y - reach.y), middle.z - reach.z);
  let high = min(min(middle.x + reach.x, middle.y + reach.y), middle.z + reach.z);
  if (!(high > low)) { return; }
  let entry = enter_(q, u, inner, radius, low);
  if (!entry.isThere || !(entry.s < high)) { return; }
  let exit = enter_(q, -u, inner, radius, -high);
  let perUnit = inverseSqrt(square) / toSize;
  let t0 = fma(entry.s, perUnit, there + rest);
  let t1 = fma(-exit.s, perUnit, there + rest);
  if (!exit.isThere || !(t1 > t0)) { return; }
  meet(t0, true, patchOf_[entry.place]);
  meet(t1, false, patchOf_[exit.place]);
}
`;
