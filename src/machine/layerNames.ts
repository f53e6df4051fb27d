import { pieceCount, still } from '../body.js';
import { InputError } from '../errors.js';
import type { Atlas } from '../view/atlas.js';
import { flattened } from './flattened.js';
import type { Drawn } from './machine.js';

/** The bodies of each tile as they are now, in the order of drawing: a body's slot is its place here. */
export function bodiesByTile(drawn: readonly Drawn[], atlas: Atlas): Drawn['body'][][] {
  const tileCount = atlas.tiles.length;
  const tiles: Drawn['body'][][] = Array.from({ length: tileCount }, () => []);
  for (const { body, tile = 0 } of drawn) {
    if (!(tile in tiles))
      throw new InputError(`machine: there is no tile ${tile} (the frame has ${tileCount}). Count them from 0.`);
    tiles[tile].push(flattened(still(body), atlas.tiles[tile].view));
  }
  return tiles;
}

/** How many bits of a layer's name the face takes; the rest, less one for entry or exit, is the slot. */
export function faceBitsFor(tiles: readonly (readonly Drawn['body'][])[]): number {
  let faces = 1;
  let slots = 1;
  for (const bodies of tiles) {
    slots = Math.max(slots, bodies.length);
    for (const body of bodies) faces = Math.max(faces, pieceCount(body));
  }
  const faceBits = Math.max(1, Math.ceil(Math.log2(faces)));
  const slotBits = Math.ceil(Math.log2(slots));
  if (faceBits + slotBits > 31)
    throw new InputError(
      `machine: ${slots} bodies in one view with up to ${faces} faces cannot be numbered in 31 bits. Look at fewer bodies at once.`,
    );
  return faceBits;
}
