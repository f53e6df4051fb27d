import { body, formula, icoSphere, interference, type OpenOptions, open, surface, translation } from 'zclash';

// What compiles WebAssembly, starts workers or loads code when it is asked for, under the page's policy.

const { hypot, sub, x, y, z } = formula;
const machines: Readonly<Record<string, OpenOptions>> = {
  one: { backend: 'cpu' },
  two: { backend: 'cpu', threads: 2 },
};

async function ask(options: OpenOptions) {
  const machine = await open(options);
  const ball = icoSphere({ radius: 1, subdivisions: 1 });
  const meshes = [body(ball), body(ball, { pose: translation(1.1, 0.2, 0.3) })];
  const solids = [
    body(surface.implicit({ f: sub(hypot(x, y, z), 1) })),
    body(surface.torus({ radius: 1, tubeRadius: 0.4 })),
  ];
  const all = { machine, resolution: 32 } as const;
  const reports = [
    await interference(meshes, all),
    await interference(meshes, { ...all, precision: 'exact', method: 'solids', clearance: 1 }),
    await interference(solids, all),
    // So much that threads are started for it.
    await interference(meshes, { machine, resolution: 2080 }),
  ];
  machine.close();
  // Plain data, as far as it does not tell the time.
  return { name: machine.name, pairs: reports.map(({ pairs }) => pairs) };
}

/** What the policy kept from being done. */
const refused = new Set<string>();
addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.add(blockedURI));

async function answer() {
  const found: Record<string, Awaited<ReturnType<typeof ask>>> = {};
  for (const [key, options] of Object.entries(machines)) found[key] = await ask(options);
  return { found, refused: [...refused] };
}

const page = globalThis as unknown as { answer: Promise<unknown> };
page.answer = answer();
