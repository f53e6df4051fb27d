import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

/** Puts what `npm run build` makes of modules in their place, wherever tests import them; Node loads it as it is. */
export function builtModules(root: URL): Plugin {
  const folder = fileURLToPath(root).replaceAll('\\', '/');
  return {
    name: 'zclash-built-modules',
    enforce: 'pre',
    resolveId(name, importer) {
      if (!/^[./]/.test(name) || !importer) return undefined;
      const path = resolve(dirname(importer.replace(/\?.*/, '')), name).replaceAll('\\', '/');
      const [, module] = /^((?:src|scenes|bench)\/.*)\.[jt]s$/.exec(path.slice(folder.length)) ?? [];
      return module && path.startsWith(folder) ? { id: `${folder}dist/${module}.js`, external: true } : undefined;
    },
  };
}
