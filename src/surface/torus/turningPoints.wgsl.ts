/** Of one ray, see {@link turningPoints}, its twin on the host. Five steps of Newton's method are enough for f32 from a start so near. */
export const turningPointsWgsl = /* wgsl */ `
/** The roots of s³ + p s + q, ascending; a root that is alone stands thrice. */
fn turningPoints_(p: f32, q: f32) -> vec3f {
  let size = abs(q);
  let cube = 1.0001 * pow(size, 1.0 / 3.0);
  let side = sqrt(max(0.0, -p));
  var s = select(min(cube, 1.0001 * size / max(p, 1e-20)), min(side + cube, 1.3248 * max(side, cube)), p < 0.0);
  if (!(s > 1e-12)) { return vec3f(0.0); }
  for (var k = 0; k < 5; k++) { s -= (s * fma(s, s, p) - size) / fma(3.0 * s, s, p); }
  let product = size / s;
  let inner = s * s - 4.0 * product;
  if (inner < 0.0) { return vec3f(select(s, -s, q > 0.0)); }
  let far = 0.5 * (s + sqrt(inner));
  let near = product / far;
  return select(vec3f(-far, -near, s), vec3f(-s, near, far), q > 0.0);
}
`;
