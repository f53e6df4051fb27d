import type { Object3D } from 'three';
import type { Body } from '../body.js';
import { InputError } from '../errors.js';
import type { Affine } from '../math/affine.js';
import type { ThreeBody } from './bodyFrom.js';
import { label } from './label.js';
import { type Placement, placement } from './placement.js';
import type { Shape } from './shape.js';
import { sharedPositions } from './sharedPositions.js';

/** What a body is at one moment. */
export interface Taken {
  readonly shape: Shape;
  readonly pose: Affine;
}

/** Where a body takes what it is from. */
export interface ThreeBodySource {
  readonly object: Object3D;
  readonly instance?: number;
  readonly name: string | undefined;
  readonly renderer: object | undefined;
  take(place: Placement): Taken;
}

/** A body that takes its shape and pose from an object whenever it is asked to. */
export function threeBody({ object, instance, name, renderer, take }: ThreeBodySource): ThreeBody {
  let { shape, pose } = take(placement());
  let revision = 0;
  let known: Body;

  const refuse = (what: string, remedy: string): never => {
    throw new InputError(`bodyFrom: the body follows the ${label(object)}, and ${what} cannot be set. ${remedy}`);
  };

  const self: ThreeBody = {
    kind: 'mesh',
    object,
    ...(instance !== undefined && { instance }),
    get name() {
      return name ?? (object.name || object.type) + (instance === undefined ? '' : ` ${instance}`);
    },
    get identity() {
      return known;
    },
    get mesh() {
      return shape.mesh;
    },
    chordError: 0,
    get pose() {
      return pose;
    },
    set pose(_) {
      refuse('its pose', 'Move the object instead.');
    },
    get revision() {
      return revision;
    },
    get bounds() {
      return shape.bounds;
    },
    get onDevice() {
      return shape.attribute && sharedPositions(shape.attribute, renderer);
    },
    update() {
      refuse('its positions', "Change the object's geometry instead.");
    },
    get isDrawn() {
      try {
        self.follow();
        return true;
      } catch (error) {
        if (error instanceof InputError) return false;
        throw error;
      }
    },
    follow() {
      const { mesh } = shape;
      ({ shape, pose } = take(placement()));
      // Machines keep faces by a body's identity, and positions by its revision.
      if (shape.mesh.indices !== mesh.indices) known = standIn(self);
      if (shape.mesh.indices !== mesh.indices || shape.mesh.positions !== mesh.positions) revision++;
    },
  };
  known = standIn(self);
  return self;
}

/** What machines know a body by, for as long as its faces stay the same. An object of its own: a prototype of each would be slow. */
function standIn(self: ThreeBody): Body {
  const own: Body = {
    kind: 'mesh',
    get identity() {
      return own;
    },
    get name() {
      return self.name;
    },
    get mesh() {
      return self.mesh;
    },
    chordError: 0,
    get pose() {
      return self.pose;
    },
    set pose(pose) {
      self.pose = pose;
    },
    get revision() {
      return self.revision;
    },
    get bounds() {
      return self.bounds;
    },
    update: self.update,
    follow: self.follow,
  };
  return own;
}
