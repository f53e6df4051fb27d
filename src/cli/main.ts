#!/usr/bin/env node
import { listenForInterrupts } from './interrupts.js';
import { createTerminal } from './terminal/terminal.js';
import { explain, zclash } from './zclash.js';

const terminal = createTerminal(process.stdout, process.stderr, process.env);
listenForInterrupts();
// Node would end with 1, which here is a clash.
process.on('uncaughtException', (error) => process.exit(explain(error, terminal)));
// Faults of writing come back to whoever writes; without a listener they would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// Wherever the end comes, the line of progress goes.
process.on('exit', () => terminal.settle());
// Workers and a driver's threads may still be there: the end is told, not waited for.
process.exit(await zclash(process.argv.slice(2), terminal));
