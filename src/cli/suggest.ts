/** Which of the known words was meant, where one is near enough: by a slip of the fingers, or cut short, or run on. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  if (word.length < 2) return undefined;
  const typed = word.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 2.5)) + 1;
  const begun: string[] = [];
  for (const candidate of known) {
    const lower = candidate.toLowerCase();
    const edits = editDistance(typed, lower);
    if (edits < least) {
      least = edits;
      nearest = candidate;
    }
    if (lower.startsWith(typed) || (lower.length > 2 && typed.startsWith(lower))) begun.push(candidate);
  }
  return nearest ?? (begun.length === 1 ? begun[0] : undefined);
}

/** ` Did you mean '…'?`, or nothing. */
export function didYouMean(
  word: string,
  known: Iterable<string>,
  show = (name: string): string => `'${name}'`,
): string {
  const meant = suggest(word, known);
  return meant === undefined ? '' : ` Did you mean ${show(meant)}?`;
}

/** The fewest letters to put in, take out, change or swap with their neighbour (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  // Longer words than any known one are never near; this also bounds the work.
  if (Math.abs(a.length - b.length) > MOST_EDITS) return MOST_EDITS + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above[b.length];
}

const MOST_EDITS = 20;
