import { type Canvas, type Colour, DOTS, dot } from './canvas.js';

/** The letters of each block below, from left to right. */
const ROWS = [
  'ABCDEFGHIJKLMNOP',
  'QRSTUVWXYZabcdef',
  'ghijklmnopqrstuv',
  'wxyz0123456789+-',
  '.,:;…()[]/_=<>#%',
  `×°²³µ'"*&!?−@~|^`,
  '\\{}$`ÄÖÜäöüßÅåØø',
];

/** Five columns a letter and one between; seven rows above the line and two below it. */
const SHEET = `
 ###  ####   ###  ####  ##### #####  ###  #   #  ###    ### #   # #     #   # #   #  ###  ####
#   # #   # #   # #   # #     #     #   # #   #   #      #  #  #  #     ## ## #   # #   # #   #
#   # #   # #     #   # #     #     #     #   #   #      #  # #   #     # # # ##  # #   # #   #
##### ####  #     #   # ####  ####  # ### #####   #      #  ##    #     # # # # # # #   # ####
#   # #   # #     #   # #     #     #   # #   #   #      #  # #   #     #   # #  ## #   # #
#   # #   # #   # #   # #     #     #   # #   #   #   #  #  #  #  #     #   # #   # #   # #
#   # ####   ###  ####  ##### #      ###  #   #  ###   ##   #   # ##### #   # #   #  ###  #


 ###  ####   #### ##### #   # #   # #   # #   # #   # #####       #               #         ##
#   # #   # #       #   #   # #   # #   # #   # #   #     #       #               #        #
#   # #   # #       #   #   # #   # #   #  # #   # #     #   ###  # ##   ###   ## #  ###  ####
#   # ####   ###    #   #   # #   # # # #   #     #     #       # ##  # #     #  ## #   #  #
# # # # #       #   #   #   # #   # # # #  # #    #    #     #### #   # #     #   # #####  #
#  #  #  #      #   #   #   #  # #  ## ## #   #   #   #     #   # #   # #     #   # #      #
 ## # #   # ####    #    ###    #   #   # #   #   #   #####  #### ####   ####  ####  ####  #


      #       #       # #      ##
      #                 #       #                                              #
 #### # ##   ##      ## #  #    #   ## #  # ##   ###  # ##   ## # # ##   #### ####  #   # #   #
#   # ##  #   #       # # #     #   # # # ##  # #   # ##  # #  ## ##  # #      #    #   # #   #
#   # #   #   #       # ##      #   # # # #   # #   # #   # #   # #      ###   #    #   # #   #
#   # #   #   #       # # #     #   # # # #   # #   # ##  # #  ## #         #  #  # #  ##  # #
 #### #   #  ###      # #  #   ###  #   # #   #  ###  # ##   ## # #     ####    ##   ## #   #
    #               # #                               #         #
 ###                 ##                               #         #
                         ###    #    ###   ###     #  #####  ###  #####  ###   ###
                        #   #  ##   #   # #   #   ##  #     #         # #   # #   #   #
#   # #   # #   # ##### #  ##   #       #     #  # #  ####  #        #  #   # #   #   #
#   #  # #  #   #    #  # # #   #      #    ##  #  #      # ####    #    ###   #### #####  ###
# # #   #   #   #   #   ##  #   #     #       # #####     # #   #   #   #   #     #   #
# # #  # #  #  ##  #    #   #   #    #    #   #    #  #   # #   #   #   #   #     #   #
 # #  #   #  ## # #####  ###   ###  #####  ###     #   ###   ###    #    ###   ###
                #
             ###
                                #   #     ###   ###       #                #  #      # #  ##  #
                               #     #    #       #       #               #    #     # #  ##  #
            ##    ##          #       #   #       #      #        #####  #      #   #####    #
            ##    ##          #       #   #       #     #               #        #   # #    #
                              #       #   #       #    #          #####  #      #   #####  #
##    ##    ##    ##           #     #    #       #   #                   #    #     # #  #  ##
##    ##    ##    ##    # # #   #   #     ###   ###   #     #####          #  #      # #  #  ##
       #           #
      #           #
       ##   ##    ##          #     # #          ##   #      ###         ###        #       #
#   # #  #    #     #         #     # #   #   # #  #  #     #   #       #   #       #      # #
 # #  #  #   #    ##    #   # #            # #  #  #  #         #       # ###  #    #     #   #
  #    ##   #       #   #   #             #####  ##   #        #  ##### # # # # # # #
 # #        ###   ##    #   #              # #  #  ## #       #         # ###    #  #
#   #                   ##  #             #   # #  #                    #           #
                        # ##                     ## # #       #          ####       #
                        #                                                           #
                        #                                                           #
#       ##  ##      #   #      # #  # # #  # #   # #   # #   # #   ###    #     ##   ####
#      #      #    ####  #           ###                          #   #  # #    ##  #  ##     #
 #     #      #   # #           #   #   # #   #  ###   ###  #   # #   #   #    ###  # # #  ###
  #   #        #   ###         # #  #   # #   #     # #   # #   # # ##   # #      # # # # # ###
  #    #      #     # #       #   # #   # #   #  #### #   # #   # #   # #   #  #### # # # # # #
   #   #      #   ####        ##### #   # #   # #   # #   # #  ## #   # ##### #   # ##  # ### #
   #    ##  ##      #         #   #  ###   ###   ####  ###   ## # # ##  #   #  #### ####   ###
                                                                                          #

`;

const LETTER_ROWS = 9;
/** Pixels of the picture to a dot of the sheet. */
const PIXELS = 2;
const SPACE_COLUMNS = 3;
export const CAPITAL_PX = 7 * PIXELS;

interface Letter {
  readonly columns: number;
  readonly isSet: (x: number, y: number) => boolean;
}

/** A letter the sheet lacks: an empty frame. */
const UNKNOWN: Letter = {
  columns: 4,
  isSet: (x, y) => y >= 0 && y < 7 && (x % 3 === 0 || y % 6 === 0) && x >= 0 && x < 4,
};
const SPACE: Letter = { columns: SPACE_COLUMNS, isSet: () => false };

const letters = readSheet();

/** Whether there is a letter for a character. */
export const hasLetter = (character: string): boolean => character === ' ' || letters.has(character);

/** The width of a line of text, in pixels. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letterFor(letter).columns + 1) * PIXELS, -PIXELS);

/** Writes a line of text; (x, y) is the upper left corner of its first capital. */
export function write(canvas: Canvas, text: string, x: number, y: number, colour: Colour): void {
  let column = Math.round(x) * DOTS;
  const row = Math.round(y) * DOTS;
  for (const character of text) {
    const letter = letterFor(character);
    for (const [u, v] of dotsOf(letter)) dot(canvas, column + u, row + v, colour);
    column += (letter.columns + 1) * PIXELS * DOTS;
  }
}

const drawn = new WeakMap<Letter, readonly (readonly [u: number, v: number])[]>();

/** The dots of a letter. Each is worked out once. */
function dotsOf(letter: Letter): readonly (readonly [u: number, v: number])[] {
  const known = drawn.get(letter);
  if (known) return known;
  // Twice doubled: the corners of slanted strokes come out cut, not stepped.
  const smooth = doubled(doubled(letter.isSet));
  const dots: [number, number][] = [];
  for (let v = 0; v < LETTER_ROWS * PIXELS * DOTS; v++)
    for (let u = 0; u < letter.columns * PIXELS * DOTS; u++) if (smooth(u, v)) dots.push([u, v]);
  drawn.set(letter, dots);
  return dots;
}

/** Scale2x (Mazzoleni 2001): four dots for one, of which a corner takes its neighbours' value where both agree. */
function doubled(isSet: Letter['isSet']): Letter['isSet'] {
  return (u, v) => {
    const [x, y] = [u >> 1, v >> 1];
    const [beside, across] = [isSet(x + (u & 1 ? 1 : -1), y), isSet(x + (u & 1 ? -1 : 1), y)];
    const [near, far] = [isSet(x, y + (v & 1 ? 1 : -1)), isSet(x, y + (v & 1 ? -1 : 1))];
    return beside === near && beside !== far && near !== across ? beside : isSet(x, y);
  };
}

const letterFor = (character: string): Letter => (character === ' ' ? SPACE : (letters.get(character) ?? UNKNOWN));

/** Cuts the sheet into letters, each as wide as its strokes. */
function readSheet(): Map<string, Letter> {
  const lines = SHEET.slice(1, -1).split('\n');
  const found = new Map<string, Letter>();
  ROWS.forEach((row, block) => {
    [...row].forEach((character, k) => {
      const cell = Array.from({ length: LETTER_ROWS }, (_, y) =>
        (lines[block * LETTER_ROWS + y] ?? '').padEnd(96).slice(6 * k, 6 * k + 6),
      );
      const used = [0, 1, 2, 3, 4, 5].filter((x) => cell.some((line) => line[x] === '#'));
      const left = used[0];
      const columns = used[used.length - 1] - left + 1;
      found.set(character, { columns, isSet: (x, y) => x >= 0 && x < columns && cell[y]?.[left + x] === '#' });
    });
  });
  return found;
}
