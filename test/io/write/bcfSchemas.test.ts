import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { strFromU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { BcfOptions } from '../../../src/io/write/bcf.js';
import type { ClashReport } from '../../../src/report/clashReport.js';
import { HOSTILE } from '../../report/support/sampleScenes.js';
import { ALL, filesOf, folderOf, GONE, report, textOf, VERSIONS } from './support/sampleBcf.js';

const folder = new URL('../../../../shared/bcf/', import.meta.url);
const describeSchemas = existsSync(folder) ? describe : describe.skip;

describeSchemas(`the official schemas${existsSync(folder) ? '' : ' (left out: ../shared/bcf is not there)'}`, () => {
  /** Validates files of one kind together; returns what is wrong. */
  async function faults(
    version: string,
    schema: string,
    files: readonly (readonly [string, string])[],
  ): Promise<string[]> {
    const at = new URL(`${version}/`, folder);
    const read = (name: string) => ({ fileName: name, contents: readFileSync(new URL(name, at), 'utf8') });
    const others = readdirSync(at).filter((name) => name !== schema);
    const { errors } = await validateXML({
      xml: files.map(([name, contents]) => ({ fileName: name.replaceAll('/', '_'), contents })),
      schema: [read(schema)],
      preload: others.map(read),
    });
    return errors.map(({ rawMessage }) => rawMessage);
  }

  const KINDS = [
    ['version.xsd', /^bcf\.version$/],
    ['markup.xsd', /markup\.bcf$/],
    ['visinfo.xsd', /\.bcfv$/],
    ['extensions.xsd', /^extensions\.xml$/],
  ] as const;

  /** Reports of every sort: with and without pictures, of odd names, of none. */
  const odd = (name: string): ClashReport => ({
    ...report,
    pairs: report.pairs.map((pair) => ({ ...pair, a: name, b: name })),
    bodies: report.bodies.map((body) => ({ ...body, name, file: name, type: name, sourceId: name })),
    tool: name || ' ',
  });
  const VARIANTS: readonly (readonly [string, Partial<BcfOptions>])[] = [
    ['as it is', {}],
    ['with all kinds', { kinds: ALL, author: 'somebody@example.com' }],
    ['without pictures', { pictures: new Map(), kinds: ALL }],
    ['without units', { report: { ...report, units: null } }],
    [
      'of hostile names',
      { report: { ...odd(`${HOSTILE} & ]]> \u0000\u0001\u000B\uFFFE\uD800 "'\t\n`), tool: 'z' }, kinds: ALL },
    ],
    ['of blank names', { report: { ...odd(''), tool: 'z' }, kinds: ALL }],
    ['of names of spaces', { report: { ...odd(' \n '), tool: 'z' }, kinds: ALL }],
    ['with what is resolved', { report: { ...report, resolved: GONE } }],
    ['of nothing', { report: { ...report, pairs: [] } }],
  ];

  test.each(VERSIONS)('every file of version %s is valid', async (version) => {
    const files = VARIANTS.flatMap(([name, options]) =>
      Object.entries(filesOf({ version, ...options })).map(
        ([path, bytes]) => [`${name}/${path}`, path, bytes] as const,
      ),
    );
    const seen = new Set<string>();
    for (const [schema, pattern] of KINDS) {
      const these = files.filter(([, path]) => pattern.test(path));
      for (const [name] of these) seen.add(name);
      if (these.length === 0) expect([version, schema]).toEqual(['2.1', 'extensions.xsd']);
      else
        expect(
          await faults(
            version,
            schema,
            these.map(([name, , bytes]) => [name, strFromU8(bytes)]),
          ),
        ).toEqual([]);
    }
    // Nothing else is in the files but pictures.
    expect(files.filter(([name, path]) => !seen.has(name) && !path.endsWith('/snapshot.png'))).toEqual([]);
    expect(seen.size).toBeGreaterThan(40);
  });

  test('and they do find faults', async () => {
    const good = textOf(filesOf({ version: '3.0' }), `${folderOf('hard')}/markup.bcf`);
    expect(await faults('3.0', 'markup.xsd', [['markup.bcf', good.replace(/<Title>.*<\/Title>/, '')]])).not.toEqual([]);
  });
});
