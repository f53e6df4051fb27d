/** What was made last, for as long as its stamp stays the same. */
export type Kept<T> = (stamp: readonly unknown[], make: (before: T | undefined) => T) => T;

export function kept<T>(): Kept<T> {
  let made: { readonly stamp: readonly unknown[]; readonly value: T } | undefined;
  return (stamp, make) => {
    if (!made || !isSameList(made.stamp, stamp)) made = { stamp, value: make(made?.value) };
    return made.value;
  };
}

/** As `kept`, for everybody who asks about the same thing. */
export function keptFor<T>(): (owner: object) => Kept<T> {
  const known = new WeakMap<object, Kept<T>>();
  return (owner) => {
    let memory = known.get(owner);
    if (!memory) known.set(owner, (memory = kept()));
    return memory;
  };
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** The list of before, where its numbers are the same: what goes by it need not be made again. */
export function keptNumbers<T extends ArrayLike<number> | undefined>(before: T | undefined, next: T): T {
  return before && next && haveSameNumbers(before, next) ? before : next;
}

export function haveSameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
