import { join } from 'node:path';
import type { Clock } from '../lib/clock.js';
import { SharedRuns } from '../lib/queues.js';
import type { ClientEntry, Directory } from './directory/directory.js';
import { DirectoryChanges, FreshCache } from './directory/fresh-cache.js';
import type { PlaceName, Places } from './directory/places.js';
import type { PostgresServers } from './engines/postgres/postgres-servers.js';
import { MOST_DATABASES } from './engines/sqlite/open-file-limit.js';
import { OpenFiles } from './engines/sqlite/open-files.js';
import type { ChangeListener } from './tenant/followers.js';
import { MovableDatabase } from './tenant/handle.js';
import {
  type OpenedDatabase,
  type OwnedDatabase,
  openAsOwner,
  openTenantDatabase,
  type TenantDatabase,
  type TenantStore,
} from './tenant/open.js';

/** The most tenants whose settings are cached. */
const MOST_CLIENTS = 20_000;

/** How long a database stays open in the place that it has left, for reads that began there. */
const LEFT_OPEN_MS = 60_000;

/** How often a process with open files looks for tenants that are being removed, in milliseconds. */
const LOOK_FOR_REMOVALS_MS = 1_000;

/** Where new databases are created, by the configuration. */
interface Home {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  /** How long the entries of removed records are kept, in days. */
  readonly changesDays: number;
}

/** A tenant as a request sees it: its settings, its database, and the feeds attached to it. */
export interface Tenant {
  readonly settings: ClientEntry;
  readonly database: TenantDatabase;
  readonly feeds: {
    readonly mls: TenantDatabase | undefined;
    readonly rls: TenantDatabase | undefined;
  };
  /** The settings of each attached feed, such as its own time zone. */
  readonly feedSettings: {
    readonly mls: ClientEntry | undefined;
    readonly rls: ClientEntry | undefined;
  };
}

/** Opens tenant databases at their first use. Idle SQLite files are closed until the next statement. */
export class TenantDatabases {
  readonly #directory: Directory;
  readonly #servers: PostgresServers;
  readonly #places: Places;
  readonly #home: Home;
  readonly #clock: Clock;
  readonly #files: OpenFiles;
  readonly #handles = new Map<string, Promise<MovableDatabase>>();
  readonly #following = new SharedRuns<MovableDatabase, boolean>();
  readonly #left = new Map<OpenedDatabase, NodeJS.Timeout>();
  readonly #tenants: FreshCache<Tenant>;
  readonly #changes: DirectoryChanges;
  readonly #listener: ChangeListener | undefined;
  readonly #removalTimer: NodeJS.Timeout;
  /** The number of the directory's changes at the last look for removals. */
  #lookedAtChange: number | undefined;

  constructor(
    directory: Directory,
    servers: PostgresServers,
    places: Places,
    home: Home,
    clock: Clock,
    changes = new DirectoryChanges(() => directory.changes(), clock),
    files = new OpenFiles(MOST_DATABASES, clock),
    listener?: ChangeListener,
  ) {
    this.#listener = listener;
    this.#files = files;
    this.#tenants = new FreshCache(changes, clock, MOST_CLIENTS);
    this.#directory = directory;
    this.#servers = servers;
    this.#places = places;
    this.#home = home;
    this.#clock = clock;
    this.#changes = changes;
    const look = () => this.#lookForRemovals().catch(() => {});
    this.#removalTimer = setInterval(look, LOOK_FOR_REMOVALS_MS).unref();
  }

  /** The tenant of this name with its database and feeds; undefined if there is none. */
  tenant(name: string): Promise<Tenant | undefined> {
    return this.#tenants.get(name, () => this.#tenant(name));
  }

  /** Like `tenant`, without waiting: only if the cached entry is known to be current. */
  recentTenant(name: string): Tenant | undefined {
    return this.#tenants.recent(name);
  }

  /** The open database of a tenant or feed, where the directory says it is. */
  async database(entry: ClientEntry): Promise<TenantDatabase> {
    let handle = this.#handles.get(entry.name);
    if (handle === undefined) {
      handle = this.#open(entry);
      this.#handles.set(entry.name, handle);
      // A failure is not cached: the next request tries again.
      handle.catch(() => this.#handles.delete(entry.name));
    }
    const opened = await handle;
    // The entry may be from before a move: the directory is read again.
    if (opened.word !== entry.database_url) await this.#follow(opened);
    return opened;
  }

  /** Like `database`, for a caller that goes through many. @returns `leave` closes it, if this call opened it. */
  async visit(entry: ClientEntry): Promise<{ database: TenantDatabase; leave: () => void }> {
    const { opened } = this.#files.state;
    const database = await this.database(entry);
    const leave = (): void => {
      if (this.#files.state.opened === opened) return;
      void this.#handles.get(entry.name)?.then((handle) => handle.opened.rest?.());
    };
    return { database, leave };
  }

  /** Does some work on a database that is visited, and leaves it, whatever came of the work. */
  async visiting<Result>(
    entry: ClientEntry,
    work: (database: TenantDatabase) => Promise<Result>,
  ): Promise<Result> {
    const { database, leave } = await this.visit(entry);
    return work(database).finally(leave);
  }

  /**
   * Opens the database of a tenant or feed separately, with the rights of its owner, and creates it if
   * there is none: for backups and restores. The caller closes it.
   *
   * @param entry The directory's entry, now or soon.
   * @param lastStep The last schema step of a new one for now; the next opening takes the others.
   */
  async openAt({ name, database_url }: ClientEntry, lastStep?: string): Promise<OwnedDatabase> {
    const place = await this.#places.placeOf(name, database_url);
    // A database that is being restored is not listed yet.
    const notes = lastStep === undefined ? this.#directory.tenantSchemas : undefined;
    return openAsOwner(await this.store(place), name, { lastStep, notes });
  }

  async store(place: PlaceName): Promise<TenantStore> {
    const store = await tenantStore(this.#home, this.#servers, place);
    return 'folder' in store ? { ...store, files: this.#files } : store;
  }

  /** Closes the database of a tenant or feed that is being removed; calls under way fail. */
  async letGo(name: string): Promise<void> {
    const handle = this.#handles.get(name);
    this.#handles.delete(name);
    await (await handle)?.opened.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#removalTimer);
    this.#files.stop();
    const handles = await Promise.allSettled(this.#handles.values());
    this.#handles.clear();
    for (const result of handles) {
      if (result.status === 'fulfilled') await result.value.opened.close();
    }
    for (const [opened, timer] of this.#left) {
      clearTimeout(timer);
      await opened.close();
    }
    this.#left.clear();
  }

  /**
   * A file can only be removed once no process has it open: the process that closes the last connection
   * to it deletes the log of that name, which could be that of a new tenant by then.
   */
  async #lookForRemovals(): Promise<void> {
    if (this.#files.state.open === 0) return;
    await this.#changes.look();
    const { number } = this.#changes;
    if (number === this.#lookedAtChange) return;
    for (const name of await this.#directory.removals.names()) await this.letGo(name);
    this.#lookedAtChange = number;
  }

  async #tenant(name: string): Promise<Tenant | undefined> {
    const settings = await this.#directory.tenant(name);
    if (settings === undefined) return undefined;
    const mls = await this.#feed(settings.mls_feed);
    const rls = await this.#feed(settings.rls_feed);
    return {
      settings,
      database: await this.database(settings),
      feeds: { mls: mls?.database, rls: rls?.database },
      feedSettings: { mls: mls?.settings, rls: rls?.settings },
    };
  }

  async #open(entry: ClientEntry): Promise<MovableDatabase> {
    const opened = await this.#openShared(entry);
    const at = { word: entry.database_url, opened };
    const follow = async (handle: MovableDatabase) => {
      // What waits here for a rename to end would wait in vain.
      if (!(await this.#follow(handle))) throw new Error(`${handle.name} was renamed or removed.`);
    };
    const removedKeptMs = this.#home.changesDays * 86_400_000;
    const { codes } = this.#places;
    const clock = this.#clock;
    return new MovableDatabase(entry, at, clock, codes, follow, removedKeptMs, this.#listener);
  }

  async #openShared({ name, database_url }: ClientEntry): Promise<OpenedDatabase> {
    const place = await this.#places.placeOf(name, database_url);
    return openTenantDatabase(await this.store(place), name, {
      notes: this.#directory.tenantSchemas,
    });
  }

  /** Points a handle at its database's current place: once for all concurrent callers. @returns Whether there is one. */
  #follow(handle: MovableDatabase): Promise<boolean> {
    return this.#following.join(handle, () => this.#lead(handle));
  }

  async #lead(handle: MovableDatabase): Promise<boolean> {
    const entry = await this.#directory.tenant(handle.name);
    if (entry === undefined || entry.database_url === handle.word) return entry !== undefined;
    const before = handle.opened;
    handle.opened = await this.#openShared(entry);
    handle.word = entry.database_url;
    const close = () => {
      this.#left.delete(before);
      before.close().catch(() => {});
    };
    this.#left.set(before, setTimeout(close, LEFT_OPEN_MS).unref());
    return true;
  }

  async #feed(
    name: string | null,
  ): Promise<{ settings: ClientEntry; database: TenantDatabase } | undefined> {
    if (name === null) return undefined;
    const settings = await this.#directory.tenant(name);
    if (settings === undefined) return undefined;
    return { settings, database: await this.database(settings) };
  }
}

export async function tenantStore(
  home: Home,
  servers: PostgresServers,
  place: PlaceName,
): Promise<TenantStore> {
  if (place === 'default' && home.databaseUrl !== undefined) {
    return { server: await servers.at(home.databaseUrl) };
  }
  if (place !== 'default' && place !== 'sqlite') return { server: await servers.at(place) };
  return { folder: join(home.dataFolder, 'clients') };
}
