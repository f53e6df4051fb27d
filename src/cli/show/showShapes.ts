import type { BodyIdentity } from '../../io/assemble.js';
import type { ClashReport } from '../../report/clashReport.js';
import type { Terminal } from '../terminal/terminal.js';
import { bound, counted, unitOf } from './figures.js';
import { lines, named } from './notes.js';

interface Shown extends Pick<ClashReport, 'units'> {
  readonly bodies: readonly Pick<BodyIdentity, 'name' | 'surface' | 'chordError'>[];
}

/** Which bodies are no meshes, and whose triangles only come near to what they stand for; nothing where all are what their file has. */
export function showShapes(report: Shown, terminal: Terminal): string[] {
  const surfaces = report.bodies.filter(({ surface }) => surface);
  const near = report.bodies.filter(({ surface, chordError }) => !surface && chordError);
  const farthest = (bodies: typeof surfaces): string =>
    `${bound(Math.max(...bodies.map(({ chordError = 0 }) => chordError)))}${unitOf(report)}`;
  const whose = (bodies: typeof surfaces): string => named(bodies.map(({ name }) => name));
  return [
    ...(surfaces.length > 0
      ? lines(
          `surfaces: ${whose(surfaces)}: no ${surfaces.length === 1 ? 'mesh' : 'meshes'}, but ${patchesOf(surfaces)}; rays meet these. Triangles are faces in their place, no farther off than ${farthest(surfaces)}.`,
          terminal,
        )
      : []),
    ...(near.length > 0
      ? lines(
          `chord error: ${whose(near)}: triangles stand for curved surfaces, asked to stay within ${farthest(near)} of them.`,
          terminal,
        )
      : []),
  ];
}

/** `8 patches (nurbs)` */
function patchesOf(bodies: Shown['bodies']): string {
  const patches = new Map<string, number>();
  for (const { surface } of bodies)
    if (surface) patches.set(surface.kind, (patches.get(surface.kind) ?? 0) + surface.patchCount);
  return [...patches].map(([kind, n]) => `${counted(n, 'patch', 'patches')} (${kind})`).join(', ');
}
