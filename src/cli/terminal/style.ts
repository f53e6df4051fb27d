/** Colours of one stream; all of them do nothing where it shows none. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
}

export type Paint = (text: string) => string;

export interface ColourStream {
  readonly isTTY?: boolean | undefined;
}

/** Colours on terminals only. NO_COLOR turns them off everywhere, FORCE_COLOR on (`0` and `false`: off); see no-color.org. */
export function hasColour(stream: ColourStream, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return !['0', 'false'].includes(env.FORCE_COLOR);
  return stream.isTTY === true && env.TERM !== 'dumb';
}

export function styleFor(coloured: boolean): Style {
  const paint =
    (on: number, off: number): Paint =>
    (text) =>
      coloured && text ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
  };
}
