import type { Object3D } from 'three';

/** How messages call an object. */
export const label = ({ name, type }: Object3D): string => (name ? `${type} "${name}"` : `${type} without a name`);
