import { describe, expect, it } from 'vitest';
import { body, still } from '../src/body.js';
import { blocksToDraw } from '../src/bodyBlocks.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';

const ball = (subdivisions = 3) => body(icoSphere({ subdivisions }));

/** At which draw of the body as it is blocks are there, counted from 1; undefined where they never are. */
function drawsUntilBlocks(of: ReturnType<typeof ball>, most: number): number | undefined {
  for (let draw = 1; draw <= most; draw++) if (blocksToDraw(still(of))) return draw;
  return undefined;
}

describe('blocksToDraw', () => {
  it('has blocks of a body that is drawn the third time', () => {
    const one = ball();
    expect(drawsUntilBlocks(one, 10)).toBe(3);
    expect(blocksToDraw(still(one))).toBe(blocksToDraw(still(one)));
  });

  it('has none of a body of few faces', () => {
    expect(drawsUntilBlocks(ball(1), 10)).toBeUndefined();
  });

  it('has others after the body deformed', () => {
    const one = ball();
    const { positions } = one.mesh;
    drawsUntilBlocks(one, 10);
    for (let k = 0; k < 10; k++) blocksToDraw(still(one));
    one.update(positions.map((v) => 2 * v));
    expect(drawsUntilBlocks(one, 10)).toBe(3);
    expect(blocksToDraw(still(one))!.farthest[0]).toBeCloseTo(2, 1);
  });

  it('leaves it for a body that deforms all the time, and takes it up when that stands still', () => {
    const one = ball();
    const made: (number | undefined)[] = [];
    for (let frame = 0; frame < 12; frame++) {
      made.push(drawsUntilBlocks(one, 4));
      one.update(one.mesh.positions);
    }
    expect(made[0]).toBe(3);
    expect(made.slice(2).every((draw) => draw === undefined)).toBe(true);
    expect(drawsUntilBlocks(one, 20)).toBe(5);
    for (let k = 0; k < 10; k++) blocksToDraw(still(one));
    one.update(one.mesh.positions);
    expect(drawsUntilBlocks(one, 10)).toBe(3);
  });

  it('has none of a body as it was before it deformed: its arrays may have been written into', () => {
    const one = ball();
    drawsUntilBlocks(one, 10);
    const before = still(one);
    expect(blocksToDraw(before)).toBeDefined();
    one.update(one.mesh.positions);
    expect(blocksToDraw(before)).toBeUndefined();
  });
});
