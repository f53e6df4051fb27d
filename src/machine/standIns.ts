import type { Body, BodyState } from '../body.js';
import { flattenedOf } from './flattened.js';

const known = new WeakMap<Body, Body>();

/** Says that a body is drawn in another's place from now on. */
export function standFor(body: Body, standIn: Body): void {
  known.set(body, standIn);
}

/** The bodies that are drawn in a body's place: what a machine keeps of them is to be forgotten with it. */
export function standInsOf(body: BodyState): Body[] {
  const standIn = known.get(body.identity);
  return standIn ? [standIn, ...flattenedOf(body)] : flattenedOf(body);
}
