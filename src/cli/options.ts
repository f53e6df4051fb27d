import { MAX_FRAME_PX } from '../constants.js';
import { LOAD_FORMATS } from '../io/load/format.js';
import { LENGTH_UNITS } from '../io/units.js';
import type { GapPreset } from '../report/gapColours.js';
import { WITHIN } from './job/jobSpec.js';
import type { OptionCommand, OptionSpec } from './optionSpec.js';
import {
  axis,
  length,
  lengths,
  matrix,
  oneOf,
  patternPair,
  rangeAround0,
  seconds,
  signedLength,
  someOf,
  threadCount,
  vector,
  wholeNumber,
  word,
} from './optionValues.js';

export const OUTPUT_ENDINGS = ['json', 'csv', 'html', 'bcf', 'bcfzip', 'png'] as const;
export const GAP_ENDINGS = ['json', 'csv', 'png', 'ply'] as const;
/** Kinds of pairs that can be called a clash. */
export const CLASH_KINDS = ['hard', 'contained', 'duplicate', 'clearance', 'touch'] as const;
export const FAIL_ON_BY_DEFAULT = ['hard', 'contained', 'duplicate', 'clearance'] as const;
const BACKENDS = ['auto', 'cpu', 'webgpu'] as const;
/** `solids` is for a pair. */
const METHODS = ['zlist', 'solids'] as const;
const ONLY_ZLIST = {
  placeholder: 'zlist',
  help: 'how bodies are compared; zlist: sorted layers along parallel rays',
  choices: ['zlist'],
  parse: oneOf(['zlist']),
} as const;
const PATTERN = 'NAME, PARENT/NAME, file:NAME, type:TYPE, id:ID, with * and ?; repeatable';
const EXTENTS = ['both', 'all'] as const;
const PRESETS = ['clash', 'occlusion', 'deviation'] as const satisfies readonly GapPreset[];
const PRECISIONS = ['sampled', 'exact'] as const;
const VIEWS = ['1', '3'] as const;
const BCF_VERSIONS = ['2.1', '3.0'] as const;

const PAIRS = ['check', 'scene', 'motion'] as const;
const RAYS = [...PAIRS, 'gap'] as const;
const PLACED = ['check', 'gap'] as const;
const SELECTING = ['scene', 'motion'] as const;
const CHOOSING = [...SELECTING, 'gap'] as const;
const READING = [...RAYS, 'inspect'] as const;
const ALL = [...READING, 'doctor'] as const;

/** Every option, by its name in camelCase. */
export const OPTIONS = {
  precision: {
    group: 'Question',
    commands: PAIRS,
    placeholder: PRECISIONS.join('|'),
    help: 'sampled: one ray per pixel; exact: kinds and faces without a miss',
    default: 'sampled',
    choices: PRECISIONS,
    parse: oneOf(PRECISIONS),
  },
  resolution: {
    group: 'Question',
    commands: RAYS,
    short: 'r',
    placeholder: 'N',
    help: 'rays across and down each view',
    default: '512',
    otherwise: { gap: { help: 'rays along the longer side of the map' } },
    parse: wholeNumber(1, MAX_FRAME_PX),
  },
  views: {
    group: 'Question',
    commands: PAIRS,
    placeholder: VIEWS.join('|'),
    help: 'look along one direction or along three at right angles',
    default: '1',
    choices: VIEWS,
    parse: (text: string) => (oneOf(VIEWS)(text) === '3' ? 3 : 1),
  },
  tolerance: {
    group: 'Question',
    commands: PAIRS,
    short: 't',
    placeholder: 'LENGTH',
    help: 'how deep an overlap may be and still count as touching',
    default: '0',
    parse: length,
  },
  clearance: {
    group: 'Question',
    commands: PAIRS,
    placeholder: 'LENGTH',
    help: 'the gap that is demanded; pairs that are nearer, or touch, are reported and a clash',
    parse: length,
  },
  direction: {
    group: 'Question',
    commands: ['gap'],
    placeholder: 'X,Y,Z',
    help: 'along which gaps are measured; by default as the bodies face each other',
    isList: true,
    parse: axis,
  },
  up: {
    group: 'Question',
    commands: ['gap'],
    placeholder: 'X,Y,Z',
    help: 'what is up in the map',
    isList: true,
    parse: axis,
  },
  bands: {
    group: 'Question',
    commands: ['gap'],
    placeholder: 'D,…',
    help: 'tell the area where the gap is from 0 to each of these lengths; also the steps of --preset occlusion',
    isList: true,
    parse: lengths,
  },
  threshold: {
    group: 'Question',
    commands: ['gap'],
    placeholder: 'D',
    help: 'tell of each region where the gap is at most this, negative inside both; --preset occlusion colours nothing beyond it',
    default: '0',
    parse: signedLength,
  },
  extent: {
    group: 'Question',
    commands: ['gap'],
    placeholder: EXTENTS.join('|'),
    help: 'both: the map shows where both bodies can be seen; all: both bodies whole',
    default: 'both',
    choices: EXTENTS,
    parse: oneOf(EXTENTS),
  },
  move: {
    group: 'Question',
    commands: PLACED,
    placeholder: 'X,Y,Z',
    help: 'move B by this; with --pose: after it',
    isList: true,
    parse: vector,
  },
  pose: {
    group: 'Question',
    commands: PLACED,
    placeholder: 'M00,…,M33',
    help: 'apply a matrix to B where it stands: 12 or 16 numbers, row by row',
    isList: true,
    parse: matrix,
  },
  failOn: {
    group: 'Question',
    commands: PAIRS,
    placeholder: 'KIND,…',
    help: `which kinds are a clash: ${CLASH_KINDS.join(', ')}; with clearance also what touches, where --clearance is given`,
    default: FAIL_ON_BY_DEFAULT.join(),
    choices: CLASH_KINDS,
    isList: true,
    parse: someOf(CLASH_KINDS),
  },
  backend: {
    group: 'Question',
    commands: RAYS,
    placeholder: BACKENDS.join('|'),
    help: 'the machine that rasterizes; auto: graphics hardware where there is some',
    default: 'auto',
    choices: BACKENDS,
    parse: oneOf(BACKENDS),
  },
  threads: {
    group: 'Question',
    commands: PAIRS,
    placeholder: 'N',
    help: 'threads, where the CPU rasterizes; auto: as many as there are processors, 8 at most',
    default: 'auto',
    parse: threadCount,
  },
  method: {
    group: 'Question',
    commands: PAIRS,
    placeholder: METHODS.join('|'),
    help: 'how bodies are compared; zlist: sorted layers along parallel rays; solids: counts against a depth map',
    default: 'zlist',
    otherwise: { scene: ONLY_ZLIST, motion: ONLY_ZLIST },
    choices: METHODS,
    parse: oneOf(METHODS),
  },
  a: {
    group: 'Pairs',
    commands: CHOOSING,
    otherwise: { gap: { help: `parts that are A: ${PATTERN}; by default the first file, or part` } },
    placeholder: 'PATTERN',
    help: `one body of each pair matches: ${PATTERN}`,
    isRepeatable: true,
    parse: word,
  },
  b: {
    group: 'Pairs',
    commands: CHOOSING,
    otherwise: { gap: { help: 'parts that are B; by default the second file, or the other parts; repeatable' } },
    placeholder: 'PATTERN',
    help: 'and the other one this; repeatable',
    isRepeatable: true,
    parse: word,
  },
  ignore: {
    group: 'Pairs',
    commands: SELECTING,
    placeholder: 'X,Y',
    help: 'leave out pairs of these two patterns (as for --a), whichever comes first; repeatable',
    isRepeatable: true,
    isList: true,
    parse: patternPair,
  },
  within: {
    group: 'Pairs',
    commands: SELECTING,
    placeholder: 'WHERE',
    help: `only pairs from: ${WITHIN.join(', ')}`,
    choices: WITHIN,
    parse: oneOf(WITHIN),
  },
  steps: {
    group: 'Motion',
    commands: ['motion'],
    placeholder: 'N',
    help: 'steps between two poses of the file, or along an animation; by default about 100 altogether',
    parse: wholeNumber(1, 1_000_000),
  },
  animation: {
    group: 'Motion',
    commands: ['motion'],
    placeholder: 'NAME',
    help: 'which animation of a glTF file, where there are several',
    parse: word,
  },
  selfIntersections: {
    group: 'Question',
    commands: ['inspect'],
    help: 'also look for faces that go through each other',
  },
  units: {
    group: 'Files',
    commands: READING,
    short: 'u',
    placeholder: 'UNIT',
    help: `unit of the report, and of files that tell none: ${LENGTH_UNITS.join(', ')}; poses of a motion file are in its own`,
    choices: LENGTH_UNITS,
    parse: oneOf(LENGTH_UNITS),
  },
  format: {
    group: 'Files',
    commands: READING,
    placeholder: 'FORMAT',
    help: `of standard input (-) and of files with an odd ending: ${LOAD_FORMATS.join(', ')}`,
    choices: LOAD_FORMATS,
    parse: oneOf(LOAD_FORMATS),
  },
  timeLimit: {
    group: 'Files',
    commands: READING,
    placeholder: 'SECONDS',
    help: 'how long the reading of one file may take',
    default: '300',
    parse: seconds,
  },
  config: {
    group: 'Files',
    commands: READING,
    short: 'c',
    placeholder: 'FILE',
    help: 'read options from this file; by default zclash.config.json here, if there is one, whose reports stay in this folder',
    endings: ['json'],
    parse: word,
  },
  json: {
    group: 'Results',
    commands: ALL,
    short: 'j',
    help: 'print the report as JSON, and nothing else, on standard output',
  },
  out: {
    group: 'Results',
    commands: READING,
    short: 'o',
    placeholder: 'FILE',
    help: `write a report by the file's ending: ${OUTPUT_ENDINGS.map((ending) => `.${ending}`).join(' ')}; repeatable`,
    isRepeatable: true,
    endings: OUTPUT_ENDINGS,
    otherwise: {
      inspect: { help: 'write the report to a .json file; repeatable', endings: ['json'] },
      gap: {
        help: '.json: the report; .png: the map; .csv: a line per region (.rays.csv: per ray); .ply: both bodies, painted; repeatable',
        endings: GAP_ENDINGS,
      },
    },
    parse: word,
  },
  preset: {
    group: 'Results',
    commands: ['gap'],
    placeholder: PRESETS.join('|'),
    help: 'colours; clash: red to yellow inside both, green to blue apart; occlusion: a foil, red near contact; deviation: blue to red',
    default: 'clash',
    choices: PRESETS,
    parse: oneOf(PRESETS),
  },
  range: {
    group: 'Results',
    commands: ['gap'],
    placeholder: 'LEAST,MOST',
    help: 'gaps at which the colours end, as -0.1,0.5, or 0.5 for both; by default as the map has them',
    isList: true,
    parse: rangeAround0,
  },
  bcfVersion: {
    group: 'Results',
    commands: PAIRS,
    placeholder: BCF_VERSIONS.join('|'),
    help: 'version of BCF files',
    default: '2.1',
    choices: BCF_VERSIONS,
    parse: oneOf(BCF_VERSIONS),
  },
  baseline: {
    group: 'Results',
    commands: PAIRS,
    placeholder: 'FILE',
    help: 'an earlier JSON report, from which the status of each pair is carried over',
    endings: ['json'],
    parse: word,
  },
  quiet: {
    group: 'General',
    commands: ALL,
    short: 'q',
    help: 'no progress and no notes: only the result and errors',
  },
  help: { group: 'General', commands: ALL, short: 'h', help: 'this help' },
  version: { group: 'General', commands: ALL, short: 'V', help: 'the version' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export type OptionKey = keyof typeof OPTIONS;
type Spec<K extends OptionKey> = (typeof OPTIONS)[K];
type Parsed<S> = S extends { parse: (text: string) => infer V } ? V : boolean;

/** What was asked for, by option; defaults where nothing was. */
export type OptionValues = {
  readonly [K in OptionKey]: Spec<K> extends { isRepeatable: true }
    ? readonly Parsed<Spec<K>>[]
    : Spec<K> extends { default: string }
      ? Parsed<Spec<K>>
      : Spec<K> extends { parse: unknown }
        ? Parsed<Spec<K>> | undefined
        : boolean;
};

export const OPTION_KEYS = Object.keys(OPTIONS) as readonly OptionKey[];

export const specOf = (key: OptionKey): OptionSpec => OPTIONS[key];

/** As it is with one command. */
export const specWith = (key: OptionKey, command: string): OptionSpec => ({
  ...specOf(key),
  ...specOf(key).otherwise?.[command as OptionCommand],
});

/** bcfVersion → bcf-version */
export const flagOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const KEYS_BY_FLAG: ReadonlyMap<string, OptionKey> = new Map(OPTION_KEYS.map((key) => [flagOf(key), key]));
const KEYS_BY_SHORT: ReadonlyMap<string, OptionKey> = new Map(
  OPTION_KEYS.flatMap((key) => (specOf(key).short ? [[specOf(key).short!, key]] : [])),
);

/** The option of a long name (`bcf-version`), or of a letter. */
export const keyOfFlag = (flag: string): OptionKey | undefined => KEYS_BY_FLAG.get(flag);
export const keyOfShort = (letter: string): OptionKey | undefined => KEYS_BY_SHORT.get(letter);

export const optionsOf = (command: string): readonly OptionKey[] =>
  OPTION_KEYS.filter((key) => (specOf(key).commands as readonly string[]).includes(command));
