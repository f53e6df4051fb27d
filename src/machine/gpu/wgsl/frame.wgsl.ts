import { COUNTERS } from '../layout.js';

/** Structs that all passes share; their layouts are named in ../layout.ts. */
export const frameWgsl = /* wgsl */ `
struct Frame {
  width: u32, pixelCount: u32, slotCount: u32, firstItem: u32,
  endItem: u32, queueRoom: u32, tileCount: u32, faceBits: u32,
  layerRoom: u32, blockCount: u32, pad0: u32, pad1: u32,
}

struct Item {
  toX: vec4f, toY: vec4f, toDepth: vec4f,
  centre: vec3i, depthOffset: f32,
  originWhole: vec3i, firstVertex: u32,
  originRest: vec3f, firstIndex: u32,
  rightWhole: vec3i, vertexCount: u32,
  rightRest: vec3f, faceCount: u32,
  downWhole: vec3i, firstProjected: u32,
  downRest: vec3f, firstVertexGroup: u32,
  stepWhole: vec3i, firstFaceGroup: u32,
  stepRest: vec3f, nameBase: u32,
  along: vec3f, entrySign: i32,
  tile: vec4u,
  before: u32, pad0: u32, pad1: u32, pad2: u32,
  origin: vec3f, pad3: u32,
  right: vec3f, pad4: u32,
  down: vec3f, pad5: u32,
}

const PIXELS = ${COUNTERS.pixels}u;
const NOTHING = 0xffffffffu;
`;

/** Which item a workgroup works on: the last whose first group is not behind it. `first` names the field. */
export const findItemWgsl = (first: 'firstVertexGroup' | 'firstFaceGroup') => /* wgsl */ `
fn findItem(group: u32) -> u32 {
  var low = frame.firstItem;
  var high = frame.endItem;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (items[middle].${first} <= group) { low = middle; } else { high = middle; }
  }
  return low;
}
`;
