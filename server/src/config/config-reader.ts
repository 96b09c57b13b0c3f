import { nearName, shorten, stripControls } from '../lib/text.js';

/** The variables that Portico reads and what each is, in the order in which `portico config` prints them. */
export const MEANINGS = {
  PORTICO_DATA: 'the folder for SQLite files, pictures, the certificate and the outbox',
  PORTICO_HOST: 'where the server listens; 0.0.0.0 and :: are all addresses',
  PORTICO_PORT: 'the port of HTTPS',
  PORTICO_HTTP_PORT: 'the port of 127.0.0.1 that also answers plain HTTP, for development',
  PORTICO_TLS_CERT: 'the certificate with its chain; PORTICO_TLS_KEY comes with it',
  PORTICO_TLS_KEY: 'the private key of the certificate, without a passphrase',
  PORTICO_TRUST_PROXY: 'the proxies that may say from where and how a call came',
  PORTICO_BASE_URL: 'what links in answers begin with; it may have a path',
  PORTICO_CORS_ORIGINS: 'the origins whose pages may read answers in a browser',
  PORTICO_DATABASE_URL: 'the PostgreSQL database',
  PORTICO_DATABASE_CONNECTIONS: 'the most connections of a process to one PostgreSQL server',
  PORTICO_SQLITE_MEMORY: 'the megabytes that open SQLite files may take in each process',
  PORTICO_CHANGES_DAYS: 'how many days GET /changes knows of a removed record',
  PORTICO_MEDIA_URL: 'the bucket for pictures that websites send',
  PORTICO_MEDIA_CACHE: 'the megabytes for pictures in other sizes, of all clients together',
  PORTICO_REDIS_URL: 'the Redis server in which several processes share their limits',
  PORTICO_SMTP_URL: 'the mail server',
  PORTICO_MAIL_FROM: 'the address that emails come from',
  PORTICO_OPERATOR_EMAIL: 'the address that notices to the operator go to',
  PORTICO_WEBHOOK_ALLOW:
    'receivers of webhooks that are not on the public internet; they may take plain HTTP',
  PORTICO_SECRET_KEY: 'the key under which secrets in the database are sealed',
  PORTICO_LOG_LEVEL: 'how much the log says',
  PORTICO_OVERLOAD: 'whether calls that a process cannot answer in time are refused with 420',
  PORTICO_METRICS_PORT: 'the port at which a monitor reads metrics',
  PORTICO_METRICS_HOST: 'where that port listens',
  PORTICO_CONSOLE: 'where the console listens, for people who work with the data in a browser',
  PORTICO_CONSOLE_URL: 'the address by which their browsers open it',
  PORTICO_CONSOLE_MAP: 'the style of MapLibre of the map on which they place a pin',
} as const;

export type Variable = keyof typeof MEANINGS;

/** All of them, in their order. */
export const VARIABLES = Object.keys(MEANINGS) as readonly Variable[];

export type Source = 'environment' | '.env' | 'default';

/** The effective value of a variable, in printable form. */
export interface EffectiveSetting {
  readonly name: Variable;
  /** Secrets are masked; null: not set, and without a default. */
  readonly value: string | null;
  readonly source: Source;
  /** The values that it accepts, as `Reading` has them. */
  readonly accepts: string;
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

/** Reads variables one by one and collects the problems, so that an operator sees all of them at once. */
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
   * @param shown The printed form of the fallback, where it is not printed as it is.
   */
  read<Value, Fallback>(
    name: Variable,
    reading: Reading<Value>,
    fallback: Fallback,
    shown: string | null = String(fallback),
  ): Value | Fallback {
    const { accepts } = reading;
    const source = this.#environment[name] === undefined ? '.env' : 'environment';
    const text = (this.#environment[name] ?? this.#file[name] ?? '').trim();
    if (text === '') {
      this.settings.push({ name, value: shown, source: 'default', accepts });
      return fallback;
    }
    try {
      const value = reading.parse(text);
      this.settings.push({ name, value: reading.show(value), source, accepts });
      return value;
    } catch (error) {
      if (!(error instanceof Unacceptable)) throw error;
      const holds =
        reading.quote === undefined ? 'a value that is not shown' : quoted(reading, text);
      const reason = error.message === '' ? '' : `, ${error.message}`;
      this.problems.push(`${name} holds ${holds}${reason}. It accepts ${accepts}.`);
      return fallback;
    }
  }
}

function quoted<Value>({ quote }: Reading<Value>, text: string): string {
  return `"${shorten(stripControls(quote?.(text) ?? ''), QUOTED_LENGTH)}"`;
}

function isUnknown(name: string): boolean {
  if (!name.startsWith('PORTICO_') || name.startsWith('PORTICO_TEST_')) return false;
  return !Object.hasOwn(MEANINGS, name);
}

/**
 * Whether Kubernetes set this variable. It sets some in every container of a namespace for a
 * Service whose name begins with "portico", such as PORTICO_SERVICE_HOST or
 * PORTICO_WEB_PORT_8443_TCP_ADDR. No setting has such a name, except PORTICO_PORT and its like,
 * whose own errors say what to do.
 */
function isServiceLink(name: string, value: string): boolean {
  if (Object.hasOwn(MEANINGS, name)) return false;
  if (/_SERVICE_(HOST|PORT(_\w+)?)$/.test(name)) return true;
  if (/_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true;
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value);
}

function unknownVariable(name: string): string {
  const nearest = nearName(name, VARIABLES, 4);
  const shown = shorten(stripControls(name), QUOTED_LENGTH);
  // The message leaves the value out, because it may be a secret under a mistyped name.
  return nearest === undefined
    ? `${shown} is not a setting of Portico. The settings are ${VARIABLES.join(', ')}.`
    : `${shown} is not a setting of Portico. Did you mean ${nearest}?`;
}
