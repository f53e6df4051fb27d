// The hot loops of the CPU machine as one small WebAssembly module (AssemblyScript): the fast twin of
// src/machine/cpu/plainRasterizer.ts, which says why each step is right. Both run on the same memory layout and give the
// same bytes: every f64 operation stands in the same order in both.
export { appendLayer } from './append';
export { configure, setStreamEnd, streamAt } from './memory';
export { largeFaces, rasterize } from './rasterize';
export { sortLists } from './sortLists';
