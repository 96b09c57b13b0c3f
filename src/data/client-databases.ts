import { join } from 'node:path';
import type { Clock } from '../clock.js';
import {
  type ClientDatabase,
  type ClientStore,
  openClientDatabase,
} from './client-database/open.js';
import type { PostgresServers } from './dialect.js';
import type { ClientEntry, Directory } from './directory/directory.js';

/** How long a client's settings are taken as read; an operator's change shows within a second. */
const SETTINGS_FRESH_MS = 500;

/** A client as one request sees it: its settings, its database, and the feeds attached to it. */
export interface Client {
  readonly settings: ClientEntry;
  readonly database: ClientDatabase;
  readonly feeds: {
    readonly mls: ClientDatabase | undefined;
    readonly rls: ClientDatabase | undefined;
  };
  /** The settings of each attached feed: its own time zone among them. */
  readonly feedSettings: {
    readonly mls: ClientEntry | undefined;
    readonly rls: ClientEntry | undefined;
  };
}

type Opened = ClientDatabase & { close(): Promise<void> };

/** Opens client databases when they are first asked for, and keeps them open. */
export class ClientDatabases {
  readonly #directory: Directory;
  readonly #servers: PostgresServers;
  readonly #home: { readonly dataFolder: string; readonly databaseUrl: string | undefined };
  readonly #clock: Clock;
  readonly #open = new Map<string, Promise<Opened>>();
  readonly #clients = new Map<string, { readonly readAt: number; readonly client: Client }>();

  constructor(
    directory: Directory,
    servers: PostgresServers,
    home: { readonly dataFolder: string; readonly databaseUrl: string | undefined },
    clock: Clock,
  ) {
    this.#directory = directory;
    this.#servers = servers;
    this.#home = home;
    this.#clock = clock;
  }

  /** The client of this name with its database and feeds; undefined when there is none. */
  async client(name: string): Promise<Client | undefined> {
    const kept = this.recentClient(name);
    if (kept !== undefined) return kept;
    const readAt = this.#clock.monotonic();
    const settings = await this.#directory.client(name);
    if (settings === undefined) return undefined;
    const mls = await this.#feed(settings.mls_feed);
    const rls = await this.#feed(settings.rls_feed);
    const client: Client = {
      settings,
      database: await this.database(settings),
      feeds: { mls: mls?.database, rls: rls?.database },
      feedSettings: { mls: mls?.settings, rls: rls?.settings },
    };
    this.#clients.set(name, { readAt, client });
    return client;
  }

  /** As `client`, without waiting: only when it was looked up within the last half second. */
  recentClient(name: string): Client | undefined {
    const kept = this.#clients.get(name);
    if (kept === undefined) return undefined;
    return this.#clock.monotonic() - kept.readAt < SETTINGS_FRESH_MS ? kept.client : undefined;
  }

  /** The open database of a client or feed. */
  database(entry: ClientEntry): Promise<Opened> {
    let opened = this.#open.get(entry.name);
    if (opened === undefined) {
      opened = openClientDatabase(this.#store(entry), entry.name, entry.kind);
      this.#open.set(entry.name, opened);
      // A failure is not kept: the next request tries again.
      opened.catch(() => this.#open.delete(entry.name));
    }
    return opened;
  }

  /**
   * Makes the database of a client or feed that is being restored, and opens it apart from the
   * others. The caller closes it.
   *
   * @param lastStep How far the schema goes for now; the next opening goes on from there.
   */
  openAt(entry: ClientEntry, lastStep: string): Promise<Opened> {
    return openClientDatabase(this.#store(entry), entry.name, entry.kind, lastStep);
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    for (const result of opened) {
      if (result.status === 'fulfilled') await result.value.close();
    }
  }

  #store(entry: ClientEntry): ClientStore {
    const url = entry.database_url ?? this.#home.databaseUrl;
    if (url !== undefined) return { server: this.#servers.at(url) };
    return { folder: join(this.#home.dataFolder, 'clients') };
  }

  async #feed(
    name: string | null,
  ): Promise<{ settings: ClientEntry; database: ClientDatabase } | undefined> {
    if (name === null) return undefined;
    const settings = await this.#directory.client(name);
    if (settings === undefined) return undefined;
    return { settings, database: await this.database(settings) };
  }
}
