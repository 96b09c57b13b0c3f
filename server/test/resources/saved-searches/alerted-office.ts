import { pino } from 'pino';
import { AlertSender } from '../../../src/resources/saved-searches/alerts/alert-sender.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import type { TenantTables } from '../../../src/store/tenant/tables.js';
import type { Tenant } from '../../../src/store/tenant-databases.js';
import { ManualTimer } from '../../outbox/email/manual-timer.js';
import { aListing } from '../../rig/makers.js';
import type { TestServer } from '../../rig/server.js';

/** An email about a search, as it was queued. */
export interface QueuedAlert {
  readonly search_id: number;
  readonly to_address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribe: string;
  readonly bulk: number;
}

let count = 0;

/** A brokerage whose members want to hear of listings, with the feed `mls…` where it reads one. */
export class AlertedOffice {
  readonly name: string;
  readonly feed: string;
  readonly #server: TestServer;
  #database: TenantDatabase | undefined;
  #members = 0;

  constructor(server: TestServer, name = `office${++count}`) {
    this.#server = server;
    this.name = name;
    this.feed = `mls-${name}`;
  }

  /** Uses a tenant that is there. */
  async adopt(): Promise<this> {
    this.#database = (await this.#server.services.tenants.tenant(this.name))?.database;
    return this;
  }

  async open(settings: Parameters<TestServer['addTenant']>[1] = {}): Promise<this> {
    await this.#server.addTenant(this.feed, { kind: 'mls' });
    const entry = await this.#server.addTenant(this.name, {
      ...{ title: 'Acme & Co', mls_feed: this.feed },
      ...settings,
    });
    this.#database = await this.#server.services.tenants.database(entry);
    return this;
  }

  get database(): TenantDatabase {
    if (this.#database === undefined) throw new Error('The office is not open.');
    return this.#database;
  }

  async tenant(): Promise<Tenant> {
    const tenant = await this.#server.services.tenants.tenant(this.name);
    if (tenant === undefined) throw new Error('The office is gone.');
    return tenant;
  }

  /** Stores a confirmed member. @returns The number. */
  async member(more: Record<string, unknown> = {}): Promise<number> {
    const id = ++this.#members;
    const email = `member${id}@example.com`;
    await this.#server.put(this.name, 'clients', [{ id, first_name: 'Ann', email }]);
    await this.database.db
      .updateTable('client')
      .set({ member: 1, verified: 1, login_key: email, ...more })
      .where('id', '=', id)
      .execute();
    return id;
  }

  /** Stores a search. @returns The number. */
  async search(
    client_id: number,
    query: string,
    more: Partial<TenantTables['saved_search']> = {},
  ): Promise<number> {
    const now = this.#server.clock.now();
    const { id } = await this.database.db
      .insertInto('saved_search')
      .values({
        ...{ client_id, query, name: 'Two rooms', frequency: 'instantly', price_drops: 1 },
        ...{ created_at: now, updated_at: now, last_sent_at: 0, ...(more as object) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Imports listings, a minute after what was before. */
  async list(
    listings: Record<string, unknown>[],
    name = this.name,
    afterMs = 60_000,
  ): Promise<void> {
    this.#server.clock.advance(afterMs);
    await this.#server.put(
      name,
      'listings',
      listings.map((listing) => ({
        ...aListing(listing as { main_id: number }),
        ...{ essentials_building: '', agents_agent_id: '', ...listing },
      })),
    );
  }

  /** Looks for what is new and due, as a sweep does, two minutes later. */
  async sweep(sender = this.#server.services.alerts, afterMs = 120_000): Promise<void> {
    this.#server.clock.advance(afterMs);
    await sender.look(this.database);
    await sender.settled();
  }

  /** A sender whose view of the tenant is another. */
  sender(tenantOf: () => Promise<Tenant | undefined>, baseUrl?: string): AlertSender {
    const { services, clock } = this.#server;
    return new AlertSender({
      ...{ clock, timer: new ManualTimer(clock), chance: () => 0.5, baseUrl, tenantOf },
      ...{ log: pino({ level: 'silent' }), tools: services.tools, outbox: services.outbox },
    });
  }

  /** A sender that does something ahead of each note of its pass. @param ahead Gets the number of the note. */
  async senderWith(ahead: (note: number) => Promise<void>): Promise<AlertSender> {
    let notes = 0;
    const database = aheadOfWrites(this.database, ['note'], () => ahead(++notes));
    const tenant = { ...(await this.tenant()), database };
    return this.sender(async () => tenant, 'https://x.test');
  }

  /** Has alerts look at everything that is there as if it had come just now. */
  async forgetWhatWasThere(): Promise<void> {
    await this.database.db
      .updateTable('saved_search_place')
      .set({ seq: 0, looked_at: 0 })
      .execute();
  }

  /** What searches have found, by their numbers: the listings' ids, those of the feed as negative ones. */
  async matches(): Promise<Record<number, number[]>> {
    const rows = await this.database.db
      .selectFrom('saved_search_match')
      .select(['search_id', 'id_space', 'listing_id'])
      .orderBy('search_id')
      .orderBy('listing_id')
      .execute();
    const found: Record<number, number[]> = {};
    for (const { search_id, id_space, listing_id } of rows) {
      const ids = found[search_id] ?? [];
      found[search_id] = [...ids, id_space === 0 ? listing_id : -listing_id];
    }
    return found;
  }

  /** The emails that were queued since the last look, which takes them away. */
  async emails(): Promise<QueuedAlert[]> {
    const { db } = this.database;
    const rows = await db
      .selectFrom('letter')
      .select(['search_id', 'to_address', 'subject', 'text', 'html', 'unsubscribe', 'bulk'])
      .where('kind', '=', 'search')
      .orderBy('id')
      .execute();
    await db.deleteFrom('letter').where('kind', '=', 'search').execute();
    return rows;
  }
}

/** The same database, but something is done ahead of each write by these of its functions. */
export function aheadOfWrites(
  database: TenantDatabase,
  functions: readonly ('note' | 'write')[],
  ahead: () => Promise<void>,
): TenantDatabase {
  return new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!functions.some((each) => each === name)) return value.bind(target);
      return async (...work: never[]) => {
        await ahead();
        return value.apply(target, work);
      };
    },
  });
}
