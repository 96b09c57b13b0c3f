import { randomInt } from 'node:crypto';
import type { ResourceName } from 'portico-importer/resource.js';
import { beforeAll, expect, it } from 'vitest';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import { setTours } from '../../../src/resources/listings/virtual-tour.endpoints.js';
import {
  CHANGE_KIND_NAMES,
  CHANGE_KINDS,
  type ChangeKind,
} from '../../../src/store/tenant/change-tables.js';
import { Changes } from '../../../src/store/tenant/changes.js';
import { forImport } from '../../../src/store/tenant/import-lock.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { revisionOf, writeTo } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aBuilding, aListing } from '../../rig/makers.js';
import { statementsTo } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';

/** A record of each kind whose changes are told, by the kind's name in files. */
const RECORDS: Readonly<Record<ChangeKind, object>> = {
  neighborhoods: { cat_id: 70, cat_name: 'Chelsea' },
  buildings: aBuilding({ id: 70 }),
  offices: { id: 70, name: 'Main office' },
  agents: { id: 70, firstname: 'Ann', lastname: 'Lee' },
  teams: { id: 70, name: 'Team One' },
  labels: { id: 70, labelname: 'Loft' },
  listings: aListing({ main_id: 70, main_neighborhood: 'Chelsea' }),
  'blog-labels': { id: 70, label: 'News' },
  blogs: { id: 70, title: 'Hello' },
  press: { id: 70, title: 'In the press' },
  videos: { id: 70, title: 'A video' },
  testimonials: { id: 70, content: 'Great' },
  docs: { id: 70, title: 'A form' },
  'link-categories': { id: 70, name: 'Links' },
  links: { id: 70, title: 'A link', url: 'https://example.com' },
};

forEachDatabase('the changes of a write', (database) => {
  const server = serverFor(database);
  const held: { database?: TenantDatabase } = {};
  const opened = () => held.database as TenantDatabase;
  const put = (kind: ResourceName, ...records: object[]) => server.put('acme', kind, records);

  beforeAll(async () => {
    await server.addTenant('acme');
    held.database = (await server.services.tenants.tenant('acme'))?.database as TenantDatabase;
    for (const kind of CHANGE_KIND_NAMES) await put(kind, RECORDS[kind]);
  });

  const revision = async () => (await revisionOf(opened())).number;

  /** The records that a write names, as `listings 70` or `-listings 70` for one that is gone. */
  async function changesOf(work: () => Promise<unknown>): Promise<string[]> {
    const before = await revision();
    await work();
    const entries = await opened()
      .db.selectFrom('change_entry')
      .selectAll()
      .where('seq', '>', before)
      .orderBy('kind')
      .orderBy('record_id')
      .execute();
    const now = await revision();
    for (const { seq, at } of entries) expect([seq, at]).toEqual([now, server.clock.now()]);
    return entries.map(({ kind, record_id, removed }) => {
      const name = CHANGE_KIND_NAMES.find((one) => CHANGE_KINDS[one].code === kind);
      return `${removed === 1 ? '-' : ''}${name} ${record_id}`;
    });
  }

  it.each(CHANGE_KIND_NAMES)(
    'name a new record of %s, and one that is the same no more',
    async (kind) => {
      const renumbered = Object.fromEntries(
        Object.entries(RECORDS[kind]).map(([name, value]) => [name, value === 70 ? 71 : value]),
      );
      expect(await changesOf(() => put(kind, renumbered))).toEqual([`${kind} 71`]);
      if (kind === 'labels') return;
      expect(await changesOf(() => put(kind, renumbered))).toEqual([]);
    },
  );

  it('tell a listing together with what it shows', async () => {
    const harlem = 50;
    await put('neighborhoods', { cat_id: harlem, cat_name: 'Harlem' });
    const sunny = 51;
    await put('labels', { id: sunny, labelname: 'Sunny' });
    await put('buildings', aBuilding({ id: 5 }));
    await put('agents', { id: 6, firstname: 'Bo' }, { id: 7, firstname: 'Cy' });
    const listing = aListing({
      main_id: 1,
      essentials_building: 5,
      agents_agent_id: 6,
      agents_coagent_id: 7,
      main_neighborhood: 'Harlem',
      labels: 'Sunny',
    });
    const made = await changesOf(() => put('listings', listing));
    expect(made.map((text) => text.split(' ')[0])).toEqual(['buildings', 'listings']);
    const one = 'listings 1';
    expect(await changesOf(() => put('buildings', { id: 5, city: 'Yonkers' }))).toEqual([
      'buildings 5',
      one,
    ]);
    expect(await changesOf(() => put('buildings', { id: 5, city: 'Yonkers' }))).toEqual([]);
    expect(await changesOf(() => put('agents', { id: 6, phone: '1' }))).toEqual(['agents 6', one]);
    expect(await changesOf(() => put('agents', { id: 7, phone: '1' }))).toEqual(['agents 7', one]);
    const renamed = { cat_id: harlem, cat_name: 'East Harlem' };
    expect(await changesOf(() => put('neighborhoods', renamed))).toEqual([
      `neighborhoods ${harlem}`,
      one,
    ]);
    const label = { id: sunny, labelname: 'Bright' };
    expect(await changesOf(() => put('labels', label))).toEqual([`labels ${sunny}`, one]);
    // The asking prices are part of a building's record.
    const cheaper = { main_id: 1, financials_price: 2000 };
    expect(await changesOf(() => put('listings', cheaper))).toEqual(['buildings 5', one]);
    expect(await changesOf(() => put('listings', cheaper))).toEqual([]);
    const photos = { main_id: 1, photos: [{ filename: 'x.jpg', name: 'X', sort: 2 }] };
    const moved = { main_id: 1, photos: [{ filename: 'x.jpg', name: 'X', sort: 3 }] };
    for (const change of [photos, moved, { main_id: 1, custom_tier: 'gold' }]) {
      expect(await changesOf(() => put('listings', change))).toEqual([one]);
      expect(await changesOf(() => put('listings', change))).toEqual([]);
    }
    expect(await changesOf(() => put('listings', { main_id: 1, custom_tier: '' }))).toEqual([one]);
    expect(await changesOf(() => put('listings', { main_id: 1, labels: 'Bright' }))).toEqual([]);
    expect(await changesOf(() => put('listings', { main_id: 1, labels: '' }))).toEqual([one]);
    const photo = { listing_id: 1, filename: 'a.jpg' };
    expect(await changesOf(() => put('photos', photo))).toEqual([one]);
    const front = { building_id: 5, filename: 'b.jpg' };
    expect(await changesOf(() => put('building-photos', front))).toEqual(['buildings 5']);
    expect(await changesOf(() => setTours(opened(), 1, { video: 'https://v.example' }))).toEqual([
      one,
    ]);
    expect(await changesOf(() => setTours(opened(), 999, { video: 'x' }))).toEqual([]);
  });

  it('tell a listing once that shows several of the records that changed', async () => {
    await put('labels', { id: 61, labelname: 'Quick' }, { id: 62, labelname: 'Brown' });
    await put('listings', aListing({ main_id: 61, labels: 'Quick,Brown' }));
    const renamed = [
      { id: 61, labelname: 'Slow' },
      { id: 62, labelname: 'White' },
    ];
    expect(await changesOf(() => put('labels', ...renamed))).toEqual([
      'labels 61',
      'labels 62',
      'listings 61',
    ]);
  });

  it('are of some record, of anything unnamed, or empty', () => {
    const of = (...names: ((changes: Changes) => void)[]) => {
      const changes = new Changes();
      for (const name of names) name(changes);
      return changes.isEmpty;
    };
    const wrote = (changes: Changes) => changes.wrote('offices', [1]);
    const touched = (changes: Changes) => changes.touched('teams', [1]);
    const shown = (changes: Changes) => changes.shown('agents', [1]);
    for (const one of [wrote, touched, shown]) {
      for (const other of [wrote, touched, shown]) expect(of(one, other)).toBe(false);
    }
    expect(of((changes) => changes.unnamed())).toBe(false);
    expect(of((changes) => changes.removed('offices', [1]))).toBe(false);
    const none = (changes: Changes) => {
      changes.wrote('offices', []);
      changes.removed('offices', []);
      changes.touched('teams', []);
      changes.shown('agents', []);
    };
    expect([of(), of(none)]).toEqual([true, true]);
  });

  it('tell the ids that records by name had for the time being as removed', async () => {
    await put('listings', aListing({ main_id: 2, main_neighborhood: 'Soho', labels: 'Quiet' }));
    const { id: place } = await opened()
      .db.selectFrom('neighborhood')
      .select('id')
      .where('name', '=', 'Soho')
      .executeTakeFirstOrThrow();
    const { id: label } = await opened()
      .db.selectFrom('label')
      .select('id')
      .where('name', '=', 'Quiet')
      .executeTakeFirstOrThrow();
    const soho = { cat_id: 900, cat_name: 'Soho' };
    expect(await changesOf(() => put('neighborhoods', soho))).toEqual([
      `-neighborhoods ${place}`,
      'neighborhoods 900',
      'listings 2',
    ]);
    expect(await changesOf(() => put('labels', { id: 900, labelname: 'Quiet' }))).toEqual([
      `-labels ${label}`,
      'labels 900',
      'listings 2',
    ]);
  });

  it('tell the listings that a record which is as it was takes over', async () => {
    await put('neighborhoods', { cat_id: 901, cat_name: 'NoHo ' });
    await put('labels', { id: 901, labelname: 'LOFTY' });
    // By these names, as an earlier program has made them beside the records.
    await opened().write(async (transaction) => {
      const place = { id: 950, name: 'NoHo', name_key: 'noho', from_listings: 1 };
      await transaction
        .insertInto('neighborhood')
        .values(place as never)
        .execute();
      const label = { id: 950, name: 'Lofty', name_key: 'lofty', from_listings: 1 };
      await transaction.insertInto('label').values(label).execute();
      await transaction
        .updateTable('listing')
        .set({ neighborhood_id: 950 })
        .where('id', '=', 2)
        .execute();
      await transaction
        .insertInto('listing_label')
        .values({ listing_id: 2, label_id: 950 })
        .execute();
    });
    const noho = { cat_id: 901, cat_name: 'NoHo ' };
    expect(await changesOf(() => put('neighborhoods', noho))).toEqual([
      '-neighborhoods 950',
      'listings 2',
    ]);
    expect(await changesOf(() => put('labels', { id: 901, labelname: 'LOFTY' }))).toEqual([
      '-labels 950',
      'listings 2',
    ]);
  });

  it('tell teams whose members change, and records that nobody may read as removed', async () => {
    const ed = { id: 21, firstname: 'Ed', teamid: '999' };
    // There is no such team.
    expect(await changesOf(() => put('agents', ed))).toEqual(['agents 21']);
    await put('teams', { id: 8, name: 'Eight' }, { id: 9, name: 'Nine' });
    expect(await changesOf(() => put('agents', { id: 20, firstname: 'Di', teamid: '8' }))).toEqual([
      'agents 20',
      'teams 8',
    ]);
    expect(await changesOf(() => put('teams', { id: 9, agent_ids: '20' }))).toEqual([
      'agents 20',
      'teams 8',
      'teams 9',
    ]);
    expect(await changesOf(() => put('agents', { id: 20, status: 'Suspend' }))).toEqual([
      '-agents 20',
      'teams 9',
    ]);
    // A team that names a suspended agent does not make it readable.
    expect(await changesOf(() => put('teams', { id: 8, agent_ids: '20' }))).toEqual([
      '-agents 20',
      'teams 8',
      'teams 9',
    ]);
    expect(await changesOf(() => put('agents', { id: 20, status: 'Silent' }))).toEqual([
      'agents 20',
      'teams 8',
    ]);
    await put('blogs', { id: 30, title: 'Draft' });
    expect(await changesOf(() => put('blogs', { id: 30, status: 0 }))).toEqual(['-blogs 30']);
    expect(await changesOf(() => put('blogs', { id: 30, status: 1 }))).toEqual(['blogs 30']);
  });

  it('take two statements more for a batch of any size', async () => {
    const offices = Array.from({ length: 5000 }, (_, id) => ({
      id: id + 1000,
      name: `Office ${id}`,
    }));
    const of = (records: object[]) =>
      statementsTo(opened().db as never, () => put('offices', ...records));
    const statements = await of(offices);
    expect(statements.filter((text) => text.includes('change_entry'))).toHaveLength(1);
    expect(statements.filter((text) => text.includes('revision'))).toHaveLength(1);
    const entries = await opened()
      .db.selectFrom('change_entry')
      .select((eb) => eb.fn.countAll<number>().as('entries'))
      .where('kind', '=', CHANGE_KINDS.offices.code)
      .executeTakeFirstOrThrow();
    expect(entries.entries).toBe(5002);
  });

  it('name no member, no deal, no lead and no view', async () => {
    expect(
      await changesOf(async () => {
        await put('clients', { id: 1, first_name: 'Eve', email: 'eve@example.com' });
        await put('deals', { id: 1, client_id: 1 });
        await put('leads', { id: 1, type: 'alert', email: 'eve@example.com' }).catch(() => {});
        const key = await server.addKey('acme');
        await server.get(key, '/properties/1');
      }),
    ).toEqual([]);
  });

  it('begin again, complete, after an earlier program has written', async () => {
    const state = () => opened().db.selectFrom('revision').selectAll().executeTakeFirstOrThrow();
    const before = await state();
    // An earlier program steps the revision and knows nothing of entries.
    await opened().write(async (transaction) => {
      await transaction
        .insertInto('office')
        .values({ id: 8000, name: 'Unknown' } as never)
        .execute();
      await transaction
        .insertInto('blog')
        .values({ id: 8000, status: 0 } as never)
        .execute();
      // Nor of the points of listings.
      await transaction.updateTable('listing_search').set({ latitude: null }).execute();
      await transaction
        .updateTable('revision')
        .set((eb) => ({ number: eb('number', '+', randomInt(1, 100)) }))
        .execute();
    });
    expect((await state()).epoch).toBe(before.epoch);
    expect(await changesOf(() => writeTo(opened(), async () => {}))).toEqual(['offices 8000']);
    const after = await state();
    expect(after.epoch).not.toBe(before.epoch);
    expect(after.entries_seq).toBe(after.number);
    const point = await opened()
      .db.selectFrom('listing_search')
      .select('latitude')
      .where('id', '=', 70)
      .executeTakeFirst();
    expect(point).toEqual({ latitude: 40_776_900 });
    expect(await changesOf(() => writeTo(opened(), async () => {}))).toEqual([]);
    expect((await state()).epoch).toBe(after.epoch);
  });

  it('go ninety days after a removal, which is noted for those who have not read them', async () => {
    const floor = async () =>
      (await opened().db.selectFrom('revision').select('floor_seq').executeTakeFirstOrThrow())
        .floor_seq;
    const removeOffice = (id: number) => removeRecords(opened(), 'offices', [id]);
    await put(
      'offices',
      { id: 61, name: 'One' },
      { id: 62, name: 'Two' },
      { id: 63, name: 'Three' },
    );
    await removeOffice(61);
    const removedAt = await revision();
    server.clock.advance(90 * 86_400_000);
    await removeOffice(62);
    expect(await floor()).toBeLessThan(removedAt);
    server.clock.advance(1);
    await removeOffice(63);
    expect(await floor()).toBe(removedAt);
    const removed = await opened()
      .db.selectFrom('change_entry')
      .select('record_id')
      .where('removed', '=', 1)
      .orderBy('record_id')
      .execute();
    expect(removed.map(({ record_id }) => record_id)).toEqual([62, 63]);
  });

  it('stay for ever where nobody says how long', async () => {
    const forEver = { ...forImport(opened()), removedKeptMs: Number.POSITIVE_INFINITY };
    await put('offices', { id: 64, name: 'Four' });
    server.clock.advance(9_000 * 86_400_000);
    await removeRecords(forEver, 'offices', [64]);
    const removed = await opened()
      .db.selectFrom('change_entry')
      .select('record_id')
      .where('removed', '=', 1)
      .execute();
    expect(removed.map(({ record_id }) => record_id).sort()).toEqual([62, 63, 64]);
  });
});
