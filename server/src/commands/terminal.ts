import { styleText } from 'node:util';
import { stripControls } from '../lib/text.js';

/** A line of the log: a JSON object as pino writes it. */
export interface LogEntry {
  /** 30 is information, 40 a warning, 50 an error. */
  readonly level: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly msg: string;
  /** Every further field, in the order of the line. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What every line repeats, and nobody looks for. */
const LEFT_OUT = ['level', 'time', 'msg', 'pid', 'hostname'];

/** Reads a line of the log. @returns Undefined for a line of anything else. */
export function parseLogLine(line: string): LogEntry | undefined {
  if (!line.startsWith('{')) return undefined;
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { level, time, msg } = value;
  if (typeof level !== 'number' || typeof time !== 'number') return undefined;
  if (Number.isNaN(new Date(time).getTime())) return undefined;
  const fields = Object.entries(value).filter(([name]) => !LEFT_OUT.includes(name));
  return {
    level,
    time,
    msg: typeof msg === 'string' ? msg : '',
    fields: Object.fromEntries(fields),
  };
}

/**
 * A line of the log for people: `2026-11-20 17:00:00.000Z 200 GET /properties 3.4 ms client=acme …`
 * for an answered call, and otherwise the level, the words and the fields. The stack of an error
 * follows on lines of its own.
 */
export function logLineText({ level, time, msg, fields }: LogEntry, terminal = PLAIN): string {
  const { method, route, status, ms, err, ...others } = fields;
  const isCall = typeof status === 'number' && typeof route === 'string';
  const at = new Date(time).toISOString().replace('T', ' ');
  const words = isCall
    ? [
        styled(terminal, statusStyle(status), `${status}`),
        stripControls(`${method ?? ''} ${route}`.trim()),
        ...(ms === undefined ? [] : [`${stripControls(String(ms))} ms`]),
        ...(msg === 'answered' ? [] : [stripControls(msg)]),
      ]
    : [...levelWords(level, terminal), stripControls(msg)];
  const rest = Object.entries(isCall ? others : { ...fields, err: undefined })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${stripControls(name)}=${valueText(value)}`);
  const line = [
    styled(terminal, 'dim', at),
    ...words,
    ...(rest.length === 0 ? [] : [styled(terminal, 'dim', rest.join(' '))]),
  ];
  return [line.filter((part) => part !== '').join(' '), ...errorLines(err)].join('\n');
}

function statusStyle(status: number): Style {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}

function levelWords(level: number, terminal: Terminal): string[] {
  if (level >= 60) return [styled(terminal, 'red', 'FATAL')];
  if (level >= 50) return [styled(terminal, 'red', 'ERROR')];
  if (level >= 40) return [styled(terminal, 'yellow', 'WARN')];
  return level >= 30 ? [] : [styled(terminal, 'dim', level >= 20 ? 'debug' : 'trace')];
}

function valueText(value: unknown): string {
  if (typeof value !== 'string') return stripControls(JSON.stringify(value) ?? '');
  const text = stripControls(value);
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

function errorLines(err: unknown): string[] {
  if (err === undefined || err === null) return [];
  const { stack, message } = err as { readonly stack?: unknown; readonly message?: unknown };
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : err;
  const lines = typeof text === 'string' ? text : (JSON.stringify(text) ?? '');
  return lines.split('\n').map((line) => `    ${stripControls(line).trimEnd()}`);
}

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

/** What a stream can show. `NO_COLOR` (https://no-color.org) and `TERM=dumb` switch colours off. */
export function terminalOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number | undefined },
  { NO_COLOR, TERM }: NodeJS.ProcessEnv,
): Terminal {
  if (stream.isTTY !== true) return PLAIN;
  const columns = stream.columns !== undefined && stream.columns > 0 ? stream.columns : undefined;
  return { columns, colour: (NO_COLOR ?? '') === '' && TERM !== 'dumb' };
}

export function styled({ colour }: Terminal, style: Style, text: string): string {
  // The caller knows the stream; Node would look at standard output.
  return colour && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}
