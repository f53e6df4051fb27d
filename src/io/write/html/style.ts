/**
 * The page's style. Colours of kinds keep apart for all kinds of colour vision (after Okabe and Ito), in light and in dark, and
 * never stand alone: marks and words say the same.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f6f8; --sheet: #ffffff; --ink: #1b2129; --quiet: #596473; --line: #d7dde4; --hover: #eef3f9;
  --link: #0a5bb5; --focus: #0a5bb5;
  --hard: #c33c0e; --contained: #8b3d87; --duplicate: #1c5fae; --clearance: #8f6200; --touch: #0c7558; --none: #687382;
  --clash: #c33c0e; --clear: #0c7558; --unsure: #8f6200;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11151a; --sheet: #1a2027; --ink: #e7ebf0; --quiet: #a0acba; --line: #323c48; --hover: #232c36;
    --link: #7db8ff; --focus: #7db8ff;
    --hard: #ff8f66; --contained: #dd9dd8; --duplicate: #80b7f5; --clearance: #efc04b; --touch: #5bd0ab; --none: #98a4b3;
    --clash: #ff8f66; --clear: #5bd0ab; --unsure: #efc04b;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { margin: 0; font-size: 30px; line-height: 1.2; font-weight: 650; }
h2 { margin: 0 0 10px; font-size: 19px; font-weight: 600; }
a { color: var(--link); }
code { font: 13px ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
bdi { overflow-wrap: anywhere; }
section { margin-top: 32px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.symbols { position: absolute; }
.quiet, .hint, .scope, .unit, .meaning { color: var(--quiet); }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 12px; top: 12px; background: var(--sheet); padding: 6px 10px; z-index: 3; }

.top { border-left: 6px solid var(--clear); padding: 2px 0 2px 16px; }
.top.clash { border-color: var(--clash); }
.top.unsure { border-color: var(--unsure); }
.brand { margin: 0 0 2px; font-size: 13px; letter-spacing: .04em; color: var(--quiet); }
.scope { margin: 4px 0 0; }
.tiles { display: flex; flex-wrap: wrap; gap: 10px; margin: 20px 0 0; padding: 0; list-style: none; }
.tiles li { flex: 1 1 190px; max-width: 360px; display: grid; grid-template-columns: auto 1fr; column-gap: 10px; align-items: center;
  background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px; }
.tiles strong { font-size: 26px; line-height: 1.15; font-weight: 600; font-variant-numeric: tabular-nums; }
.tiles .meaning { grid-column: 1 / -1; font-size: 13px; line-height: 1.35; margin-top: 2px; }
.kind { display: inline-flex; align-items: center; gap: 7px; font-weight: 550; white-space: nowrap; }
.kind svg { flex: none; fill: none; stroke: currentColor; stroke-width: 1.4; overflow: visible; }
.over { fill: currentColor; stroke: none; }
.kind.hard svg { color: var(--hard); } .kind.contained svg { color: var(--contained); }
.kind.duplicate svg { color: var(--duplicate); } .kind.clearance svg { color: var(--clearance); }
.kind.touch svg { color: var(--touch); } .kind.none svg { color: var(--none); }
.facts { margin-top: 18px; }
.facts dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(210px, 1fr)); gap: 8px 24px; margin: 0; }
dt { font-size: 13px; color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.limit { color: var(--quiet); font-size: 14px; max-width: 90ch; }
.limit strong { color: var(--ink); }
.notes { background: var(--sheet); border: 1px solid var(--line); border-left: 4px solid var(--unsure); border-radius: 8px; padding: 10px 16px; }
.notes ul { margin: 6px 0; padding-left: 20px; }
summary { cursor: pointer; }
summary h2 { display: inline; }
details[open] > summary { margin-bottom: 10px; }

.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 16px; }
.plots figure { margin: 0; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 14px 14px 6px; }
figcaption { font-weight: 600; }
figcaption span { font-weight: 400; color: var(--quiet); }
.plots svg, .strip { display: block; width: 100%; height: auto; }
svg text { fill: var(--quiet); font: 12px system-ui, "Segoe UI", Roboto, sans-serif; }
.grid { stroke: var(--line); fill: none; } .axis { stroke: var(--quiet); fill: none; }
rect.hard, circle.hard { fill: var(--hard); } rect.contained, circle.contained { fill: var(--contained); }
rect.duplicate, circle.duplicate { fill: var(--duplicate); } rect.clearance, circle.clearance { fill: var(--clearance); }
rect.touch, circle.touch { fill: var(--touch); } rect.none, circle.none { fill: var(--none); }
.plots a:hover rect, .plots a:hover circle { fill: var(--ink); }
.worst { fill: var(--ink); stroke: var(--sheet); stroke-width: 1; }

.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 10px 18px; margin: 0 0 12px; }
.controls[hidden], fieldset[hidden] { display: none !important; }
.controls fieldset { display: flex; flex-wrap: wrap; gap: 4px 14px; border: 0; margin: 0; padding: 0; }
.controls label { display: inline-flex; align-items: center; gap: 6px; }
.controls .kind { font-weight: 400; }
input[type=search], select, .controls button { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: 5px 9px; }
input[type=search] { width: min(18rem, 60vw); }
input::placeholder { color: var(--quiet); opacity: 1; }
.controls button, .sort { cursor: pointer; }
#shown { margin-left: auto; color: var(--quiet); font-variant-numeric: tabular-nums; }

.scroll { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.tall { max-height: 30rem; overflow-y: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 8px 11px; vertical-align: top; }
thead th { font-size: 13px; font-weight: 600; color: var(--quiet); border-bottom: 1px solid var(--line); white-space: nowrap; background: var(--sheet); }
tbody th { font-weight: 500; }
tbody tr { border-top: 1px solid var(--line); }
tbody:first-of-type tr:first-child { border-top: 0; }
.name { min-width: 8.5rem; }
tbody tr.faults { border-top: 0; }
.faults td { padding-top: 0; color: var(--quiet); font-size: 14px; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.unit { font-weight: 400; }
.sort { font: inherit; color: inherit; background: none; border: 0; padding: 0; }
.sort:hover { color: var(--ink); }
.sort::after { content: ""; display: inline-block; width: 1em; text-align: center; }
[aria-sort=ascending] .sort::after { content: "\\25B4"; }
[aria-sort=descending] .sort::after { content: "\\25BE"; }
[aria-sort] .sort { color: var(--ink); }
td.open { white-space: nowrap; width: 1%; }
td.open button { cursor: pointer; font: inherit; width: 24px; height: 24px; padding: 0; color: var(--quiet); background: none; border: 0; }
td.open button::before { content: "\\25B8"; }
td.open button[aria-expanded=true]::before { content: "\\25BE"; }
.rank { color: var(--quiet); font-variant-numeric: tabular-nums; }
.live tr.line { cursor: pointer; }
.live tr.line:hover { background: var(--hover); }
tr.more { border-top: 0; }
tr.more td { padding: 4px 16px 20px; }
.details { display: grid; grid-template-columns: minmax(0, 640px) minmax(240px, 1fr); gap: 24px; }
.details > div:only-child { grid-column: 1 / -1; }
.details dl { display: grid; gap: 6px; margin: 0 0 10px; }
.details dl div { display: grid; grid-template-columns: 8.5rem 1fr; gap: 8px; }
.said { margin: 0 0 10px; font-weight: 550; }
.picture { margin: 0; }
.picture img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; background: #fcfcfb; }
.status { display: inline-block; border: 1px solid var(--line); border-radius: 999px; padding: 0 9px; font-size: 13px; }
.status.new, .status.active { border-color: currentColor; }
.status.approved, .status.resolved { color: var(--quiet); }
.fault { color: var(--hard); }
.timeline th[scope=row] { max-width: 22rem; }
.timeline th:last-child, .timeline td:last-child { width: 46%; min-width: 220px; padding-left: 0; }
.timeline thead th { position: sticky; top: 0; }
.timeline tbody td, .timeline tbody th { padding-top: 5px; padding-bottom: 5px; }
footer { margin-top: 40px; color: var(--quiet); font-size: 14px; }
footer dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
footer dt { color: var(--ink); font-size: inherit; }
@media (max-width: 1240px) {
  #clashes.moving thead th { white-space: normal; }
  #clashes.moving th, #clashes.moving .line td { padding-left: 6px; padding-right: 6px; }
  #clashes.moving .name { min-width: 6rem; }
}
@media (max-width: 1040px) { #clashes.moving .minor { display: none; } }
@media (max-width: 760px) {
  main { padding: 16px 12px 48px; }
  h1 { font-size: 25px; }
  .minor { display: none; }
  th, td { padding: 7px 6px; }
  tr.more td { padding: 4px 8px 16px; }
  .details { grid-template-columns: 1fr; gap: 14px; }
  .rank { display: none; }
  .name { min-width: 4.6rem; }
  #clashes .unit { display: block; }
  #clashes .line .kind span { position: absolute; clip-path: inset(50%); width: 1px; overflow: hidden; }
  .details dl div { grid-template-columns: 7rem 1fr; }
  .plots svg text { font-size: 17px; }
  #shown { margin-left: 0; }
  footer dl { grid-template-columns: 1fr; }
}
@media (prefers-color-scheme: dark) { .picture img { filter: brightness(.9); } }
@media print {
  :root { color-scheme: light; --page: #fff; --sheet: #fff; --ink: #000; --quiet: #444; --line: #bbb;
    --hard: #c33c0e; --contained: #8b3d87; --duplicate: #1c5fae; --clearance: #8f6200; --touch: #0c7558; --clash: #c33c0e; --clear: #0c7558; --unsure: #8f6200; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  .controls, .skip, td.open button { display: none !important; }
  .scroll { overflow: visible; border: 0; max-height: none; }
  thead { display: table-header-group; }
  tr, .plots figure, .tiles li { break-inside: avoid; }
  #clashes tbody { break-inside: avoid; }
  .details { grid-template-columns: 9.5cm 1fr; gap: 5mm; font-size: 9.5pt; }
  .details dl div { grid-template-columns: 6.5rem 1fr; }
  .picture img { filter: none; }
  h2 { break-after: avoid; }
}
`;
