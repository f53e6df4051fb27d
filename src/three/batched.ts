import type { BatchedMesh } from 'three';
import { InputError } from '../errors.js';
import { label } from './label.js';

/** What versions of three.js keep to themselves: there is no other way to tell which instances were deleted, or before r169 what they show. */
interface Inner {
  readonly _instanceInfo?: readonly InstanceInfo[];
  readonly _drawInfo?: readonly InstanceInfo[];
  readonly _drawRanges?: readonly { readonly start: number; readonly count: number }[];
}

interface InstanceInfo {
  readonly visible: boolean;
  readonly active: boolean;
  readonly geometryIndex: number;
}

function infosOf(mesh: BatchedMesh): readonly InstanceInfo[] {
  const { _instanceInfo, _drawInfo } = mesh as unknown as Inner;
  const infos = _instanceInfo ?? _drawInfo;
  if (!infos)
    throw new InputError(
      `bodyFrom: the instances of the ${label(mesh)} are not known in this version of three.js. Use r166 or newer.`,
    );
  return infos;
}

/** One more than the largest number an instance has. */
export const batchedCount = (mesh: BatchedMesh): number => infosOf(mesh).length;

/** Whether the instance is there and visible. */
export function isBatchedVisible(mesh: BatchedMesh, instance: number): boolean {
  return infosOf(mesh)[instance]?.active === true && mesh.getVisibleAt(instance);
}

/** The geometry that an instance shows. */
export const batchedGeometry = (mesh: BatchedMesh, instance: number): number =>
  mesh.getGeometryIdAt?.(instance) ?? infosOf(mesh)[instance].geometryIndex;

/** Where the geometry's corners lie in the batch: start and end. */
export function batchedRange(mesh: BatchedMesh, geometryId: number): [number, number] {
  const range = mesh.getGeometryRangeAt?.(geometryId) ?? (mesh as unknown as Inner)._drawRanges?.[geometryId];
  return range ? [range.start, range.start + range.count] : [0, 0];
}
