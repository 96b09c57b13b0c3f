import { shorten, stripControls } from '../lib/text.js';

/** The variables that Portico reads, in the order in which `portico config` prints them. */
export const VARIABLES = [
  'PORTICO_DATA',
  'PORTICO_HOST',
  'PORTICO_PORT',
  'PORTICO_TLS_CERT',
  'PORTICO_TLS_KEY',
  'PORTICO_TRUST_PROXY',
  'PORTICO_BASE_URL',
  'PORTICO_CORS_ORIGINS',
  'PORTICO_DATABASE_URL',
  'PORTICO_DATABASE_CONNECTIONS',
  'PORTICO_MEDIA_URL',
  'PORTICO_REDIS_URL',
  'PORTICO_SMTP_URL',
  'PORTICO_MAIL_FROM',
  'PORTICO_OPERATOR_EMAIL',
  'PORTICO_SECRET_KEY',
  'PORTICO_LOG_LEVEL',
  'PORTICO_OVERLOAD',
  'PORTICO_METRICS_PORT',
  'PORTICO_METRICS_HOST',
] as const;

/** The name of a variable. */
export type Variable = (typeof VARIABLES)[number];

/** Where a value comes from. */
export type Source = 'environment' | '.env' | 'default';

/** The value that a variable has in the end, fit to be printed. */
export interface EffectiveSetting {
  readonly name: Variable;
  /** Secrets are masked; null: not set, and nothing takes its place. */
  readonly value: string | null;
  readonly source: Source;
}

/** A text is not what a variable accepts. The message says in which way, and shows no secret. */
export class Unacceptable extends Error {}

/** How one variable is read. */
export interface Reading<Value> {
  /** What it accepts, to follow "it accepts". */
  readonly accepts: string;
  /** @throws Unacceptable, whose message may be empty when `accepts` says it all. */
  readonly parse: (text: string) => Value;
  /** Prints the value; a secret's is masked. */
  readonly show: (value: Value) => string;
  /** What an error may show of an unacceptable text; undefined: nothing of it. */
  readonly quote?: ((text: string) => string) | undefined;
}

/** Characters of a value that an error message shows. */
const QUOTED_LENGTH = 80;

/**
 * Reads variables one by one and collects what is wrong with them, so that an operator is told
 * everything at once.
 */
export class SettingsReader {
  readonly problems: string[] = [];
  readonly settings: EffectiveSetting[] = [];
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #file: Readonly<Record<string, string | undefined>>;

  /** @param file What the `.env` file says; the environment goes before it. */
  constructor(
    environment: Readonly<Record<string, string | undefined>>,
    file: Readonly<Record<string, string | undefined>>,
  ) {
    this.#environment = environment;
    this.#file = file;
    const unknown = [
      ...Object.keys(environment).filter((name) => !isServiceLink(name, environment[name] ?? '')),
      ...Object.keys(file),
    ].filter(isUnknown);
    for (const name of new Set(unknown)) this.problems.push(unknownVariable(name));
  }

  /**
   * The value of a variable. One that is given and empty counts as not given, whatever stands in
   * the file: that is how a script takes a setting of the file back.
   *
   * @param fallback The value when none is given, and in place of an unacceptable one.
   * @param shown How the fallback is printed.
   */
  read<Value, Fallback>(
    name: Variable,
    reading: Reading<Value>,
    fallback: Fallback,
    shown: string | null,
  ): Value | Fallback {
    const source = this.#environment[name] === undefined ? '.env' : 'environment';
    const text = (this.#environment[name] ?? this.#file[name] ?? '').trim();
    if (text === '') {
      this.settings.push({ name, value: shown, source: 'default' });
      return fallback;
    }
    try {
      const value = reading.parse(text);
      this.settings.push({ name, value: reading.show(value), source });
      return value;
    } catch (error) {
      if (!(error instanceof Unacceptable)) throw error;
      const holds =
        reading.quote === undefined ? 'a value that is not shown' : quoted(reading, text);
      const reason = error.message === '' ? '' : `, ${error.message}`;
      this.problems.push(`${name} holds ${holds}${reason}. It accepts ${reading.accepts}.`);
      return fallback;
    }
  }
}

function quoted<Value>({ quote }: Reading<Value>, text: string): string {
  return `"${shorten(stripControls(quote?.(text) ?? ''), QUOTED_LENGTH)}"`;
}

function isUnknown(name: string): boolean {
  if (!name.startsWith('PORTICO_') || name.startsWith('PORTICO_TEST_')) return false;
  return !(VARIABLES as readonly string[]).includes(name);
}

/**
 * What Kubernetes tells every container of a namespace about a Service whose name begins with
 * "portico", such as PORTICO_SERVICE_HOST or PORTICO_WEB_PORT_8443_TCP_ADDR. No setting is called
 * so, but for PORTICO_PORT and its like, which are read and say what to do.
 */
function isServiceLink(name: string, value: string): boolean {
  if ((VARIABLES as readonly string[]).includes(name)) return false;
  if (/_SERVICE_(HOST|PORT(_\w+)?)$/.test(name)) return true;
  if (/_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true;
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value);
}

function unknownVariable(name: string): string {
  const ranked = VARIABLES.map((known) => ({ known, distance: editDistance(name, known) }));
  const nearest = ranked.reduce((best, one) => (one.distance < best.distance ? one : best));
  const shown = shorten(stripControls(name), QUOTED_LENGTH);
  // The value is left out: it may be a secret under a mistyped name.
  return nearest.distance <= 4
    ? `${shown} is no setting of Portico. Did you mean ${nearest.known}?`
    : `${shown} is no setting of Portico. The settings are ${VARIABLES.join(', ')}.`;
}

/** How many characters have to be put in, taken out or changed to make one text of the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const shorter = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(changed, shorter));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
