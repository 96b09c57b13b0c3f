import { styleText } from 'node:util';

/** What a stream of text can show. */
export interface Terminal {
  /** Characters in a line; undefined where lines may have any length, as in files and pipes. */
  readonly columns: number | undefined;
  readonly colour: boolean;
}

/** A stream that is no terminal: no colours, and lines of any length. */
export const PLAIN: Terminal = { columns: undefined, colour: false };

/** The styles in use; each means the same in every command. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green';

/**
 * What a stream can show. `NO_COLOR` with any value (https://no-color.org) and `TERM=dumb` switch
 * colours off.
 */
export function terminalOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number | undefined },
  { NO_COLOR, TERM }: NodeJS.ProcessEnv,
): Terminal {
  if (stream.isTTY !== true) return PLAIN;
  const columns = stream.columns !== undefined && stream.columns > 0 ? stream.columns : undefined;
  return { columns, colour: (NO_COLOR ?? '') === '' && TERM !== 'dumb' };
}

/** The text in a style, where the terminal shows colours. */
export function styled({ colour }: Terminal, style: Style, text: string): string {
  // The caller knows the stream; Node would look at standard output.
  return colour && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}
