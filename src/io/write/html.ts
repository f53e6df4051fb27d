import type { ClashPicture } from '../../report/clashPicture.js';
import type { ClashReport, ReportPair } from '../../report/clashReport.js';
import { KIND_MEANING } from '../../report/kindInWords.js';
import { bodyTableHtml, notesHtml } from './html/bodyTable.js';
import { clashTableHtml } from './html/clashTable.js';
import { escapeHtml } from './html/escapeHtml.js';
import { headerHtml } from './html/header.js';
import { kindMark, kindSymbols } from './html/kindMark.js';
import { groupTableHtml, resolvedTableHtml } from './html/moreTables.js';
import { plotsHtml } from './html/plots.js';
import { SCRIPT } from './html/script.js';
import { STYLE } from './html/style.js';
import { timelineHtml } from './html/timeline.js';

export interface HtmlOptions {
  readonly report: ClashReport;
  /** By the pair's id. */
  readonly pictures: ReadonlyMap<string, ClashPicture>;
}

/**
 * SHA-256 of the style and of the script, for the policy below; a test compares. Nothing else in the page can run or be styled,
 * whatever a file's names try.
 */
const HASHES = {
  style: 'lC5ovIGQ8r8yqcVv0W3cWPXias7qcRo4QMMtKB8G/3Q=',
  script: 'Q8qG6UHu818Yb4Hbtju2y6jrj6S8915HrJnKprME/Ek=',
} as const;

const POLICY = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${HASHES.style}'`,
  `script-src 'sha256-${HASHES.script}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * A report as one page that needs nothing else: verdict, plots, a table of clashes that sorts and filters, with a picture and all
 * figures of each, and the bodies. It opens offline, asks for nothing, and shows everything without a script, too.
 *
 * @example await writeFile('report.html', toHtml({ report, pictures }))
 */
export function toHtml({ report, pictures }: HtmlOptions): string {
  const places = new Map(report.pairs.map((pair, k) => [pair, `c${k + 1}`]));
  const idOf = (pair: ReportPair) => places.get(pair)!;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${escapeHtml(report.tool)}">
<title>Clash report: ${escapeHtml(titleOf(report))}</title>
<style>${STYLE}</style>
</head>
<body>
${kindSymbols()}
<a class="skip" href="#clashes-title">To the list of clashes</a>
<main>
${[
  headerHtml(report),
  notesHtml(report),
  plotsHtml(report, idOf),
  timelineHtml(report, idOf),
  clashTableHtml(report, pictures, idOf),
  groupTableHtml(report),
  resolvedTableHtml(report),
  bodyTableHtml(report),
  footerHtml(report),
]
  .filter(Boolean)
  .join('\n')}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** The files, as far as they fit a tab. */
function titleOf({ bodies }: ClashReport): string {
  const files = [...new Set(bodies.map(({ file }) => file.replace(/^.*[\\/]/, '')))];
  return files.length > 3 ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more` : files.join(', ');
}

function footerHtml({ tool }: ClashReport): string {
  const kinds = (['hard', 'contained', 'duplicate', 'clearance', 'touch'] as const).map(
    (kind) => `<dt>${kindMark(kind)}</dt><dd>${KIND_MEANING[kind]}</dd>`,
  );
  return `<footer><details><summary>What the words mean</summary><dl>${kinds.join('')}
<dt>Depth</dt><dd>the longest stretch of a ray inside both bodies, along the direction that was looked along; in other directions it may be thinner</dd>
<dt>Distance</dt><dd>signed: positive between bodies that are apart, 0 where they touch, minus the depth where they overlap</dd>
<dt>Volume</dt><dd>of what both bodies have in common; the true volume is no farther from it than the error that is given</dd>
<dt>Colours in pictures</dt><dd>the bodies in grey and pale red; their overlap from dark violet (thin) to yellow (thick), by the longest stretch of each ray inside both, with lines at round steps; red marks: a contact, the nearest points, or what a close picture shows of the whole</dd>
</dl></details>
<p>Written by ${escapeHtml(tool)}.</p></footer>`;
}
