import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { parseNurbsFile, parseNurbsJson } from '../../../src/io/load/nurbs/nurbsJson.js';
import { massProperties } from '../../../src/mesh/mass.js';
import { tessellateNurbs } from '../../../src/surface/nurbs/tessellateNurbs.js';
import { cubePatches, piecesOf, revolve, sphereOutline } from '../../surface/support/nurbsShapes.js';

const cube = { name: 'cube', surfaces: cubePatches() };
const ball = { name: 'ball', surfaces: piecesOf(revolve(sphereOutline(1), 'ball')) };
const text = (root: object): string => JSON.stringify({ zclash: 'nurbs', ...root });

test('reads solids with their names and patches, and the unit', () => {
  const { units, parts } = parseNurbsFile(text({ unit: 'cm', solids: [cube, ball] }), 'two.json');
  expect(units).toBe('cm');
  expect(parts.map(({ name }) => name)).toEqual(['cube', 'ball']);
  expect(parts[0].surface.patches).toEqual(['bottom', 'top', 'front', 'back', 'left', 'right']);
  const { volume, area } = massProperties(tessellateNurbs(parts[1].surface, 1e-3).mesh);
  expect(Math.abs(volume - (4 / 3) * Math.PI)).toBeLessThan(1e-3 * area);
});

test('unit, names and weights may be left out; there may be a byte order mark, and comments', () => {
  const nameless = cubePatches().map(({ name: _, ...patch }) => ({ ...patch, comment: 'flat' }));
  const written = `\ufeff${text({ solids: [{ surfaces: nameless, comment: 'a cube' }], comment: 'x' })}`;
  const parts = parseNurbsJson(written, 'folder/dice.v2.json');
  expect(parts[0].name).toBe('dice.v2');
  expect(parts[0].surface.patches[3]).toBe('patch 3');
  expect(parseNurbsFile(written, 'a.json').units).toBeUndefined();
});

test('a tolerance is kept', () => {
  const lifted = cubePatches().map((patch) =>
    patch.name === 'top'
      ? { ...patch, points: Array.from(patch.points, (x, i) => (i % 3 === 2 ? x + 1e-4 : x)) }
      : patch,
  );
  expect(parseNurbsJson(text({ solids: [{ surfaces: lifted, tolerance: 1e-3 }] }), 'a.json').length).toBe(1);
  expect(() => parseNurbsJson(text({ solids: [{ surfaces: lifted }] }), 'a.json')).toThrow(
    /^a\.json: solid 0: the border of 'top' /,
  );
});

describe('what cannot be read is one InputError: the file, the place, the fact', () => {
  const changed = (change: object): string =>
    text({
      solids: [
        cube,
        { name: 'b', surfaces: cubePatches().map((patch, k) => (k === 1 ? { ...patch, ...change } : patch)) },
      ],
    });
  const cases: [what: string, text: string, message: RegExp][] = [
    ['no JSON', '{ "zclash": ', /^f\.json: this is no JSON \(.+\)\. /],
    ['another file', '{ "asset": {} }', /^f\.json: this is no file of B-spline solids/],
    ['a list', '[]', /^f\.json: this is no file of B-spline solids/],
    [
      'a strange key',
      text({ solids: [cube], units: 'mm' }),
      /^f\.json: there is no 'units' in the file\. It has zclash, solids, unit/,
    ],
    [
      'an unknown unit',
      text({ solids: [cube], unit: 'ell' }),
      /^f\.json: 'unit' is none that is known \("ell"\)\. Use one of: um, mm/,
    ],
    ['no solids', text({ solids: [] }), /^f\.json: 'solids' is no list with something in it/],
    ['a solid that is none', text({ solids: [7] }), /^f\.json: solid 0 is no object/],
    [
      'a solid without patches',
      text({ solids: [{ name: 'x' }] }),
      /^f\.json: 'surfaces' of solid 0 \('x'\) is no list/,
    ],
    [
      'a name that is none',
      text({ solids: [{ name: 3, surfaces: [] }] }),
      /^f\.json: the name of solid 0 is no text \(3\)/,
    ],
    ['an empty solid', text({ solids: [{ surfaces: [] }] }), /^f\.json: solid 0: there are no patches/],
    ['a patch that is none', text({ solids: [{ surfaces: ['x'] }] }), /^f\.json: patch 0 of solid 0 is no object/],
    [
      'knots that are one list',
      changed({ knots: [0, 0, 1, 1] }),
      /^f\.json: 'knots' of patch 1 of solid 1 \('b'\) are not two lists/,
    ],
    [
      'knots that are text',
      changed({ knots: [[0, 'a'], []] }),
      /^f\.json: 'knots' in u of patch 1 of solid 1 \('b'\) has something else than numbers \("a", number 1\)/,
    ],
    [
      'points in triples',
      changed({ points: [[0, 0, 0]] }),
      /^f\.json: 'points' of patch 1 of solid 1 \('b'\) has something else than numbers/,
    ],
    [
      'weights that are null',
      changed({ weights: [null] }),
      /^f\.json: 'weights' of patch 1 of solid 1 \('b'\) has something else/,
    ],
    ['a strange key of a patch', changed({ knot: [] }), /^f\.json: there is no 'knot' in patch 1 of solid 1 \('b'\)/],
    [
      'falling knots',
      changed({
        knots: [
          [0, 1, 0, 1],
          [0, 0, 1, 1],
        ],
      }),
      /^f\.json: solid 1 \('b'\): the knots in u are not monotone .* in patch 1 \('top'\)\. Sort them\.$/,
    ],
    [
      'an open solid',
      text({ solids: [{ ...cube, surfaces: cubePatches().slice(1) }] }),
      /^f\.json: solid 0 \('cube'\): the border of .* is open from \(/,
    ],
  ];
  test.each(cases)('%s', (_, written, message) => {
    expect(() => parseNurbsJson(written, 'f.json')).toThrow(message);
    expect(() => parseNurbsJson(written, 'f.json')).toThrow(InputError);
  });
});
