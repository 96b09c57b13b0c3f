import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { revisionOf } from '../../src/store/tenant/write.js';
import { forAnyDatabase } from '../rig/databases.js';
import { databaseOf } from '../rig/offline.js';
import { serverFor, type TestServer } from '../rig/server.js';
import { sharedData } from '../rig/shared-data.js';
import { temporaryFolder } from '../rig/temp.js';
import { rentHopFor } from './renthop.js';
import { takeMapped } from './taken.js';

/*
 * Real files go in whole, by one mapping and in one pass: listings with their agents, offices, buildings and pictures, by
 * the ids that the files have. The counts are made from the files alone.
 */

const unpacked = (file: string) => gunzipSync(readFileSync(file)).toString();

/** Imports a file through a mapping; a second time must store nothing. */
async function takeTwice(server: TestServer, name: string, file: string, mapping: string) {
  const rejects = join(temporaryFolder(), 'rejects.ndjson');
  const database = await databaseOf(server.services, name);
  const first = await takeMapped(server, name, file, mapping, rejects);
  const before = await revisionOf(database);
  const again = await takeMapped(server, name, file, mapping, rejects);
  expect(await revisionOf(database)).toEqual(before);
  const { listings, agents, offices, buildings } = again;
  // All that was written is there as it is.
  const unchanged = <Counts extends { written: number }>(counts: Counts | undefined) =>
    counts && { ...counts, unchanged: counts.written };
  expect({ listings, agents, offices, buildings }).toEqual({
    listings: unchanged(first.listings),
    agents: unchanged(first.agents),
    offices: unchanged(first.offices),
    buildings: unchanged(first.buildings),
  });
  return { database, summary: first };
}

const taken = (count: number) => ({ read: count, written: count, rejected: 0 });

interface Property {
  readonly listing_id: string;
  readonly thumbnail?: string | null;
  readonly agents: readonly { readonly id: string | null; readonly name: string }[];
  readonly office: { readonly id: string; readonly name: string };
}

const REALTOR = 'realtor.com in one pass';
const realtor = sharedData('realtor/realtor_nyc_for_sale_2020.json.gz', REALTOR);

describe.skipIf(realtor === undefined)(REALTOR, () => {
  forAnyDatabase('through a mapping', (place) => {
    const server = serverFor(place);
    it('has listings, agents and offices, and each where it belongs', async () => {
      await server.addTenant('acme');
      const key = await server.addKey('acme');
      const { properties } = JSON.parse(unpacked(realtor ?? '')) as { properties: Property[] };
      const agentOf = ({ agents: [agent] }: Property) => (agent?.id ?? agent?.name ?? '').trim();
      // One listing names an agent without an id and without a name: that is none.
      const agents = new Set(properties.map(agentOf).filter((name) => name !== ''));
      const offices = new Set(properties.map(({ office }) => office.id));
      const { database, summary } = await takeTwice(server, 'acme', realtor ?? '', 'realtor-whole');
      expect(summary).toMatchObject({
        listings: taken(properties.length),
        agents: taken(agents.size),
        offices: taken(offices.size),
        rejects: null,
      });
      expect(summary.missing).toBeUndefined();
      const names = await database.db.selectFrom('office').select(['id', 'name']).execute();
      const officeName = new Map(names.map(({ id, name }) => [id, name]));
      const people = await database.db.selectFrom('agent').selectAll().execute();
      const person = new Map(people.map((agent) => [agent.id, agent]));
      for (const property of properties) {
        const [record] = (await server.get(key, `/properties/${property.listing_id}`)) as {
          agents_agent_id: number;
          agents_agent_name: string;
          main_images: number;
        }[];
        expect(record?.agents_agent_name).toBe(property.agents[0]?.name);
        expect(record?.main_images).toBe(property.thumbnail ? 1 : 0);
        if (agentOf(property) === '') continue;
        // Agents who are in several offices stay in the first that the file names.
        const first = properties.find((other) => agentOf(other) === agentOf(property));
        const office = person.get(record?.agents_agent_id ?? 0)?.office ?? 0;
        expect(officeName.get(office)).toBe(first?.office.name);
      }
    });
  });
});

interface PerchwellListing {
  readonly id: number;
  readonly agents: readonly { readonly email: string }[];
  readonly location: { readonly address: string; readonly zip: string };
  readonly listing_details: { readonly brokerage_id: number | null };
  readonly media: { readonly original_image_list?: readonly string[] };
}

const PERCHWELL = 'Perchwell in one pass';
const perchwell = sharedData('perchwell/perchwell_listings_response.json.gz', PERCHWELL);

describe.skipIf(perchwell === undefined)(PERCHWELL, () => {
  forAnyDatabase('through a mapping', (place) => {
    const server = serverFor(place);
    it('has listings, agents, offices, buildings and pictures, also in another order', async () => {
      const document = JSON.parse(unpacked(perchwell ?? '')) as { listings: PerchwellListing[] };
      const { listings } = document;
      const emails = listings.flatMap(({ agents }) =>
        agents.map(({ email }) => email.trim().toLowerCase()).filter((email) => email !== ''),
      );
      const offices = listings.flatMap(({ listing_details: { brokerage_id: id } }) => id ?? []);
      const buildings = listings.map(({ location: { address, zip } }) =>
        [address, zip].filter(Boolean).join(', ').toLowerCase(),
      );
      const pictures = listings.flatMap(({ media }) => media.original_image_list ?? []);
      await server.addTenant('one');
      const { database, summary } = await takeTwice(
        server,
        'one',
        perchwell ?? '',
        'perchwell-whole',
      );
      expect(summary).toMatchObject({
        listings: taken(listings.length),
        agents: taken(new Set(emails).size),
        offices: taken(new Set(offices).size),
        buildings: taken(new Set(buildings.filter(Boolean)).size),
        rejects: null,
      });
      const photos = await database.db.selectFrom('photo').selectAll().execute();
      expect(photos).toHaveLength(pictures.length);
      for (const { position, sort, name } of photos) {
        expect(sort).toBe(position + 1);
        expect(name).not.toBe('');
      }

      // Reversed, and split over files.
      await server.addTenant('other');
      const folder = temporaryFolder();
      const reversed = [...listings].reverse();
      for (const [at, part] of [reversed.slice(0, 60), reversed.slice(60)].entries()) {
        const file = join(folder, `${at}.json`);
        writeFileSync(file, JSON.stringify({ listings: part }));
        await takeMapped(server, 'other', file, 'perchwell-whole', join(folder, 'rejects'));
      }
      const other = await databaseOf(server.services, 'other');
      const keysOf = async (db: typeof database.db) =>
        (await db.selectFrom('source_key').select(['kind', 'key']).execute())
          .map(({ kind, key }) => `${kind} ${key}`)
          .sort();
      expect(await keysOf(other.db)).toEqual(await keysOf(database.db));
      const told = async (db: typeof database.db) =>
        (
          await db
            .selectFrom('listing as l')
            .innerJoin('source_key as k', (join) =>
              join.onRef('k.number', '=', 'l.id').on('k.kind', '=', 'listings'),
            )
            .leftJoin('source_key as a', (join) =>
              join.onRef('a.number', '=', 'l.agent_id').on('a.kind', '=', 'agents'),
            )
            .leftJoin('source_key as b', (join) =>
              join.onRef('b.number', '=', 'l.building_id').on('b.kind', '=', 'buildings'),
            )
            .select(['k.key', 'a.key as agent', 'b.key as building', 'l.price', 'l.images'])
            .execute()
        )
          .map((row) => JSON.stringify(row))
          .sort();
      expect(await told(other.db)).toEqual(await told(database.db));
    });
  });
});

const RENTHOP = 'RentHop with its buildings in one pass';
const renthop = sharedData('renthop/renthop_listings.csv.gz', RENTHOP);

describe.skipIf(renthop === undefined)(RENTHOP, () => {
  forAnyDatabase('through a mapping', (place) => {
    const server = serverFor(place);
    it('has as many of each as the file', async () => {
      await server.addTenant('acme');
      const { file, rows } = rentHopFor(place.kind, renthop ?? '');
      const buildings = new Set(rows.map((row) => row.building_id).filter((id) => id !== '0'));
      const agents = new Set(rows.map((row) => row.manager_code));
      const { summary } = await takeTwice(server, 'acme', file, 'renthop-whole');
      expect(summary).toMatchObject({
        listings: taken(rows.length),
        buildings: taken(buildings.size),
        agents: taken(agents.size),
        rejects: null,
      });
      expect(summary.missing).toBeUndefined();
    }, 170_000);
  });
});
