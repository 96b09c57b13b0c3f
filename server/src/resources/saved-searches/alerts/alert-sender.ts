import { isDeepStrictEqual } from 'node:util';
import { tenantContexts } from '../../../api/request-context.js';
import type { Tools } from '../../../api/tools.js';
import { Turns } from '../../../lib/queues.js';
import { StillIndexing } from '../../../lib/unavailable.js';
import { Channel, type ChannelParts, type Unsent } from '../../../outbox/channel.js';
import type { StoredOutbox } from '../../../outbox/outbox.js';
import { isBroken } from '../../../search/index/index.queries.js';
import type { SearchReader } from '../../../search/listing.source-filters.js';
import { type ChangeState, changeState } from '../../../store/tenant/change-page.js';
import { importAt, lastImport } from '../../../store/tenant/import-runs.js';
import type { TenantDatabase } from '../../../store/tenant/open.js';
import { ID_SPACES } from '../../../store/tenant/people-tables.js';
import { revisionOf } from '../../../store/tenant/write.js';
import type { Tenant } from '../../../store/tenant-databases.js';
import {
  type AlertPlace,
  alertPlaces,
  alertState,
  forgetPlaces,
  forgetWaitingOf,
  giveBackAlerts,
  holdPlace,
  leaseAlerts,
  renewAlerts,
  storePlace,
} from './alert-places.js';
import { type AlertMail, isAnyDue, queueDueAlerts } from './due-alerts.js';
import { matchNews, type NewsOfSource } from './matches.js';
import { isStorm, newsOfDay, newsSince } from './news.js';
import { unsubscribePattern, unsubscribeToken } from './unsubscribe.js';

/** How long a lease lasts, and how often it is renewed. What a process does without it is done twice, and mailed once. */
const LEASE_MS = 5 * 60_000;
const RENEWED_MS = 60_000;

/** How long searches of websites have their turn, for one turn of this work. */
const REST_RATIO = 1;

/** The process is to stop, or another one has taken over. */
class Stopping extends Error {}

/** A database with changes that alerts have not followed. */
interface Behind {
  readonly space: number;
  readonly source: TenantDatabase;
  readonly place: AlertPlace | undefined;
  readonly present: ChangeState;
}

interface AlertParts extends ChannelParts {
  readonly tools: Pick<Tools, 'vocabularies' | 'secretKey'>;
  readonly outbox: Pick<StoredOutbox, 'queueAll' | 'wake'>;
  readonly tenantOf: (name: string) => Promise<Tenant | undefined>;
  /** The configured address of the server; undefined where the configuration has none. */
  readonly baseUrl: string | undefined;
}

/**
 * Queues email about saved searches. R351. It follows the changes of a tenant's listings and of the feeds that it reads,
 * each by a place that the tenant's database keeps, as receivers of webhooks do: so a killed process leaves nothing out.
 *
 * The sweep of the outbox leads to the databases with searches, and a note of the directory keeps them in the sweep.
 */
export class AlertSender extends Channel<AlertParts> {
  constructor(parts: AlertParts) {
    super(parts, 'alerts', 1);
  }

  /** Each sweep looks: one that nobody waits for need not follow each write. */
  override mayHold(): boolean {
    return false;
  }

  async look(database: TenantDatabase): Promise<Unsent> {
    if (database.role !== 'client') return { waiting: 0, failed: 0 };
    const { wanted, follows } = await alertState(database);
    if (wanted) {
      this.lineUp(database, true);
      this.startWorkers();
    } else if (follows) {
      await forgetPlaces(database);
    }
    return { waiting: wanted ? 1 : 0, failed: 0 };
  }

  async tidy(): Promise<void> {}

  protected async serve(database: TenantDatabase): Promise<void> {
    const tenant = await this.parts.tenantOf(database.name);
    if (tenant === undefined) return;
    const pattern = unsubscribePattern(tenant.settings, this.parts.baseUrl);
    // Once there is a way to end such email, it begins at the present.
    if (pattern === undefined) return forgetPlaces(database);
    await this.#begin(database, this.parts.clock.now());
    await this.#pass(tenant, pattern, new Turns(REST_RATIO));
  }

  /**
   * Queues email about what this process has just brought, such as an import. Servers, which also answer calls, would look
   * within half a minute; they go on where this process is killed.
   *
   * @param signal Ends it early, and gives the lease back.
   */
  async follow(name: string, signal?: AbortSignal): Promise<void> {
    const tenant = await this.parts.tenantOf(name);
    // A server begins, as it knows the address that ends such email.
    if (tenant === undefined || (await alertPlaces(tenant.database)).size === 0) return;
    const pattern = unsubscribePattern(tenant.settings, this.parts.baseUrl);
    if (pattern !== undefined) await this.#pass(tenant, pattern, new Turns(), signal);
  }

  async #pass(tenant: Tenant, pattern: string, turns: Turns, signal?: AbortSignal): Promise<void> {
    const { database } = tenant;
    const now = this.parts.clock.now();
    // Mostly there is nothing to do, and a look writes nothing.
    if ((await this.#behind(tenant)).length === 0 && !(await isAnyDue(tenant, now))) return;
    let until = now + LEASE_MS;
    if (!(await leaseAlerts(database, now, until))) return;
    try {
      const breathe = this.#breathing(turns, async (time) => {
        if (signal?.aborted === true) throw new Stopping();
        const later = time + LEASE_MS;
        if (later < until + RENEWED_MS) return;
        if (!(await renewAlerts(database, until, later))) throw new Stopping();
        until = later;
      });
      const revisions = await revisionsOf(tenant);
      await this.#match(tenant, now, revisions, breathe);
      const isUnchanged = async () => isDeepStrictEqual(await revisionsOf(tenant), revisions);
      const trueSince = async () => ((await isUnchanged()) ? now : 0);
      await this.#queue(tenant, pattern, trueSince, breathe);
    } catch (error) {
      // The next sweep goes on, of this process or another.
      if (!(error instanceof Stopping || error instanceof StillIndexing)) throw error;
    } finally {
      await giveBackAlerts(database, until);
    }
  }

  /** Follows the brokerage's own listings from now on, if nothing is followed yet. */
  async #begin(database: TenantDatabase, now: number): Promise<void> {
    const places = await alertPlaces(database);
    if (places.has(ID_SPACES.own)) return;
    await storePlace(database, placeAt(ID_SPACES.own, await changeState(database.db), now));
  }

  /** The databases with changes that alerts have not followed. What waits for the operator is not among them. */
  async #behind({ database, feeds }: Tenant): Promise<Behind[]> {
    const places = await alertPlaces(database);
    const behind: Behind[] = [];
    for (const [name, source] of Object.entries({ own: database, ...feeds })) {
      if (source === undefined) continue;
      const space = ID_SPACES[name as keyof typeof ID_SPACES];
      const place = places.get(space);
      const present = await changeState(source.db);
      const waits = place !== undefined && place.held > 0 && place.released === 0;
      if (!waits && (place?.seq !== present.number || place.epoch !== present.epoch)) {
        behind.push({ space, source, place, present });
      }
    }
    return behind;
  }

  /**
   * Stores which searches find what is new, and goes on from the present.
   *
   * @param revisions Those of before.
   */
  async #match(
    tenant: Tenant,
    now: number,
    revisions: ReadonlyMap<TenantDatabase, number>,
    breathe: () => Promise<void>,
  ): Promise<void> {
    const { database } = tenant;
    const sources: NewsOfSource[] = [];
    const moves: ReturnType<typeof placeAt>[] = [];
    for (const { space, source, place, present } of await this.#behind(tenant)) {
      const move = placeAt(space, present, now);
      const isReplaced =
        place !== undefined && isBroken({ epoch: place.epoch, number: place.seq }, present);
      // A feed that was just attached, or a restored database: nobody knows what is new.
      if (place === undefined || isReplaced) {
        if (isReplaced) await forgetWaitingOf(database, space);
        moves.push(move);
        continue;
      }
      if (await isImporting(source, now)) continue;
      const news = await newsSince(source, place, present.number, breathe);
      const ofDay = newsOfDay(place, news, now);
      if (news.length > 0 && (await isStorm(source, ofDay.news))) {
        await holdPlace(database, place, news.length, now);
        this.parts.log.warn(
          { client: database.name, listings: news.length },
          'alerts wait for `portico alert release`: too much is new within a day',
        );
        continue;
      }
      if (news.length > 0) sources.push({ space, database: source, news });
      moves.push({ ...move, ...ofDay });
    }
    const reader = { ...this.#reader(tenant), revisions };
    if (sources.length > 0) await matchNews(reader, sources, now, breathe);
    // Behind the matches: where a process is killed in between, the next finds the same again.
    for (const move of moves) await storePlace(database, move);
  }

  async #queue(
    tenant: Tenant,
    pattern: string,
    trueSince: AlertMail['trueSince'],
    breathe: () => Promise<void>,
  ): Promise<void> {
    const { tools, outbox, clock } = this.parts;
    const { settings } = tenant;
    const secretKey = await tools.secretKey();
    const now = clock.now();
    await queueDueAlerts(
      this.#reader(tenant),
      {
        ...{ outbox, trueSince },
        unsubscribe: ({ id, created_at: savedAt }) => {
          const claims = { tenantMadeAt: settings.created_at, id, savedAt };
          return pattern.replaceAll('{token}', unsubscribeToken(claims, secretKey, now));
        },
      },
      now,
      breathe,
    );
  }

  #reader(tenant: Tenant): SearchReader {
    const { clock, tools } = this.parts;
    return { tenant, tools, ...tenantContexts(tenant, clock.now(), '') };
  }

  /** Matching searches is one computation after the other: others get their turns in between. */
  #breathing(turns: Turns, renew: (now: number) => Promise<void>): () => Promise<void> {
    return async () => {
      if (this.stopping) throw new Stopping();
      await renew(this.parts.clock.now());
      await turns.next();
    };
  }
}

function placeAt(id_space: number, { epoch, number }: ChangeState, looked_at: number) {
  return { id_space, epoch, seq: number, looked_at, news: 0, news_since: looked_at };
}

/**
 * Whether an import is under way: all that it brings is one batch. The pictures that a pull fetches after its records are not
 * part of it.
 */
async function isImporting(database: TenantDatabase, now: number): Promise<boolean> {
  const last = await lastImport(database);
  if (last === null || importAt(now, last).result !== 'running') return false;
  return last.mode !== 'pull' || (await revisionOf(database)).refreshed_at < last.startedAt;
}

/** Equal ones mean equal listings, of the brokerage and of its feeds. */
async function revisionsOf({ database, feeds }: Tenant) {
  const revisions = new Map<TenantDatabase, number>();
  for (const source of [database, feeds.mls, feeds.rls]) {
    if (source !== undefined) revisions.set(source, (await revisionOf(source)).number);
  }
  return revisions;
}
