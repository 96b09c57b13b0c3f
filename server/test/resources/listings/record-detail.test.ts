import { beforeAll, expect, it } from 'vitest';
import { ListingDetail } from '../../../src/resources/listings/listing.schema.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { detail } from '../../search/asking.js';
import {
  ADDED,
  AGENTS,
  BUILDINGS,
  BY_SEPARATE_FLAGS,
  EXPECTED,
  FLAGS,
  PHOTO_SIZES,
  TOLD,
} from './fully-told.js';

/** A listing of which nothing but its id is told. */
const empty: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(EXPECTED).map(([name, value]) => [name, typeof value === 'number' ? 0 : '']),
  ),
  agents_coagent_id: '',
  agents_listingagent_id: '',
  essentials_pets: 'Unknown',
  essentials_type: 'N/A',
  extra_cooling: 'Unknown',
  main_id: 8,
  op: null,
};

forEachDatabase('The detail record of a listing', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'buildings', BUILDINGS);
    await server.put('acme', 'agents', AGENTS);
    await server.put('acme', 'listings', [TOLD, { main_id: 8 }]);
    held.key = await server.addKey('acme');
  });

  it('has every field of the schema as it was told', async () => {
    expect(await detail(server, held.key, 7)).toEqual(EXPECTED);
    expect(await detail(server, held.key, 7, FLAGS)).toEqual({ ...EXPECTED, ...ADDED });
    // What is compared above is everything that the schema knows.
    const compared = Object.keys({ ...EXPECTED, ...ADDED }).filter((n) => !n.startsWith('custom_'));
    const known = Object.keys(ListingDetail.properties);
    expect([...compared, ...BY_SEPARATE_FLAGS, ...PHOTO_SIZES].sort()).toEqual(known.sort());
  });

  it('has the empty value of every field that was not told', async () => {
    const { essentials_video2: _, partnerVideo: __, ...always } = empty;
    expect(await detail(server, held.key, 8)).toEqual(always);
    expect(await detail(server, held.key, 8, FLAGS)).toEqual({
      ...always,
      photos: '',
      openhouse: '',
      openhouseend: '',
      openhouse2: '',
      openhouseend2: '',
      hitcounter: 0,
      labels: '',
      essentials_available_iso: '',
      essentials_date_iso: '',
      openhouse_iso: '',
      openhouseend_iso: '',
      openhouse2_iso: '',
      openhouseend2_iso: '',
    });
  });

  it('adds what each flag asks for, and nothing else', async () => {
    const flags = {
      addPhotos: ['photos'],
      addOpenHouse: ['openhouse', 'openhouseend', 'openhouse2', 'openhouseend2'],
      addHitCounter: ['hitcounter'],
      addCustomValues: ['custom_Zone', 'custom_Owner_note'],
      addLabels: ['labels'],
      addHistory: ['listed', 'days_on_market', 'price_before', 'price_changed'],
      addIso: ['essentials_available_iso', 'essentials_date_iso'],
    };
    for (const [flag, names] of Object.entries(flags)) {
      const record = await detail(server, held.key, 7, `${flag}=true`);
      const extra = Object.keys(record).filter((name) => !(name in EXPECTED));
      expect([flag, extra.sort()]).toEqual([flag, [...names].sort()]);
      expect(await detail(server, held.key, 7, `${flag}=false`)).toEqual(EXPECTED);
    }
  });

  it('names an agent who is not there by id alone', async () => {
    await server.put('acme', 'listings', [
      { main_id: 9, agents_agent_id: 404, agents_coagent_id: 404, agents_listingagent_id: 1 },
    ]);
    expect(await detail(server, held.key, 9)).toMatchObject({
      agents_agent_id: 404,
      agents_agent_name: '',
      agents_agent_email: '',
      agents_agent_phone: '',
      agents_agent_image: '',
      agents_coagent_id: 404,
      agents_coagent_name: '',
      agents_listingagent_id: 1,
      agents_listingagent_name: 'Ann Able',
      agents_listingagent_phone: '212-555-0101',
      agents_listingagent_image: 'https://portico.test/media/acme/agents/ann.jpg',
    });
  });

  it('is there whatever the status, and an empty array where there is no listing', async () => {
    const states = [
      'For Sale',
      'For Rent',
      'In Contract',
      'Offer In',
      'App. Pending',
      'Sold',
      'Rented',
    ];
    for (const status of states) {
      await server.put('acme', 'listings', [{ main_id: 10, main_status: status }]);
      expect(await detail(server, held.key, 10)).toMatchObject({ main_status: status });
    }
    expect(await server.get(held.key, '/properties/11')).toEqual([]);
    expect(await server.get(held.key, `/properties/11?${FLAGS}`)).toEqual([]);
    expect(await server.get(held.key, `/properties/${2 ** 53 - 1}`)).toEqual([]);
  });

  it('lists the photos by their place, with absolute addresses', async () => {
    expect(await server.get(held.key, '/properties/photos/7')).toEqual([
      { filename: 'https://pictures.test/a|b.jpg', name: 'Street', sort: 1 },
      {
        filename: 'https://portico.test/media/acme/seven/living%20room.jpg',
        name: 'Living room',
        sort: 2,
      },
      { filename: 'https://portico.test/media/acme/seven/Floor%20Plan.png', name: '', sort: 9 },
    ]);
    expect(await server.get(held.key, '/properties/photos/8')).toEqual([]);
    expect(await server.get(held.key, '/properties/photos/404')).toEqual([]);
  });
});
