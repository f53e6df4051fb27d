import { describe, expect, test } from 'vitest';
import { displayWidth, pad, shorten, shortenMiddle } from '../../src/cli/terminal/displayWidth.js';
import { printable } from '../../src/cli/terminal/printable.js';
import { createProgressLine, progressText } from '../../src/cli/terminal/progressLine.js';
import { hasColour, styleFor } from '../../src/cli/terminal/style.js';
import { type Column, table } from '../../src/cli/terminal/table.js';
import { createTerminal, type TerminalStream } from '../../src/cli/terminal/terminal.js';
import { wrap } from '../../src/cli/terminal/wrap.js';

const plain = (text: string): string => text;

describe('printable', () => {
  test.each([
    ['escape sequences', 'a\u001b[31mred\u001b]0;title\u0007', 'a\ufffd[31mred\ufffd]0;title\ufffd'],
    ['C1 controls', 'a\u009b31m', 'a\ufffd31m'],
    ['carriage returns and newlines', 'safe\r\nzclash: forged', 'safe zclash: forged'],
    ['tabs, backspaces', 'a\tb\bc', 'a\ufffdb\ufffdc'],
    ['overrides of direction', 'a\u202egnp.exe', 'a\ufffdgnp.exe'],
    ['halves of pairs', 'a\ud800b\udc00c', 'a\ufffdb\ufffdc'],
    ['what is harmless', 'Wand Süd 壁 🏗 é', 'Wand Süd 壁 🏗 é'],
  ])('%s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});

describe('displayWidth', () => {
  // By UAX #11, and for emoji and marks as terminals show them.
  test.each([
    ['abc', 3],
    ['', 0],
    ['壁', 2],
    ['カベ', 4],
    ['ｶﾍﾞ', 3],
    ['벽', 2],
    ['ＡＢ', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['a\u200bb', 2],
    ['🏗\ufe0f', 2],
    ['👩‍🔧', 2],
    ['🇩🇪', 2],
    ['…±×µ', 4],
    ['\u001b[31mred\u001b[39m', 3],
  ])('%s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test('shortened texts fit, and do not cut a character in two', () => {
    expect(shorten('housing', 7)).toBe('housing');
    expect(shorten('housing', 4)).toBe('hou…');
    expect(shorten('壁壁壁', 4)).toBe('壁…');
    expect(shorten('abc', 0)).toBe('');
    expect(shortenMiddle('Level 1/Wall.001', 9)).toBe('Leve….001');
    expect(shortenMiddle('壁壁壁壁壁', 8)).toBe('壁…壁壁');
    expect(shortenMiddle('abcdef', 1)).toBe('…');
    expect(pad('壁', 4)).toBe('壁  ');
    expect(pad('壁', 4, 'right')).toBe('  壁');
  });
});

test('wrap: no line is wider, but for words that are wider alone', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('one averylongword two', 6, '  ')).toEqual(['one', '  averylongword', '  two']);
  expect(wrap('a b', Infinity)).toEqual(['a b']);
  expect(wrap('', 10)).toEqual([]);
});

describe('table', () => {
  interface Row {
    readonly name: string;
    readonly depth: string;
    readonly id: string;
  }
  const columns: Column<Row>[] = [
    { title: 'name', rank: 3, least: 6, cell: ({ name }) => name },
    { title: 'depth', rank: 2, align: 'right', cell: ({ depth }) => depth },
    { title: 'id', rank: 1, cell: ({ id }) => id },
  ];
  const rows: Row[] = [
    { name: 'a long name of a wall', depth: '1.5', id: 'abcdef' },
    { name: '壁', depth: '12', id: '0' },
  ];

  test('as wide as it needs where there is room', () => {
    expect(table(columns, rows, Infinity, plain)).toEqual([
      'name                   depth  id',
      'a long name of a wall    1.5  abcdef',
      '壁                        12  0',
    ]);
  });

  test('names are shortened, then the least important column goes', () => {
    expect(table(columns, rows, 24, plain)).toEqual([
      'name       depth  id',
      'a lo…wall    1.5  abcdef',
      '壁            12  0',
    ]);
    expect(table(columns, rows, 13, plain)).toEqual(['name    depth', 'a …all    1.5', '壁         12']);
  });

  for (const width of [8, 13, 20, 24, 30, 40])
    test(`never wider than ${width} columns`, () => {
      for (const line of table(columns, rows, width, plain)) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    });

  test('colours do not move columns', () => {
    const style = styleFor(true);
    const painted = table([{ ...columns[0], paint: () => style.red }, ...columns.slice(1)], rows, 24, style.bold);
    expect(painted.map(displayWidth)).toEqual([20, 24, 19]);
  });

  test('a hundred thousand rows', () => {
    expect(
      table(
        columns,
        Array.from({ length: 100_000 }, () => rows[0]),
        80,
        plain,
      ),
    ).toHaveLength(100_001);
  });
});

describe('colours', () => {
  const tty = { isTTY: true };
  test.each([
    ['on a terminal', tty, {}, true],
    ['not in a pipe', {}, {}, false],
    ['not with NO_COLOR', tty, { NO_COLOR: '1' }, false],
    ['NO_COLOR of nothing says nothing', tty, { NO_COLOR: '' }, true],
    ['in a pipe with FORCE_COLOR', {}, { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR=0 is off', tty, { FORCE_COLOR: '0' }, false],
    ['NO_COLOR before FORCE_COLOR', tty, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['not on a terminal that has none', tty, { TERM: 'dumb' }, false],
  ])('%s', (_, stream, env, isOn) => {
    expect(hasColour(stream, env)).toBe(isOn);
    expect(styleFor(isOn).red('x')).toBe(isOn ? '\u001b[31mx\u001b[39m' : 'x');
  });
});

/** A stream that keeps what it gets, and may fail. */
function stream(
  options: { isTTY?: boolean; columns?: number; fault?: string } = {},
): TerminalStream & { text: string } {
  const self = {
    text: '',
    isTTY: options.isTTY,
    columns: options.columns,
    write(text: string, done?: (error?: Error | null) => void) {
      if (!options.fault) self.text += text;
      const error = options.fault ? Object.assign(new Error('failed'), { code: options.fault }) : null;
      queueMicrotask(() => done?.(error));
      return true;
    },
  };
  return self;
}

/** Longer than progress waits. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 150));

describe('progress', () => {
  test('in words', () => {
    expect(progressText({ stage: 'looking', done: 40, total: 120 })).toBe(
      'looking at pairs [########----------------] 33 % (40 of 120)',
    );
    expect(progressText({ stage: 'reading', done: 0, total: 0 })).toMatch(/ 0 % \(0 of 0\)$/);
  });

  test('ten times a second at most, nothing in the first moment, and it is taken away', async () => {
    let now = 0;
    const err = stream({ isTTY: true, columns: 30 });
    const line = createProgressLine(err, true, () => now);
    for (; now < 1000; now++) line.show({ stage: 'looking', done: now, total: 1000 });
    expect(err.text.split('\r').length - 1).toBe(9);
    expect(err.text.startsWith('\r\u001b[2Klooking at pairs [')).toBe(true);
    for (const shown of err.text.split('\r\u001b[2K').slice(1)) expect(displayWidth(shown)).toBeLessThan(30);
    line.erase();
    line.erase();
    await moment();
    expect(err.text.endsWith('\r\u001b[2K')).toBe(true);
    expect(err.text.split('\r').length - 1).toBe(10);
  });
});

test('progress: what came too early for a new line is shown a little later', async () => {
  const err = stream({ isTTY: true });
  const line = createProgressLine(err, true);
  line.show({ stage: 'reading', done: 0, total: 2 });
  line.show({ stage: 'reading', done: 2, total: 2 });
  expect(err.text).toBe('');
  await moment();
  expect(err.text).toBe('\r\u001b[2Kreading files [########################] 100 % (2 of 2)');
});

describe('terminal', () => {
  const lookFor = { stage: 'looking', done: 1, total: 2 } as const;

  test('data to one stream, words to the other, escape sequences to none', async () => {
    const [out, err] = [stream(), stream()];
    const terminal = createTerminal(out, err, {});
    terminal.print('data');
    terminal.note('a \u001b[31mnote');
    terminal.complain('one\ntwo');
    await terminal.flush();
    expect([out.text, err.text]).toEqual(['data\n', 'zclash: a \ufffd[31mnote\nzclash: one\nzclash: two\n']);
  });

  test('hushed it only complains', async () => {
    const err = stream({ isTTY: true });
    const terminal = createTerminal(stream(), err, {});
    terminal.hush();
    await moment();
    terminal.progress(lookFor);
    terminal.note('a note');
    terminal.complain('a fault');
    expect(err.text).toBe('\u001b[31mzclash:\u001b[39m a fault\n');
  });

  test('the line of progress is taken away before anything is written', async () => {
    const err = stream({ isTTY: true });
    const terminal = createTerminal(stream(), err, { NO_COLOR: '1' });
    await moment();
    terminal.progress(lookFor);
    terminal.note('a note');
    expect(err.text.endsWith('(1 of 2)\r\u001b[2Kzclash: a note\n')).toBe(true);
  });

  test.each([
    ['not in a pipe', {}, {}],
    ['not on a terminal that cannot', { isTTY: true }, { TERM: 'dumb' }],
  ])('no progress: %s', async (_, options, env) => {
    const err = stream(options);
    const terminal = createTerminal(stream(), err, env);
    await moment();
    terminal.progress(lookFor);
    expect(err.text).toBe('');
  });

  test('widths: of the terminal, 80 where it tells none, no bound in a pipe', () => {
    const width = (out: TerminalStream): number => createTerminal(out, stream(), {}).width;
    expect([
      width(stream({ isTTY: true, columns: 132 })),
      width(stream({ isTTY: true, columns: 0 })),
      width(stream()),
    ]).toEqual([132, 80, Infinity]);
  });

  test('a reader that has had enough is no fault, a full disk is', async () => {
    const closed = createTerminal(stream({ fault: 'EPIPE' }), stream(), {});
    closed.print('x');
    await expect(closed.flush()).resolves.toBe(undefined);
    const full = createTerminal(stream({ fault: 'ENOSPC' }), stream(), {});
    full.print('x');
    await expect(full.flush()).rejects.toThrow('failed');
  });
});
