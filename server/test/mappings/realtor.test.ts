import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { sharedData } from '../rig/shared-data.js';
import { temporaryFolder } from '../rig/temp.js';
import { takeMapped } from './taken.js';

/** What the test reads of a property of the source. */
interface Property {
  readonly listing_id: string;
  readonly price: number;
  readonly beds: number | null;
  readonly baths_full?: number | null;
  readonly baths_half?: number | null;
  readonly building_size?: { readonly size: number } | null;
  readonly thumbnail?: string | null;
  readonly last_update: string;
  readonly mls: { readonly id: string };
  readonly virtual_tour?: { readonly href: string } | null;
  readonly address: {
    readonly line: string;
    readonly city: string;
    readonly postal_code: string;
    readonly neighborhood_name: string | null;
    readonly lat: number;
    readonly lon: number;
  };
  readonly agents: readonly {
    readonly name: string;
    readonly photo: { readonly href: string } | null;
  }[];
  readonly office: { readonly id: string; readonly name: string };
}

type Answer = Readonly<Record<string, unknown>>;

const SUITE = 'the realtor.com listings with their agents and offices';
const source = sharedData('realtor/realtor_nyc_for_sale_2020.json.gz', SUITE);

/** New York's clock in August 2020, four hours behind. */
function newYorkDate(iso: string): string {
  const clock = new Date(Date.parse(iso) - 4 * 3_600_000).toISOString();
  return `August, ${clock.slice(8, 10)} ${clock.slice(0, 4)} ${clock.slice(11, 19)}`;
}

describe.skipIf(source === undefined)(SUITE, () => {
  forAnyDatabase('through mappings', (database) => {
    const server = serverFor(database);
    let key = '';
    let properties: readonly Property[] = [];

    const get = (path: string) => server.get(key, path);
    const one = async (path: string) => ((await get(path)) as Answer[])[0] ?? {};

    beforeAll(async () => {
      await server.addTenant('acme');
      key = await server.addKey('acme');
      const file = source ?? '';
      const text = gunzipSync(readFileSync(file)).toString();
      properties = (JSON.parse(text) as { properties: Property[] }).properties;
      const rejects = join(temporaryFolder(), 'rejects.ndjson');
      for (const kind of ['offices', 'agents', 'listings']) {
        const summary = await takeMapped(server, 'acme', file, `realtor-${kind}`, rejects);
        expect(summary).toEqual({
          [kind]: { read: 150, written: 150, rejected: 0 },
          rejects: null,
          ignored: expect.anything(),
        });
      }
    });

    it('has every listing, field by field', async () => {
      for (const property of properties) {
        const { address, agents } = property;
        const listing = await one(`/properties/${property.listing_id}`);
        expect(listing).toMatchObject({
          main_id: Number(property.listing_id),
          main_status: 'For Sale',
          main_street: address.line,
          main_neighborhood: address.neighborhood_name ?? '',
          main_address: [address.line, address.neighborhood_name].filter(Boolean).join(', '),
          main_zipcode: address.postal_code,
          main_image: property.thumbnail ?? '',
          main_images: property.thumbnail ? 1 : 0,
          extras_latitude: address.lat,
          extras_longitude: address.lon,
          financials_price: property.price,
          essentials_beds: property.beds ?? 0,
          essentials_bath: (property.baths_full ?? 0) + (property.baths_half ?? 0) / 2,
          essentials_size: property.building_size?.size ?? 0,
          essentials_video: property.virtual_tour?.href ?? '',
          essentials_date: newYorkDate(property.last_update),
          mls_no: property.mls.id,
          agents_agent_name: agents[0]?.name,
        });
      }
    });

    it.each([
      ['Building', 19],
      ['Condo', 28],
      ['Condop', 1],
      ['Coop', 42],
      ['House', 39],
      ['Townhouse', 21],
    ])('has as many of the type %s as the source', async (type, count) => {
      expect(await get(`/properties?status=1&type=${type}`)).toMatchObject({ TOTAL_COUNT: count });
    });

    it('has its 90 offices', async () => {
      const offices = (await get('/offices')) as Answer[];
      const named = new Map(properties.map(({ office }) => [office.id, office.name]));
      expect(offices).toHaveLength(90);
      expect(offices.map(({ id }) => id)).toEqual(offices.map((_, index) => index + 1));
      expect(offices.map(({ name }) => name)).toEqual([...named.values()]);
    });

    it('has its 129 agents, each in the office of the last listing that names the agent', async () => {
      const agents = (await get('/agents/search?sort=date')) as Answer[];
      expect(agents).toHaveLength(129);
      const officeNames = new Map(
        ((await get('/offices')) as Answer[]).map(({ id, name }) => [id, name]),
      );
      const last = new Map<unknown, Property>();
      for (const property of properties) {
        const { agents_agent_id: id } = await one(`/properties/${property.listing_id}`);
        last.set(id, property);
      }
      expect([...last.keys()].sort()).toEqual(agents.map(({ id }) => id).sort());
      for (const agent of agents) {
        const property = last.get(agent.id);
        expect(agent.firstname).toBe(property?.agents[0]?.name);
        expect(officeNames.get(agent.office)).toBe(property?.office.name);
      }
    });

    it('has the photo of each agent of whom any listing has one', async () => {
      const shown = new Map(
        ((await get('/agents/search')) as Answer[]).map(({ firstname, image }) => [
          firstname,
          image,
        ]),
      );
      for (const { agents } of properties) {
        const [agent] = agents;
        if (agent?.photo) expect(shown.get(agent.name)).toBe(agent.photo.href);
      }
      expect([...shown.values()].filter((image) => image !== '')).not.toEqual([]);
    });
  });
});
