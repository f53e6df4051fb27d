import { body, interference, type OpenOptions, open } from 'zclash';

// The least that a page can ask for: two meshes, sampled. All that it downloads is counted.

/** A cube with a corner at a point. */
const cube = (size: number, at: number) => ({
  positions: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [1, 2, 4].map((bit) => at + (k & bit ? size : 0))),
  // biome-ignore format: a side per line
  indices: [
    0, 2, 1, 1, 2, 3,
    4, 5, 6, 5, 7, 6,
    0, 1, 4, 1, 5, 4,
    2, 6, 3, 3, 6, 7,
    0, 4, 2, 2, 4, 6,
    1, 3, 5, 3, 7, 5,
  ],
});

async function answer() {
  const backend = (new URLSearchParams(location.search).get('backend') ?? 'cpu') as NonNullable<OpenOptions['backend']>;
  const machine = await open({ backend });
  const { pairs, diagnostics } = await interference([body(cube(1, 0)), body(cube(1, 0.5))], {
    machine,
    resolution: 64,
  });
  const [{ kind, volume, volumeError }] = pairs;
  return { machine: machine.name, kind, volume, volumeError, diagnostics: diagnostics.length };
}

const page = globalThis as unknown as { answer: Promise<unknown> };
page.answer = answer();
