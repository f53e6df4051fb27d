import type { RunCommand } from '../commandTable.js';
import { EXIT } from '../exitCode.js';

const SCRIPTS: Readonly<Record<string, () => Promise<string>>> = {
  bash: async () => (await import('../completion/bashScript.js')).bashScript(),
  zsh: async () => (await import('../completion/zshScript.js')).zshScript(),
  fish: async () => (await import('../completion/fishScript.js')).fishScript(),
};

export const run: RunCommand = async ({ operands: [shell] }, terminal) => {
  terminal.print(await SCRIPTS[shell]());
  return EXIT.nothing;
};
