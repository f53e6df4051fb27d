import { InputError } from '../../errors.js';
import type { Box } from '../../math/box.js';
import { demandOptions, shown } from '../../mesh/shapes/demand.js';
import { type Formula, type FormulaNode, sub, z } from '../formula/formula.js';
import { propagateBox } from '../formula/propagate.js';
import { createWorking } from '../formula/ranges.js';
import { made } from '../made.js';
import type { FunctionSolid, Implicit } from '../surface.js';
import { FUNCTION, functionSolid } from './functionSolid.js';
import { IMPLICIT, implicit } from './implicit.js';

/** A rectangle of x and y. */
export type HeightDomain = readonly [x0: number, x1: number, y0: number, y1: number];

export interface HeightOptions {
  /** The height above z = 0, as a formula of x and y. */
  h: Formula;
  domain: HeightDomain;
  /** Where the solid ends below. Nothing stands where the height is beneath it. */
  base: number;
}

export interface HeightFunctionOptions extends Omit<HeightOptions, 'h'> {
  h: (x: number, y: number) => number;
  /** The height changes by no more than this times the distance of two points of the domain. */
  lipschitz: number;
}

const PATCHES: readonly string[] = ['top', 'wall -x', 'wall +x', 'wall -y', 'wall +y', 'base', 'bounds +z'];

/** Along each side of the domain, to see how high a function reaches. */
const SAMPLES = 64;

/** The solid beneath a height field z = h(x, y), with walls around its domain and a flat base. */
export function heightFunction(options: HeightOptions): Implicit;
export function heightFunction(options: HeightFunctionOptions): FunctionSolid;
export function heightFunction(options: HeightOptions | HeightFunctionOptions): Implicit | FunctionSolid {
  demandOptions('height', options as HeightFunctionOptions, ['h', 'domain', 'base', 'lipschitz']);
  const { h, domain, base } = options;
  checkDomain(domain, base);
  if (typeof h !== 'function') return made({ ...ofFormula(h, domain, base), patches: PATCHES }, IMPLICIT);
  const { lipschitz } = options as HeightFunctionOptions;
  if (!(typeof lipschitz === 'number' && lipschitz >= 0 && lipschitz < Infinity))
    throw new InputError(
      `height: lipschitz must be 0 or more, and finite (${shown(lipschitz)}). Give the most that h changes per unit of distance.`,
    );
  const top = topOf(h, lipschitz, domain);
  const solid = functionSolid({
    f: (px, py, pz) => pz - h(px, py),
    lipschitz: Math.hypot(1, lipschitz),
    bounds: boundsOver(domain, base, top),
  });
  return made({ ...solid, patches: PATCHES }, FUNCTION);
}

function checkDomain(domain: HeightDomain, base: number): void {
  if (!Array.isArray(domain) || domain.length !== 4 || !domain.every(Number.isFinite))
    throw new InputError(
      `height: the domain must be four finite numbers (${Array.isArray(domain) ? domain.map(shown).join(', ') : shown(domain)}). Give [x0, x1, y0, y1].`,
    );
  const [x0, x1, y0, y1] = domain;
  if (!(x0 < x1 && y0 < y1))
    throw new InputError(
      `height: the domain is empty (${domain.join(', ')}). Give [x0, x1, y0, y1] with x0 < x1 and y0 < y1.`,
    );
  if (!Number.isFinite(base))
    throw new InputError(
      `height: the base must be a finite number (${shown(base)}). Give the z of the flat underside.`,
    );
}

function boundsOver([x0, x1, y0, y1]: HeightDomain, base: number, top: number): Box {
  if (!(top > base))
    throw new InputError(
      `height: the height is nowhere above the base (${top} at most, base ${base}). Give a lower base.`,
    );
  return { min: [x0, y0, base], max: [x1, y1, top] };
}

function ofFormula(h: Formula, domain: HeightDomain, base: number): Implicit {
  const working = createWorking(h);
  if (readsZ(h)) throw new InputError('height: the formula reads z. Write the height as a formula of x and y alone.');
  const [x0, x1, y0, y1] = domain;
  propagateBox(working, x0, y0, 0, x1, y1, 0);
  const top = working.ranges.hi[working.program.result];
  if (!(top < Infinity))
    throw new InputError(
      'height: the formula could not be shown to be bounded above in its domain. Cut it off, with min(h, highest), say.',
    );
  return implicit({ f: sub(z, h), bounds: boundsOver(domain, base, top) });
}

function readsZ(formula: Formula): boolean {
  const seen = new Set<FormulaNode>();
  const visit = (part: Formula): boolean => {
    if (typeof part === 'number' || seen.has(part)) return false;
    seen.add(part);
    return part.op === 'z' || part.args.some(visit);
  };
  return visit(formula);
}

/** No less than the function anywhere: the highest sample, and how much higher it can get between samples. */
function topOf(h: (x: number, y: number) => number, lipschitz: number, [x0, x1, y0, y1]: HeightDomain): number {
  const [dx, dy] = [(x1 - x0) / SAMPLES, (y1 - y0) / SAMPLES];
  let highest = -Infinity;
  for (let j = 0; j < SAMPLES; j++)
    for (let i = 0; i < SAMPLES; i++) {
      const [px, py] = [x0 + (i + 0.5) * dx, y0 + (j + 0.5) * dy];
      const value: unknown = h(px, py);
      if (typeof value !== 'number' || !Number.isFinite(value))
        throw new InputError(
          `height: h returned ${String(value)} at (${px}, ${py}). Return a finite number everywhere in the domain.`,
        );
      highest = Math.max(highest, value);
    }
  const room = lipschitz * (Math.hypot(dx, dy) / 2);
  return highest + room * (1 + 1e-9) + (Math.abs(highest) + Math.hypot(x1 - x0, y1 - y0)) * 1e-12;
}
