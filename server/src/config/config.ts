import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { isLoopback } from '../lib/ip-address.js';
import { type EffectiveSetting, SettingsReader } from './config-reader.js';
import * as values from './config-values.js';

/**
 * The settings of a running Portico from its environment, checked and complete.
 * docs/reference/settings.md lists the variables.
 */
export interface Config {
  /** PORTICO_DATA: absolute path of the folder for embedded databases, media, certificate, outbox. */
  readonly dataFolder: string;
  /** PORTICO_HOST and PORTICO_PORT; port 0 selects a free one. */
  readonly host: string;
  readonly port: number;
  /**
   * PORTICO_HTTP_PORT: the port of 127.0.0.1 that also answers plain HTTP, where 0 selects a free one;
   * undefined: a start with `--demo` selects one, and any other has none (R170).
   */
  readonly httpPort: number | 'off' | undefined;
  /** PORTICO_TLS_CERT and PORTICO_TLS_KEY: PEM files; undefined: the first start makes them. */
  readonly tls: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  /**
   * PORTICO_TRUST_PROXY: networks of the proxies that terminate HTTPS; empty: no proxy is trusted.
   */
  readonly trustedProxies: readonly string[];
  /** PORTICO_BASE_URL, without a trailing slash; undefined: made from host and port. */
  readonly baseUrl: string | undefined;
  /** PORTICO_DATABASE_URL: `postgres://…`; undefined: SQLite files in the data folder. */
  readonly databaseUrl: string | undefined;
  /** PORTICO_DATABASE_CONNECTIONS: the most connections to one PostgreSQL server. */
  readonly databaseConnections: number;
  /** PORTICO_SQLITE_MEMORY: the memory that open SQLite files of clients may take, in megabytes. */
  readonly sqliteMemory: number;
  /** PORTICO_CHANGES_DAYS: how long `GET /changes` knows of removed records. */
  readonly changesDays: number;
  /** PORTICO_MEDIA_URL: `s3://…`, a bucket for uploaded pictures; undefined: the data folder. */
  readonly mediaUrl: string | undefined;
  /** PORTICO_MEDIA_CACHE: the room for pictures that are made of others, in megabytes. */
  readonly mediaCache: number;
  /**
   * PORTICO_REDIS_URL: counters that several processes share; undefined: this process counts alone.
   */
  readonly redisUrl: string | undefined;
  /** PORTICO_SMTP_URL; undefined: emails are written to the outbox folder. */
  readonly smtpUrl: string | undefined;
  /** PORTICO_MAIL_FROM and PORTICO_OPERATOR_EMAIL. */
  readonly mailFrom: string;
  readonly operatorEmail: string;
  /**
   * PORTICO_WEBHOOK_ALLOW: networks of receivers of webhooks that are not on the public internet; they may
   * also take plain HTTP.
   */
  readonly webhookAllow: readonly string[];
  /** PORTICO_SECRET_KEY: 32 bytes; undefined: the first start makes one. */
  readonly secretKey: Buffer | undefined;
  /** PORTICO_CORS_ORIGINS: origins whose browsers may read answers; undefined: any origin. */
  readonly corsOrigins: readonly string[] | undefined;
  /** PORTICO_LOG_LEVEL: a pino level. */
  readonly logLevel: values.LogLevel;
  /** PORTICO_OVERLOAD: whether calls beyond what the process can answer in time are refused. */
  readonly overload: values.OverloadSetting;
  /** PORTICO_METRICS_HOST and PORTICO_METRICS_PORT; undefined: no metrics are served. */
  readonly metrics: values.ListenAddress | undefined;
  /** PORTICO_CONSOLE: where the console listens; undefined: there is none. */
  readonly console: values.ListenAddress | undefined;
  /** PORTICO_CONSOLE_URL: the origin that browsers open it by; undefined: of this machine. */
  readonly consoleUrl: string | undefined;
  /** PORTICO_CONSOLE_MAP: the style of the map on which people place a pin; undefined: there is none. */
  readonly consoleMap: string | undefined;
}

/** Wrong settings. Names every wrong variable, its value and what it accepts. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/** A database on a PostgreSQL server, in the form of PORTICO_DATABASE_URL and `--database`. */
export const postgresUrl = values.serviceUrl(
  ['postgres', 'postgresql'],
  'postgres://portico:PASSWORD@localhost:5432/portico',
  // A URL without a host means the server's Unix socket.
  { needsHost: false },
);

/** Reads the settings; the environment overrides the file `.env`. @throws ConfigError with every problem at once. */
export function loadConfig(environment: NodeJS.ProcessEnv, cwd: string): Config {
  return readConfig(environment, cwd).config;
}

/** The effective value of each variable and its source, with secrets masked. @throws ConfigError */
export function effectiveSettings(
  environment: NodeJS.ProcessEnv,
  cwd: string,
): readonly EffectiveSetting[] {
  return readConfig(environment, cwd).settings;
}

function readConfig(
  environment: NodeJS.ProcessEnv,
  cwd: string,
): { config: Config; settings: readonly EffectiveSetting[] } {
  const from = new SettingsReader(environment, readEnvFile(cwd));
  const config = settingsOf(from, cwd);
  checkConsole(config, from);
  if (typeof config.httpPort === 'number' && config.trustedProxies.length > 0) {
    from.problems.push(
      'PORTICO_HTTP_PORT and PORTICO_TRUST_PROXY are both given: the first is for development on one ' +
        'machine, the second for a server behind proxies. Give one of them.',
    );
  }
  if (from.problems.length > 0) throw new ConfigError(from.problems);
  return { config, settings: from.settings };
}

const MADE = 'made at first start';

/** The settings in the order in which they are printed, each with its value where its variable is not set. */
function settingsOf(from: SettingsReader, cwd: string): Config {
  const { serviceUrl, wholeNumber } = values;
  const needsHost = true;
  const redis = serviceUrl(['redis', 'rediss'], 'redis://localhost:6379', { needsHost });
  const smtpExample = 'smtps://user:PASSWORD@mail.example.com';
  const smtp = serviceUrl(['smtp', 'smtps'], smtpExample, { needsHost });
  const megabytes = (least: number, most: number) => wholeNumber(least, most, ' of megabytes');
  const demoPort = 'with --demo: 8080 or above';
  const dataFiles = 'files in the data folder';
  const consoleHere = 'http://localhost and the port of PORTICO_CONSOLE';
  return {
    dataFolder: from.read('PORTICO_DATA', values.folder(cwd), join(cwd, 'data')),
    host: from.read('PORTICO_HOST', values.host, '127.0.0.1'),
    port: from.read('PORTICO_PORT', values.port, 8443),
    httpPort: from.read('PORTICO_HTTP_PORT', values.httpPort, undefined, demoPort),
    tls: readTls(from, cwd),
    trustedProxies: from.read('PORTICO_TRUST_PROXY', values.networks, [], null),
    baseUrl: from.read('PORTICO_BASE_URL', values.baseUrl, undefined, 'from host and port'),
    corsOrigins: from.read('PORTICO_CORS_ORIGINS', values.origins, undefined, '*'),
    databaseUrl: from.read('PORTICO_DATABASE_URL', postgresUrl, undefined, 'SQLite files'),
    databaseConnections: from.read('PORTICO_DATABASE_CONNECTIONS', wholeNumber(1, 1000), 10),
    sqliteMemory: from.read('PORTICO_SQLITE_MEMORY', megabytes(16, 65_536), 160),
    changesDays: from.read('PORTICO_CHANGES_DAYS', wholeNumber(1, 3650, ' of days'), 90),
    mediaUrl: from.read('PORTICO_MEDIA_URL', values.bucketUrl, undefined, dataFiles),
    mediaCache: from.read('PORTICO_MEDIA_CACHE', megabytes(10, 100_000_000), 5000),
    redisUrl: from.read('PORTICO_REDIS_URL', redis, undefined, null),
    smtpUrl: from.read('PORTICO_SMTP_URL', smtp, undefined, 'files in the outbox folder'),
    mailFrom: from.read('PORTICO_MAIL_FROM', values.emailAddress, 'portico@localhost'),
    operatorEmail: from.read('PORTICO_OPERATOR_EMAIL', values.emailAddress, 'operator@localhost'),
    webhookAllow: from.read('PORTICO_WEBHOOK_ALLOW', values.networks, [], null),
    secretKey: from.read('PORTICO_SECRET_KEY', values.secretKey, undefined, MADE),
    logLevel: from.read('PORTICO_LOG_LEVEL', values.logLevel, 'info'),
    overload: from.read('PORTICO_OVERLOAD', values.overload, 'refuse'),
    metrics: readMetrics(from),
    console: from.read('PORTICO_CONSOLE', values.listenAddress, undefined, null),
    consoleUrl: from.read('PORTICO_CONSOLE_URL', values.consoleUrl, undefined, consoleHere),
    consoleMap: from.read('PORTICO_CONSOLE_MAP', values.mapStyle, undefined, null),
  };
}

/** Who sets it for the console would take down websites that reach the server directly. */
const FOR_WEBSITES_TOO =
  'With PORTICO_TRUST_PROXY the interface for websites speaks plain HTTP, too, and only to that proxy.';

/** Passwords must not travel over plain HTTP: beyond this machine, a proxy has to be in front, which says where calls come from. */
function checkConsole(
  { console: place, consoleUrl, trustedProxies }: Config,
  from: SettingsReader,
): void {
  if (place === undefined) return;
  const isPublic = consoleUrl?.startsWith('https:') === true;
  const hasProxy = trustedProxies.length > 0;
  if (isPublic && !hasProxy) {
    from.problems.push(
      'PORTICO_CONSOLE_URL begins with https://, which a proxy brings: name it in PORTICO_TRUST_PROXY, so that failed ' +
        `sign-ins count by the address that they come from. ${FOR_WEBSITES_TOO}`,
    );
  } else if (hasProxy && !isPublic) {
    from.problems.push(
      'PORTICO_CONSOLE_URL is not an https:// address: behind the proxy of PORTICO_TRUST_PROXY, browsers open the console ' +
        'by one, such as https://console.example.com.',
    );
  } else if (!hasProxy && !isLoopback(place.host)) {
    from.problems.push(
      `PORTICO_CONSOLE listens at ${place.host}, beyond this machine, where a proxy has to bring HTTPS: name it in ` +
        `PORTICO_TRUST_PROXY, or give an address of this machine, such as 127.0.0.1:8444. ${FOR_WEBSITES_TOO}`,
    );
  }
}

function readTls(from: SettingsReader, cwd: string): Config['tls'] {
  const before = from.problems.length;
  const pem = values.certificateFile(cwd);
  const certificateFile = from.read('PORTICO_TLS_CERT', pem, undefined, MADE);
  const keyFile = from.read('PORTICO_TLS_KEY', values.keyFile(cwd), undefined, MADE);
  if (from.problems.length > before) return undefined;
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) {
    const [there, missing] =
      keyFile === undefined
        ? ['PORTICO_TLS_CERT', 'PORTICO_TLS_KEY']
        : ['PORTICO_TLS_KEY', 'PORTICO_TLS_CERT'];
    from.problems.push(`${there} is given and ${missing} is not. Give both of them, or neither.`);
    return undefined;
  }
  const certificate = new X509Certificate(readFileSync(certificateFile));
  if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))) {
    from.problems.push(
      `PORTICO_TLS_KEY holds "${keyFile}", which is not the private key of the certificate in ` +
        'PORTICO_TLS_CERT. It accepts the key that this certificate was made for.',
    );
  }
  return { certificateFile, keyFile };
}

function readMetrics(from: SettingsReader): Config['metrics'] {
  const port = from.read('PORTICO_METRICS_PORT', values.port, undefined, null);
  const host = from.read('PORTICO_METRICS_HOST', values.host, '127.0.0.1');
  return port === undefined ? undefined : { host, port };
}

function readEnvFile(cwd: string): NodeJS.Dict<string> {
  const file = join(cwd, '.env');
  try {
    return parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new ConfigError([`The settings file ${file} cannot be read (${code}).`]);
  }
}
