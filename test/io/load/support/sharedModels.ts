import { existsSync, readFileSync } from 'node:fs';

/** What INDEX.json says of a model, as far as readers are concerned. */
export interface ModelEntry {
  file: string;
  triangles: number;
  vertices: number;
  unusedVertices: number;
  degenerateTriangles: number;
  zeroAreaTriangles: number;
  duplicateTriangles: number;
  volume: number;
  edges: number;
  boundaryEdges: number;
  nonManifoldEdges: number;
  misorientedEdges: number;
  components: number;
  balanced: boolean;
  bbox: [number[], number[]] | null;
}

const folder = new URL('../../../../../shared/models/', import.meta.url);
const index = new URL('INDEX.json', folder);

/** The models with an ending, as INDEX.json lists them; undefined where the folder is not there. */
export function sharedModels(ending: string): ModelEntry[] | undefined {
  if (!existsSync(index)) return undefined;
  return (JSON.parse(readFileSync(index, 'utf8')).files as ModelEntry[]).filter(({ file }) => file.endsWith(ending));
}

export const modelUrl = (file: string): URL => new URL(file, folder);

export const modelBytes = (file: string): Uint8Array => new Uint8Array(readFileSync(modelUrl(file)));
