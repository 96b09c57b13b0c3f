import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Tools } from './api/tools.js';
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import { ClientDatabases } from './data/client-databases.js';
import { PostgresServers } from './data/dialect.js';
import { Directory } from './data/directory/directory.js';
import { pictureStore } from './media/choose-store.js';
import { Pictures } from './media/pictures.js';
import { LetterOutbox } from './outbox/outbox.js';
import { LoginAttempts } from './passwords/login-attempts.js';
import { Passwords } from './passwords/passwords.js';

/** Everything with a lifetime, opened once and closed in the reverse order. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly directory: Directory;
  readonly clients: ClientDatabases;
  /** The PostgreSQL servers in use, for those who watch their connections. */
  readonly postgres: Pick<PostgresServers, 'pools'>;
  /** What endpoints may use beside their client's database. */
  readonly tools: Tools;
  /** Takes letters always; a server, and nothing else, makes it send them. */
  readonly outbox: LetterOutbox;
  /** Where pictures and files that the server hands out are kept. */
  readonly mediaFolder: string;
  /** The pictures that websites send. */
  readonly pictures: Pictures;
  /** What absolute URLs start with: as configured, or where the server listens. */
  baseUrl(): string;
  /** Tells where the server listens, once it does: port 0 is only known then. */
  listening(url: string): void;
  close(): Promise<void>;
}

/** Connections to one PostgreSQL server, by one process. */
const POSTGRES_CONNECTIONS = 10;

/** Opens the directory and what it leads to. Client databases open when they are first asked for. */
export async function openServices(config: Config, clock: Clock, log: Logger): Promise<Services> {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
  const servers = new PostgresServers(POSTGRES_CONNECTIONS, (error) =>
    log.warn({ reason: error.message }, 'an idle database connection was lost'),
  );
  const home =
    config.databaseUrl === undefined
      ? { folder: config.dataFolder }
      : { server: servers.at(config.databaseUrl) };
  const directory = await Directory.open(home);
  let baseUrl = config.baseUrl ?? `https://${config.host}:${config.port}`;
  const clients = new ClientDatabases(directory, servers, config, clock);
  const outbox = new LetterOutbox({
    config,
    clock,
    log,
    random: randomBytes,
    async sources() {
      const entries = (await directory.clients()).filter(({ kind }) => kind === 'client');
      return entries.map((entry) => ({ name: entry.name, open: () => clients.database(entry) }));
    },
  });
  const passwords = new Passwords(randomBytes);
  const mediaFolder = join(config.dataFolder, 'media');
  const store = pictureStore(config, mediaFolder, clock);
  const pictures = new Pictures({ store, random: randomBytes, log });
  return {
    config,
    clock,
    log,
    directory,
    clients,
    postgres: servers,
    tools: {
      clock,
      random: randomBytes,
      outbox,
      pictures,
      passwords,
      logins: new LoginAttempts(clock),
    },
    outbox,
    mediaFolder,
    pictures,
    baseUrl: () => baseUrl,
    listening(url) {
      baseUrl = config.baseUrl ?? url;
    },
    async close() {
      await outbox.stop();
      await passwords.close();
      await clients.close();
      await directory.close();
      await servers.close();
    },
  };
}
