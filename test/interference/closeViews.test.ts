import { describe, expect, it } from 'vitest';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { type Body, body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { fitPair } from '../../src/view/fit.js';

const resolution = 256;

/** The body without its first face. */
const opened = ({ mesh, pose, name }: Body): Body =>
  body({ positions: mesh.positions, indices: mesh.indices.slice(3) }, { name, pose });

/** The area of the view that a report rests on, as a share of the one fitted to boxes. */
async function shareSeen(a: Body, b: Body): Promise<number> {
  const { pairs } = await interference([a, b], { resolution });
  const [across, down] = pairs[0].measured.pixelSize;
  const wide = fitPair(a, b, { resolution })!;
  return (across * down * resolution ** 2) / (wide.size[0] * wide.size[1]);
}

describe('the views of reports', () => {
  it('hold little more than where solids can be in each other', async () => {
    const [a, b] = bumpyPair(60, 2);
    expect(await shareSeen(a, b)).toBeLessThan(0.15);
  });

  it('hold where boxes meet of bodies that may be open', async () => {
    const [a, b] = bumpyPair(60, 2);
    expect(await shareSeen(opened(a), b)).toBeGreaterThan(1);
  });

  it('give a shallow contact a volume with a small error, and the true one is within it', async () => {
    const pair = bumpyPair(60, 2);
    const { pairs } = await interference(pair, { resolution });
    const exact = await interference(pair, { resolution, precision: 'exact', volume: 'exact' });
    const { volume, volumeError } = pairs[0];
    expect(Math.abs(volume - exact.pairs[0].volume)).toBeLessThanOrEqual(volumeError);
    expect(volumeError).toBeLessThan(0.03 * volume);
  });
});
