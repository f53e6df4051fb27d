import type { LOD, Mesh, Object3D } from 'three';
import { showsAnswer } from './overlay.js';

/** Passed over with everything beneath, as are overlays: they show what is no part of the scene. Wide lines are meshes only to three.js. */
const NO_SOLID = /Helper(WebGL)?$|^TransformControls|^Line2$|^LineSegments2$|^Wireframe$/;

export const isNoSolid = (object: Object3D): boolean => NO_SOLID.test(object.type) || showsAnswer(object);

/**
 * The meshes that are drawn of an object: those visible with it, whatever its ancestors, layers and cameras are. Lines, points,
 * sprites and lights are no solids.
 */
export function drawnMeshes(object: Object3D): Mesh[] {
  const found: Mesh[] = [];
  visit(object, found);
  return found;
}

function visit(object: Object3D, found: Mesh[]): void {
  if (!object.visible || isNoSolid(object)) return;
  if ((object as Mesh).isMesh) found.push(object as Mesh);
  const others = otherLevels(object as LOD);
  for (const child of object.children) if (!others?.has(child)) visit(child, found);
}

/** Before the first rendering all levels of detail are visible, and one of them will be drawn. */
function otherLevels(object: LOD): Set<Object3D> | undefined {
  if (!object.isLOD || !object.autoUpdate) return undefined;
  const others = new Set(object.levels.map((level) => level.object));
  others.delete(object.levels[object.getCurrentLevel()]?.object);
  return others;
}
