/**
 * The page's script: opens, sorts and filters what is there. It makes no markup out of texts and asks for nothing outside. Without
 * it the page shows everything, open and unsorted.
 */
export const SCRIPT = `
'use strict';
(() => {
  const table = document.getElementById('clashes');
  if (!table) return;
  const byId = (id) => document.getElementById(id);
  const clashes = [...table.tBodies];
  const original = new Map(clashes.map((clash, k) => [clash, k]));
  const buttonOf = (clash) => clash.querySelector('td.open button');
  const isOpen = (clash) => buttonOf(clash).getAttribute('aria-expanded') === 'true';
  const open = (clash, how) => {
    buttonOf(clash).setAttribute('aria-expanded', String(how));
    const more = clash.querySelector('tr.more');
    more.hidden = !how;
    // Pictures that wait until they are scrolled to would be missing in print.
    if (how) for (const image of more.querySelectorAll('img')) image.loading = 'eager';
  };

  for (const clash of clashes) {
    open(clash, clashes.length === 1);
    clash.querySelector('tr.line').addEventListener('click', (event) => {
      const isOnButton = event.target.closest('button') !== null;
      // Whoever marks text in a line does not mean to open it.
      if (!isOnButton && String(getSelection()) !== '') return;
      open(clash, !isOpen(clash));
    });
  }
  table.classList.add('live');

  const heads = [...table.tHead.querySelectorAll('th[data-key]')];
  const compareTexts = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;
  const valueOf = (cell) => {
    if (cell.dataset.v === undefined) return cell.textContent.trim();
    return cell.dataset.v === '' ? null : Number(cell.dataset.v);
  };
  const sortBy = (head, way) => {
    const column = head.cellIndex;
    const sign = way === 'descending' ? -1 : 1;
    const keys = new Map(clashes.map((clash) => [clash, valueOf(clash.rows[0].cells[column])]));
    const compare = (p, q) => {
      const [x, y] = [keys.get(p), keys.get(q)];
      if (x === null || y === null) return (x === null) - (y === null);
      return sign * (typeof x === 'number' ? x - y : compareTexts(x, y));
    };
    clashes.sort((p, q) => compare(p, q) || original.get(p) - original.get(q));
    for (const one of heads) one.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', way);
    table.append(...clashes);
  };
  for (const head of heads)
    head.querySelector('button').addEventListener('click', () => {
      const now = head.getAttribute('aria-sort');
      const first = head.dataset.first;
      const other = first === 'ascending' ? 'descending' : 'ascending';
      sortBy(head, now === first ? other : first);
    });

  const find = byId('find');
  const status = byId('status');
  const kinds = [...document.querySelectorAll('input[name=kind]')];
  const texts = new Map();
  const textOf = (clash) => {
    if (!texts.has(clash)) texts.set(clash, clash.textContent.toLowerCase());
    return texts.get(clash);
  };
  const tell = () => {
    const shown = clashes.filter((clash) => !clash.hidden).length;
    byId('nothing').hidden = shown > 0;
    byId('shown').textContent = shown + ' of ' + clashes.length + ' shown';
  };
  const filter = () => {
    const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const wanted = new Set(kinds.filter((box) => box.checked).map((box) => box.value));
    for (const clash of clashes) {
      const fits =
        wanted.has(clash.dataset.kind) &&
        (status.value === '' || clash.dataset.status === status.value) &&
        words.every((word) => textOf(clash).includes(word));
      clash.hidden = !fits;
    }
    tell();
  };
  find.addEventListener('input', filter);
  status.addEventListener('change', filter);
  for (const box of kinds) box.addEventListener('change', filter);
  const all = byId('all');
  all.addEventListener('click', () => {
    const how = all.getAttribute('aria-pressed') !== 'true';
    all.setAttribute('aria-pressed', String(how));
    all.textContent = how ? 'Close all' : 'Open all';
    for (const clash of clashes) open(clash, how);
  });
  const controls = document.querySelector('.controls');
  controls.addEventListener('submit', (event) => event.preventDefault());
  controls.hidden = false;
  filter();

  const follow = () => {
    const clash = clashes.find((one) => '#' + one.id === location.hash);
    if (!clash) return;
    clash.hidden = false;
    tell();
    open(clash, true);
    clash.scrollIntoView({ block: 'start' });
    buttonOf(clash).focus({ preventScroll: true });
  };
  addEventListener('hashchange', follow);
  // A second click on the same mark does not change the address.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (link && link.getAttribute('href') === location.hash) follow();
  });
  follow();
})();
`;
