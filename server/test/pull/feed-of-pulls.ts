import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, onTestFinished } from 'vitest';
import type { TestDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { temporaryFolder } from '../rig/temp.js';
import { Counterpart } from './counterpart.js';
import { type Pulling, pullText, SMALL_MAP } from './pulling.js';

/** Writes the files of a pull. */
export function pullFolder(text: string, map = SMALL_MAP): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'pull.yaml'), text);
  writeFileSync(join(folder, 'small.yaml'), map);
  return folder;
}

/** The key of a listing that is put into a source. */
export const keyOf = (at: number) => `ACT${String(at).padStart(3, '0')}`;

/** Writes a listing at its source. */
export const put = (counterpart: Counterpart, at: number, price: number, more: object = {}) =>
  counterpart.put('Property', keyOf(at), {
    ...{ StandardStatus: 'Active', ListPrice: price, MlgCanView: true },
    ...{ OriginatingSystemName: 'actris', ListingId: keyOf(at), ...more },
  });

/** Prices by key, as `pricesOf` has them. */
export const prices = (...ats: readonly (readonly [number, number])[]) =>
  Object.fromEntries(ats.map(([at, price]) => [keyOf(at), price]));

/** The listings that every source has at first. */
export const ten = Array.from({ length: 10 }, (_, at) => [at + 1, 1001 + at] as const);

/** The conditions of the calls of a source. */
export const filters = ({ calls }: Counterpart) => calls.map(({ query }) => query.$filter ?? '');

let feeds = 0;

/** A new feed for each test, which pulls a played source. */
export function feedOfPulls(database: TestDatabase) {
  const server = serverFor(database);
  const rig = { server, source, pulling: undefined as unknown as Pulling };

  /** A source of ten listings, and a feed that pulls it. */
  async function source(kind: Counterpart['kind'], more = ''): Promise<Counterpart> {
    const counterpart = new Counterpart(kind, () => server.clock.now());
    if (kind === 'mlsgrid') counterpart.order = 'changed';
    await counterpart.start();
    onTestFinished(() => counterpart.close());
    for (const [at, price] of ten) put(counterpart, at, price);
    server.clock.advance(300_000);
    rig.pulling = { ...rig.pulling, folder: pullFolder(pullText(counterpart.url, kind, more)) };
    return counterpart;
  }

  beforeEach(async () => {
    feeds += 1;
    // All of these tests have one token.
    const { db } = server.services.directory.tables;
    await db.deleteFrom('pull_token').execute();
    await db.deleteFrom('pull_minute').execute();
    const name = `feed${feeds}`;
    await server.addTenant(name, { kind: 'mls' });
    const tenant = await server.services.tenants.tenant(name);
    if (tenant === undefined) throw new Error('There is no such feed.');
    const { clock, services } = server;
    rig.pulling = { database: tenant.database, clock, services, folder: '' };
  });
  return rig;
}
