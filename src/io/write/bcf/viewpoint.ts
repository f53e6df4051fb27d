import { scale, type Vec3 } from '../../../math/vector.js';
import type { Camera } from './camera.js';
import type { BcfVersion } from './version.js';
import { element, textElement, xmlFile } from './xml.js';

/** A file `viewpoint.bcfv`; the camera's lengths become metres. */
export function viewpointFile(
  guid: string,
  components: string,
  { position, direction, up, height, aspect }: Camera,
  metresPerUnit: number,
  version: BcfVersion,
): string {
  const camera = element(
    'OrthogonalCamera',
    {},
    vector('CameraViewPoint', scale(position, metresPerUnit)),
    vector('CameraDirection', direction),
    vector('CameraUpVector', up),
    textElement('ViewToWorldScale', String(height * metresPerUnit)),
    ...(version === '3.0' ? [textElement('AspectRatio', String(aspect))] : []),
  );
  return xmlFile(element('VisualizationInfo', { Guid: guid }, components, camera));
}

const vector = (name: string, [x, y, z]: Vec3): string =>
  element(name, {}, textElement('X', String(x)), textElement('Y', String(y)), textElement('Z', String(z)));
