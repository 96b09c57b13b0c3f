import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IdleCache } from '../../lib/idle-cache.js';
import { SharedRuns } from '../../lib/queues.js';
import { TimeoutError, withTimeout } from '../../lib/timeout.js';
import { StillIndexing } from '../../lib/unavailable.js';
import { type ChangeState, followableState } from '../../store/tenant/change-page.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { houseAndStreet } from '../words/listing-words.js';
import * as queries from './market.queries.js';
import { Names } from './names.js';

/** Rows that are read at a time when all are read. Other calls are answered between two pages. */
const PAGE = 2000;

/** With more changes than this, everything is read again. */
const MOST_CHANGES = 5000;

/** Listings that have come since a load and have their places in a map. */
const MOST_LATER = 5000;

/**
 * The names that can be suggested to visitors of one website, with the listings on the market that count
 * for each. They are in memory, as a call for each letter that a visitor types must be cheap, and are
 * brought forward by the changes of the database: so they are the same in every process.
 */
export class Market {
  readonly names = new Names();
  readonly #links = new ListingLinks();
  #place: ChangeState;

  private constructor(place: ChangeState) {
    this.#place = place;
  }

  get bytes(): number {
    return this.names.bytes + this.#links.bytes;
  }

  /** Reads everything: about 3 ms for a thousand listings on the market. */
  static async load(database: TenantDatabase): Promise<Market> {
    // What is written from here on comes with the changes.
    const market = new Market(await followableState(database));
    market.#nameNeighborhoods(await queries.neighborhoodNames(database.db));
    market.#nameAgents(await queries.agentNames(database.db));
    for (let after = 0; ; await nextTurn()) {
      const rows = await queries.buildingPage(database.db, after, PAGE);
      market.#nameBuildings(rows);
      after = rows.at(-1)?.id ?? 0;
      if (rows.length < PAGE) break;
    }
    for (let after = 0; ; await nextTurn()) {
      const rows = await queries.marketPage(database.db, after, PAGE);
      for (const row of rows) market.#append(row);
      after = rows.at(-1)?.id ?? 0;
      if (rows.length < PAGE) break;
    }
    market.#links.trim();
    return market;
  }

  /** Follows the changes up to the present. @returns False when there are too many, and all has to be loaded again. */
  async follow(database: TenantDatabase): Promise<boolean> {
    const place = await followableState(database);
    if (place.epoch !== this.#place.epoch || place.number < this.#place.number) return false;
    if (place.number === this.#place.number) return true;
    const { db } = database;
    const changed = await queries.changedSince(db, this.#place.number, MOST_CHANGES);
    if (changed === undefined || this.#links.later > MOST_LATER) return false;
    const idsOf = (kind: queries.FollowedKind) => changed.get(kind) ?? [];
    // All is read before anything is changed: a call in between sees one state or the other.
    const neighborhoods = await queries.neighborhoodNames(db, idsOf('neighborhoods'));
    const agents = await queries.agentNames(db, idsOf('agents'));
    const buildings = await queries.buildingNames(db, idsOf('buildings'));
    const listings = await queries.marketListings(db, idsOf('listings'));
    this.#forget('neighborhood', idsOf('neighborhoods'), neighborhoods);
    this.#forget('agent', idsOf('agents'), agents);
    this.#forget('building', idsOf('buildings'), buildings);
    this.#nameNeighborhoods(neighborhoods);
    this.#nameAgents(agents);
    this.#nameBuildings(buildings);
    const byId = new Map(listings.map((row) => [row.id, row]));
    for (const id of idsOf('listings')) this.#replace(id, byId.get(id));
    this.#place = place;
    return true;
  }

  /** Those that are not among the rows are gone, or not shown in public any more. */
  #forget(
    kind: 'neighborhood' | 'agent' | 'building',
    ids: readonly number[],
    rows: readonly { readonly id: number }[],
  ): void {
    const left = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!left.has(id)) this.names.set(kind, id, '', false);
  }

  #nameNeighborhoods(rows: Awaited<ReturnType<typeof queries.neighborhoodNames>>): void {
    for (const { id, name, from_listings } of rows) {
      this.names.set('neighborhood', id, name.trim(), from_listings === 0);
    }
  }

  #nameAgents(rows: Awaited<ReturnType<typeof queries.agentNames>>): void {
    for (const { id, firstname, lastname } of rows) {
      this.names.set('agent', id, `${firstname.trim()} ${lastname.trim()}`.trim(), true);
    }
  }

  #nameBuildings(rows: Awaited<ReturnType<typeof queries.buildingNames>>): void {
    for (const { id, name, house, address, from_listings } of rows) {
      const line = `${house.trim()} ${address.trim()}`.trim();
      const parts = [name.trim(), line].filter((part) => part !== '');
      // One that only listings have named is nothing without a listing that shows it.
      this.names.set('building', id, [...new Set(parts)].join(', '), from_listings === 0);
    }
  }

  #append(row: queries.MarketListing): void {
    const links = this.#linksOf(row);
    this.#links.append(row.id, links);
    this.#count(links, 1);
  }

  #replace(id: number, row: queries.MarketListing | undefined): void {
    const links = row === undefined ? undefined : this.#linksOf(row);
    this.#count(this.#links.replace(id, links), -1);
    if (links !== undefined) this.#count(links, 1);
  }

  #count(links: readonly number[], step: 1 | -1): void {
    for (const place of new Set(links)) {
      if (place !== NONE) this.names.at(place).count += step;
    }
  }

  /** A listing that hides its address counts for no building, street or zip code (R286). */
  #linksOf(row: queries.MarketListing): number[] {
    const { names } = this;
    const isVisible = row.hide_address !== 1;
    const street = isVisible ? houseAndStreet(row).street.trim() : '';
    const zip = isVisible ? (/^\s*(\d{5})/.exec(row.b_zip || row.zip)?.[1] ?? '') : '';
    if (zip !== '') names.set('zipcode', Number(zip), zip, false);
    const record = (kind: 'neighborhood' | 'building' | 'agent', id: number) =>
      id === 0 ? NONE : names.placeOf(kind, id);
    return [
      record('neighborhood', row.neighborhood_id),
      record('building', isVisible ? row.building_id : 0),
      street === '' ? NONE : names.placeOfStreet(street),
      zip === '' ? NONE : names.placeOf('zipcode', Number(zip)),
      record('agent', row.agent_id),
      record('agent', row.coagent_id),
      record('agent', row.listingagent_id),
    ];
  }
}

/** The names that a listing counts for: neighborhood, building, street, zip code, three agents. */
export const LINKS = 7;

/** The place of a name that a listing does not have. */
export const NONE = -1;

/**
 * Which names each listing on the market counts for: 36 bytes a listing, as there may be a million. Each
 * listing that came later has its place in a separate map, until all are loaded again.
 */
export class ListingLinks {
  #ids: Float64Array<ArrayBufferLike> = new Float64Array(0);
  #links: Int32Array<ArrayBufferLike> = new Int32Array(0);
  /** How many of the places above are taken. */
  #count = 0;
  readonly #later = new Map<number, readonly number[]>();

  /** How many listings have come since the load. */
  get later(): number {
    return this.#later.size;
  }

  get bytes(): number {
    return this.#ids.byteLength + this.#links.byteLength + 200 * this.#later.size;
  }

  /** Adds a listing at the end, as a load reads them, in the order of their ids. */
  append(id: number, links: readonly number[]): void {
    if (this.#count === this.#ids.length) this.#resize(Math.max(64, Math.ceil(this.#count * 1.5)));
    this.#ids[this.#count] = id;
    this.#links.set(links, this.#count * LINKS);
    this.#count += 1;
  }

  /** Gives back what the load has taken too much. */
  trim(): void {
    this.#resize(this.#count);
  }

  /** Sets the links of a listing: none where it is not on the market. @returns The links before. */
  replace(id: number, links: readonly number[] | undefined): readonly number[] {
    const place = this.#placeOf(id);
    if (place === undefined) {
      const before = this.#later.get(id) ?? [];
      if (links === undefined) this.#later.delete(id);
      else this.#later.set(id, links);
      return before;
    }
    const before = [...this.#links.subarray(place * LINKS, (place + 1) * LINKS)];
    this.#links.set(links ?? Array<number>(LINKS).fill(NONE), place * LINKS);
    return before;
  }

  #placeOf(id: number): number | undefined {
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  #resize(length: number): void {
    const ids = new Float64Array(length);
    ids.set(this.#ids.subarray(0, this.#count));
    const links = new Int32Array(length * LINKS);
    links.set(this.#links.subarray(0, this.#count * LINKS));
    [this.#ids, this.#links] = [ids, links];
  }
}

/** How long a call waits for the names to be read, in milliseconds; a call has four seconds. */
const WAIT_MS = 2500;

/** The names of the tenants whose websites ask for suggestions. */
export type Markets = IdleCache<Market>;

/** The look at the changes of each database that is under way: calls of one process wait for one. */
const looks = new SharedRuns<TenantDatabase, Market>();

/** The names of a tenant at this call, or later. @throws StillIndexing when they are not read in time. */
export async function readyMarket(database: TenantDatabase, markets: Markets): Promise<Market> {
  await looks.ended(database);
  // One that begins after this call finds every change that this call has to find.
  const look = looks.join(database, () => currentMarket(database, markets));
  try {
    return await withTimeout(look, WAIT_MS, () => {});
  } catch (error) {
    throw error instanceof TimeoutError ? new StillIndexing(WAIT_MS) : error;
  }
}

async function currentMarket(database: TenantDatabase, markets: Markets): Promise<Market> {
  let market = markets.get(database.name);
  while (market === undefined || !(await market.follow(database))) {
    market = await Market.load(database);
  }
  markets.keep(database.name, market, market.bytes);
  return market;
}
