// Runs a built example by its name: node scripts/example.mjs pegInHole. Files that it writes go to out/ in the current folder.
import { existsSync, readdirSync } from 'node:fs';

const folder = new URL('../dist/examples/', import.meta.url);
const [name = 'overlap'] = process.argv.slice(2);
const names = existsSync(folder)
  ? readdirSync(folder).flatMap((file) => (file.endsWith('.js') ? [file.slice(0, -3)] : []))
  : [];

/** For browsers: these want a bundler. */
const PAGES = ['threePage', 'reactHook'];

if (PAGES.includes(name)) {
  console.error(
    `example: '${name}' is for a page, and not for Node. Bundle it with Vite, or open it in a project of yours.`,
  );
  process.exitCode = 2;
} else if (names.includes(name)) await import(new URL(`${name}.js`, folder).href);
else {
  const remedy =
    names.length > 0
      ? `Choose one of: ${names.filter((one) => !PAGES.includes(one)).join(', ')}.`
      : 'Build it first: npm run build.';
  console.error(`example: there is no example '${name}'. ${remedy}`);
  process.exitCode = 2;
}
