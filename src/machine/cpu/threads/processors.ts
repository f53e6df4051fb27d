/** How many processors there are; pages and newer versions of Node say so themselves. */
export async function processors(): Promise<number> {
  const { navigator, process } = globalThis as {
    navigator?: { hardwareConcurrency?: number };
    process?: { versions?: { node?: string } };
  };
  if (navigator?.hardwareConcurrency) return navigator.hardwareConcurrency;
  if (!process?.versions?.node) return 1;
  const name = 'node:os'; // a variable, so that bundlers for the browser leave it alone
  const os = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as typeof import('node:os');
  return os.availableParallelism();
}
