import type { PairKind } from '../../../detect/zlist/judgePair.js';

/** Two squares as they stand to each other: the kind can be told without colours and without reading. */
const SHAPES: Readonly<Record<PairKind, string>> = {
  hard: '<rect x="1" y="1" width="10" height="10"/><rect class="over" x="5" y="5" width="6" height="6"/><rect x="5" y="5" width="10" height="10"/>',
  contained: '<rect x="1" y="1" width="14" height="14"/><rect class="over" x="5" y="5" width="6" height="6"/>',
  duplicate: '<rect class="over" x="2" y="2" width="12" height="12"/><rect x="4.5" y="4.5" width="7" height="7"/>',
  clearance: '<rect x="1" y="4" width="5.5" height="8"/><rect x="9.5" y="4" width="5.5" height="8"/>',
  touch: '<rect x="1" y="4" width="7" height="8"/><rect x="8" y="4" width="7" height="8"/>',
  none: '<rect x="1" y="5" width="4" height="6"/><rect x="11" y="5" width="4" height="6"/>',
};

export const kindSymbols = (): string => {
  const symbols = Object.entries(SHAPES).map(
    ([kind, shapes]) => `<symbol id="k-${kind}" viewBox="0 0 16 16">${shapes}</symbol>`,
  );
  return `<svg class="symbols" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`;
};

/** The mark of a kind, with its name. */
export const kindMark = (kind: PairKind, name: string = kind): string =>
  `<span class="kind ${kind}"><svg aria-hidden="true" width="16" height="16"><use href="#k-${kind}"/></svg><span>${name}</span></span>`;
