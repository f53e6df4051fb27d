import { type Source, unreadable } from '../reader.js';

/** A file in a zip archive, not yet unpacked. */
export interface ZipEntry {
  readonly name: string;
  /** 0: stored, 8: deflated; others are not read. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where the packed bytes begin. */
  readonly dataAt: number;
}

/** What the directory says of an entry before its own head is looked at. */
interface Listed extends Omit<ZipEntry, 'dataAt'> {
  readonly headAt: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT_BYTES = 0xffff;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
const LISTED_SIGNATURE = 0x02014b50;
const LISTED_BYTES = 46;
const HEAD_SIGNATURE = 0x04034b50;
const HEAD_BYTES = 30;
/** Stands for a number that is too large for its field and stands in the extra field instead. */
const ELSEWHERE = 0xffffffff;
const ZIP64_FIELD = 1;

const REMEDY = 'The package is damaged or cut off: export it again.';

/**
 * Reads the directory of a zip archive (PKWARE's APPNOTE, with its 64-bit records). Nothing is unpacked. Entries must lie
 * within the file and apart from each other: archives whose entries share bytes unpack to far more than they hold.
 */
export function zipEntries(file: Uint8Array, source: Source): ZipEntry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const { count, directoryAt, directoryEnd } = findDirectory(view, source);
  const entries: (ZipEntry & { headAt: number })[] = [];
  const names = new Set<string>();
  let at = directoryAt;
  for (let i = 0; i < count; i++) {
    if (at + LISTED_BYTES > directoryEnd || view.getUint32(at, true) !== LISTED_SIGNATURE)
      throw unreadable(source, `its directory breaks off at entry ${i + 1} of ${count} (byte ${at})`, REMEDY);
    const length = [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), LISTED_BYTES);
    if (at + length > directoryEnd)
      throw unreadable(source, `its directory breaks off within entry ${i + 1} of ${count} (byte ${at})`, REMEDY);
    const listed = readListed(view, file, at);
    if (names.has(listed.name)) throw unreadable(source, `it has two entries '${shown(listed.name)}'`, REMEDY);
    names.add(listed.name);
    entries.push({ ...listed, dataAt: findData(view, listed, directoryAt, source) });
    at += length;
  }
  const inOrder = [...entries].sort((a, b) => a.headAt - b.headAt);
  for (let i = 1; i < inOrder.length; i++)
    if (inOrder[i].headAt < inOrder[i - 1].dataAt + inOrder[i - 1].packedBytes)
      throw unreadable(
        source,
        `its entries '${shown(inOrder[i - 1].name)}' and '${shown(inOrder[i].name)}' overlap (byte ${inOrder[i].headAt})`,
        'Such a package is damaged or hostile: export it again.',
      );
  return entries;
}

const shown = (name: string): string => name.slice(0, 80);

/** The directory is found from the end of the file, where a comment of any content may follow. */
function findDirectory(view: DataView, source: Source) {
  const first = Math.max(0, view.byteLength - END_BYTES - MOST_COMMENT_BYTES);
  let end = view.byteLength - END_BYTES;
  while (
    end >= first &&
    !(
      view.getUint32(end, true) === END_SIGNATURE && end + END_BYTES + view.getUint16(end + 20, true) <= view.byteLength
    )
  )
    end--;
  if (end < first)
    throw unreadable(source, `it is a zip package without a directory at its end (${view.byteLength} bytes)`, REMEDY);
  let count = view.getUint16(end + 10, true);
  let size = view.getUint32(end + 12, true);
  let directoryAt = view.getUint32(end + 16, true);
  const locator = end - LOCATOR_BYTES;
  if (locator >= 0 && view.getUint32(locator, true) === LOCATOR_SIGNATURE) {
    const end64 = Number(view.getBigUint64(locator + 8, true));
    if (end64 + END64_BYTES > locator || view.getUint32(end64, true) !== END64_SIGNATURE)
      throw unreadable(source, `its 64-bit directory is not where byte ${locator} says`, REMEDY);
    count = Number(view.getBigUint64(end64 + 32, true));
    size = Number(view.getBigUint64(end64 + 40, true));
    directoryAt = Number(view.getBigUint64(end64 + 48, true));
    end = end64;
  }
  const directoryEnd = directoryAt + size;
  if (directoryEnd > end || count * LISTED_BYTES > size)
    throw unreadable(
      source,
      `its directory of ${count} entries at byte ${directoryAt} does not fit into the file`,
      REMEDY,
    );
  return { count, directoryAt, directoryEnd };
}

function readListed(view: DataView, file: Uint8Array, at: number): Listed {
  const nameBytes = view.getUint16(at + 28, true);
  const extraAt = at + LISTED_BYTES + nameBytes;
  const numbers = [24, 20, 42].map((field) => view.getUint32(at + field, true)); // bytes, packed bytes, head
  if (numbers.includes(ELSEWHERE)) readExtra(view, extraAt, extraAt + view.getUint16(at + 30, true), numbers);
  return {
    name: new TextDecoder().decode(file.subarray(at + LISTED_BYTES, extraAt)),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    bytes: numbers[0],
    packedBytes: numbers[1],
    headAt: numbers[2],
  };
}

/** Puts 64-bit numbers in the place of those that stand elsewhere, in the same order. */
function readExtra(view: DataView, begin: number, end: number, numbers: number[]): void {
  for (let at = begin; at + 4 <= end; ) {
    const fieldEnd = Math.min(end, at + 4 + view.getUint16(at + 2, true));
    if (view.getUint16(at, true) === ZIP64_FIELD) {
      at += 4;
      for (let i = 0; i < numbers.length; i++) {
        if (numbers[i] !== ELSEWHERE || at + 8 > fieldEnd) continue;
        numbers[i] = Number(view.getBigUint64(at, true));
        at += 8;
      }
      return;
    }
    at = fieldEnd;
  }
}

/** Behind the entry's own head, whose name and extra field have lengths of their own. */
function findData(view: DataView, { name, headAt, packedBytes }: Listed, directoryAt: number, source: Source): number {
  if (headAt + HEAD_BYTES <= directoryAt && view.getUint32(headAt, true) === HEAD_SIGNATURE) {
    const dataAt = headAt + HEAD_BYTES + view.getUint16(headAt + 26, true) + view.getUint16(headAt + 28, true);
    if (dataAt + packedBytes <= directoryAt) return dataAt;
  }
  throw unreadable(
    source,
    `its entry '${shown(name)}' (byte ${headAt}, ${packedBytes} bytes) does not lie within the file`,
    REMEDY,
  );
}
