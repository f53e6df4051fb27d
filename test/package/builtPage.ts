import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** What a bundler makes of a page, as for users: minified, and cut where code is loaded when it is asked for. */
export interface BuiltPage {
  readonly entry: string;
  /** By address. */
  readonly files: ReadonlyMap<string, string>;
  /** The modules of each chunk, by its address. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
  /** The entry and all that it imports at once. */
  readonly atOnce: readonly string[];
}

const root = new URL('.', import.meta.url).pathname;
const source = (path: string): string => new URL(`../../src/${path}`, import.meta.url).pathname;

export async function buildPage(name: string): Promise<BuiltPage> {
  const made = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: [{ find: /^zclash$/, replacement: source('index.ts') }] },
    build: { write: false, target: 'es2022', rolldownOptions: { input: `${root}pages/${name}.ts` } },
  })) as Rolldown.RolldownOutput;
  const { output } = made;
  const chunks = output.filter((one) => one.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry)!;
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const atOnce = new Set<string>();
  const visit = (file: string): void => {
    if (atOnce.has(file)) return;
    atOnce.add(file);
    for (const next of importsOf.get(file) ?? []) visit(next);
  };
  visit(entry.fileName);
  return {
    entry: `/${entry.fileName}`,
    files: new Map(
      output.map((one) => [`/${one.fileName}`, one.type === 'chunk' ? one.code : String(one.source)] as const),
    ),
    modules: new Map(chunks.map(({ fileName, moduleIds }) => [`/${fileName}`, moduleIds])),
    atOnce: [...atOnce].map((file) => `/${file}`),
  };
}

export const gzippedBytes = (page: BuiltPage, files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(page.files.get(file) ?? '', { level: 9 }).length, 0);

export interface ServedPage extends AsyncDisposable {
  readonly url: string;
  /** What has been downloaded. */
  readonly fetched: ReadonlySet<string>;
}

/** Serves a page, with its own policy where one is given. */
export async function servePage({ entry, files }: BuiltPage, policy?: string): Promise<ServedPage> {
  const fetched = new Set<string>();
  const server = createServer(({ url = '/' }, response) => {
    if (policy) response.setHeader('Content-Security-Policy', policy);
    // Isolated from other origins, so that memory can be shared with workers.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    const file = files.get(url);
    if (file !== undefined) {
      fetched.add(url);
      response.setHeader('Content-Type', 'text/javascript');
      response.end(file);
    } else if (/^\/(\?|$)/.test(url)) {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><script type="module" src="${entry}"></script>`);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    fetched,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
