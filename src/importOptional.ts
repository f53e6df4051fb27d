/**
 * Imports a package that need not be installed. The name comes as an argument, from another module: where bundlers can see it, they
 * look for the package, and Vite's development server fails where it is missing.
 */
export const importOptional = (name: string): Promise<unknown> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ name);
