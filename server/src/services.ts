import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { DiskStore } from 'portico-media/disk-store.js';
import { OriginalFiles } from 'portico-media/original-files.js';
import { PictureProcesses } from 'portico-media/picture-processes.js';
import {
  BLOG,
  ORIGINALS,
  type PictureStore,
  type Section,
  VARIANTS,
} from 'portico-media/picture-store.js';
import { Pictures } from 'portico-media/pictures.js';
import { S3Store } from 'portico-media/s3-store.js';
import { parseS3Url } from 'portico-media/s3-url.js';
import { VariantCache, variantFolders } from 'portico-media/variant-cache.js';
import { Variants } from 'portico-media/variants.js';
import type { Tools } from './api/tools.js';
import type { Config } from './config/config.js';
import { type Clock, systemTimer } from './lib/clock.js';
import { IdleCache } from './lib/idle-cache.js';
import { parseRange } from './lib/ip-address.js';
import { EmailRequests } from './limits/email-requests.js';
import { type LimitStore, limitsInProcess, limitsInRedis } from './limits/limit-store.js';
import { StoredOutbox } from './outbox/outbox.js';
import type { DeliverySources } from './outbox/sweep.js';
import { EndpointSecrets } from './outbox/webhook/post.js';
import { WebhookSender } from './outbox/webhook/webhook-sender.js';
import { StoredWebhooks } from './outbox/webhook/webhooks.js';
import { Passwords } from './passwords/passwords.js';
import { PictureSurvey } from './resources/listings/picture-survey.js';
import { MOST_BYTES, TextCache } from './resources/listings/text-cache.js';
import { emailCompletions } from './resources/members/account-links.js';
import { SEARCH_ALERT } from './resources/saved-searches/alerts/alert.email.js';
import { AlertSender } from './resources/saved-searches/alerts/alert-sender.js';
import { orMadeAgain } from './resources/saved-searches/alerts/stale-alerts.js';
import { ChangedListings } from './search/changed-listings.js';
import { ListingIndexes } from './search/index/ready-index.js';
import { TotalCache } from './search/total-cache.js';
import type { Vocabularies } from './search/words/word-search.js';
import type { Actor } from './store/audit/audit.js';
import { Directory } from './store/directory/directory.js';
import type { TenantEmailNote } from './store/directory/email-notes.js';
import { DirectoryChanges } from './store/directory/fresh-cache.js';
import { KeyUseCollector } from './store/directory/key-uses.js';
import { isBeingRemoved, Places } from './store/directory/places.js';
import { PostgresServers } from './store/engines/postgres/postgres-servers.js';
import { DiskReserve } from './store/engines/sqlite/disk-reserve.js';
import { databasesUnder, openFileLimit } from './store/engines/sqlite/open-file-limit.js';
import { OpenFiles } from './store/engines/sqlite/open-files.js';
import { secretKeyFor } from './store/secrets/secret-key.js';
import { filesOfContent } from './store/tenant/pictures.js';
import { TenantDatabases } from './store/tenant-databases.js';
import { TenantSchemas } from './store/tenant-schemas.js';

/** Everything with a lifetime, opened once and closed in the reverse order. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** Who runs the command that opened them; undefined in a server. */
  readonly actor: Actor | undefined;
  readonly directory: Directory;
  readonly tenants: TenantDatabases;
  /** The open files of SQLite tenant databases. */
  readonly files: OpenFiles;
  /** The room that is left for reads when the disk is full. */
  readonly reserve: DiskReserve;
  readonly keyUses: KeyUseCollector;
  /** Says whether cached reads of the directory are still valid. */
  readonly changes: DirectoryChanges;
  /** The state of every tenant database's schema. */
  readonly schemas: TenantSchemas;
  /** Rates, slots and failed attempts. Only a server shares them with other processes. */
  readonly limits: LimitStore;
  /** Reads and writes the directory's encoded locations of tenant databases. */
  readonly places: Places;
  /** The PostgreSQL servers in use, with the load of their connections. */
  readonly servers: PostgresServers;
  /** What endpoints may use in addition to their tenant's database. */
  readonly tools: Tools;
  /** Queues email in any process; only a server sends it. */
  readonly outbox: StoredOutbox;
  /** Stores messages to receivers of webhooks. The outbox of a server leads to those that wait. */
  readonly webhooks: StoredWebhooks;
  readonly webhookSender: WebhookSender;
  /** Queues email about saved searches. The outbox of a server leads to those that want it. */
  readonly alerts: AlertSender;
  readonly endpointSecrets: EndpointSecrets;
  readonly mediaFolder: string;
  readonly pictures: Pictures;
  readonly fetched: PictureStore;
  /** Pictures in other sizes and formats. */
  readonly variants: Variants;
  /** Where those are kept. */
  readonly variantCache: VariantCache;
  /** What absolute URLs start with: the configured URL, or the address that the server listens on. */
  baseUrl(): string;
  /** Records where the server listens. A port of 0 gets its number only then. */
  listening(url: string): void;
  /** Gives statements a timeout from now on. A server calls this, as its callers do not wait longer. */
  boundStatements(): void;
  close(): Promise<void>;
}

/** The memory of one process for the words of tenants that are searched by words. */
const MOST_VOCABULARY_BYTES = 16_000_000;

/** The same for names to suggest. */
const MOST_MARKET_BYTES = 64_000_000;

/** The timeout of a server's statements: every call is answered within five seconds. */
const STATEMENT_MS = 3_500;

interface Closable {
  close(): Promise<void>;
}

/** Opens the directory and the services. A tenant database opens at its first use. */
export async function openServices(
  config: Config,
  clock: Clock,
  log: Logger,
  actor?: Actor,
): Promise<Services> {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
  const opened: Closable[] = [];
  const closing = <Service extends Closable>(service: Service): Service => {
    opened.push(service);
    return service;
  };
  const servers = closing(
    new PostgresServers(
      config.databaseConnections,
      (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'),
      ({ message: reason }, server) =>
        log.error(
          { server, reason },
          'the database cannot be reached: calls that need it are refused',
        ),
    ),
  );
  const reserve = closing(new DiskReserve(config.dataFolder, log));
  const home =
    config.databaseUrl === undefined
      ? { folder: config.dataFolder, reserve }
      : { server: await servers.at(config.databaseUrl) };
  const directory = closing(await Directory.open(home, undefined, actor));
  let baseUrl = config.baseUrl ?? `https://${config.host}:${config.port}`;
  const secretKey = () => secretKeyFor(config, randomBytes);
  const places = new Places(secretKey, randomBytes);
  const keyUses = closing(
    new KeyUseCollector((uses) => directory.keyUses.store(uses), clock, systemTimer),
  );
  const changes = new DirectoryChanges(() => directory.changes(), clock);
  const files = new OpenFiles(databasesUnder(openFileLimit()), clock, {
    mostBytes: config.sqliteMemory * 1_000_000,
    reserve,
    onShortage: ({ open }) =>
      log.error(
        { open },
        'too many open files: raise the limit of the process (LimitNOFILE, ulimit -n)',
      ),
  });
  const tenants = closing(
    new TenantDatabases(directory, servers, places, config, clock, changes, files, {
      announce: (database) => outbox.announce(database),
      store: (database, transaction, events, before) =>
        webhooks.queueAll(transaction, database.name, events, before),
      wake(database) {
        webhooks.noteReceivers(database.name);
        outbox.wake(database);
      },
    }),
  );
  const endpointSecrets = new EndpointSecrets(secretKey, randomBytes);
  const webhooks = new StoredWebhooks(clock, randomBytes);
  const chance = () => randomBytes(4).readUInt32BE() / 2 ** 32;
  // The outbox is made below, of the channels that queue in it.
  const email: Pick<StoredOutbox, 'queue' | 'queueAll' | 'wake'> = {
    queue: (transaction, email) => outbox.queue(transaction, email),
    queueAll: (database, transaction, emails) => outbox.queueAll(database, transaction, emails),
    wake: (database) => outbox.wake(database),
  };
  const webhookSender = new WebhookSender({
    ...{ clock, log, webhooks, chance, email, timer: systemTimer },
    allowed: config.webhookAllow.map(parseRange).filter((range) => range !== undefined),
    secretsOf: (endpoint, now) => endpointSecrets.of(endpoint, now),
  });
  const vocabularies: Vocabularies = new IdleCache(clock, MOST_VOCABULARY_BYTES);
  const alerts = new AlertSender({
    ...{ clock, log, chance, outbox: email, timer: systemTimer, baseUrl: config.baseUrl },
    tools: { vocabularies, secretKey },
    tenantOf: (name) => tenants.tenant(name),
  });
  const outbox: StoredOutbox = closing(
    new StoredOutbox({
      config,
      clock,
      log,
      random: randomBytes,
      sources: emailSources(directory, tenants),
      notes: directory.emailNotes,
      channels: [webhookSender, alerts],
      completes: { ...emailCompletions(secretKey), [SEARCH_ALERT]: orMadeAgain },
    }),
  );
  const limits = closing(await limitStore(config, directory, clock, log));
  const passwords = closing(new Passwords(randomBytes, {}, clock));
  const mediaFolder = join(config.dataFolder, 'media');
  const storeOf = (section: Section) =>
    config.mediaUrl === undefined
      ? new DiskStore(mediaFolder, section, clock)
      : new S3Store(parseS3Url(config.mediaUrl), clock, section);
  const [blog, fetched] = [storeOf(BLOG), storeOf(ORIGINALS)];
  const processes = new PictureProcesses();
  const pictures = new Pictures({ processes, store: blog, random: randomBytes, log });
  const variantCache = new VariantCache({
    store: storeOf(VARIANTS),
    mostBytes: config.mediaCache * 1_000_000,
    tenants: async () => {
      const names = (await directory.tenants()).map(({ name }) => name);
      return [...new Set([...names, ...(await variantFolders(mediaFolder))])];
    },
    isThere: async (name) => {
      const entry = await directory.tenant(name);
      return entry !== undefined && !isBeingRemoved(entry.database_url);
    },
    ...{ clock, log },
  });
  const variants = closing(
    new Variants({
      cache: variantCache,
      ...{ clock, processes },
      originals: new OriginalFiles(mediaFolder, [
        { store: blog, section: BLOG },
        { store: fetched, section: ORIGINALS },
      ]),
      filesOf: async (tenant, hash) => {
        const found = await tenants.tenant(tenant);
        return found === undefined ? [] : filesOfContent(found.database, hash);
      },
    }),
  );
  // Closed before the variants, as the last are closed first: what is under way fails, and nothing more is kept.
  closing(processes);
  return {
    config,
    clock,
    log,
    actor,
    directory,
    tenants,
    keyUses,
    changes,
    schemas: new TenantSchemas({ directory, tenants, places, clock, log }),
    files,
    reserve,
    limits,
    places,
    servers,
    tools: {
      clock,
      random: randomBytes,
      outbox,
      webhooks,
      pictures,
      survey: new PictureSurvey({ variants, clock, log }),
      passwords,
      secretKey,
      logins: limits.logins,
      emailRequests: new EmailRequests(limits, log),
      texts: new TextCache(MOST_BYTES[config.databaseUrl === undefined ? 'sqlite' : 'postgres']),
      changedListings: new ChangedListings(clock),
      totals: new TotalCache(),
      listingIndexes: new ListingIndexes(clock),
      vocabularies,
      markets: new IdleCache(clock, MOST_MARKET_BYTES),
    },
    outbox,
    webhooks,
    webhookSender,
    alerts,
    endpointSecrets,
    mediaFolder,
    pictures,
    fetched,
    variants,
    variantCache,
    baseUrl: () => baseUrl,
    listening(url) {
      baseUrl = config.baseUrl ?? url;
    },
    boundStatements: () => servers.bound(STATEMENT_MS),
    async close() {
      for (const service of opened.toReversed()) await service.close();
    },
  };
}

/** How many further tenants a sweep looks into, whatever their notes say. */
const WALKED = 20;

function emailSources(directory: Directory, tenants: TenantDatabases): DeliverySources {
  const { emailNotes } = directory;
  let last = '';
  const next = async (): Promise<TenantEmailNote[]> => {
    const found = await emailNotes.after(last, WALKED);
    last = found.length < WALKED ? '' : (found.at(-1)?.entry.name ?? '');
    return found;
  };
  const all = async (): Promise<TenantEmailNote[]> => {
    return (await directory.tenants()).map((entry) => ({ entry, notedAt: undefined }));
  };
  return async (which) => {
    const found = which === 'all' ? all() : which === 'noted' ? emailNotes.noted() : next();
    return (await found).map(({ entry, notedAt }) => ({
      name: entry.name,
      notedAt,
      open: () => tenants.visit(entry),
    }));
  };
}

/** Keeps limits in this process, or in the Redis that all processes share. It does not connect yet. */
async function limitStore(
  config: Config,
  directory: Directory,
  clock: Clock,
  log: Logger,
): Promise<LimitStore> {
  const { redisUrl: url } = config;
  if (url === undefined) return limitsInProcess(clock);
  const installation = await directory.installation(randomBytes);
  return limitsInRedis({ url, installation, clock, log, random: randomBytes });
}
