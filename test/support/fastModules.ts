import { beforeAll, beforeEach } from 'vitest';

/** What vitest keeps of the modules that a test file has loaded. */
interface Loaded {
  readonly evaluatedModules?: { readonly idToModuleMap: ReadonlyMap<string, { readonly exports?: unknown }> };
}

const seen = new Set<object>();

// vitest reads every import from an object without a prototype, and such objects are hash tables to V8: each use of an imported
// function or constant is looked up in one, which takes up to a third of the time of tests that calculate. An object that serves
// as a prototype is laid out with fixed places. Where vitest keeps its modules elsewhere, tests are slower and nothing else.
function layOutModules(): void {
  const { evaluatedModules } = (globalThis as { __vitest_worker__?: Loaded }).__vitest_worker__ ?? {};
  for (const { exports } of evaluatedModules?.idToModuleMap.values() ?? []) {
    if (typeof exports !== 'object' || exports === null || seen.has(exports)) continue;
    seen.add(exports);
    readThrough(exports);
  }
}

// Before every test, too: some modules are loaded when they are first asked for.
beforeAll(layOutModules);
beforeEach(layOutModules);

/** Reads something through an object as a prototype, and more than once: V8 lays it out when it looks a second time. */
function readThrough(exports: object): void {
  const heir = Object.create(exports);
  for (let k = 0; k < 4; k++) void heir.toString;
}
