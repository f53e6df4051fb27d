import { describe, expect, it } from 'vitest';
import type { Selection } from '../../../src/cli/job/jobSpec.js';
import { missingParts } from '../../../src/cli/job/loadNotes.js';

const loaded = {
  ...{ scenes: [], diagnostics: [], unreadable: [] },
  missing: [
    { file: 'a.glb', part: 'wheel', message: 'a.glb: bad' },
    { file: 'b.obj', part: undefined, message: 'b.obj: a surface is not read' },
  ],
};
const by = (selection: Partial<Selection>): (string | undefined)[] =>
  missingParts(loaded, { a: [], b: [], ignore: [], within: undefined, ...selection }).map(({ a }) => a);

describe('missingParts', () => {
  it('leaves an answer open wherever a part may have been asked for', () => {
    expect(missingParts(loaded, undefined).length).toBe(2);
    expect(by({})).toEqual(['wheel', 'b.obj']);
    expect(by({ a: ['axle'] })).toEqual(['wheel', 'b.obj']);
    expect(by({ a: ['axle'], b: ['wh*'] })).toEqual(['wheel', 'b.obj']);
    expect(by({ a: ['axle'], b: ['type:IfcWall'] })).toEqual(['wheel', 'b.obj']);
  });

  it('passes over parts that were not asked for, but never over what has no name', () => {
    expect(by({ a: ['axle'], b: ['hub'] })).toEqual(['b.obj']);
  });
});
