import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { KeptTexts } from './api/kept-texts.js';
import type { Tools } from './api/tools.js';
import type { Config } from './config/config.js';
import { ClientDatabases } from './data/client-databases.js';
import { ClientSchemas } from './data/client-schemas.js';
import { DirectoryChanges } from './data/directory/changes.js';
import { Directory } from './data/directory/directory.js';
import type { NotedClient } from './data/directory/email-notes.js';
import { Places } from './data/directory/places.js';
import { secretKeyFor } from './data/directory/secret-key.js';
import { databasesUnder, openFileLimit } from './data/open-file-limit.js';
import { OpenFiles } from './data/open-files.js';
import { PostgresServers } from './data/postgres-server.js';
import type { Clock } from './lib/clock.js';
import { type LimitStore, limitsInProcess } from './limits/limit-store.js';
import { LetterOutbox, type OutboxParts } from './mail/outbox.js';
import { pictureStore } from './media/choose-store.js';
import { Pictures } from './media/pictures.js';
import { Passwords } from './passwords/passwords.js';

/** Everything with a lifetime, opened once and closed in the reverse order. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly directory: Directory;
  readonly clients: ClientDatabases;
  /** The files of client databases on SQLite that are open. */
  readonly files: OpenFiles;
  /** Whether what was read of the directory still holds. */
  readonly changes: DirectoryChanges;
  /** What is known of the schemas of all of them. */
  readonly schemas: ClientSchemas;
  /** Rates, slots and failed attempts; a server, and nothing else, shares them. */
  readonly limits: LimitStore;
  /** The directory's words for where client databases are kept. */
  readonly places: Places;
  /** The PostgreSQL servers in use, and how busy their connections are. */
  readonly servers: PostgresServers;
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
  /** From now on no statement is waited for longer than a caller would wait: for a server. */
  boundStatements(): void;
  close(): Promise<void>;
}

/** What a statement of a server may take: a call is answered within five seconds, come what may. */
const STATEMENT_MS = 3_500;

/** Opens the directory and what it leads to. Client databases open when they are first asked for. */
export async function openServices(config: Config, clock: Clock, log: Logger): Promise<Services> {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
  const servers = new PostgresServers(config.databaseConnections, (error) =>
    log.warn({ reason: error.message }, 'an idle database connection was lost'),
  );
  const home =
    config.databaseUrl === undefined
      ? { folder: config.dataFolder }
      : { server: servers.at(config.databaseUrl) };
  const directory = await Directory.open(home);
  let baseUrl = config.baseUrl ?? `https://${config.host}:${config.port}`;
  const places = new Places(() => secretKeyFor(config, randomBytes), randomBytes);
  const changes = new DirectoryChanges(() => directory.changes(), clock);
  const files = new OpenFiles(databasesUnder(openFileLimit()), clock, ({ open }) =>
    log.error(
      { open },
      'too many open files: raise the limit of the process (LimitNOFILE, ulimit -n)',
    ),
  );
  const clients = new ClientDatabases(directory, servers, places, config, clock, changes, files);
  const outbox = new LetterOutbox({
    config,
    clock,
    log,
    random: randomBytes,
    sources: letterSources(directory, clients),
    notes: directory.emailNotes,
  });
  const limits = await limitStore(config, directory, clock, log);
  const passwords = new Passwords(randomBytes, {}, clock);
  const mediaFolder = join(config.dataFolder, 'media');
  const store = pictureStore(config, mediaFolder, clock);
  const pictures = new Pictures({ store, random: randomBytes, log });
  return {
    config,
    clock,
    log,
    directory,
    clients,
    changes,
    schemas: new ClientSchemas({ directory, clients, places, clock, log }),
    files,
    limits,
    places,
    servers,
    tools: {
      clock,
      random: randomBytes,
      outbox,
      pictures,
      passwords,
      logins: limits.logins,
      texts: new KeptTexts(),
    },
    outbox,
    mediaFolder,
    pictures,
    baseUrl: () => baseUrl,
    listening(url) {
      baseUrl = config.baseUrl ?? url;
    },
    boundStatements: () => servers.bound(STATEMENT_MS),
    async close() {
      await outbox.stop();
      await limits.close();
      await passwords.close();
      await clients.close();
      await directory.close();
      await servers.close();
    },
  };
}

/** How many clients are looked into at a sweep whatever is noted of them. */
const WALKED = 20;

/** The databases that letters are looked for in. */
function letterSources(directory: Directory, clients: ClientDatabases): OutboxParts['sources'] {
  const { emailNotes } = directory;
  let last = '';
  const next = async (): Promise<NotedClient[]> => {
    const found = await emailNotes.after(last, WALKED);
    last = found.length < WALKED ? '' : (found.at(-1)?.entry.name ?? '');
    return found;
  };
  const all = async (): Promise<NotedClient[]> => {
    const entries = (await directory.clients()).filter(({ kind }) => kind === 'client');
    return entries.map((entry) => ({ entry, notedAt: undefined }));
  };
  return async (which) => {
    const found = which === 'all' ? all() : which === 'noted' ? emailNotes.noted() : next();
    return (await found).map(({ entry, notedAt }) => ({
      name: entry.name,
      notedAt,
      open: () => clients.visit(entry),
    }));
  };
}

/** Where limits are kept: in this process, or in the Redis of all processes. It connects nowhere. */
async function limitStore(
  config: Config,
  directory: Directory,
  clock: Clock,
  log: Logger,
): Promise<LimitStore> {
  const { redisUrl: url } = config;
  if (url === undefined) return limitsInProcess(clock);
  // Loaded here: an installation of one process does without a client of Redis.
  const { limitsInRedis } = await import('./limits/redis-limit-store.js');
  const installation = await directory.installation(randomBytes);
  return limitsInRedis({ url, installation, clock, log, random: randomBytes });
}
