import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { gapUndecided } from '../../src/cli/job/gapUndecided.js';
import type { AssembledBody } from '../../src/io/assemble.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { gapSample } from '../report/gapSample.js';

const named = (name: string, mesh: Mesh): AssembledBody => ({
  ...{ id: name, name, partName: name, file: `${name}.stl`, path: [] },
  body: body(mesh, { name }),
});
const closed = ['peg', 'plate'].map((name) => named(name, box()));
const pair = closed as [AssembledBody, AssembledBody];
const open = named('shell', { ...box(), indices: box().indices.slice(6) });
/** A map with so many rays that were put aside. */
const aside = (count: number) =>
  gapSample((column, row) => (row === 0 && column < count ? 'undecided' : 1), { isDecided: false });
const reasons = (...args: Parameters<typeof gapUndecided>): string[] =>
  gapUndecided(...args).map(({ reason }) => reason);

describe('why a map leaves it open whether bodies are inside each other', () => {
  test('it does not', () => {
    expect(
      gapUndecided(
        gapSample(() => 1),
        pair,
      ),
    ).toEqual([]);
    expect(
      gapUndecided(
        gapSample(() => -1),
        [open, pair[1]],
      ),
    ).toEqual([]);
  });

  test('rays that do not leave an open body: the body is named', () => {
    expect(gapUndecided(aside(12), [open, pair[1]])).toEqual([
      {
        ...{ a: 'shell', b: 'plate' },
        reason:
          '12 rays enter shell and do not leave again, because that is not closed; nobody can tell what they are inside of. Close the body.',
      },
    ]);
    expect(reasons(aside(1), [pair[0], open])).toEqual([
      'One ray enters shell and does not leave again, because that is not closed; nobody can tell what it is inside of. Close the body.',
    ]);
  });

  test('rays along a wall of two closed bodies: nobody is asked to close them', () => {
    expect(reasons(aside(3), pair)).toEqual([
      '3 rays run along a wall of both bodies, and nobody can tell on which side. Give another --direction, or ask zclash check --precision exact.',
    ]);
    expect(reasons(aside(1), pair)[0]).toMatch(/^One ray runs along a wall of both bodies, /);
  });

  test('a least gap that is known too badly: by how much it may be wrong', () => {
    const map = gapSample(() => 0.02, { errorAt: () => 0.54321, isDecided: false });
    expect(reasons(map, pair)).toEqual([
      'The least gap may be wrong by 0.544, because surfaces run almost along the rays there. Give another --direction, or a higher --resolution.',
    ]);
    expect(
      reasons(
        gapSample(() => -0.5, { depthError: 1.016, isDecided: false }),
        pair,
      ),
    ).toEqual([
      'The least gap may be wrong by 1.02, from rounding alone: along the rays one body is that much longer than the other. Give another --direction, or ask zclash check --precision exact.',
    ]);
  });

  test('where some rays are surely inside both, others that were put aside leave nothing open', () => {
    const map = gapSample((column) => (column === 0 ? 'undecided' : column === 9 ? -1 : 1), { isDecided: true });
    expect(reasons(map, pair)).toEqual([]);
    expect(reasons(map, [open, pair[1]])).toEqual([]);
  });

  test('a body that no ray meets, though the boxes do', () => {
    expect(
      reasons(
        gapSample(() => 'onlyA'),
        pair,
      ),
    ).toEqual(['No ray meets plate: it is too thin. Give a higher --resolution.']);
    expect(
      reasons(
        gapSample((x) => (x < 9 ? 'onlyA' : 'onlyB')),
        pair,
      ),
    ).toEqual([]);
  });
});
