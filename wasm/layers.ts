// The hot loops of the CPU machine as one small WebAssembly module (AssemblyScript): the fast twin of
// src/machine/cpu/plainRasterizer.ts, which says why each step is right. Both give the same lists, bit for bit: every f64
// operation stands in the same order in both, if here and there with both signs turned.
export { appendLayer } from './append';
export { configure, hasRoomFor, layerCount, pagesEnd, setStreamEnd } from './memory';
export { rasterize } from './rasterize';
export { sortLists } from './sortLists';
