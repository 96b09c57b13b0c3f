import { nearName, shorten, stripControls } from '../lib/text.js';

/** The variables that Portico reads, in the order in which `portico config` prints them. */
export const VARIABLES = [
  'PORTICO_DATA',
  'PORTICO_HOST',
  'PORTICO_PORT',
  'PORTICO_HTTP_PORT',
  'PORTICO_TLS_CERT',
  'PORTICO_TLS_KEY',
  'PORTICO_TRUST_PROXY',
  'PORTICO_BASE_URL',
  'PORTICO_CORS_ORIGINS',
  'PORTICO_DATABASE_URL',
  'PORTICO_DATABASE_CONNECTIONS',
  'PORTICO_SQLITE_MEMORY',
  'PORTICO_CHANGES_DAYS',
  'PORTICO_MEDIA_URL',
  'PORTICO_MEDIA_CACHE',
  'PORTICO_REDIS_URL',
  'PORTICO_SMTP_URL',
  'PORTICO_MAIL_FROM',
  'PORTICO_OPERATOR_EMAIL',
  'PORTICO_WEBHOOK_ALLOW',
  'PORTICO_SECRET_KEY',
  'PORTICO_LOG_LEVEL',
  'PORTICO_OVERLOAD',
  'PORTICO_METRICS_PORT',
  'PORTICO_METRICS_HOST',
] as const;

/** The name of a variable. */
export type Variable = (typeof VARIABLES)[number];

/** The source of a value. */
export type Source = 'environment' | '.env' | 'default';

/** The effective value of a variable, in printable form. */
export interface EffectiveSetting {
  readonly name: Variable;
  /** Secrets are masked; null: not set, and without a default. */
  readonly value: string | null;
  readonly source: Source;
}

/** A text that a variable does not accept. The message says why, and shows no secret. */
export class Unacceptable extends Error {}

/** Reads and prints one variable. */
export interface Reading<Value> {
  /** The accepted values, in words that follow "it accepts". */
  readonly accepts: string;
  /** @throws Unacceptable, whose message may be empty when `accepts` says it all. */
  readonly parse: (text: string) => Value;
  /** Prints the value; a secret is masked. */
  readonly show: (value: Value) => string;
  /** The part of an unacceptable text that an error may show; undefined: nothing of it. */
  readonly quote?: ((text: string) => string) | undefined;
}

/** The most characters of a value in an error message. */
const QUOTED_LENGTH = 80;

/**
 * Reads variables one by one and collects the problems, so that an operator sees all of them at
 * once.
 */
export class SettingsReader {
  readonly problems: string[] = [];
  readonly settings: EffectiveSetting[] = [];
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #file: Readonly<Record<string, string | undefined>>;

  /** @param file The content of the `.env` file; the environment overrides it. */
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
   * The value of a variable. A variable that is set to the empty text counts as unset, even if the
   * file has a value: so a script can undo a setting of the file.
   *
   * @param fallback The value when the variable is unset, and in place of an unacceptable value.
   * @param shown The printed form of the fallback.
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
 * Whether Kubernetes set this variable. It sets some in every container of a namespace for a
 * Service whose name begins with "portico", such as PORTICO_SERVICE_HOST or
 * PORTICO_WEB_PORT_8443_TCP_ADDR. No setting has such a name, except PORTICO_PORT and its like,
 * whose own errors say what to do.
 */
function isServiceLink(name: string, value: string): boolean {
  if ((VARIABLES as readonly string[]).includes(name)) return false;
  if (/_SERVICE_(HOST|PORT(_\w+)?)$/.test(name)) return true;
  if (/_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true;
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value);
}

function unknownVariable(name: string): string {
  const nearest = nearName(name, VARIABLES, 4);
  const shown = shorten(stripControls(name), QUOTED_LENGTH);
  // The message leaves the value out, because it may be a secret under a mistyped name.
  return nearest === undefined
    ? `${shown} is no setting of Portico. The settings are ${VARIABLES.join(', ')}.`
    : `${shown} is no setting of Portico. Did you mean ${nearest}?`;
}
