import { strToU8, type Zippable, zipSync } from 'fflate';
import { CUBE_CORNERS, CUBE_SIDES } from './cubes.js';

export const CORE = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
export const PRODUCTION = 'http://schemas.microsoft.com/3dmanufacturing/production/2015/06';

/** What a package says about where its model is. */
export const relationships = (target: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
 <Relationship Target="/Metadata/thumbnail.png" Id="r1" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"/>
 <Relationship Target="${target}" Id="r0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>`;

/** A model file: resources and build, with attributes of the model besides. */
export const modelXml = (resources: string, build: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<model xml:lang="en-US" xmlns="${CORE}" xmlns:p="${PRODUCTION}" ${attributes}>
<metadata name="Title">a &lt;test&gt;</metadata>
<resources>
${resources}
</resources>
<build>
${build}
</build>
</model>`;

/** A closed box between the origin and a corner. */
export function boxMesh(x: number, y: number, z: number): string {
  const vertices = CUBE_CORNERS.map(([i, j, k]) => `<vertex x="${x * i}" y="${y * j}" z="${z * k}"/>`);
  const triangles = CUBE_SIDES.flatMap(([a, b, c, d]) => [
    `<triangle v1="${a}" v2="${b}" v3="${c}"/>`,
    `<triangle v1="${a}" v2="${c}" v3="${d}"/>`,
  ]);
  return `<mesh><vertices>${vertices.join('\n')}</vertices><triangles>${triangles.join('\n')}</triangles></mesh>`;
}

export const boxObject = (id: number, attributes = '', [x, y, z] = [1, 2, 3]): string =>
  `<object id="${id}" ${attributes}>${boxMesh(x, y, z)}</object>`;

/** A package of files; the model may come alone, as a text. */
export function threeMf(model: string | Uint8Array, others: Record<string, string | Uint8Array> = {}): Uint8Array {
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships('/3D/3dmodel.model'),
    '3D/3dmodel.model': model,
    ...others,
  };
  const zippable: Zippable = {};
  for (const [name, data] of Object.entries(files)) zippable[name] = typeof data === 'string' ? strToU8(data) : data;
  return zipSync(zippable, { level: 6 });
}
