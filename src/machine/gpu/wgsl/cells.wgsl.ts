/** What all touching passes share: what a dispatch works on, and the items; their layouts are named in ../layout.ts. */
export const cellsWgsl = /* wgsl */ `
struct CellCall { firstItem: u32, endItem: u32, step: u32, queueRoom: u32 }

struct CellItem {
  toX: vec4f, toY: vec4f, toDepth: vec4f,
  centre: vec3i, firstVertex: u32,
  reach: vec3f, firstIndex: u32,
  vertexCount: u32, faceCount: u32, firstProjected: u32, firstVertexGroup: u32,
  firstFaceGroup: u32, columns: u32, rows: u32, marksA: u32,
  marksB: u32, kept: u32, pair: u32, mostCells: u32,
}

@group(0) @binding(0) var<uniform> frame: CellCall;
@group(0) @binding(1) var<storage, read> items: array<CellItem>;
`;
