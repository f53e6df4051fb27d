const SIGNS = [-1, 0, 1] as const;

/**
 * Where a point lies on a rounded box is told by its sign along each axis: 0 beside the inner box, else beyond one of its ends. The
 * signs make a number in base 3: (sx + 1) + 3 (sy + 1) + 9 (sz + 1).
 */
interface Place {
  readonly digits: number;
  readonly axes: number;
  readonly name: string;
}

const PLACES: readonly Place[] = SIGNS.flatMap((sz) =>
  SIGNS.flatMap((sy) =>
    SIGNS.map((sx) => {
      const named = [sx, sy, sz].flatMap((sign, axis) => (sign === 0 ? [] : [`${sign < 0 ? '-' : '+'}${'xyz'[axis]}`]));
      const axes = named.length;
      const name = `${['', 'face', 'edge', 'corner'][axes]} ${named.join(' ')}`;
      return { digits: sx + 1 + 3 * (sy + 1) + 9 * (sz + 1), axes, name };
    }),
  ),
);

const FACES = ['face -x', 'face +x', 'face -y', 'face +y', 'face -z', 'face +z'];

/** Six faces, twelve edges, eight corners. */
export const ROUNDED_BOX_PATCHES: readonly string[] = [
  ...FACES,
  ...[2, 3].flatMap((axes) => PLACES.filter((place) => place.axes === axes).map(({ name }) => name)),
];

/** The patch by the number that the signs make; in the middle, where there is none, the first. */
export const ROUNDED_BOX_PATCH_OF: Uint8Array = Uint8Array.from(PLACES, ({ name }) =>
  Math.max(0, ROUNDED_BOX_PATCHES.indexOf(name)),
);
