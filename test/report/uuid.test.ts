import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../src/math/random.js';
import { nameUuid, sha1 } from '../../src/report/uuid.js';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const URL_SPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';

describe('nameUuid', () => {
  test.each([
    // RFC 9562, appendix A.4.
    ['www.example.com', DNS, '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
    // From the manual of Python's uuid.
    ['python.org', DNS, '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
    ['http://python.org/', URL_SPACE, '4c565f0d-3f5a-5890-b41b-20cf47701c5e'],
  ])('%s in %s is %s', (name, namespace, uuid) => {
    expect(nameUuid(name, namespace)).toBe(uuid);
  });

  test('has a namespace of its own, and tells names apart', () => {
    expect(nameUuid('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(nameUuid('a')).toBe(nameUuid('a'));
    expect(new Set(['a', 'b', '', 'ä', '語'].map((name) => nameUuid(name))).size).toBe(5);
  });
});

test('sha1 is that of node:crypto, at every length around a block (seed 3)', () => {
  const random = seeded(3);
  for (const length of [...Array(130).keys(), 1000, 4096, 100_001]) {
    const bytes = Uint8Array.from({ length }, () => 256 * random());
    expect(Buffer.from(sha1(bytes)).toString('hex')).toBe(createHash('sha1').update(bytes).digest('hex'));
  }
});
