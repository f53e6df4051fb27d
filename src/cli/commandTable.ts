import { LOAD_ENDINGS } from '../io/load/format.js';
import type { CommandLine } from './commandLine.js';
import type { ExitCode } from './exitCode.js';
import type { Terminal } from './terminal/terminal.js';

export interface CommandSpec {
  /** One line. */
  readonly summary: string;
  readonly operands: Operands;
  /** Paragraphs. */
  readonly about: readonly string[];
  /** What a file looks like, as it is. */
  readonly sample?: { readonly title: string; readonly lines: readonly string[]; readonly says: string };
  /** What to type, and what that does. */
  readonly examples: readonly (readonly [line: string, says: string])[];
  readonly exits: readonly (readonly [code: number, says: string])[];
  /** Commands are loaded when they are asked for. */
  readonly load: () => Promise<{ run: RunCommand }>;
}

export type RunCommand = (line: CommandLine, terminal: Terminal) => Promise<ExitCode>;

export interface Operands {
  /** As in the synopsis. */
  readonly words: string;
  /** What one of them is. */
  readonly noun: string;
  readonly least: number;
  readonly most: number;
  readonly endings?: readonly string[];
  readonly choices?: readonly string[];
}

const BAD_INPUT = [2, 'wrong use, or a file that cannot be read or written'] as const;
const FAULT = [70, 'a fault of zclash itself'] as const;
const INTERRUPTED = [130, 'Ctrl-C; what was finished is in the reports (143: SIGTERM)'] as const;
const CLASH_EXITS = [
  [0, 'nothing found'],
  [1, 'a clash'],
  [2, `${BAD_INPUT[1]}; other files are checked all the same`],
  [
    3,
    'undecided: no clash found, but there may be one (an open body, one that rays can miss, a distance known too badly for the clearance, a part that cannot be read)',
  ],
  FAULT,
  INTERRUPTED,
] as const;

const PATTERNS =
  "Patterns (* for any characters, ? for one; upper and lower case are alike) are compared with a body's name, with its name in the file, and with the end of its path: Motor/case is Root/Motor/case, too. With a prefix they are compared with something else: file:duct* with the file's name or path, type:IfcWall with the type, id:2O2Fr* with the id (an IFC GlobalId).";

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The commands, in the order of the help. */
export const COMMANDS = {
  check: {
    summary: 'do two bodies collide, where, and by how much?',
    operands: { words: 'A B', noun: 'file', least: 2, most: 2, endings: LOAD_ENDINGS },
    about: [
      'Each file is one body, whatever number of parts it has; - is standard input. Lengths are in the unit of --units, else in the unit of the files.',
      '--pose and --move place B: the pose is applied first, to B where it stands, then it is moved.',
    ],
    examples: [
      ['zclash check shaft.stl housing.stl', 'one pair'],
      ['zclash check shaft.stl housing.stl --move -0.5,0,2 --precision exact', 'B elsewhere, without a miss'],
      ['zclash check a.glb b.glb --clearance 2 --units mm --out clash.png', 'at least 2 mm apart, with a picture'],
      ['zclash check - housing.stl --format stl < shaft.stl', 'A from standard input'],
    ],
    exits: CLASH_EXITS,
    load: () => import('./commands/check.js'),
  },
  gap: {
    summary: 'how far is it from one body to the other, everywhere along a direction?',
    operands: { words: 'A [B]', noun: 'file', least: 1, most: 2, endings: LOAD_ENDINGS },
    about: [
      'A map of signed distances along parallel rays: negative where a ray is inside both bodies, 0 where they touch, positive where they are apart. Told are the least gap and where it is, the area of interference, the area of each band, and the regions within the threshold.',
      'Two files are two bodies, whatever number of parts they have; of one file, A and B are its two parts. --a and --b choose parts instead; several of them become one body. --pose and --move place B. - is standard input.',
      'Maps are drawn in one of three ways. clash: yellow to red inside both, green to blue apart, contact where yellow meets green. occlusion: like articulating foil, red near contact and purple inside both, in steps that --bands give, nothing beyond --threshold. deviation: for a fit that should have no gap, blue inside both, white at contact, red apart, alike on both sides. Grey is where only A is, pink where only B is.',
      '--out NAME.ply writes NAME-a.ply and NAME-b.ply: the bodies with a colour and a value gap for each vertex.',
    ],
    examples: [
      [
        'zclash gap upper.stl lower.stl --units mm --bands 0.1,0.2 --out map.png',
        'areas within 0.1 and 0.2 mm, and a map',
      ],
      [
        'zclash gap upper.stl lower.stl -u mm --direction 0,0,-1 --preset occlusion --bands 0.05,0.1 --threshold 0.2 -o foil.png -o jaws.ply',
        "a dentist's view, and both jaws painted",
      ],
      ["zclash gap press.glb --a 'Punch*' --b Die --json", 'parts of one file, for another program'],
      [
        'zclash gap housing.stl cover.stl --units mm --preset deviation --range 0.05 -o fit.png',
        'where a fit is too tight, and where too loose',
      ],
    ],
    exits: [
      [0, 'no interference; also where no ray sees both bodies, and that is said'],
      [1, 'interference: somewhere a ray is inside both bodies for longer than its error explains'],
      BAD_INPUT,
      [
        3,
        'undecided: nobody can tell (rays that do not leave an open body again or run along a wall of both, a body that rays can miss, a least gap that is known too badly, a part that cannot be read)',
      ],
      FAULT,
      [130, 'Ctrl-C; nothing is written (143: SIGTERM)'],
    ],
    load: () => import('./commands/gap.js'),
  },
  scene: {
    summary: 'all pairs of all parts of one or more files',
    operands: { words: 'FILE…', noun: 'file', least: 1, most: Infinity, endings: LOAD_ENDINGS },
    about: ['Files are put together as they stand, in one frame and one unit.', PATTERNS],
    examples: [
      [
        'zclash scene plant.ifc --tolerance 0.002 --out clashes.html --out clashes.bcf',
        'a report to look at, and one for a BIM tool',
      ],
      ["zclash scene robot.glb --a 'Arm*' --b Table --ignore 'Bolt*,Nut*'", 'some pairs only'],
      ["zclash scene site.ifc hvac.ifc --a file:hvac.ifc --b 'type:IfcWall*'", 'by file and by type'],
      ['zclash scene *.stl --units mm --json | jq .pairs', 'for another program'],
      ['zclash scene plant.ifc --baseline last.json --out now.json', 'with the status of every clash as it was left'],
    ],
    exits: CLASH_EXITS,
    load: () => import('./commands/scene.js'),
  },
  motion: {
    summary: 'all pairs over a motion: first contact, worst pose, when',
    operands: { words: 'SCENE', noun: 'file', least: 1, most: 1, endings: ['json', 'gltf', 'glb'] },
    about: [
      'SCENE is a JSON file with poses over time, or a glTF file with an animation. Bodies are looked at step by step: what begins and ends between two steps is not seen.',
      PATTERNS,
    ],
    sample: {
      title: 'Motion file',
      lines: [
        '{ "units": "mm",',
        '  "parts": [',
        '   { "file": "base.stl", "name": "base" },',
        '   { "file": "a.stl", "name": "arm", "parent": "base" }],',
        '  "frames": [',
        '   { "time": 0, "poses": { "arm": { "rotate": { "axis":',
        '    [1, 0, 0], "about": [0, 0, 40], "angleDeg": 0 }}}},',
        '   { "time": 2, "poses": { "arm": { "rotate": { "axis":',
        '    [1, 0, 0], "about": [0, 0, 40], "angleDeg": 270 }}}}],',
        '  "steps": 20,',
        '  "ignore": [["base", "arm"]] }',
      ],
      says: 'A pose is scale, rotate (axis, angleDeg, about) and move, applied in this order, or 12 or 16 numbers of a matrix, row by row; it is in the frame of the parent, or of the world. Where axis and about are the same in two frames the turn is followed as it is written, about that hinge and by more than half a turn, too. Others, and poses given as matrices, turn by the shorter way, while the origin of the part goes straight. Lengths are in units of the file, whatever --units says. Without steps there are about 100 altogether. Files are relative to the motion file.',
    },
    examples: [
      ['zclash motion press.json --steps 50', '50 steps between two poses'],
      ['zclash motion robot.glb --animation pick --out pick.html', 'an animation of a glTF file'],
      ['zclash motion door.json --clearance 1 --json', 'nearer than 1 at any time'],
    ],
    exits: CLASH_EXITS,
    load: () => import('./commands/motion.js'),
  },
  inspect: {
    summary: 'what files hold, and what is wrong with their bodies',
    operands: { words: 'FILE…', noun: 'file', least: 1, most: Infinity, endings: LOAD_ENDINGS },
    about: ['Sizes, volumes, and whether every body is a closed solid whose faces all look outwards.'],
    examples: [
      ['zclash inspect part.stl', 'is it closed?'],
      ['zclash inspect plant.ifc --self-intersections', 'also faces that go through each other'],
      ['zclash inspect *.stl --json --units mm', 'for another program'],
    ],
    exits: [
      [0, 'every body is a sound solid'],
      BAD_INPUT,
      [
        3,
        'one is not (open, faces that look the wrong way or go through each other): what it clashes with may stay undecided',
      ],
      FAULT,
      INTERRUPTED,
    ],
    load: () => import('./commands/inspect.js'),
  },
  doctor: {
    summary: 'which machines there are, whether they work, what is missing',
    operands: { words: '', noun: 'word', least: 0, most: 0 },
    about: [
      'Looks for WebGPU adapters in a process of its own, says which one would be used and why one is refused, and lets every machine work out an overlap of known volume.',
    ],
    examples: [
      ['zclash doctor', 'in words'],
      ['zclash doctor --json', 'to attach to a report of a fault'],
    ],
    exits: [[0, 'the CPU machine works'], [2, 'wrong use'], [70, 'the CPU machine does not work'], INTERRUPTED],
    load: () => import('./commands/doctor.js'),
  },
  completion: {
    summary: 'a script that completes commands and options in a shell',
    operands: { words: SHELLS.join('|'), noun: 'shell', least: 1, most: 1, choices: SHELLS },
    about: ['Prints the script; where it goes depends on the shell.'],
    examples: [
      ['zclash completion bash > ~/.local/share/bash-completion/completions/zclash', 'bash'],
      ['zclash completion zsh > ~/.zfunc/_zclash', 'zsh, with ~/.zfunc in $fpath'],
      ['zclash completion fish > ~/.config/fish/completions/zclash.fish', 'fish'],
    ],
    exits: [
      [0, 'the script is printed'],
      [2, 'wrong use'],
    ],
    load: () => import('./commands/completion.js'),
  },
  help: {
    summary: 'all about a command',
    operands: { words: '[COMMAND]', noun: 'command', least: 0, most: 1 },
    about: ['The same as --help behind a command.'],
    examples: [
      ['zclash help', 'all commands'],
      ['zclash help scene', 'one of them'],
    ],
    exits: [
      [0, 'the help is printed'],
      [2, 'wrong use'],
    ],
    load: () => import('./commands/help.js'),
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

export const commandSpec = (name: CommandName): CommandSpec => COMMANDS[name];

export const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);
