/** Makes a runner that starts each work when those before have settled, at once where there are none: they share buffers. */
export function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> | undefined;
  return (work) => {
    const result = last ? last.then(work) : work();
    const settled = result.then(
      () => {},
      () => {},
    );
    last = settled;
    settled.then(() => {
      if (last === settled) last = undefined;
    });
    return result;
  };
}
