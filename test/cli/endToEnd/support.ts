import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { identity, translation } from '../../../src/math/affine.js';
import { box } from '../../../src/mesh/shapes/box.js';
import { icoSphere } from '../../../src/mesh/shapes/sphere.js';
import type { ClashReport } from '../../../src/report/clashReport.js';
import type { InspectReport } from '../../../src/report/inspectReport.js';
import { writeStl } from '../../support/writeStl.js';
import { type Ran, type RunOptions, runZclash } from '../support/runZclash.js';

/** Cubes of edge 1, one at the origin and one beside it, and balls of radius 1 and 0.5. */
export const SHAPES = {
  'cube.stl': writeStl(box()),
  'shifted.stl': writeStl(box(), translation(0.5, 0.25, 0.125)),
  'ball.stl': writeStl(icoSphere({ subdivisions: 4 })),
  'small.stl': writeStl(icoSphere({ radius: 0.5, subdivisions: 3 })),
  'lid-off.stl': writeStl({ ...box(), indices: box().indices.slice(6) }, identity()),
} as const;

const schemas = Object.fromEntries(
  await Promise.all(
    ['report', 'inspect'].map(async (name) => {
      const text = await readFile(new URL(`../../../schema/${name}.schema.json`, import.meta.url), 'utf8');
      return [name, new Ajv2020({ allErrors: true, strict: false }).compile(JSON.parse(text))] as const;
    }),
  ),
);

/** A report as its published schema demands it. */
export function validReport(text: string): ClashReport {
  const report = JSON.parse(text);
  schemas.report(report);
  expect(schemas.report.errors ?? []).toEqual([]);
  return report;
}

export function validInspection(text: string): InspectReport {
  const report = JSON.parse(text);
  schemas.inspect(report);
  expect(schemas.inspect.errors ?? []).toEqual([]);
  return report;
}

/** Runs with --json, and gives the report besides. */
export async function reportOf(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran & { report: ClashReport }> {
  const ran = await runZclash([...args, '--json'], { files: SHAPES, ...options });
  return { ...ran, report: validReport(ran.stdout) };
}

/** The report without what differs from run to run. */
export const timeless = ({ timings: _, ...report }: ClashReport) => report;
