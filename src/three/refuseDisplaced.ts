import type { Material, Mesh } from 'three';
import { InputError } from '../errors.js';
import type { Displaced } from './bodyFrom.js';
import { label } from './label.js';
import { fetchedOf } from './readAttribute.js';
import { isWrittenByGpu } from './renderer.js';

/** What flags and fields of materials, geometries and attributes are asked for; most of them exist in some versions of three.js only. */
type Flags = Readonly<Record<string, unknown>>;

const STORED = 'positions in a storage buffer';

/** Throws where shaders move vertices, or the GPU alone knows them, unless they are to be taken as they are stored. */
export function refuseDisplaced(mesh: Mesh, material: Material, displaced: Displaced): void {
  if (displaced === 'as-stored') return;
  const by = movedBy(mesh, material as unknown as Flags);
  if (!by) return;
  const remedy =
    by === STORED
      ? 'Bring them to the host with `await fetchPositions(object, renderer)`'
      : 'Bake it into the geometry, make the object invisible';
  throw new InputError(
    `bodyFrom: what is drawn of the ${label(mesh)} is made on the GPU (${by}) and cannot be followed. ${remedy}, or take the vertices as they are stored with { displaced: 'as-stored' }.`,
  );
}

function movedBy(mesh: Mesh, material: Flags): string | undefined {
  if (material.displacementMap && (material.displacementScale !== 0 || material.displacementBias !== 0))
    return 'displacementMap';
  for (const node of ['positionNode', 'vertexNode', 'geometryNode']) if (material[node]) return node;
  // Node materials were shader materials in early versions.
  if (material.isShaderMaterial && !material.isNodeMaterial) return String(material.type);
  const geometry = mesh.geometry as unknown as Flags;
  const instances = (mesh as unknown as Flags).instanceMatrix as Flags | undefined;
  if (geometry.isInstancedBufferGeometry && !instances) return 'InstancedBufferGeometry';
  if (geometry.indirect) return 'indirect drawing';
  const { position } = mesh.geometry.attributes;
  if (position && isWrittenByGpu(position) && !fetchedOf(position)) return STORED;
  if (instances && isWrittenByGpu(instances)) return 'instances in a storage buffer';
  return undefined;
}
