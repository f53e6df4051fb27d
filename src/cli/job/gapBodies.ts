import { InputError } from '../../errors.js';
import { type AssembledBody, type Assembly, assemble, shaped } from '../../io/assemble.js';
import { joinParts } from '../../io/joinParts.js';
import type { GapJob } from './jobSpec.js';
import type { LoadedFiles } from './loadFiles.js';
import { setOf } from './selectPairs.js';

/**
 * The two bodies of a gap job. Two files are two bodies, as with `check`; a file alone has A and B among its parts. Patterns choose
 * parts of any file instead; several of them become one body.
 */
export function gapBodies(
  { scenes }: LoadedFiles,
  { a, b, files, units }: Pick<GapJob, 'a' | 'b' | 'files' | 'units'>,
): { readonly assembly: Assembly; readonly bodies: readonly [AssembledBody, AssembledBody] } {
  const allFiles = files.map(({ path }) => path);
  const isWhole = files.length === 2 && a.length + b.length === 0;
  const assembly = assemble(scenes, { units, whole: isWhole, allFiles });
  if (isWhole) return { assembly, bodies: [assembly.bodies[0], assembly.bodies[1]] };
  const [ofA, ofB] = chosen(assembly.bodies, a, b, allFiles);
  const both = ofA.find((one) => ofB.includes(one));
  if (both)
    throw new InputError(
      `gap: '${both.name}' is part of A and of B. Give --a and --b that do not match the same part.`,
    );
  const wholes = [joined(ofA), joined(ofB)] as const;
  const faceted = wholes.filter(({ isFaceted }) => isFaceted).map(({ one }) => one.name);
  return { assembly: { ...assembly, faceted }, bodies: [wholes[0].one, wholes[1].one] };
}

type Parts = readonly AssembledBody[];

function chosen(all: Parts, a: readonly string[], b: readonly string[], files: readonly string[]): [Parts, Parts] {
  const [givenA, givenB] = [a.length > 0 && [...setOf(all, a, '--a')], b.length > 0 && [...setOf(all, b, '--b')]];
  if (givenA && givenB) return [givenA, givenB];
  const ofFile = (k: number): Parts => all.filter(({ file }) => file === files[k]);
  if (files.length === 2 && files[0] !== files[1]) return [givenA || ofFile(0), givenB || ofFile(1)];
  const given = givenA || givenB;
  if (given) {
    const others = all.filter((one) => !given.includes(one));
    if (others.length === 0)
      throw new InputError(`gap: ${givenA ? '--a' : '--b'} matches all parts, and none is left for the other body.`);
    return givenA ? [given, others] : [others, given];
  }
  if (all.length === 2) return [[all[0]], [all[1]]];
  throw new InputError(
    all.length === 1
      ? `gap: there is one body only ('${all[0].name}'). Give a second file.`
      : `gap: ${files[0]} has ${all.length} bodies. Say with --a and --b between which of them, or give two files.`,
  );
}

/** Several parts as one body that has the first one's identity, and a name that says how many there are. */
function joined(parts: Parts): { readonly one: AssembledBody; readonly isFaceted: boolean } {
  const [first] = parts;
  if (parts.length === 1) return { one: first, isFaceted: false };
  const name = `${first.name} and ${parts.length - 1} more`;
  const whole = joinParts(
    parts.map(({ name: of, deflection, body: { surface, pose, chordError, mesh } }) => ({
      ...{ name: of, mesh, pose },
      ...(surface ? { surface, chordError } : deflection !== undefined && { chordError: deflection }),
    })),
  );
  const one = {
    ...{ id: first.id, name, partName: first.partName, file: first.file, path: first.path },
    ...shaped(whole, { name }),
  };
  return { one, isFaceted: whole.isFaceted };
}
