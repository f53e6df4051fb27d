import { strFromU8, unzipSync } from 'fflate';
import { type BcfOptions, toBcf } from '../../../../src/io/write/bcf.js';
import type { ClashReport, ReportPair } from '../../../../src/report/clashReport.js';
import { nameUuid } from '../../../../src/report/uuid.js';
import { samplePictures, sampleReport } from '../../../report/support/sampleReport.js';
import { plantRoom } from '../../../report/support/sampleScenes.js';

const { bodies, facts, clearance } = plantRoom();
const found = await sampleReport(bodies, { facts, clearance });
/** A group as if three bodies met, and a motion for one pair. */
export const report: ClashReport = {
  ...found,
  groups: [
    {
      bodies: ['Wall', 'Pipe', 'x'],
      indices: [0, 1, 9],
      volume: 1,
      volumeError: 0,
      depthAlongView: 1,
      point: [0, 0, 0],
    },
  ],
  motion: { stepCount: 5, startTime: 0, endTime: 2, longestStep: 0.5 },
  pairs: found.pairs.map((pair, k) => ({
    ...pair,
    status: (['new', 'approved', 'reviewed', 'active', 'resolved'] as const)[k % 5],
    ...(k === 0 && {
      times: { firstContact: { after: 0.5, at: 1 }, worst: 1.5, kinds: ['hard'], intervals: [[1, 2]] },
    }),
  })) as ReportPair[],
};
export const pictures = await samplePictures(report, bodies, 320);
export const date = new Date('2026-03-29T01:30:00Z');
export const VERSIONS = ['2.1', '3.0'] as const;
export const ALL = ['hard', 'contained', 'duplicate', 'clearance', 'touch'] as const;

export const GONE = [
  { id: 'gone', a: 'Old <pipe>', b: 'Wall', kind: 'hard', status: 'resolved' },
  { id: 'unknown', a: 'Lost', b: 'Wall', kind: 'hard', status: 'active' },
] as const;

export const filesOf = (options: Partial<BcfOptions> = {}): Record<string, Uint8Array> =>
  unzipSync(toBcf({ report, pictures, date, ...options }));
export const textOf = (files: Record<string, Uint8Array>, path: string): string => strFromU8(files[path]);
export const pairOf = (kind: string): ReportPair => report.pairs.find((pair) => pair.kind === kind)!;
export const folderOf = (kind: string): string => nameUuid(pairOf(kind).id);
