import { strToU8, zipSync } from 'fflate';
import type { PairKind } from '../../detect/zlist/judgePair.js';
import { InputError } from '../../errors.js';
import type { ClashPicture } from '../../report/clashPicture.js';
import type { ClashReport, ResolvedPair } from '../../report/clashReport.js';
import { isOfClashKind } from '../../report/countsAsClash.js';
import { METRES_PER_UNIT } from '../units.js';
import { cameraOn } from './bcf/camera.js';
import { components } from './bcf/components.js';
import { extensionsFile, markupFile, SNAPSHOT_NAME, VIEWPOINT_NAME, type Written } from './bcf/markup.js';
import { toClosedTopic, toTopic } from './bcf/topic.js';
import { BCF_VERSIONS, type BcfVersion } from './bcf/version.js';
import { viewpointFile } from './bcf/viewpoint.js';
import { element, textElement, xmlFile } from './bcf/xml.js';

export interface BcfOptions {
  readonly report: ClashReport;
  /** By the pair's id. A pair without one has a camera, but no snapshot. */
  readonly pictures: ReadonlyMap<string, ClashPicture>;
  readonly version?: BcfVersion;
  /** BCF is in metres. By default as the report's units tell; where they are unknown, 1 is a metre. */
  readonly metresPerUnit?: number | undefined;
  /** Who found the clashes; programs expect an e-mail address. */
  readonly author?: string | undefined;
  /** When. The same date gives the same bytes. */
  readonly date: Date;
  /** Which pairs become topics: those that are of such a kind, in a motion at any moment. By default those that count as clashes. */
  readonly kinds?: readonly PairKind[] | undefined;
}

export const BCF_DEFAULTS = {
  version: '2.1',
  author: 'zclash',
} as const satisfies Partial<BcfOptions>;

/**
 * The clashes of a report as a BCF file, for programs that manage issues of building models: a topic for each pair, with both
 * components selected and coloured, a camera on the clash, and its picture. Guids come from the pairs' ids: a later file
 * updates the topics of an earlier one, and closes those of pairs that are resolved.
 *
 * @example await writeFile('clashes.bcf', toBcf({ report, pictures, version: '3.0', date: new Date() }))
 */
export function toBcf({ report, pictures, metresPerUnit, date, ...options }: BcfOptions): Uint8Array {
  const { version = BCF_DEFAULTS.version, author = BCF_DEFAULTS.author, kinds } = options;
  const scale = metresPerUnit ?? (report.units === null ? 1 : METRES_PER_UNIT[report.units]);
  check(version, scale, date, author);
  const written: Written = { author, date: date.toISOString() };
  const asked = kinds ? { failOn: kinds, clearance: null } : report.settings;
  const pairs = report.pairs.filter((pair) => isOfClashKind(pair, asked));
  // In a motion a pair may have counted for what it was at another moment than the worst.
  const counted = (pair: ResolvedPair) => report.motion !== undefined || isOfClashKind(pair, asked);
  const gone = report.resolved?.filter((pair) => pair.status === 'resolved' && counted(pair)) ?? [];
  const topics = [...pairs.map((pair) => toTopic(report, pair)), ...gone.map(toClosedTopic)];
  const files: Record<string, Uint8Array> = { 'bcf.version': strToU8(versionFile(version)) };
  if (version === '3.0') files['extensions.xml'] = strToU8(extensionsFile(topics, author));
  const write = (k: number, seen: 'nothing' | 'view' | 'snapshot') => {
    files[`${topics[k].guid}/markup.bcf`] = strToU8(markupFile(topics[k], k + 1, written, seen, version));
  };
  pairs.forEach((pair, k) => {
    const { guid, viewpointGuid } = topics[k];
    const picture = pictures.get(pair.id);
    const bodies = pair.indices.map((index) => report.bodies[index]);
    const camera = cameraOn(pair, bodies, picture?.view);
    const seen = components(bodies, report.tool, version);
    write(k, picture ? 'snapshot' : 'view');
    files[`${guid}/${VIEWPOINT_NAME}`] = strToU8(viewpointFile(viewpointGuid, seen, camera, scale, version));
    if (picture) files[`${guid}/${SNAPSHOT_NAME}`] = picture.png;
  });
  gone.forEach((_, k) => {
    write(pairs.length + k, 'nothing');
  });
  return zip(files, date);
}

const versionFile = (version: BcfVersion): string =>
  xmlFile(
    element('Version', { VersionId: version }, ...(version === '2.1' ? [textElement('DetailedVersion', version)] : [])),
  );

/** Zip holds the time of day as clocks on the wall show it: noon is the same bytes all over the world. */
function zip(files: Readonly<Record<string, Uint8Array>>, date: Date): Uint8Array {
  const year = Math.min(2099, Math.max(1980, date.getUTCFullYear()));
  const mtime = new Date(year, date.getUTCMonth(), date.getUTCDate(), 12);
  const packed = Object.entries(files).map(([path, bytes]) => {
    // Pictures are compressed already.
    const level = path.endsWith('.png') ? 0 : 6;
    return [path, [bytes, { level, mtime }]] as const;
  });
  return zipSync(Object.fromEntries(packed) as Parameters<typeof zipSync>[0]);
}

function check(version: string, metresPerUnit: number, date: Date, author: string): void {
  if (!(BCF_VERSIONS as readonly string[]).includes(version))
    throw new InputError(`bcf: there is no version '${version}'. Choose one of: ${BCF_VERSIONS.join(', ')}.`);
  if (!(metresPerUnit > 0 && metresPerUnit < Infinity))
    throw new InputError(`bcf: a unit is no length in metres (${metresPerUnit}). Give a number above 0.`);
  if (
    !(
      date instanceof Date &&
      Number.isFinite(date.getTime()) &&
      date.getUTCFullYear() >= 0 &&
      date.getUTCFullYear() <= 9999
    )
  )
    throw new InputError(`bcf: this is no date (${date}). Give a Date from the year 0 to 9999.`);
  if (author.trim() === '')
    throw new InputError(`bcf: the author is blank ('${author}'). Give a name or an e-mail address.`);
}
