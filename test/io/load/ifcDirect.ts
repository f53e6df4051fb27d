import { IfcAPI } from 'web-ifc';
import { inspect, type MeshInspection } from '../../../src/mesh/inspect.js';

/** A product as the package hands it over: metres, y upwards, nothing repaired. */
export interface DirectProduct {
  readonly globalId: string;
  readonly type: string;
  readonly found: MeshInspection;
}

/** Reads a file with the package alone, all products at once, as its examples do. */
export async function ifcDirect(bytes: Uint8Array, circleSegments: number): Promise<DirectProduct[]> {
  const api = new IfcAPI();
  await api.Init(undefined, true);
  api.SetLogLevel(6);
  const model = api.OpenModel(bytes, { CIRCLE_SEGMENTS: circleSegments });
  const products: DirectProduct[] = [];
  api.StreamAllMeshes(model, ({ expressID, geometries }) => {
    const positions: number[] = [];
    const indices: number[] = [];
    for (let k = 0; k < geometries.size(); k++) {
      const { geometryExpressID, flatTransformation: m } = geometries.get(k);
      const geometry = api.GetGeometry(model, geometryExpressID);
      const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
      const first = positions.length / 3;
      for (let i = 0; i < vertices.length; i += 6) {
        const [x, y, z] = vertices.subarray(i, i + 3);
        for (let r = 0; r < 3; r++) positions.push(m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
      }
      for (const index of api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()))
        indices.push(first + index);
    }
    products.push({
      globalId: api.GetLine(model, expressID).GlobalId.value,
      type: api.GetNameFromTypeCode(api.GetLineType(model, expressID)),
      found: inspect({ positions, indices }),
    });
  });
  api.Dispose();
  return products;
}
