import type { Body, BodyState } from '../../body.js';
import type { Surface } from '../../surface/surface.js';

/** What is known of a body that a map was made of: enough to tell another one from it, without keeping it alive. */
interface Remembered {
  readonly identity: WeakRef<Body>;
  /** Vertex numbers; of a body that is no mesh, its surface. */
  readonly shape: Uint32Array | Surface;
}

/** A map is plain data and does not hold its bodies. One that came from a file or another thread is not in here. */
const bodiesOf = new WeakMap<object, readonly [Remembered, Remembered]>();

export function rememberBodies(map: object, a: BodyState, b: BodyState): void {
  const remember = (body: BodyState): Remembered => ({
    identity: new WeakRef(body.identity),
    shape: body.surface ?? body.mesh.indices,
  });
  bodiesOf.set(map, [remember(a), remember(b)]);
}

/**
 * Whether a body can be the map's A or B: it is that very one, or another, not the map's other one, with the same faces. True
 * where nothing is known of the map.
 */
export function mayBeBodyOf(map: object, body: BodyState, which: 'a' | 'b'): boolean {
  const known = bodiesOf.get(map);
  if (!known) return true;
  const [own, other] = which === 'a' ? known : [known[1], known[0]];
  if (own.identity.deref() === body.identity) return true;
  if (other.identity.deref() === body.identity) return false;
  const { shape } = own;
  if (body.surface || !(shape instanceof Uint32Array)) return body.surface === shape;
  const { indices } = body.mesh;
  if (indices.length !== shape.length) return false;
  for (let k = 0; k < indices.length; k++) if (indices[k] !== shape[k]) return false;
  return true;
}
