// The less and the greater of two numbers. f64.min and f64.max of WebAssembly take care of NaN and -0, which costs several
// instructions; depths and cells are neither.

// @ts-ignore: decorator
@inline
export function least(a: f64, b: f64): f64 {
  return select<f64>(a, b, a < b);
}

// @ts-ignore: decorator
@inline
export function most(a: f64, b: f64): f64 {
  return select<f64>(a, b, a > b);
}
